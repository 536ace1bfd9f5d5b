//! Positions to learn from: drawn from games that were played, or that we play ourselves.
//!
//! Of each number of stones at most so many are kept, drawn from all games with the same chance (reservoir sampling,
//! [Vitter1985]). Every sixteenth game is held out: nothing is fitted to its positions.

use std::ops::Range;
use std::str::FromStr;
use std::time::Duration;

use agon_abilities::Stones;
use agon_core::{
    Agent, Budget, Choice, Executor, Game, Notation, Player, ReadError, Rng, Seed, SentJobs, Status, Think,
    Unit,
};

use super::asked::AskedGames;
use crate::backwards::skip_pass;
use crate::sent::{ReadLines, SentLines, counted, disagree};

/// One game in so many is held out.
const HELD_OUT: u32 = 16;
/// A stray position left the game so many moves ago at most.
const LONGEST_STRAY: u32 = 5;

/// A position to learn from.
#[derive(Clone, Debug)]
pub(super) struct Sample<P> {
    pub(super) pos: P,
    /// Who has a stone to place.
    pub(super) player: Player,
    /// The number of the game.
    pub(super) game: u32,
    /// What the game was worth to the player, if the position is one of the game and anybody counted.
    pub(super) result: Option<f32>,
    /// What the position was worth to the player in the eyes of who played there, if it said so in points.
    pub(super) foreseen: Option<f32>,
}

impl<P> Sample<P> {
    pub(super) fn is_held_out(&self) -> bool {
        self.game.is_multiple_of(HELD_OUT)
    }
}

/// Positions by their number of stones.
#[derive(Clone, Debug)]
pub struct Samples<P> {
    most: usize,
    stray: f64,
    anchor_plies: Option<u32>,
    seed: Seed,
    games: u32,
    pub(super) by_stones: Vec<Drawn<P>>,
    /// By game: the first position that can be solved, and who has a stone to place in it.
    pub(super) anchors: Vec<Option<(P, Player)>>,
}

/// The positions of one number of stones.
#[derive(Clone, Debug)]
pub(super) struct Drawn<P> {
    seen: u64,
    rng: Rng,
    pub(super) samples: Vec<Sample<P>>,
}

/// Games that are played to learn from.
pub struct OwnGames<'e, G: Game> {
    /// How many.
    pub games: u64,
    /// A game begins with 0 to so many random moves.
    pub random_plies: u32,
    /// The chance of a random move after that.
    pub random_moves: f64,
    /// Makes who chooses all other moves, one for each thread; all are random without.
    pub player: Option<&'e MakePlayer<'e, G>>,
}

/// Makes an agent that plays games to learn from. It has to answer the same to the same position and seed.
pub type MakePlayer<'m, G> = dyn Fn() -> Box<dyn Agent<G>> + Sync + 'm;

/// A game to learn from.
struct Played<M> {
    moves: Vec<M>,
    /// By move: what it was worth to its player in the eyes of who chose it, in points.
    foreseen: Vec<Option<f32>>,
    /// The points of the first player less those of the second, if anybody counted.
    difference: Option<i32>,
    /// Moves up to and including the last random one of a game that somebody plays: they say nothing about the result.
    random: usize,
}

impl<P: Clone + PartialEq + Send + Sync> Samples<P> {
    /// No position yet; at most `most` of each number of stones. A share of `stray` positions come from games by some
    /// random moves, for methods that need no results. With `anchor_plies`, the first position of each game with so many
    /// plies left is kept too.
    #[must_use]
    pub fn new(most: usize, stray: f64, anchor_plies: Option<u32>, seed: Seed) -> Self {
        Self { most, stray, anchor_plies, seed, games: 0, by_stones: Vec::new(), anchors: Vec::new() }
    }

    /// How many games were offered.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Offers the positions of a game, given by its moves and, if anybody counted, the points of the first player less
    /// those of the second.
    pub fn offer<G: Stones<Position = P>>(
        &mut self,
        game: &G,
        start: &P,
        moves: &[G::Move],
        difference: Option<i32>,
    ) {
        let played = Played { moves: moves.to_vec(), foreseen: Vec::new(), difference, random: 0 };
        self.offer_played(game, start, &played);
    }

    fn offer_played<G: Stones<Position = P>>(&mut self, game: &G, start: &P, played: &Played<G::Move>) {
        let Played { ref moves, ref foreseen, difference, random } = *played;
        let number = self.games;
        self.games += 1;
        let mut rng = self.seed.stream("pattern-tables/stray", u64::from(number));
        let result = |player: Player| {
            let points = difference? as f32;
            Some(if player == Player::FIRST { points } else { -points })
        };
        // One position for each number of stones, after the pass if there is one.
        let mut line: Vec<P> = Vec::with_capacity(moves.len());
        let mut values: Vec<Option<f32>> = Vec::with_capacity(moves.len());
        let mut pos = start.clone();
        let mut last = u32::MAX;
        for (ply, &mv) in moves.iter().enumerate() {
            let placed = stones(game, &pos);
            if ply >= random && placed != last {
                let mut first = pos.clone();
                skip_pass(game, &mut first);
                let passed = first != pos;
                line.push(first);
                values.push(foreseen.get(ply + usize::from(passed)).copied().flatten());
                last = placed;
            }
            game.play_unchecked(&mut pos, mv);
        }
        let anchor = self.anchor_plies.and_then(|plies| {
            let pos = line.iter().find(|pos| game.plies_left(pos) <= plies)?;
            Some((pos.clone(), game.status(pos).to_move()?))
        });
        self.anchors.push(anchor);
        for (index, pos) in line.iter().enumerate() {
            let strays = self.stray > 0.0 && rng.chance(self.stray);
            let (pos, known) = match strays.then(|| stray(game, &line, index, &mut rng)) {
                Some(Some(pos)) => (pos, false),
                _ => (pos.clone(), true),
            };
            let Some(player) = game.status(&pos).to_move() else { continue };
            let (result, foreseen) = if known { (result(player), values[index]) } else { (None, None) };
            self.put(stones(game, &pos), Sample { pos, player, game: number, result, foreseen });
        }
    }

    fn put(&mut self, stones: u32, sample: Sample<P>) {
        while self.by_stones.len() <= stones as usize {
            let rng = self.seed.stream("pattern-tables/stones", self.by_stones.len() as u64);
            self.by_stones.push(Drawn { seen: 0, rng, samples: Vec::new() });
        }
        let Drawn { seen, rng, samples } = &mut self.by_stones[stones as usize];
        *seen += 1;
        if samples.len() < self.most {
            samples.push(sample);
            return;
        }
        let place = (rng.unit() * *seen as f64) as usize;
        if let Some(slot) = samples.get_mut(place) {
            *slot = sample;
        }
    }

    /// Plays games and offers them; `on_game` sees how many there are and answers whether to go on. `false` if it did not,
    /// or the cluster that was to play them is lost.
    pub fn play<G: Stones<Position = P> + Notation>(
        &mut self,
        game: &G,
        own: &OwnGames<'_, G>,
        executor: Executor,
        mut on_game: impl FnMut(u64) -> bool,
    ) -> bool {
        const AT_ONCE: u64 = 256;
        // Workers elsewhere wait for the last game of the others.
        let at_once = if executor.is_cluster() { 64 * AT_ONCE } else { AT_ONCE };
        let mut done = 0;
        while done < own.games {
            let next = own.games.min(done + at_once);
            let mut played: Vec<Option<Played<G::Move>>> = (done..next).map(|_| None).collect();
            let (mut known, mut wanted) = (done, true);
            let sent = SentJobs {
                input: &|range| AskedGames(range).to_string(),
                read: &|range, answer| read_games(game, answer, range.end - range.start),
            };
            let was_sent = executor.send(done..next, &sent, |range, games| {
                known += range.end - range.start;
                range.zip(games).for_each(|(number, game)| played[(number - done) as usize] = Some(game));
                wanted = known == next || on_game(known);
                wanted
            });
            if !was_sent {
                self.play_here(game, own, done..next, executor, |number, game| {
                    played[(number - done) as usize] = Some(game);
                });
            }
            let Some(played) = played.into_iter().collect::<Option<Vec<_>>>().filter(|_| wanted) else {
                return false;
            };
            played.iter().for_each(|played| self.offer_played(game, &game.start(), played));
            done = next;
            if !on_game(done) {
                return false;
            }
        }
        true
    }

    /// Plays the games of a range on threads; `take` sees each with its number.
    fn play_here<G: Stones<Position = P>>(
        &self,
        game: &G,
        own: &OwnGames<'_, G>,
        range: Range<u64>,
        executor: Executor,
        mut take: impl FnMut(u64, Played<G::Move>),
    ) {
        executor.run(
            range,
            || own.player.map(|make| make()),
            |player, number| own_game(game, own, player.as_deref_mut(), self.seed, number),
            |number, game| {
                take(number, game);
                true
            },
        );
    }

    /// Plays the games that a driver elsewhere asks for, as text.
    pub(super) fn answer<G: Stones<Position = P> + Notation>(
        &self,
        game: &G,
        own: &OwnGames<'_, G>,
        AskedGames(range): AskedGames,
    ) -> String {
        let mut lines = SentLines::default();
        self.play_here(game, own, range, Executor::new(1), |_, played| {
            let difference = played.difference.map_or("-".to_owned(), |points| points.to_string());
            let moves = played.moves.iter().map(|&mv| game.write_move(mv));
            let words = [played.random.to_string(), difference].into_iter().chain(moves);
            let foreseen =
                played.foreseen.iter().map(|value| value.map_or("-".to_owned(), |value| value.to_string()));
            lines = std::mem::take(&mut lines).row("game", words).row("foreseen", foreseen);
        });
        lines.0
    }
}

/// Games as a worker tells them; they are played again, so that nothing illegal is learned from.
fn read_games<G: Notation>(game: &G, answer: &str, wanted: u64) -> Result<Vec<Played<G::Move>>, ReadError> {
    let (mut lines, mut games) = (ReadLines(answer), Vec::new());
    while let Some(words) = lines.next_row::<String>("game")? {
        games.push(read_game(game, &words, &lines.row::<String>("foreseen")?)?);
    }
    counted(games, wanted, "game")
}

fn read_game<G: Notation>(
    game: &G,
    words: &[String],
    foreseen: &[String],
) -> Result<Played<G::Move>, ReadError> {
    let [random, difference, moves @ ..] = words else { return Err(disagree("game")) };
    let mut pos = game.start();
    let play = |text: &String| {
        let mv = game.read_move(text)?;
        game.play(&mut pos, mv).map_err(|_| disagree("game"))?;
        Ok(mv)
    };
    Ok(Played {
        random: random.parse().map_err(|_| disagree("game"))?,
        difference: number_or_none(difference)?,
        moves: moves.iter().map(play).collect::<Result<_, ReadError>>()?,
        foreseen: foreseen.iter().map(|word| number_or_none(word)).collect::<Result<_, _>>()?,
    })
}

/// A number, or `-` where nobody knows one.
fn number_or_none<N: FromStr>(word: &str) -> Result<Option<N>, ReadError> {
    if word == "-" { Ok(None) } else { word.parse().map(Some).map_err(|_| disagree("game")) }
}

/// A position with as many stones as number `index` of a line, some random moves beside it.
fn stray<G: Stones>(game: &G, line: &[G::Position], index: usize, rng: &mut Rng) -> Option<G::Position> {
    let steps = (1 + rng.below(LONGEST_STRAY)) as usize;
    let mut pos = line.get(index.checked_sub(steps)?)?.clone();
    for _ in 0..steps {
        let mv = game.random_move(&pos, rng, &mut Vec::new())?;
        game.play_unchecked(&mut pos, mv);
        skip_pass(game, &mut pos);
    }
    game.status(&pos).to_move().map(|_| pos)
}

/// How many stones lie on the board.
pub(super) fn stones<G: Stones>(game: &G, pos: &G::Position) -> u32 {
    let of = |player| game.stones(pos, player).iter().map(|word| word.count_ones()).sum::<u32>();
    of(Player::FIRST) + of(Player::SECOND)
}

/// Plays a game: random moves first, and now and then one later.
fn own_game<G: Stones>(
    game: &G,
    own: &OwnGames<'_, G>,
    mut player: Option<&mut (dyn Agent<G> + 'static)>,
    seed: Seed,
    number: u64,
) -> Played<G::Move> {
    let rng = &mut seed.stream("pattern-tables/own", number);
    let random_plies = rng.below(own.random_plies + 1);
    let (mut pos, mut legal) = (game.start(), Vec::new());
    let mut played = Played { moves: Vec::new(), foreseen: Vec::new(), difference: None, random: 0 };
    let seed = seed.child("pattern-tables/player", number);
    let mut think = Think::untimed(Budget::default(), seed);
    if let Some(player) = player.as_deref_mut() {
        player.new_game();
    }
    loop {
        if let Status::Over(outcome) = game.status(&pos) {
            let score = game.final_score(&pos, &outcome, Player::FIRST);
            let points = if game.final_unit() == Unit::Points { score.0 / 1000 } else { score.0.signum() };
            played.difference = Some(points);
            return played;
        }
        let ply = played.moves.len() as u32;
        let is_random = ply < random_plies || rng.chance(own.random_moves);
        let chosen = match player.as_deref_mut().filter(|_| !is_random) {
            None => {
                legal.clear();
                game.random_move(&pos, rng, &mut legal).map(Choice::unscored)
            }
            Some(player) => {
                let budget = player.limits(Budget::default());
                think.restart(Duration::ZERO, budget, seed.child("ply", ply.into()));
                player.choose(game, &pos, &mut think).ok()
            }
        };
        // Somebody who cannot go on: how the game would have ended is not known.
        let Some(choice) = chosen else { return played };
        game.play_unchecked(&mut pos, choice.mv);
        played.moves.push(choice.mv);
        let points = choice.score.filter(|_| choice.unit == Unit::Points);
        played.foreseen.push(points.map(|score| score.to_f64() as f32));
        if player.is_some() && is_random {
            played.random = played.moves.len();
        }
    }
}

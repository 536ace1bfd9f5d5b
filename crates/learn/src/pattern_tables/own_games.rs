//! Games that a training plays itself, on threads or by workers elsewhere.
//!
//! How they begin decides what is learned of the first moves. A good player does not vary, so after few random moves
//! all games are nearly the same; after many of them they are unlike what anybody plays. The beginnings of recorded games
//! are both varied and sensible; a few random moves after them show what follows from mistakes.

use std::ops::Range;
use std::str::FromStr;
use std::time::Duration;

use agon_abilities::Stones;
use agon_core::{
    Agent, Budget, Choice, Executor, Game, Notation, Player, ReadError, Seed, SentJobs, Status, Think, Unit,
};

use super::asked::AskedGames;
use super::samples::{Offered, Samples};
use crate::sent::{ReadLines, SentLines, counted, disagree};

/// Games that are played to learn from.
pub struct OwnGames<'e, G: Game> {
    /// How many.
    pub games: u64,
    /// How other games begin, from the start on; workers elsewhere are told theirs with each game.
    pub lines: &'e [Vec<G::Move>],
    /// A game begins with 0 to so many moves of one of the lines, if there are any.
    pub line_plies: u32,
    /// Then come 0 to so many random moves.
    pub random_plies: u32,
    /// The chance of a random move after that.
    pub random_moves: f64,
    /// Makes who chooses all other moves, one for each thread; all are random without.
    pub player: Option<&'e MakePlayer<'e, G>>,
}

impl<'e, G: Game> OwnGames<'e, G> {
    /// The moves with which a game begins before the random ones.
    fn given(&self, seed: Seed, number: u64) -> &'e [G::Move] {
        let mut rng = seed.stream("pattern-tables/lines", number);
        let Some(line) = self.lines.get((rng.unit() * self.lines.len() as f64) as usize) else { return &[] };
        &line[..line.len().min(rng.below(self.line_plies.saturating_add(1)) as usize)]
    }
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
    /// Moves up to and including the last one that was given or random in a game that somebody plays: nobody foresaw anything
    /// there, and what such moves lead to says nothing about the result.
    random: usize,
}

impl<P: Clone + PartialEq + Send + Sync> Samples<P> {
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
        let seed = self.seed;
        let given = |number: u64| own.given(seed, number);
        let mut done = 0;
        while done < own.games {
            let next = own.games.min(done + at_once);
            let mut played: Vec<Option<Played<G::Move>>> = (done..next).map(|_| None).collect();
            let (mut known, mut wanted) = (done, true);
            let sent = SentJobs {
                input: &|range| {
                    let moves = |number| given(number).iter().map(|&mv| game.write_move(mv)).collect();
                    let begin = range.clone().map(moves).collect();
                    AskedGames { numbers: range, begin, random_plies: own.random_plies }.to_string()
                },
                read: &|range, answer| read_games(game, answer, range.end - range.start),
            };
            let was_sent = executor.send(done..next, &sent, |range, games| {
                known += range.end - range.start;
                range.zip(games).for_each(|(number, game)| played[(number - done) as usize] = Some(game));
                wanted = known == next || on_game(known);
                wanted
            });
            if !was_sent {
                self.play_here(game, own, done..next, &given, executor, |number, game| {
                    played[(number - done) as usize] = Some(game);
                });
            }
            let Some(played) = played.into_iter().collect::<Option<Vec<_>>>().filter(|_| wanted) else {
                return false;
            };
            for Played { moves, foreseen, difference, random } in &played {
                let offered = Offered { moves, foreseen, difference: *difference, random: *random };
                self.take(game, &game.start(), offered);
            }
            done = next;
            if !on_game(done) {
                return false;
            }
        }
        true
    }

    /// Plays the games of a range on threads, each from the moves `given` for it; `take` sees each with its number.
    fn play_here<'m, G: Stones<Position = P>>(
        &self,
        game: &G,
        own: &OwnGames<'_, G>,
        numbers: Range<u64>,
        given: &(impl Fn(u64) -> &'m [G::Move] + Sync),
        executor: Executor,
        mut take: impl FnMut(u64, Played<G::Move>),
    ) where
        G::Move: 'm,
    {
        executor.run(
            numbers,
            || own.player.map(|make| make()),
            |player, number| own_game(game, own, player.as_deref_mut(), given(number), self.seed, number),
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
        AskedGames { numbers, begin, random_plies }: &AskedGames,
    ) -> Result<String, ReadError> {
        let own = &OwnGames { random_plies: *random_plies, ..*own };
        let begin = begin.iter().map(|words| read_line(game, words)).collect::<Result<Vec<_>, _>>()?;
        let given = |number: u64| begin.get((number - numbers.start) as usize).map_or(&[][..], Vec::as_slice);
        let mut lines = SentLines::default();
        self.play_here(game, own, numbers.clone(), &given, Executor::new(1), |_, played| {
            let difference = played.difference.map_or("-".to_owned(), |points| points.to_string());
            let moves = played.moves.iter().map(|&mv| game.write_move(mv));
            let words = [played.random.to_string(), difference].into_iter().chain(moves);
            let foreseen =
                played.foreseen.iter().map(|value| value.map_or("-".to_owned(), |value| value.to_string()));
            lines = std::mem::take(&mut lines).row("game", words).row("foreseen", foreseen);
        });
        Ok(lines.0)
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
    Ok(Played {
        random: random.parse().map_err(|_| disagree("game"))?,
        difference: number_or_none(difference)?,
        moves: read_line(game, moves)?,
        foreseen: foreseen.iter().map(|word| number_or_none(word)).collect::<Result<_, _>>()?,
    })
}

/// Legal moves from the start of the game on.
fn read_line<G: Notation>(game: &G, words: &[String]) -> Result<Vec<G::Move>, ReadError> {
    let mut pos = game.start();
    let play = |word: &String| {
        let mv = game.read_move(word)?;
        game.play(&mut pos, mv).map_err(|_| disagree("game"))?;
        Ok(mv)
    };
    words.iter().map(play).collect()
}

/// A number, or `-` where nobody knows one.
fn number_or_none<N: FromStr>(word: &str) -> Result<Option<N>, ReadError> {
    if word == "-" { Ok(None) } else { word.parse().map(Some).map_err(|_| disagree("game")) }
}

/// Plays a game: given or random moves first, and now and then a random one later.
fn own_game<G: Stones>(
    game: &G,
    own: &OwnGames<'_, G>,
    mut player: Option<&mut (dyn Agent<G> + 'static)>,
    given: &[G::Move],
    seed: Seed,
    number: u64,
) -> Played<G::Move> {
    let rng = &mut seed.stream("pattern-tables/own", number);
    let random_end = given.len() + rng.below(own.random_plies.saturating_add(1)) as usize;
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
        let ply = played.moves.len();
        let given = given.get(ply).copied();
        let is_random = given.is_none() && (ply < random_end || rng.chance(own.random_moves));
        let chosen = match (given, player.as_deref_mut().filter(|_| !is_random)) {
            (Some(mv), _) => Some(Choice::unscored(mv)),
            (None, None) => {
                legal.clear();
                game.random_move(&pos, rng, &mut legal).map(Choice::unscored)
            }
            (None, Some(player)) => {
                let budget = player.limits(Budget::default());
                think.restart(Duration::ZERO, budget, seed.child("ply", ply as u64));
                player.choose(game, &pos, &mut think).ok()
            }
        };
        // Somebody who cannot go on: how the game would have ended is not known.
        let Some(choice) = chosen else { return played };
        game.play_unchecked(&mut pos, choice.mv);
        played.moves.push(choice.mv);
        let points = choice.score.filter(|_| choice.unit == Unit::Points);
        played.foreseen.push(points.map(|score| score.to_f64() as f32));
        if player.is_some() && (is_random || given.is_some()) {
            played.random = played.moves.len();
        }
    }
}

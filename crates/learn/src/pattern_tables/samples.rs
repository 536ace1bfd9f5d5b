//! Positions to learn from: drawn from games that were played, or that the training plays itself.
//!
//! Of each number of stones at most so many are kept, drawn from all games with the same chance (reservoir sampling,
//! [Vitter1985]). Every sixteenth game is held out: nothing is fitted to its positions.

use agon_abilities::Stones;
use agon_core::{Player, Rng, Seed};

use crate::backwards::skip_pass;

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
    pub(super) seed: Seed,
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

/// A game whose positions may be drawn.
#[derive(Clone, Copy)]
pub(super) struct Offered<'o, M> {
    pub(super) moves: &'o [M],
    /// By move, as far as known: what it was worth to its player in the eyes of who chose it, in points.
    pub(super) foreseen: &'o [Option<f32>],
    /// The points of the first player less those of the second, if anybody counted.
    pub(super) difference: Option<i32>,
    /// So many moves at the beginning say nothing about the result.
    pub(super) random: usize,
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
        self.take(game, start, Offered { moves, foreseen: &[], difference, random: 0 });
    }

    pub(super) fn take<G: Stones<Position = P>>(
        &mut self,
        game: &G,
        start: &P,
        offered: Offered<'_, G::Move>,
    ) {
        let Offered { moves, foreseen, difference, random } = offered;
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

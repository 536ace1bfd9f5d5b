//! The rules at work: [`Game`] and its companions for Reversi.

use agon_core::{
    Game, Keyed, Outcome, PerPlayer, Player, ReadError, Rng, Status, Symmetric, keys, least_key,
    leaves_one_by_one,
};
use agon_grid::{Cell, Symmetry};

use crate::exploits::corners;
use crate::geometry::{BoardWord, Geometry};
use crate::position::{Position, Stage};
use crate::rules::{Rules, Scoring, Start};

/// A placed disc, or a pass. A pass is offered only when nothing else is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Places a disc.
    Place(Cell),
    /// Gives the turn back.
    Pass,
}

/// Reversi by some [`Rules`], over a word that is wide enough for the board.
#[derive(Clone, Debug)]
pub struct Reversi<W: BoardWord> {
    pub(crate) rules: Rules,
    pub(crate) geometry: Geometry<W>,
    /// The centre cells to be filled first (historical start); none otherwise.
    to_fill: W,
    /// The cells that can never be flipped.
    pub(crate) corners: W,
    symmetries: Vec<Symmetry>,
}

impl<W: BoardWord> Reversi<W> {
    /// Prepares the tables.
    ///
    /// # Errors
    /// If the board does not fit the word or the rules.
    pub fn new(rules: Rules) -> Result<Self, ReadError> {
        rules.check()?;
        if rules.shape.numbers() > W::CAPACITY {
            return Err(ReadError::new(format!(
                "a board of {} does not fit {} bits",
                rules.shape.size(),
                W::CAPACITY
            )));
        }
        let geometry = Geometry::new(&rules.shape);
        let to_fill = match (&rules.start, rules.centre()) {
            (Start::Historical, Some(centre)) => {
                centre.iter().fold(W::EMPTY, |set, cell| set | W::single(cell.index()))
            }
            _ => W::EMPTY,
        };
        let keeps_filling = |symmetry: &Symmetry| {
            to_fill.indices().all(|index| {
                let mapped = rules.shape.mapped(*symmetry, Cell(index as u16));
                mapped.is_some_and(|cell| to_fill.has(cell.index()))
            })
        };
        let symmetries = rules.shape.symmetries().into_iter().filter(keeps_filling).collect();
        let corners = corners(&rules.shape);
        Ok(Self { rules, geometry, to_fill, corners, symmetries })
    }

    /// The same game by the portable form alone, as on a processor without a fast one.
    #[must_use]
    pub fn without_fast_path(self) -> Self {
        Self { geometry: self.geometry.without_fast_path(), ..self }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The opposing discs that the side to move would flip by placing a disc on `cell`.
    #[must_use]
    #[inline]
    pub fn flips(&self, pos: &Position<W>, cell: Cell) -> W {
        self.geometry.flips(pos.own, pos.opponent, cell)
    }

    /// The cells on which `player` could place a disc if it were their turn.
    #[must_use]
    #[inline]
    pub fn moves_of(&self, pos: &Position<W>, player: Player) -> W {
        self.geometry.moves(pos.discs(player), pos.discs(player.other()))
    }

    /// The discs of the other player that `player` could flip by at least one move if it were their turn.
    #[must_use]
    #[inline]
    pub fn flippable_by(&self, pos: &Position<W>, player: Player) -> W {
        self.geometry.flippable(pos.discs(player), pos.discs(player.other()))
    }

    /// All cells of the board.
    #[must_use]
    pub fn cells(&self) -> W {
        self.geometry.cells
    }

    /// The position with these discs and this side to move.
    pub(crate) fn position(&self, own: W, opponent: W, to_move: Player) -> Position<W> {
        let legal = self.geometry.moves(own, opponent);
        self.complete(own, opponent, legal, to_move)
    }

    /// Completes a position whose legal placements are known.
    #[inline(always)]
    fn complete(&self, own: W, opponent: W, legal: W, to_move: Player) -> Position<W> {
        let mut pos = Position { own, opponent, legal, to_move, stage: Stage::Place };
        let free = self.to_fill & !(own | opponent);
        if !free.is_empty() {
            (pos.legal, pos.stage) = (free, Stage::Fill);
        } else if legal.is_empty() {
            pos.stage = self.stage_without_moves(own, opponent);
        }
        pos
    }

    #[cold]
    fn stage_without_moves(&self, own: W, opponent: W) -> Stage {
        if self.geometry.moves(opponent, own).is_empty() { Stage::Over } else { Stage::Pass }
    }

    fn outcome(&self, pos: &Position<W>) -> Outcome {
        let discs = PerPlayer::new(2, |player| pos.discs(player).count() as i32);
        Outcome { points: self.score(discs) }
    }

    /// Adds the empty cells to the discs, as the scoring says.
    fn score(&self, discs: PerPlayer<i32>) -> PerPlayer<i32> {
        let [black, white] = [discs[Player::FIRST], discs[Player::SECOND]];
        let empty = self.geometry.cells.count() as i32 - black - white;
        let share = |own: i32, other: i32| match (self.rules.scoring, own.cmp(&other)) {
            (Scoring::Discs, _) | (_, std::cmp::Ordering::Less) => own,
            (Scoring::Tournament, std::cmp::Ordering::Equal) => own + empty / 2,
            (Scoring::Tournament, std::cmp::Ordering::Greater) => own + empty,
        };
        PerPlayer::new(2, |player| share(discs[player], discs[player.other()]))
    }
}

impl<W: BoardWord> Game for Reversi<W> {
    type Position = Position<W>;
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position<W> {
        let mut discs = [W::EMPTY; 2];
        for (cell, player) in self.rules.first_discs() {
            discs[player.index()] |= W::single(cell.index());
        }
        self.position(discs[0], discs[1], Player::FIRST)
    }

    #[inline]
    fn status(&self, pos: &Position<W>) -> Status {
        match pos.stage {
            Stage::Over => Status::Over(self.outcome(pos)),
            _ => Status::ToMove(pos.to_move),
        }
    }

    #[inline]
    fn moves(&self, pos: &Position<W>, out: &mut Vec<Move>) {
        match pos.stage {
            Stage::Pass => out.push(Move::Pass),
            _ => out.extend(pos.legal.indices().map(|index| Move::Place(Cell(index as u16)))),
        }
    }

    #[inline]
    fn is_legal(&self, pos: &Position<W>, mv: Move) -> bool {
        match mv {
            Move::Place(cell) => cell.index() < W::CAPACITY && pos.legal.has(cell.index()),
            Move::Pass => pos.stage == Stage::Pass,
        }
    }

    // Always: a call of its own would pass both positions through memory, a quarter of perft's time.
    #[inline(always)]
    fn play_unchecked(&self, pos: &mut Position<W>, mv: Move) {
        let next = pos.to_move.other();
        *pos = match mv {
            Move::Place(cell) => {
                let (flips, replies) = match pos.stage {
                    Stage::Fill => (W::EMPTY, W::EMPTY),
                    _ => self.geometry.flips_and_replies(pos.own, pos.opponent, cell),
                };
                let own = pos.own | flips | W::single(cell.index());
                let opponent = pos.opponent ^ flips;
                match pos.stage {
                    Stage::Fill => self.position(opponent, own, next),
                    _ => self.complete(opponent, own, replies, next),
                }
            }
            Move::Pass => self.position(pos.opponent, pos.own, next),
        };
    }

    #[inline]
    fn plies_left(&self, pos: &Position<W>) -> u32 {
        (self.geometry.cells & !(pos.own | pos.opponent)).count()
    }

    #[inline]
    fn count_moves(&self, pos: &Position<W>) -> u64 {
        match pos.stage {
            Stage::Pass => 1,
            _ => u64::from(pos.legal.count()),
        }
    }

    fn count_leaves(&self, pos: &Position<W>, depth: u32) -> u64 {
        let fast = match pos.stage {
            Stage::Fill => None,
            _ => self.geometry.leaves(pos.own, pos.opponent, depth),
        };
        fast.unwrap_or_else(|| leaves_one_by_one(self, pos, depth))
    }

    #[inline]
    fn random_move(&self, pos: &Position<W>, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        match pos.stage {
            Stage::Over => None,
            Stage::Pass => Some(Move::Pass),
            Stage::Fill | Stage::Place => {
                let rank = rng.below(pos.legal.count());
                Some(Move::Place(Cell(pos.legal.nth(rank) as u16)))
            }
        }
    }
}

impl<W: BoardWord> Keyed for Reversi<W> {
    #[inline]
    fn key(&self, pos: &Position<W>) -> u64 {
        keys::of_two_sides(u64::from(pos.to_move.0), pos.own.fold(), pos.opponent.fold())
    }

    fn canonical_key(&self, pos: &Position<W>) -> u64 {
        least_key(self, pos)
    }
}

impl<W: BoardWord> Symmetric for Reversi<W> {
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn map_position(&self, index: usize, pos: &Position<W>) -> Position<W> {
        let map = |set: W| {
            set.indices().fold(W::EMPTY, |mapped, cell| {
                mapped | W::single(self.map_cell(index, Cell(cell as u16)).index())
            })
        };
        Position { own: map(pos.own), opponent: map(pos.opponent), legal: map(pos.legal), ..*pos }
    }

    fn map_move(&self, index: usize, mv: Move) -> Move {
        match mv {
            Move::Place(cell) => Move::Place(self.map_cell(index, cell)),
            Move::Pass => Move::Pass,
        }
    }
}

impl<W: BoardWord> Reversi<W> {
    pub(crate) fn map_cell(&self, index: usize, cell: Cell) -> Cell {
        self.rules.shape.mapped(self.symmetries[index], cell).unwrap_or(cell)
    }
}

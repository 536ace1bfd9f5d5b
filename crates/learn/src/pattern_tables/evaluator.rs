//! Tables of patterns as an evaluator, for any board. The indices of all instances are carried from position to position.
//! Forms for one board, such as that of the Reversi engine, must give the same values.

use std::sync::Arc;

use agon_abilities::Stones;
use agon_core::{CarriedState, Evaluator, Game, Player, ReadError, Score, Status, Unit};

use super::placed::{PlacedShape, cells};
use super::tables::PatternTables;
use crate::backwards::skip_pass;
use crate::ternary_places::{Standing, TernaryPlaces};

/// Values positions by looking up patterns.
#[derive(Clone, Debug)]
pub struct PatternEvaluator {
    tables: Arc<PatternTables>,
    /// How many instances each shape has.
    instances: Vec<usize>,
    places: TernaryPlaces,
    indices: CarriedState<Indices>,
}

/// The indices of all instances in the last position.
#[derive(Debug)]
struct Indices {
    standing: Standing,
    of_instances: Vec<u32>,
}

impl PatternEvaluator {
    /// Places tables on the board of a game.
    ///
    /// # Errors
    /// If they were made for another board.
    pub fn new<G: Stones>(tables: Arc<PatternTables>, game: &G) -> Result<Self, ReadError> {
        tables.check()?;
        let place = |shape| PlacedShape::new(shape, game);
        let shapes = tables.shapes.iter().map(place).collect::<Result<Vec<_>, _>>().map_err(|error| {
            ReadError::new(format!("these patterns are for `{}`: {}", tables.game, error.message))
        })?;
        let (cells, of_tables) = (cells(game), tables.offsets.len() - 1);
        if cells as usize != of_tables {
            let why = format!(
                "these patterns are for `{}`, a board of {of_tables} cells, not {cells}",
                tables.game
            );
            return Err(ReadError::new(why));
        }
        let instances = shapes.iter().map(|shape| shape.instances.len()).collect();
        let places = TernaryPlaces::new(shapes.iter().flat_map(|shape| &shape.instances).map(Vec::as_slice));
        Ok(Self { tables, instances, places, indices: CarriedState::default() })
    }

    /// What it looks up.
    #[must_use]
    pub fn tables(&self) -> &PatternTables {
        &self.tables
    }

    /// The sum of all weights for the player to move, who has more to do than to pass.
    fn sum<G: Stones>(&self, game: &G, pos: &G::Position, player: Player) -> i32 {
        let now = Standing::of(game, pos, player);
        self.indices.with(
            player,
            || self.nothing(),
            |indices| {
                indices.follow(&self.places, now);
                self.added_up(indices)
            },
        )
    }

    /// The indices on an empty board.
    fn nothing(&self) -> Indices {
        Indices { standing: Standing::default(), of_instances: vec![0; self.instances.iter().sum()] }
    }

    fn added_up(&self, indices: &Indices) -> i32 {
        let stones = indices.standing.stones();
        let phase = &self.tables.phases[self.tables.phase_for(stones)];
        let mut sum = i32::from(self.tables.offset_for(stones));
        let mut rest = &indices.of_instances[..];
        for (&count, weights) in self.instances.iter().zip(&phase.weights) {
            let (of_shape, others) = rest.split_at(count);
            sum += of_shape.iter().map(|&index| i32::from(weights[index as usize])).sum::<i32>();
            rest = others;
        }
        sum
    }
}

impl Indices {
    fn follow(&mut self, places: &TernaryPlaces, now: Standing) {
        let mut cell = 0;
        while let Some(change) = self.standing.next_change(&now, cell) {
            for touch in places.touches(change.cell) {
                let index = &mut self.of_instances[touch.place as usize];
                *index = change.applied(*index, touch);
            }
            cell = change.cell + 1;
        }
        self.standing = now;
    }
}

impl<G: Stones> Evaluator<G> for PatternEvaluator {
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        let mut after = None;
        if game.count_moves(pos) == 1 {
            let mut next = pos.clone();
            skip_pass(game, &mut next);
            after = Some(next);
        }
        let pos = after.as_ref().unwrap_or(pos);
        let Status::ToMove(player) = game.status(pos) else { return Score::ZERO };
        let value = PatternTables::score(self.sum(game, pos, player));
        if player == pov { value } else { -value }
    }

    /// Tables learn final scores: points are foretold, but distances only ordered.
    fn counts(&self, game: &G) -> Unit {
        match Game::final_unit(game) {
            Unit::Points => Unit::Points,
            _ => Unit::Rating,
        }
    }
}

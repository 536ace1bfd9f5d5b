//! Tables of patterns as an evaluator: the plain form, for any board. Faster forms must give the same values.

use std::sync::Arc;

use agon_abilities::Stones;
use agon_core::{Evaluator, Game, Player, ReadError, Score, Status, Unit};

use super::placed::{PlacedShape, cells, digits, index_of};
use super::tables::PatternTables;
use crate::backwards::skip_pass;

/// Values positions by looking up patterns.
#[derive(Clone, Debug)]
pub struct PatternEvaluator {
    tables: Arc<PatternTables>,
    shapes: Vec<PlacedShape>,
}

impl PatternEvaluator {
    /// Places tables on the board of a game.
    ///
    /// # Errors
    /// If they were made for another board.
    pub fn new<G: Stones>(tables: Arc<PatternTables>, game: &G) -> Result<Self, ReadError> {
        tables.check()?;
        let place = |shape| PlacedShape::new(shape, game);
        let shapes = tables.shapes.iter().map(place).collect::<Result<_, _>>().map_err(|error| {
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
        Ok(Self { tables, shapes })
    }

    /// What it looks up.
    #[must_use]
    pub fn tables(&self) -> &PatternTables {
        &self.tables
    }

    /// The sum of all weights for the player to move, who has more to do than to pass.
    fn sum<G: Stones>(&self, game: &G, pos: &G::Position, player: Player) -> i32 {
        let (digits, stones) = digits(game, pos, player);
        let weights = &self.tables.phases[self.tables.phase_for(stones)].weights;
        let of_shape = |(shape, weights): (&PlacedShape, &Vec<i16>)| -> i32 {
            shape.instances.iter().map(|cells| i32::from(weights[index_of(cells, &digits)])).sum()
        };
        let sum: i32 = self.shapes.iter().zip(weights).map(of_shape).sum();
        sum + i32::from(self.tables.offset_for(stones))
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

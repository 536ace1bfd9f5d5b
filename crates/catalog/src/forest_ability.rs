//! What forests ask of a game, without its type: for games whose cells have three values.

use std::sync::Arc;

use agon_abilities::Stones;
use agon_core::{Evaluator, Game, Player, ReadError, Status};
use agon_learn::forests::ForestGround;
use agon_learn::models::forest::{CachedForest, EndOfGame, Forest, PlacedForest, WalkingForest, Window};

use agon_search::{AllMoves, MoveSource};

use crate::any_game::TrainingPlayer;
use crate::forests::{ForestPlay, Ground, KeptTasks, ready};
use crate::playable::Playable;

/// A form of a forest: all are equal, one is fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForestForm {
    /// Every tree is walked through.
    Walking,
    /// Answers are looked up.
    Cached,
    /// Answers are kept from position to position.
    Incremental,
}

/// Forests on the board of a game.
pub trait ForestAbility<G: Game>: Send + Sync {
    /// A forest as an evaluator.
    ///
    /// # Errors
    /// If it does not fit the board.
    fn evaluator(
        &self,
        game: &G,
        forest: &Forest,
        form: ForestForm,
    ) -> Result<Arc<dyn Evaluator<G>>, ReadError>;

    /// What orders moves, and all that the simple player knows.
    fn order(&self) -> Arc<dyn Evaluator<G>>;

    /// How far from the stones moves are looked at; everywhere without.
    fn radius(&self) -> Option<u32>;

    /// A ground on which forests compete, and play against an opponent: the one given, or a random player.
    fn ground<'g>(
        &self,
        game: &'g G,
        play: ForestPlay,
        radius: Option<u32>,
        opponent: Option<Arc<TrainingPlayer<G>>>,
    ) -> Box<dyn ForestGround + 'g>;

    /// What trees can learn from a game; nothing if it is not over, or the board is smaller than the window.
    fn ends(&self, game: &G, start: &G::Position, moves: &[G::Move], window: Window) -> Vec<EndOfGame>;

    /// For each cell of the board, rows from the top: how many predicted wins less losses of the player to move cover it.
    ///
    /// # Errors
    /// If the forest does not fit the board.
    fn votes(&self, game: &G, forest: &Forest, pos: &G::Position)
    -> Result<Vec<Vec<Option<f64>>>, ReadError>;
}

/// Forests on any board of three-valued cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnStones<E> {
    pub(crate) order: E,
    pub(crate) radius: Option<u32>,
}

impl<G: Playable + Stones, E: Evaluator<G> + Clone + 'static> ForestAbility<G> for OnStones<E> {
    fn evaluator(
        &self,
        game: &G,
        forest: &Forest,
        form: ForestForm,
    ) -> Result<Arc<dyn Evaluator<G>>, ReadError> {
        Ok(match form {
            ForestForm::Incremental => ready(forest, game)?,
            ForestForm::Cached => Arc::new(CachedForest::new(PlacedForest::new(forest, game)?)),
            ForestForm::Walking => Arc::new(WalkingForest(PlacedForest::new(forest, game)?)),
        })
    }

    fn order(&self) -> Arc<dyn Evaluator<G>> {
        Arc::new(self.order.clone())
    }

    fn radius(&self) -> Option<u32> {
        self.radius
    }

    fn ground<'g>(
        &self,
        game: &'g G,
        play: ForestPlay,
        radius: Option<u32>,
        opponent: Option<Arc<TrainingPlayer<G>>>,
    ) -> Box<dyn ForestGround + 'g> {
        Box::new(Ground {
            game,
            order: self.order(),
            source: source(game, radius),
            play,
            opponent,
            tasks: KeptTasks::default(),
        })
    }

    fn ends(&self, game: &G, start: &G::Position, moves: &[G::Move], window: Window) -> Vec<EndOfGame> {
        EndOfGame::all_of(game, start, moves, window)
    }

    fn votes(
        &self,
        game: &G,
        forest: &Forest,
        pos: &G::Position,
    ) -> Result<Vec<Vec<Option<f64>>>, ReadError> {
        let player = match game.status(pos) {
            Status::ToMove(player) => player,
            Status::Over(_) => Player::FIRST,
        };
        let votes = ready(forest, game)?.votes(game, pos, player);
        let (columns, rows) = game.extent();
        let mut table = vec![vec![None; columns as usize]; rows as usize];
        for ((column, row), vote) in votes {
            table[row as usize][column as usize] = Some(vote);
        }
        Ok(table)
    }
}

/// Moves near the stones, or all of them.
pub(crate) fn source<G: Playable>(game: &G, radius: Option<u32>) -> Arc<dyn MoveSource<G>> {
    radius.and_then(|radius| game.near(radius)).unwrap_or_else(|| Arc::new(AllMoves))
}

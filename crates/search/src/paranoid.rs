//! Paranoid search: every opponent plays against the player at the root ([Sturtevant2000]; [Hoang2021] section 3.3.2).
//!
//! Seen like this, a game of any number of players has two sides, and alpha-beta prunes as deep as between two. So
//! this is not another algorithm: it is [alpha-beta](crate::AlphaBeta), which knows no players but the one at the
//! root and everybody else, with its killer moves and its table, told that this is meant.

use agon_core::Game;

use crate::root::{AlphaBeta, AlphaBetaParams};

/// Paranoid search for games of any number of players.
#[derive(Clone, Copy, Debug)]
pub enum Paranoid {}

impl Paranoid {
    /// Alpha-beta for any number of players: everybody against the one at the root.
    pub fn search<G: Game, E>(evaluator: E, params: AlphaBetaParams<G>) -> AlphaBeta<G, E> {
        AlphaBeta::of_any("paranoid", evaluator, params)
    }
}

//! Boards that are drawn and scored by workers: they are told the game, and then what is asked of it. Original design.

use agon_core::{Desk, Executor, ReadError};

use crate::registry::Registry;

/// What workers know the boards of a game by.
pub const BOARDS: &str = "boards";

impl Registry {
    /// Draws and scores boards of a game, given by its spec, that a driver elsewhere asks for.
    ///
    /// # Errors
    /// If there is no such game here, or it has no board features.
    pub fn serve_boards(&self, game: &str, desk: &'static dyn Desk) -> Result<(), ReadError> {
        self.game(game)?.board_source(Executor::at_desk(desk))?.serve(desk);
        Ok(())
    }
}

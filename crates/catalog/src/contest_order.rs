//! A contest that is played by workers: all that they must know of it, as text. Original design.

use agon_arena::{Conditions, Contest};
use agon_core::spec::Spec;
use agon_core::{Desk, ReadError, Seed};
use serde::{Deserialize, Serialize};

use crate::packed_files::PackedFiles;
use crate::registry::Registry;

/// What workers know the games of a contest by.
pub const GAMES: &str = "games";

/// The settings of such work.
#[derive(Debug, Serialize, Deserialize)]
struct ContestOrder {
    game: String,
    agents: Vec<String>,
    files: PackedFiles,
    seed: u64,
    conditions: String,
}

/// The order for a contest of agents at a game.
pub(crate) fn contest_order(
    game: String,
    agents: &[Spec],
    contest: &Contest<'_>,
) -> Result<String, ReadError> {
    let mut files = PackedFiles::default();
    let agents = agents.iter().map(|spec| files.pack(spec)).collect::<Result<_, _>>()?;
    let conditions = contest.conditions.to_text();
    let order = ContestOrder { game, agents, files, seed: contest.seed.0, conditions };
    serde_json::to_string(&order).map_err(|error| ReadError::new(error.to_string()))
}

impl Registry {
    /// Plays the games of a contest that a driver elsewhere asks for; `settings` are what it announced.
    ///
    /// # Errors
    /// If there is no such game or agent here.
    pub fn serve_games(&self, settings: &str, desk: &dyn Desk) -> Result<(), ReadError> {
        let order: ContestOrder = serde_json::from_str(settings)
            .map_err(|error| ReadError::new(format!("this is not an order for games: {error}")))?;
        let files = order.files.unpack()?;
        let game = self.game(&order.game)?;
        let agents = order.agents.iter().map(|text| files.spec(text)).collect::<Result<Vec<_>, _>>()?;
        let contest = Contest::new(Seed(order.seed), Conditions::from_text(&order.conditions)?);
        game.serve_games(&agents, &contest, desk).map_err(|error| ReadError::new(error.to_string()))
    }
}

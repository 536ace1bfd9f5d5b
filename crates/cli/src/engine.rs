//! `agon engine`: Agon as an engine of other programs.

mod conversation;

use std::time::Duration;

use agon_catalog::{Origin, Registry};
use agon_core::spec::Spec;
use agon_core::{ReadError, Session};
use agon_protocol::gomocup::GomocupEngine;
use agon_protocol::gtp::GtpEngine;
use agon_protocol::nboard::NBoardEngine;
use agon_protocol::{Desk, EngineSide, GameOpener};
use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::limits::Limits;

/// Be an engine for another program, on standard input and output.
///
/// The strongest agent of the game plays, unless --agent names another one. Time that the other program sets is kept
/// to; the limits of this command hold where it sets none.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  agon engine gtp --game blokus:duo --agent \"mcts(time=1s)\"      for Pentobi's twogtp
  agon engine gtp --game gomoku                                  for GoGui
  agon engine nboard                                             for NBoard
  agon engine gomocup                                            for Piskvork
  agon play reversi \"external(gtp, \\\"agon engine gtp --game reversi\\\", nodes=100)\" random")]
pub struct EngineCommand {
    /// What is spoken
    protocol: Protocol,
    /// The game; reversi with nboard, gomoku with gomocup if not said
    #[arg(long, required_if_eq("protocol", "gtp"))]
    game: Option<String>,
    /// Who plays; the strongest agent of the game if not said
    #[arg(long)]
    agent: Option<String>,
    #[command(flatten)]
    limits: Limits,
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What other programs speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// The Go Text Protocol: Pentobi's twogtp, GoGui
    Gtp,
    /// The protocol of NBoard, for Othello
    Nboard,
    /// The protocol of Gomocup and Piskvork, for Gomoku
    Gomocup,
}

/// What a client reads as our version.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Lines that come so soon after a search began were sent before it.
const SCRIPTED: Duration = Duration::from_millis(100);

impl EngineCommand {
    pub fn run(&self, catalog: &'static Registry) -> Result<(), Failure> {
        let agent = self.agent.as_ref().map(|agent| agent.parse::<Spec>()).transpose()?;
        let game = self.game.as_deref().unwrap_or(match self.protocol {
            Protocol::Gtp | Protocol::Nboard => "reversi",
            Protocol::Gomocup => "gomoku",
        });
        self.protocol.check(game)?;
        let opener = Box::new(CatalogOpener { catalog, agent });
        let desk = Desk::new(opener, game, self.seed, self.limits.given())?;
        let mut engine: Box<dyn EngineSide> = match self.protocol {
            Protocol::Gtp => Box::new(GtpEngine::new(desk, "Agon", VERSION)),
            Protocol::Nboard => Box::new(NBoardEngine::new(desk, VERSION)),
            Protocol::Gomocup => Box::new(GomocupEngine::new(desk, VERSION)),
        };
        conversation::run(&mut *engine, SCRIPTED)
    }
}

impl Protocol {
    /// Whether a game can be spoken about.
    fn check(self, game: &str) -> Result<(), ReadError> {
        let checked = match self {
            Self::Gtp => Ok(()),
            Self::Nboard => agon_protocol::nboard::NBoardController::check(game),
            Self::Gomocup => agon_protocol::gomocup::GomocupController::check(game),
        };
        checked.map_err(|refusal| ReadError::new(refusal.0))
    }
}

/// Games of the catalog, with one agent on every seat.
struct CatalogOpener {
    catalog: &'static Registry,
    agent: Option<Spec>,
}

impl GameOpener for CatalogOpener {
    fn open(&self, spec: &str, position: Option<&str>) -> Result<Box<dyn Session>, ReadError> {
        let game = self.catalog.game(spec)?;
        let agent = self.agent.clone().unwrap_or_else(|| game.strongest());
        let seats = vec![Some(agent); game.players()];
        game.session(&seats, &position.map_or(Origin::Start, Origin::Position))
    }
}

//! `external(gtp, "pentobi-gtp --level 5")`: an outside program as an agent. Every thread has a process of its own.
//! Original design.

use std::path::Path;

use agon_core::spec::{Options, SpecOption};
use agon_core::{AgentError, Budget, ReadError, Think};
use agon_engines::{EngineAnswer, EngineSettings, OutsideEngine, Surroundings, Wire, read_variables};
use agon_protocol::{AdapterPlan, PlayedMove, Question};

use crate::agent_method::AgentKind;
use crate::text_agent::{TextAgent, TextBoard};

const NAME: &str = "external";
const WORDS: &[&str] = &["gtp", "nboard", "gomocup", "adapter"];

/// What people are told of it.
pub(crate) fn kind() -> AgentKind {
    let kind = AgentKind::new(
        NAME,
        "an outside program that speaks GTP, NBoard or Gomocup, or is described in a file",
        "external(gtp, \"pentobi-gtp --nobook --level 5\")",
    );
    let kind = kind.needing("a protocol and a command", "external(gtp, \"pentobi-gtp --nobook --level 5\")");
    kind.takes(&[
        SpecOption::one_of("protocol", "protocol", WORDS, "what the program speaks").bare(),
        SpecOption::text(
            "command",
            "the program and its arguments; with `adapter`, the file that describes it",
        )
        .bare(),
        SpecOption::time("startup", "how long it may take until it is ready").or("10s"),
        SpecOption::time("answer", "the longest wait for a move").or_else("its time and 5s more, or 1m"),
        SpecOption::time("shutdown", "how long it may take to end before it is killed").or("2s"),
        SpecOption::folder("folder", "where it runs").or_else("the current folder"),
        SpecOption::text("env", "what is added to its environment, such as \"LEVEL=5 THREADS=1\""),
    ])
}

/// An agent for a game.
pub(crate) fn make(game: &str, options: &Options<'_>) -> Result<Box<dyn TextAgent>, ReadError> {
    let settings = settings(options)?;
    let pointed = |error: ReadError| match options.given("command") {
        Some(command) => command.name.error(error.message),
        None => error,
    };
    let engine = OutsideEngine::new(settings, game).map_err(pointed)?;
    Ok(Box::new(External { engine }))
}

fn settings(options: &Options<'_>) -> Result<EngineSettings, ReadError> {
    let missing = |what: &str| {
        ReadError::new(format!(
            "`{NAME}` needs {what}, as in {NAME}(gtp, \"pentobi-gtp --nobook --level 5\")"
        ))
    };
    let given = options.given("protocol").ok_or_else(|| missing("a protocol"))?;
    let command = options.given("command").ok_or_else(|| given.name.error(missing("a command").message))?;
    let mut command_line = command.name.text.clone();
    let wire = match given.name.text.as_str() {
        "gtp" => Wire::Gtp,
        "nboard" => Wire::NBoard,
        "gomocup" => Wire::Gomocup,
        _ => {
            let path = Path::new(&command_line);
            let text = agon_files::read_text(path).map_err(|error| command.name.error(error.to_string()))?;
            let plan = AdapterPlan::from_toml(&text)
                .map_err(|error| command.name.error(format!("{}: {}", path.display(), error.message)))?;
            command_line = plan.command.clone();
            Wire::Adapter(plan)
        }
    };
    let variables = match options.given("env") {
        Some(text) => read_variables(&text.name.text).map_err(|error| text.name.error(error.message))?,
        None => Vec::new(),
    };
    let default = EngineSettings::usual(wire, &command_line);
    Ok(EngineSettings {
        surroundings: Surroundings { folder: options.word("folder").map(Into::into), variables },
        startup: options.time("startup").unwrap_or(default.startup),
        answer: options.time("answer"),
        shutdown: options.time("shutdown").unwrap_or(default.shutdown),
        ..default
    })
}

/// An outside program on a seat.
struct External {
    engine: OutsideEngine,
}

/// The moves that led to a position, as engines are told them.
fn played(board: &dyn TextBoard) -> Option<Vec<PlayedMove>> {
    let played = |(player, text)| PlayedMove { player, text };
    board.moves().map(|moves| moves.into_iter().map(played).collect())
}

impl TextAgent for External {
    fn choose(&mut self, board: &dyn TextBoard, think: &mut Think<'_>) -> Result<String, AgentError> {
        // Nothing can be chosen, and not every program knows passes.
        if board.must_pass() {
            return Ok("pass".to_owned());
        }
        let (position, moves) = (board.position(), played(board));
        let question = Question {
            position: &position,
            moves: moves.as_deref(),
            to_move: board.to_move().ok_or(AgentError::GameOver)?,
            limits: think.budget(),
            clock: think.game_clock(),
            seed: think.seed().0,
        };
        match self.engine.choose(&question, &|| think.is_stopped()) {
            Ok(EngineAnswer::Move(mv)) => Ok(mv),
            Ok(EngineAnswer::Resigned) => Err(AgentError::Resigned),
            Err(cause) => Err(AgentError::Failed { agent: NAME.to_owned(), cause }),
        }
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// A time that the program cannot be told is not held against it.
    fn limits(&self, given: Budget) -> Budget {
        if self.engine.tells_time() { given } else { Budget { time: None, ..given } }
    }

    fn accept(&mut self, board: &dyn TextBoard, limits: Budget) -> Result<Option<String>, String> {
        let (position, moves) = (board.position(), played(board));
        let Some(to_move) = board.to_move() else { return Ok(None) };
        let question =
            Question { position: &position, moves: moves.as_deref(), to_move, limits, clock: None, seed: 0 };
        self.engine.accepts(&question)?;
        let untold = limits.time.is_some() && !self.engine.tells_time();
        Ok(untold.then(|| {
            "it cannot be told a time for a move, takes what time it likes, and does not lose by that; `answer=` is the \
             longest wait"
                .to_owned()
        }))
    }

    fn refused(&mut self, wrong: String) -> String {
        self.engine.failed(&wrong)
    }
}

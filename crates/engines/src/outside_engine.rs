//! An outside engine: a program, and the protocol that is spoken with it. Original design.

use std::time::Duration;

use agon_core::{Clock, ReadError, SystemClock};
use agon_protocol::gomocup::GomocupController;
use agon_protocol::gtp::GtpController;
use agon_protocol::nboard::NBoardController;
use agon_protocol::{Adapter, AdapterPlan, Controller, Heard, Question};

use crate::command_line::CommandLine;
use crate::program::{Program, Silence, Surroundings};

/// What is spoken with an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wire {
    /// The Go Text Protocol.
    Gtp,
    /// The protocol of the NBoard program.
    NBoard,
    /// The protocol of Gomocup and Piskvork.
    Gomocup,
    /// None: as a plan says.
    Adapter(AdapterPlan),
}

/// How an engine is started, and how long it is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// What is spoken with it.
    pub wire: Wire,
    /// The program and its arguments, as in a shell.
    pub command: String,
    /// Where it runs.
    pub surroundings: Surroundings,
    /// How long it may take until it is ready.
    pub startup: Duration,
    /// The longest wait for a move; by default its time and some more.
    pub answer: Option<Duration>,
    /// How long it may take to end after it was told to.
    pub shutdown: Duration,
}

impl EngineSettings {
    /// An engine with the usual limits, in the current folder.
    #[must_use]
    pub fn usual(wire: Wire, command: &str) -> Self {
        Self {
            wire,
            command: command.to_owned(),
            surroundings: Surroundings::default(),
            startup: Duration::from_secs(10),
            answer: None,
            shutdown: Duration::from_secs(2),
        }
    }
}

/// A move without a time may take so long.
const LONGEST_ANSWER: Duration = Duration::from_secs(60);
/// So much later than its time a move may come; being late is judged by others.
const LATE: Duration = Duration::from_secs(5);
/// Who waits looks so often whether it should still.
const LOOK: Duration = Duration::from_millis(30);
/// So much may be said without an answer.
const MOST_NOISE: usize = 64 << 20;

/// What an engine answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineAnswer {
    /// A move in the notation of the game; whether it is legal is for others to say.
    Move(String),
    /// It gives the game up.
    Resigned,
}

/// An engine that is started when it is needed, and again after it failed.
pub struct OutsideEngine {
    settings: EngineSettings,
    game: String,
    running: Option<Running>,
    /// Why the program could not be started for the game that has begun.
    failed_start: Option<String>,
    /// Whether the engine said that it does not play the game.
    refused: bool,
    clock: SystemClock,
}

struct Running {
    program: Program,
    controller: Box<dyn Controller>,
}

impl OutsideEngine {
    /// An engine for a game; it is not started yet.
    ///
    /// # Errors
    /// If there is no such program or folder.
    pub fn new(settings: EngineSettings, game: &str) -> Result<Self, ReadError> {
        match settings.wire {
            Wire::NBoard => NBoardController::check(game),
            Wire::Gomocup => GomocupController::check(game),
            Wire::Gtp | Wire::Adapter(_) => Ok(()),
        }
        .map_err(|refusal| ReadError::new(refusal.0))?;
        let folder = settings.surroundings.folder.as_deref();
        CommandLine::find(&settings.command, folder).map_err(|error| ReadError::new(error.to_string()))?;
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(ReadError::new(format!("{}: there is no such folder", folder.display())));
        }
        let (game, clock) = (game.to_owned(), SystemClock::start());
        Ok(Self { settings, game, running: None, failed_start: None, refused: false, clock })
    }

    /// Whether the engine has words for a question; it is started if only it itself can tell. An engine that cannot be
    /// started is no reason: that is told when it is asked.
    ///
    /// # Errors
    /// If it has none, or does not play the game at all.
    pub fn accepts(&mut self, question: &Question<'_>) -> Result<(), String> {
        let asks_itself = self.controller().accepts(question).is_err() || has_time(question);
        if !asks_itself || matches!(self.settings.wire, Wire::Adapter(_)) {
            return Ok(());
        }
        if self.running.is_none()
            && let Err(cause) = self.start(None, &|| false)
        {
            let refused = std::mem::take(&mut self.refused);
            let cause = self.failed(&cause);
            return if refused { Err(cause) } else { Ok(()) };
        }
        let running = self.running.as_ref();
        running.map_or(Ok(()), |running| running.controller.accepts(question).map_err(|refusal| refusal.0))
    }

    /// Whether the engine can be told how long a move may take, as far as is known.
    #[must_use]
    pub fn tells_time(&self) -> bool {
        self.running
            .as_ref()
            .map_or_else(|| self.controller().tells_time(), |running| running.controller.tells_time())
    }

    /// A new conversation.
    fn controller(&self) -> Box<dyn Controller> {
        match &self.settings.wire {
            Wire::Gtp => Box::new(GtpController::new(&self.game)),
            Wire::NBoard => Box::new(NBoardController::new(&self.game)),
            Wire::Gomocup => Box::new(GomocupController::new(&self.game)),
            Wire::Adapter(plan) => Box::new(Adapter::new(plan.clone(), &self.game)),
        }
    }

    /// Asks for a move. `give_up` is looked at while waiting.
    ///
    /// # Errors
    /// If there is none, with the cause and the last words of the engine, which is then ended.
    pub fn choose(
        &mut self,
        question: &Question<'_>,
        give_up: &dyn Fn() -> bool,
    ) -> Result<EngineAnswer, String> {
        let answered = self.ask(question, give_up);
        match answered {
            Ok(answer) => {
                if self.is_started_for_each_move() {
                    self.end();
                }
                Ok(answer)
            }
            Err(cause) => Err(self.failed(&cause)),
        }
    }

    /// Ends the engine because of what it did, and says so with its last words.
    pub fn failed(&mut self, cause: &str) -> String {
        let words = self.running.take().map(|running| running.program.last_words()).unwrap_or_default();
        if words.is_empty() { cause.to_owned() } else { format!("{cause}\n{words}") }
    }

    /// The next question belongs to another game. A program that does not run yet is started now, so that its start takes
    /// none of its time for the first move; what goes wrong is told when it is asked.
    pub fn new_game(&mut self) {
        self.failed_start = None;
        match &mut self.running {
            Some(running) => running.controller.new_game(),
            // Its arguments depend on the question.
            None if matches!(self.settings.wire, Wire::Adapter(_)) => {}
            None => {
                if let Err(cause) = self.start(None, &|| false) {
                    self.failed_start = Some(self.failed(&cause));
                }
            }
        }
    }

    fn is_started_for_each_move(&self) -> bool {
        matches!(&self.settings.wire, Wire::Adapter(plan) if !plan.stays)
    }

    fn ask(&mut self, question: &Question<'_>, give_up: &dyn Fn() -> bool) -> Result<EngineAnswer, String> {
        if let Some(cause) = self.failed_start.take() {
            return Err(cause);
        }
        if self.running.is_none() {
            self.start(Some(question), give_up)?;
        }
        let limit = self
            .settings
            .answer
            .unwrap_or_else(|| question.limits.time.map_or(LONGEST_ANSWER, |time| time.saturating_add(LATE)));
        let leaves = self.is_started_for_each_move();
        let Some(Running { program, controller }) = &mut self.running else {
            return Err("it is not running".to_owned());
        };
        program.drain();
        let lines = controller.ask(question).map_err(|refusal| refusal.0)?;
        program.send(&lines);
        if leaves {
            program.close_input();
        }
        match self.listen(limit, "an answer", give_up)? {
            Heard::Move(mv) => Ok(EngineAnswer::Move(mv)),
            Heard::Resigned => Ok(EngineAnswer::Resigned),
            _ => Err("it said something else than a move".to_owned()),
        }
    }

    fn start(&mut self, question: Option<&Question<'_>>, give_up: &dyn Fn() -> bool) -> Result<(), String> {
        let EngineSettings { wire, command, surroundings, startup, .. } = &self.settings;
        let folder = surroundings.folder.as_deref();
        let mut command = CommandLine::find(command, folder).map_err(|error| error.to_string())?;
        if let (Wire::Adapter(plan), Some(question)) = (wire, question) {
            for argument in &mut command.arguments {
                *argument = plan.fill(argument, &self.game, question);
            }
        }
        let startup = *startup;
        let program = Program::start(&command, surroundings)
            .map_err(|error| format!("it cannot be started: {error}"))?;
        let mut controller = self.controller();
        let greeting = controller.greet();
        program.send(&greeting);
        self.running = Some(Running { program, controller });
        if greeting.is_empty() {
            return Ok(());
        }
        match self.listen(startup, "a greeting", give_up)? {
            Heard::Ready => Ok(()),
            _ => Err("it answered before it was asked".to_owned()),
        }
    }

    /// Listens until the engine has said what was waited for.
    fn listen(&mut self, limit: Duration, what: &str, give_up: &dyn Fn() -> bool) -> Result<Heard, String> {
        let deadline = self.clock.now().saturating_add(limit);
        let Some(Running { program, controller }) = &mut self.running else {
            return Err("it is not running".to_owned());
        };
        let mut noise = 0_usize;
        loop {
            let left = deadline.saturating_sub(self.clock.now());
            match program.next_line(left.min(LOOK)) {
                Ok(line) => {
                    noise += line.len() + 1;
                    match controller.hear(&line) {
                        Heard::Nothing => {}
                        Heard::Reply(lines) => program.send(&lines),
                        Heard::Wrong(cause) => return Err(cause),
                        Heard::Refused(cause) => {
                            self.refused = true;
                            return Err(cause);
                        }
                        heard => return Ok(heard),
                    }
                    if noise > MOST_NOISE {
                        return Err(format!("it said {} MiB without {what}", MOST_NOISE >> 20));
                    }
                }
                Err(Silence::Ended) => return Err(ending(program, what)),
                Err(Silence::Late) if give_up() => return Err("it was not waited for".to_owned()),
                Err(Silence::Late) => {}
            }
            if deadline <= self.clock.now() {
                return Err(format!("{limit:?} went by without {what}"));
            }
        }
    }

    /// Ends the engine politely.
    fn end(&mut self) {
        if let Some(Running { program, controller }) = self.running.take() {
            program.end(&controller.goodbye(), self.settings.shutdown);
        }
    }
}

/// Whether a question comes with a time, of the move or of a clock.
fn has_time(question: &Question<'_>) -> bool {
    question.limits.time.is_some() || question.clock.is_some()
}

/// How a program went away.
fn ending(program: &mut Program, what: &str) -> String {
    match program.exit_status() {
        Some(status) => format!("it ended without {what} ({status})"),
        None => format!("it closed its output without {what}"),
    }
}

impl Drop for OutsideEngine {
    fn drop(&mut self) {
        self.end();
    }
}

impl std::fmt::Debug for OutsideEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("OutsideEngine").field(&self.settings).finish()
    }
}

/// Reads `LEVEL=5 NAME=x`.
///
/// # Errors
/// If a word is not a name and a value.
pub fn read_variables(text: &str) -> Result<Vec<(String, String)>, ReadError> {
    let pair = |word: &str| match word.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(ReadError::new(format!("`{word}` is not a variable and its value, such as LEVEL=5"))),
    };
    text.split_whitespace().map(pair).collect()
}

//! `agon play`: a game in the terminal.

mod commands;
mod keep;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use agon_catalog::{AnyGame, Origin, Registry};
use agon_core::spec::Spec;
use agon_core::{
    AgentError, Budget, Choice, ForPeople, Outcome, Player, ReadError, Seed, Session, Status, Stop,
    SystemClock, Think, Tile, Value, visible,
};
use clap::Args;

use crate::command_line;
use crate::failure::Failure;
use crate::interrupt::{self, TypedLines};
use crate::limits::{Limits, StartArgs};
use crate::terminal::{self, ColorChoice, Marks, Paint, Screen};
use crate::verdict::verdict;
use commands::Typed;
use keep::Ending;

/// Play a game in the terminal.
///
/// Agents take the seats in turn order; seats not named are human. When no agent is named at all, you take the first
/// seat and `medium` the others; `easy` and `hard` are other levels that every game has. The game is kept in a file of
/// records when it ends, however it ends.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon play reversi                   you move first, against medium\n  \
    agon play connect4 hard             the agent moves first, you second\n  \
    agon play gomoku human easy         you move first\n  \
    agon play reversi random greedy     watch two agents\n\n\
    At the prompt: a move (d3), or hint, undo, moves, eval on, save FILE, resign, help, quit. A game that is left is \
    kept, and the command to go on with it is printed.")]
pub struct Play {
    /// The game
    game: String,
    /// An agent for each seat, or `human`
    agents: Vec<String>,
    #[command(flatten)]
    from: StartArgs,
    #[command(flatten)]
    limits: Limits,
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of records (.jsonl) to which the game is added; without, games of people go to agon-games.jsonl
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Whether to use colour
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,
}

/// The opponent of those who name none.
const USUAL_OPPONENT: &str = "medium";
/// What limits a move, and a hint, when nothing else does.
const USUAL: Budget = Budget::time(Duration::from_secs(1));

/// A game at the terminal.
struct Table<'a> {
    options: &'a Play,
    game: Arc<dyn AnyGame>,
    session: Box<dyn Session>,
    /// Moves that were given, and are still there: the first ones.
    opening: usize,
    screen: Screen,
    stop: Stop,
    /// Whether a person made a move.
    touched: bool,
    /// Whether positions are evaluated for the people.
    eval: bool,
    /// How many moves the last saved record has.
    saved: Option<usize>,
}

impl Play {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        let game = catalog.game(&self.game)?;
        let seats = self.seats(game.players())?;
        let session = game.clone().session(&seats, &self.from.origin())?;
        keep::check_before(self.record.as_ref())?;
        self.limits.note_unlimited(seats.iter().flatten());
        let mut table = Table {
            options: self,
            opening: session.played().len(),
            game,
            session,
            screen: self.color.screen(),
            stop: interrupt::stop(),
            touched: false,
            eval: false,
            saved: None,
        };
        table.greet()?;
        match table.play() {
            Ok(ending) => table.end(&ending),
            // What was played so far is kept, whatever an outside program did.
            Err(failure) => table.end(&Ending::Left).and(Err(failure)),
        }
    }

    /// Who sits where; the catalog knows that a `human` needs no agent.
    fn seats(&self, players: usize) -> Result<Vec<Option<Spec>>, ReadError> {
        match self.agents.is_empty() {
            true => Ok((0..players).map(|seat| (seat > 0).then(|| Spec::new(USUAL_OPPONENT))).collect()),
            false => self.agents.iter().map(|agent| agent.parse().map(Some)).collect(),
        }
    }
}

impl Table<'_> {
    /// Says who plays what.
    fn greet(&self) -> Result<(), Failure> {
        let seat = |player: Player| {
            let who = match self.agent(player) {
                None => "you".to_owned(),
                Some(name) => match self.stands_for(player) {
                    Some(spec) => format!("{name}, {}", visible(&spec.to_string())),
                    None => name,
                },
            };
            format!("{}: {who}", self.name(player))
        };
        for player in Player::all(self.session.players()) {
            self.say(&seat(player))?;
        }
        if self.has_people() {
            self.say("help lists what you can type besides moves, and says what the board shows")?;
        }
        self.show()
    }

    /// What the level of a player stands for, with the limits that hold in this game.
    fn stands_for(&self, player: Player) -> Option<Spec> {
        let spec = self.session.agent(player)?.parse().ok()?;
        self.game.stands_for(&spec, self.options.limits.given())
    }

    /// Plays until the game or the person's patience ends.
    fn play(&mut self) -> Result<Ending, Failure> {
        let lines = TypedLines::new();
        loop {
            if self.stop.is_set() {
                return Ok(Ending::Left);
            }
            let player = match self.session.status() {
                Status::Over(outcome) => return Ok(Ending::Over(outcome)),
                Status::ToMove(player) => player,
            };
            if self.session.agent(player).is_some() {
                match self.agent_moves(player) {
                    Err(Failure::Agent(AgentError::Resigned)) => return Ok(Ending::Resigned(player)),
                    moved => moved?,
                }
            } else if self.session.legal() == ["pass"] {
                self.say(&format!("{} has no move and passes", self.name(player)))?;
                self.session.play("pass").map_err(unexpected)?;
            } else {
                match self.person_types(player, &lines)? {
                    Typed::Changed => {}
                    Typed::Same => continue,
                    Typed::Resigned => return Ok(Ending::Resigned(player)),
                    Typed::Left => return Ok(Ending::Left),
                }
            }
            if !self.stop.is_set() {
                self.show()?;
            }
        }
    }

    /// The board, and what it is worth if somebody wants to know.
    fn show(&self) -> Result<(), Failure> {
        self.say(&format!("\n{}", terminal::draw(&self.session.view(), &self.marks(), self.screen)))?;
        match self.session.status() {
            Status::ToMove(player) if self.eval && self.has_people() => {
                let choice = self.advice(player)?;
                self.say(&format!("eval: {}", self.judgement(player, &choice)))
            }
            _ => Ok(()),
        }
    }

    /// What the board shows besides what is on it.
    fn marks(&self) -> Marks {
        let is_person = |player| self.session.agent(player).is_none();
        let people = match self.session.status().to_move().is_some_and(is_person) {
            true => self.session.for_people(),
            false => ForPeople::default(),
        };
        let legal = legal_tiles(&*self.session).into_iter().chain(people.targets).collect();
        Marks { last: self.session.last_footprint(), legal, stock: people.stock }
    }

    fn agent_moves(&mut self, player: Player) -> Result<(), Failure> {
        let budget = self.budget(&*self.session, player);
        let clock = SystemClock::start();
        let mut think = Think::new(budget, self.seed(), &clock, self.stop.clone());
        let choice = self.session.think(&mut think);
        if self.stop.is_set() {
            return Ok(());
        }
        let choice = choice?;
        let name = self.agent(player).unwrap_or_default();
        let typed = self.session.typed(&choice.mv);
        let cells = if typed == choice.mv { String::new() } else { format!(" ({})", choice.mv) };
        self.say(&format!("{}, {name}: {typed}{cells}", self.mover(player)))?;
        self.session
            .play(&choice.mv)
            .map_err(|error| AgentError::Failed { agent: name, cause: error.to_string() }.into())
    }

    /// What the strongest agent of the game would do.
    fn advice(&self, player: Player) -> Result<Choice<String>, Failure> {
        let seats = vec![Some(self.game.strongest()); self.session.players()];
        let position = self.session.position();
        let mut adviser = self.game.clone().session(&seats, &Origin::Position(&position))?;
        let budget = self.options.limits.for_own_choice(&*adviser, player, USUAL);
        let clock = SystemClock::start();
        Ok(adviser.think(&mut Think::new(budget, self.seed(), &clock, self.stop.clone()))?)
    }

    /// `Black +4 points`.
    fn judgement(&self, player: Player, choice: &Choice<String>) -> String {
        let value = choice.score.map(|score| Value::of(&*self.session, score, choice.unit).to_string());
        format!("{} {}", self.name(player), value.unwrap_or_else(|| "has no other move".to_owned()))
    }

    fn budget(&self, session: &dyn Session, player: Player) -> Budget {
        self.options.limits.for_agent(session, player, USUAL)
    }

    fn seed(&self) -> Seed {
        Seed(self.options.seed).child("move", self.session.played().len() as u64)
    }

    /// The player as the board shows them: `Black`, with the letter where there are letters.
    fn name(&self, player: Player) -> String {
        let name = self.session.player_name(player);
        let colors = self.session.view().colors;
        let own = colors.get(player.index()).filter(|_| colors.len() <= self.session.players());
        let letter = own.map(|color| color.letter.to_string());
        match letter.filter(|letter| *letter != name) {
            Some(letter) if matches!(self.screen.paint, Paint::Plain | Paint::Sixteen) => {
                format!("{name} ({letter})")
            }
            _ => name,
        }
    }

    /// The player to move, with the colour that moves where a player has several: `Blue and red, with red (R)`.
    fn mover(&self, player: Player) -> String {
        let view = self.session.view();
        let color = view.to_move.and_then(|color| view.colors.get(usize::from(color)));
        match color.filter(|_| view.colors.len() > self.session.players()) {
            None => self.name(player),
            Some(color) => {
                let name = self.session.player_name(player);
                match self.screen.paint {
                    Paint::Plain | Paint::Sixteen => {
                        format!("{name}, with {} ({})", color.name, color.letter)
                    }
                    Paint::Palette | Paint::Full => format!("{name}, with {}", color.name),
                }
            }
        }
    }

    /// The agent of a player, as a terminal can show it.
    fn agent(&self, player: Player) -> Option<String> {
        self.session.agent(player).map(|name| visible(name).into_owned())
    }

    fn has_people(&self) -> bool {
        self.people() > 0
    }

    fn people(&self) -> usize {
        Player::all(self.session.players()).filter(|&player| self.session.agent(player).is_none()).count()
    }

    /// Prints lines, broken where the terminal ends.
    fn say(&self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(std::io::stdout().lock(), "{}", terminal::fitted(text, self.screen.columns))?)
    }

    /// Tells how the game ended and keeps it, even where nobody can be told: the terminal may be gone.
    fn end(&mut self, ending: &Ending) -> Result<(), Failure> {
        let told = self.tell(ending);
        self.keep(ending)?;
        told?;
        let on = self.was_left(ending).then(|| self.to_go_on());
        match (self.stop.is_set(), on) {
            (true, on) => {
                let lines: Vec<_> =
                    std::iter::once("the game was ended by a signal".to_owned()).chain(on).collect();
                Err(Failure::Interrupted(lines.join("\n")))
            }
            // Not broken into lines: it is there to be copied.
            (false, Some(on)) => Ok(writeln!(std::io::stdout().lock(), "{}", visible(&on))?),
            (false, None) => Ok(()),
        }
    }

    fn tell(&mut self, ending: &Ending) -> Result<(), Failure> {
        match ending {
            Ending::Over(outcome) => self.say(&format!("game over: {}", self.verdict(outcome)))?,
            Ending::Resigned(player) => self.say(&format!("game over: {} resigned", self.name(*player)))?,
            // The prompt still stands on its line.
            Ending::Left => self.say("")?,
        }
        if !self.session.played().is_empty() {
            self.say(&format!("moves: {}", self.session.played().join(" ")))?;
        }
        Ok(())
    }

    /// Whether somebody may want to play on: the game was left after moves that were made here.
    fn was_left(&self, ending: &Ending) -> bool {
        matches!(ending, Ending::Left) && self.session.played().len() > self.opening
    }

    fn verdict(&self, outcome: &Outcome) -> String {
        let by = |player| match self.agent(player) {
            Some(agent) => Some(agent),
            None if self.people() == 1 => Some("you".to_owned()),
            None => None,
        };
        verdict(outcome, |player| self.name(player), by)
    }

    /// The command that goes on with a game in the middle.
    fn to_go_on(&self) -> String {
        let played = self.session.played().join(" ");
        let place = match self.options.from.position() {
            // Moves count from the start of the game.
            Some(_) => ["--position", &self.session.position()].map(str::to_owned),
            None => ["--moves", &played].map(str::to_owned),
        };
        format!("to go on: {}", command_line::again_from(&["--moves", "--position"], &place))
    }
}

/// The tiles on which the side to move can put something, where marking them tells anything: not where moves cover
/// several tiles and would overlap, nor where every free cell will do.
pub fn legal_tiles(session: &dyn Session) -> Vec<usize> {
    let footprints: Vec<_> = session.legal().iter().map(|mv| session.footprint(mv)).collect();
    let free = session.view().tiles.into_iter().filter(|tile| *tile == Tile::Empty).count();
    match footprints.len() == free || footprints.iter().any(|tiles| tiles.len() > 1) {
        true => Vec::new(),
        false => footprints.concat(),
    }
}

/// A legal move was refused.
fn unexpected(error: impl std::fmt::Display) -> Failure {
    Failure::Unreadable(ReadError::new(error.to_string()))
}

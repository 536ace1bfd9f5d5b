//! `agon play`: a game in the terminal.

use std::io::{BufRead, Write};
use std::time::Duration;

use agon_catalog::{AnyGame, game};
use agon_core::{Budget, Outcome, Player, Seed, Session, Status, Stop, SystemClock, Think};
use clap::Args;

use crate::failure::Failure;
use crate::limits::{From, Limits};
use crate::terminal::{self, Color, Marks};

/// Play a game in the terminal. Agents take the seats in turn order; seats not named are human.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon play reversi greedy            the agent moves first, you second\n  \
    agon play reversi human greedy      you move first\n  \
    agon play reversi random greedy     watch two agents\n\n\
    At the prompt: a move (d3), or moves, undo, position, record, help, quit."
)]
pub struct Play {
    /// The game
    game: String,
    /// An agent for each seat, or `human`
    agents: Vec<String>,
    #[command(flatten)]
    from: From,
    #[command(flatten)]
    limits: Limits,
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Whether to use colour
    #[arg(long, value_enum, default_value_t)]
    color: Color,
}

/// What a line typed by a person led to.
enum Typed {
    /// A move was played or taken back.
    Changed,
    /// Only words.
    Same,
    /// The person leaves.
    Quit,
}

impl Play {
    pub fn run(&self) -> Result<(), Failure> {
        let game = game(&self.game)?;
        let mut session = game.clone().session(&self.seats(), &self.from.origin())?;
        let mut input = std::io::stdin().lock();
        self.show(&*session)?;
        loop {
            match session.status() {
                Status::Over(outcome) => return announce(&*session, &outcome),
                Status::ToMove(player) if session.agent(player).is_some() => {
                    self.agent_moves(&mut *session, player)?;
                    self.show(&*session)?;
                }
                Status::ToMove(player) => {
                    match self.person_moves(&*game, &mut *session, player, &mut input)? {
                        Typed::Changed => self.show(&*session)?,
                        Typed::Same => {}
                        Typed::Quit => return say(&format!("moves played: {}", session.played().join(" "))),
                    }
                }
            }
        }
    }

    fn seats(&self) -> Vec<Option<String>> {
        self.agents.iter().map(|agent| (agent != "human").then(|| agent.clone())).collect()
    }

    fn show(&self, session: &dyn Session) -> Result<(), Failure> {
        let marks = Marks { last: session.last_footprint(), legal: legal_tiles(session) };
        say(&format!("\n{}", terminal::draw(&session.view(), &marks, self.color.is_on())))
    }

    fn agent_moves(&self, session: &mut dyn Session, player: Player) -> Result<(), Failure> {
        let clock = SystemClock::start();
        let default = Budget::time(Duration::from_secs(1));
        let budget = self.limits.for_agent(session.budget(player), default);
        let seed = Seed(self.seed).child("move", session.played().len() as u64);
        let choice = session.think(&mut Think::new(budget, seed, &clock, Stop::default()))?;
        let name = session.agent(player).unwrap_or_default().to_owned();
        let score = choice.score.map(|score| format!(" ({score})")).unwrap_or_default();
        say(&format!("{player} {name}: {}{score}", choice.mv))?;
        session
            .play(&choice.mv)
            .map_err(|error| agon_core::AgentError::Failed { agent: name, cause: error.to_string() }.into())
    }

    fn person_moves(
        &self,
        game: &dyn AnyGame,
        session: &mut dyn Session,
        player: Player,
        input: &mut dyn BufRead,
    ) -> Result<Typed, Failure> {
        if session.legal() == ["pass"] {
            say(&format!("{player} has no move and passes"))?;
            let _ = session.play("pass");
            return Ok(Typed::Changed);
        }
        print!("{player} to move> ");
        std::io::stdout().flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            say("")?;
            return Ok(Typed::Quit);
        }
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Typed::Quit),
            "help" | "?" => say("type a move, or: moves, undo, position, record, quit")?,
            "moves" => say(&session.legal().join(" "))?,
            "position" => say(&session.position())?,
            "record" => say(&format!("{} {}", game.spec(), session.played().join(" ")))?,
            "undo" => return Ok(if undo(session, player) { Typed::Changed } else { Typed::Same }),
            text => match session.play(text) {
                Ok(()) => return Ok(Typed::Changed),
                Err(error) => say(&error.to_string())?,
            },
        }
        Ok(Typed::Same)
    }
}

/// Takes moves back until the same person is to move again.
fn undo(session: &mut dyn Session, player: Player) -> bool {
    let mut changed = false;
    while session.undo() {
        changed = true;
        // A forced pass would only be played again.
        if session.status() == Status::ToMove(player) && session.legal() != ["pass"] {
            break;
        }
    }
    changed
}

/// The tiles on which the side to move can put something; none where moves cover several tiles and would overlap.
pub fn legal_tiles(session: &dyn Session) -> Vec<usize> {
    let footprints: Vec<_> = session.legal().iter().map(|mv| session.footprint(mv)).collect();
    if footprints.iter().any(|tiles| tiles.len() > 1) { Vec::new() } else { footprints.concat() }
}

fn announce(session: &dyn Session, outcome: &Outcome) -> Result<(), Failure> {
    let names: Vec<_> = outcome.winners().map(|winner| named(session, winner)).collect();
    let points: Vec<_> = outcome.points.iter().map(|(player, points)| format!("{player} {points}")).collect();
    let verdict = if names.len() == 1 {
        format!("{} wins", names[0])
    } else {
        format!("shared by {}", names.join(", "))
    };
    say(&format!("game over: {verdict} ({})\nmoves: {}", points.join(", "), session.played().join(" ")))
}

fn named(session: &dyn Session, player: Player) -> String {
    format!("{player} {}", session.agent(player).unwrap_or("human"))
}

fn say(text: &str) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout().lock(), "{text}")?)
}

//! A game without its type.

use std::sync::Arc;

use agon_arena::records::Record;
use agon_arena::{Contest, Job, Match, MatchError, Tally};
use agon_core::{Executor, Outcome, ReadError, Session, perft};
use agon_learn::backwards::{BoardSource, DrawnBoards};
use agon_learn::game_data::GameBoards;
use agon_search::{MoveHistory, USUAL_LIMIT};

use crate::agents::levels::Analysis;
use crate::agents::{self, AgentKind};
use crate::contests;
use crate::playable::Playable;
use crate::records::NOBODY;
use crate::session::GameSession;
use crate::solver::ToTheEnd;

/// Where a game is taken up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin<'a> {
    /// At its start.
    #[default]
    Start,
    /// At a position, as text.
    Position(&'a str),
    /// After these moves.
    Moves(&'a str),
}

/// A game whose type is gone: what front ends and experiments work with.
pub trait AnyGame: Send + Sync {
    /// The spec, in its shortest form.
    fn spec(&self) -> String;

    /// How many players take part.
    fn players(&self) -> usize;

    /// More about the game, such as pictures of its pieces.
    fn about(&self) -> Option<String>;

    /// The agents that can play it.
    fn agents(&self) -> Vec<AgentKind>;

    /// The strongest agent it has.
    fn strongest(&self) -> &'static str;

    /// What the level of that name stands for; `None` if it is not a level.
    fn level(&self, name: &str) -> Option<String>;

    /// The agent that analyses its positions, told how.
    ///
    /// # Errors
    /// None for the games that come with Agon.
    fn analyst(&self, wish: Analysis) -> Result<String, ReadError>;

    /// Whether a spec names an agent that can play it.
    ///
    /// # Errors
    /// If it does not.
    fn check_agent(&self, spec: &str) -> Result<(), ReadError>;

    /// A game in progress, with an agent on each seat that has one and is not that of a `human`.
    ///
    /// # Errors
    /// If an agent or the origin cannot be read.
    fn session(
        self: Arc<Self>,
        agents: &[Option<String>],
        origin: &Origin<'_>,
    ) -> Result<Box<dyn Session>, ReadError>;

    /// Counts leaves on some threads.
    ///
    /// # Errors
    /// If the origin cannot be read.
    fn perft(&self, origin: &Origin<'_>, depth: u32, threads: usize) -> Result<u64, ReadError>;

    /// Counts the leaves below each move.
    ///
    /// # Errors
    /// If the origin cannot be read.
    fn divide(&self, origin: &Origin<'_>, depth: u32) -> Result<Vec<(String, u64)>, ReadError>;

    /// Plays one random game from the start, for benchmarks.
    fn random_game(&self, rng: &mut agon_core::Rng) -> Outcome;

    /// The game as a source of scored boards, for trainings; the threads change nothing but the time.
    ///
    /// # Errors
    /// If the game has no board features.
    fn board_source(&self, executor: Executor) -> Result<Box<dyn BoardSource + '_>, ReadError>;

    /// Offers the boards of a recorded game to a training; whether anybody knows how it ended.
    ///
    /// # Errors
    /// If the game cannot be played again, or has no board features.
    fn offer_record(&self, record: &Record, boards: &mut GameBoards) -> Result<bool, ReadError>;

    /// Reads a game from a line of text; nobody knows who played it.
    ///
    /// # Errors
    /// If a move cannot be read or is not legal where it stands.
    fn read_line(&self, line: &str) -> Result<Record, ReadError>;

    /// Plays a recorded game again and compares its end with what the record says.
    ///
    /// # Errors
    /// If it cannot be played, or ends otherwise.
    fn verify(&self, record: &Record) -> Result<(), ReadError>;

    /// Learns a move history from recorded games that were played to their end, and writes it as text; `earlier` is
    /// the text of what is known already. Each record is a game from some origin with its moves.
    ///
    /// # Errors
    /// If the text or a record cannot be read.
    fn move_history(&self, earlier: Option<&str>, records: &[Record]) -> Result<String, ReadError>;

    /// Whether a match could be played, before anything is written about it.
    ///
    /// # Errors
    /// If an agent or an opening cannot be read or the agents cannot be seated.
    fn check_match(&self, agents: &[String], settings: &Match<'_>) -> Result<(), MatchRefused>;

    /// Plays a match between agents. `on_round` sees the tally grow and can ask for the records of the latest
    /// games (none unless the match keeps moves); it may answer `false` to end the match.
    ///
    /// # Errors
    /// If an agent cannot be read or the agents cannot be seated.
    fn play_match(
        &self,
        agents: &[String],
        settings: &Match<'_>,
        on_round: &mut OnRound<'_>,
    ) -> Result<Tally, MatchRefused>;

    /// Plays single games of a tournament and hands over each as it ends; `on_game` may answer `false` to end.
    ///
    /// # Errors
    /// If an agent or an opening cannot be read.
    fn play_jobs(
        &self,
        agents: &[String],
        contest: &Contest<'_>,
        jobs: &[Job],
        on_game: &mut dyn FnMut(Record) -> bool,
    ) -> Result<(), MatchRefused>;
}

/// Sees the tally after each round of a match, can ask for the records of the round, and says whether to go on.
pub type OnRound<'a> = dyn FnMut(&Tally, &dyn Fn() -> Vec<Record>) -> bool + 'a;

/// Why a match was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchRefused {
    /// An agent's spec is wrong.
    #[error("{0}")]
    Agent(#[from] ReadError),
    /// The agents cannot be seated.
    #[error("{0}")]
    Seats(#[from] MatchError),
}

/// A game of a known type.
pub(crate) struct Loaded<G> {
    pub(crate) game: G,
}

impl<G: Playable> Loaded<G> {
    pub(crate) fn new(game: G) -> Self {
        Self { game }
    }

    /// The position at the origin and the moves that led there.
    pub(crate) fn take_up(&self, origin: &Origin<'_>) -> Result<(G::Position, Vec<G::Move>), ReadError> {
        let mut pos = self.game.start();
        let moves = match origin {
            Origin::Start => Vec::new(),
            Origin::Position(text) => {
                pos = self.game.read_position(text)?;
                Vec::new()
            }
            Origin::Moves(text) => self.game.play_moves(&mut pos, text)?,
        };
        Ok((pos, moves))
    }

    /// The children of a position, with the moves that lead to them.
    fn children(&self, pos: &G::Position) -> Vec<(G::Move, G::Position)> {
        let mut moves = Vec::new();
        self.game.moves(pos, &mut moves);
        moves.into_iter().map(|mv| (mv, self.game.after(pos, mv))).collect()
    }
}

impl<G: Playable> AnyGame for Loaded<G> {
    fn spec(&self) -> String {
        self.game.spec()
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn about(&self) -> Option<String> {
        self.game.about()
    }

    fn agents(&self) -> Vec<AgentKind> {
        agents::kinds(&self.game)
    }

    fn strongest(&self) -> &'static str {
        self.game.levels().strongest
    }

    fn level(&self, name: &str) -> Option<String> {
        Some(self.game.levels().spec_of(name)?.ok()?.to_string())
    }

    fn analyst(&self, wish: Analysis) -> Result<String, ReadError> {
        Ok(self.game.levels().analyst(self.players(), wish)?.to_string())
    }

    fn check_agent(&self, spec: &str) -> Result<(), ReadError> {
        agents::build(&self.game, spec).map(|_| ())
    }

    fn session(
        self: Arc<Self>,
        agents: &[Option<String>],
        origin: &Origin<'_>,
    ) -> Result<Box<dyn Session>, ReadError> {
        Ok(Box::new(GameSession::new(self, agents, origin)?))
    }

    fn perft(&self, origin: &Origin<'_>, depth: u32, threads: usize) -> Result<u64, ReadError> {
        let (pos, _) = self.take_up(origin)?;
        let executor = Executor::new(threads);
        if executor.threads() == 1 || depth < 3 {
            return Ok(perft(&self.game, &pos, depth));
        }
        let split = self.children(&pos).into_iter().flat_map(|(_, child)| {
            let grandchildren: Vec<_> =
                self.children(&child).into_iter().map(|(_, pos)| (pos, depth - 2)).collect();
            if grandchildren.is_empty() { vec![(child, depth - 1)] } else { grandchildren }
        });
        let parts: Vec<_> = split.collect();
        if parts.is_empty() {
            return Ok(1);
        }
        let count = |index| {
            let (pos, depth) = &parts[index as usize];
            perft(&self.game, pos, *depth)
        };
        Ok(executor.map(parts.len() as u64, count).into_iter().sum())
    }

    fn divide(&self, origin: &Origin<'_>, depth: u32) -> Result<Vec<(String, u64)>, ReadError> {
        let (pos, _) = self.take_up(origin)?;
        if depth == 0 {
            return Ok(Vec::new());
        }
        let count = |(mv, child): (G::Move, G::Position)| {
            (self.game.write_move(mv), perft(&self.game, &child, depth.saturating_sub(1)))
        };
        Ok(self.children(&pos).into_iter().map(count).collect())
    }

    fn random_game(&self, rng: &mut agon_core::Rng) -> Outcome {
        self.game.playout(&mut self.game.start(), rng, &mut Vec::new())
    }

    fn board_source(&self, executor: Executor) -> Result<Box<dyn BoardSource + '_>, ReadError> {
        let (spec, game, solver) = (self.spec(), &self.game, ToTheEnd);
        match game.board_features() {
            Some(features) => Ok(Box::new(DrawnBoards { spec, game, features, solver, executor })),
            None => Err(ReadError::new(format!("{spec} has no board features to learn from"))),
        }
    }

    fn offer_record(&self, record: &Record, boards: &mut GameBoards) -> Result<bool, ReadError> {
        let features = self.game.board_features();
        let features = features
            .ok_or_else(|| ReadError::new(format!("{} has no board features to learn from", self.spec())))?;
        let replay = record.replay(&self.game)?;
        let Some(difference) = record.difference() else { return Ok(false) };
        boards.offer(&self.game, &*features, &replay.start, &replay.moves, -f64::from(difference));
        Ok(true)
    }

    fn read_line(&self, line: &str) -> Result<Record, ReadError> {
        let (moves, end) = self.game.read_line(line)?;
        let moves = moves.into_iter().map(|mv| self.game.write_move(mv)).collect();
        Ok(Record::new(self.spec(), vec![NOBODY.to_owned(); self.players()], moves, end))
    }

    fn verify(&self, record: &Record) -> Result<(), ReadError> {
        record.verify(&self.game)
    }

    fn move_history(&self, earlier: Option<&str>, records: &[Record]) -> Result<String, ReadError> {
        let game = &self.game;
        let mut history = match earlier {
            Some(text) => MoveHistory::read(game, text, USUAL_LIMIT)?,
            None => MoveHistory::new(USUAL_LIMIT),
        };
        for (index, record) in records.iter().enumerate() {
            let origin = record.start.as_deref().map_or(Origin::Start, Origin::Position);
            let (start, _) = self.take_up(&origin)?;
            let mut end = start.clone();
            let moves = game
                .play_moves(&mut end, &record.moves.join(" "))
                .map_err(|error| ReadError::new(format!("game {}: {}", index + 1, error.message)))?;
            if let Some(outcome) = game.status(&end).outcome() {
                history.learn(game, &start, &moves, outcome);
            }
        }
        Ok(history.write(game))
    }

    fn check_match(&self, agents: &[String], settings: &Match<'_>) -> Result<(), MatchRefused> {
        contests::check_match(&self.game, agents, settings)
    }

    fn play_match(
        &self,
        agents: &[String],
        settings: &Match<'_>,
        on_round: &mut OnRound<'_>,
    ) -> Result<Tally, MatchRefused> {
        contests::play_match(&self.game, agents, settings, on_round)
    }

    fn play_jobs(
        &self,
        agents: &[String],
        contest: &Contest<'_>,
        jobs: &[Job],
        on_game: &mut dyn FnMut(Record) -> bool,
    ) -> Result<(), MatchRefused> {
        contests::play_jobs(&self.game, agents, contest, jobs, on_game)
    }
}

//! What trainings ask of a game.

use agon_abilities::BoardFeatures;
use agon_arena::AgentMaker;
use agon_core::spec::Spec;
use agon_core::{Agent, Budget, Executor, ReadError, Seed, Think};
use agon_learn::backwards::{BoardSource, DrawnBoards};
use agon_learn::forests::ForestGround;
use agon_learn::game_data::GameBoards;
use agon_learn::models::forest::{EndOfGame, Forest, Window};
use agon_learn::pattern_tables::PatternSettings;
use agon_records::Record;
use agon_search::{AlphaBetaParams, MoveHistory, ProbCut, ProbCutFit, USUAL_LIMIT};
use std::sync::Arc;

use super::{Origin, TypedGame};
use crate::board_order::BOARDS;
use crate::books::{AnyBook, TypedBook};
use crate::forest_ability::ForestAbility;
use crate::forests::ForestPlay;
use crate::pattern_ability::PatternCourse;
use crate::playable::Playable;
use crate::solver::EndgameSolver;

/// A game as trainings see it: a source of boards and of games.
pub trait LearningGame: Send + Sync {
    /// The game as a source of scored boards; the threads change nothing but the time.
    ///
    /// # Errors
    /// If the game has no board features.
    fn board_source(&self, executor: Executor) -> Result<Box<dyn BoardSource + '_>, ReadError>;

    /// Offers the boards of a recorded game to a training; whether anybody knows how it ended.
    ///
    /// # Errors
    /// If the game cannot be played again, or has no board features.
    fn offer_record(&self, record: &Record, boards: &mut GameBoards) -> Result<bool, ReadError>;

    /// A training of pattern tables with the usual shapes of the board. Games of its own are played by an agent, or at
    /// random.
    ///
    /// # Errors
    /// If its cells do not have three values, the settings make no sense, or there is no such agent.
    fn pattern_course(
        &self,
        settings: PatternSettings,
        player: Option<&Spec>,
        executor: Executor,
    ) -> Result<Box<dyn PatternCourse + '_>, ReadError>;

    /// Measures how well shallow searches with an evaluator foretell deep ones, for `negascout(probcut=FILE)`; `origin` says
    /// in one line how. `on_position` sees how many positions are done and answers whether to go on.
    ///
    /// # Errors
    /// If there is no such evaluator.
    fn fit_probcut(
        &self,
        evaluator: &Spec,
        fit: ProbCutFit,
        origin: String,
        on_position: &mut dyn FnMut(u32) -> bool,
    ) -> Result<ProbCut, ReadError>;

    /// An opening book: that of a text, or an empty one.
    ///
    /// # Errors
    /// If the text cannot be read, or the game is not one of two players.
    fn opening_book(&self, text: Option<&str>) -> Result<Box<dyn AnyBook + '_>, ReadError>;

    /// Learns a move history from recorded games that were played to their end, and writes it as text; `earlier` is
    /// the text of what is known already. Each record is a game from some origin with its moves.
    ///
    /// # Errors
    /// If the text or a record cannot be read.
    fn move_history(&self, earlier: Option<&str>, records: &[Record]) -> Result<String, ReadError>;

    /// The game as a ground on which forests compete; moves at most `radius` from the stones come into question, or
    /// what suits the game. Their opponent is an agent, or a random player.
    ///
    /// # Errors
    /// If its cells do not have three values, or there is no such agent.
    fn forest_ground(
        &self,
        play: ForestPlay,
        radius: Option<u32>,
        opponent: Option<&Spec>,
    ) -> Result<Box<dyn ForestGround + '_>, ReadError>;

    /// What forests can learn from a recorded game; nothing if it did not end by the rules, or the board is smaller than
    /// the window.
    ///
    /// # Errors
    /// If the game cannot be played again, or its cells do not have three values.
    fn ends_of_game(&self, record: &Record, window: Window) -> Result<Vec<EndOfGame>, ReadError>;

    /// What a forest says of each cell of a position, rows from the top: predicted wins less losses that cover it.
    ///
    /// # Errors
    /// If the position cannot be read, or the forest is for another game or does not fit the board.
    fn forest_votes(&self, forest: &Forest, origin: &Origin<'_>) -> Result<Vec<Vec<Option<f64>>>, ReadError>;
}

/// Makes somebody who plays the games of a training, one for each game.
pub type TrainingPlayer<G> = dyn AgentMaker<G> + Send;

impl<G: Playable> TypedGame<G> {
    pub(super) fn board_features(&self) -> Result<Arc<dyn BoardFeatures<G>>, ReadError> {
        let spec = || self.game.spec();
        let missing = || ReadError::new(format!("{} has no board features to learn from", spec()));
        self.game.board_features().ok_or_else(missing)
    }

    fn forests(&self) -> Result<Arc<dyn ForestAbility<G>>, ReadError> {
        let missing = || ReadError::new(format!("{} has no board for forests", self.game.spec()));
        self.game.forests().ok_or_else(missing)
    }
}

impl<G: Playable> TypedGame<G> {
    /// Somebody who plays the games of a training, under the name that errors call it by. One who cannot move at all
    /// would be taken for one who always wins.
    fn training_player(&self, spec: &Spec, called: &str) -> Result<Arc<TrainingPlayer<G>>, ReadError> {
        let factory = self.methods.agent(&self.game, spec)?;
        let mut think = Think::untimed(Budget::nodes(1), Seed(1));
        let chosen = factory.make(&self.game).choose(&self.game, &self.game.start(), &mut think);
        chosen.map_err(|error| ReadError::new(format!("the {called} cannot play: {error}")))?;
        Ok(Arc::new(factory))
    }
}

/// More than one thread that a spec gives a search, anywhere in it.
fn several_threads(spec: &Spec) -> Option<&str> {
    spec.args.iter().find_map(|arg| {
        let named = arg.key.as_ref().is_some_and(|key| key.text == "threads");
        let word = arg.value.name.text.as_str();
        if named && word != "1" { Some(word) } else { several_threads(&arg.value) }
    })
}

impl<G: Playable> LearningGame for TypedGame<G> {
    fn board_source(&self, executor: Executor) -> Result<Box<dyn BoardSource + '_>, ReadError> {
        let (spec, game, solver) = (self.game.spec(), &self.game, EndgameSolver);
        let features = self.board_features()?;
        let executor = executor.for_work(BOARDS, || Ok::<_, ReadError>(spec.clone()))?;
        Ok(Box::new(DrawnBoards { spec, game, features, solver, executor }))
    }

    fn offer_record(&self, record: &Record, boards: &mut GameBoards) -> Result<bool, ReadError> {
        let features = self.board_features()?;
        let replay =
            record.replay(&self.game).map_err(|error| of_other_game(record, &self.game.spec(), error))?;
        let Some(difference) = record.difference() else { return Ok(false) };
        boards.offer(&self.game, &*features, &replay.start, &replay.moves, -f64::from(difference));
        Ok(true)
    }

    fn pattern_course(
        &self,
        settings: PatternSettings,
        player: Option<&Spec>,
        executor: Executor,
    ) -> Result<Box<dyn PatternCourse + '_>, ReadError> {
        let missing = || ReadError::new(format!("{} has no board for tables of patterns", self.game.spec()));
        if let Some(word) = player.and_then(several_threads) {
            return Err(ReadError::new(format!(
                "`threads={word}`: a search on several threads may choose another of equally good moves, and a training is the \
                 same every time: leave it out; the games themselves are played on all threads"
            )));
        }
        let player = player.map(|spec| self.training_player(spec, "player")).transpose()?;
        if let Some(player) = &player
            && player.make(&self.game).limits(Budget::default()).time.is_some()
        {
            return Err(ReadError::new(
                "the player would think by the clock, and a training is the same on every machine: limit it by depth or \
                 nodes instead",
            ));
        }
        self.game.patterns().ok_or_else(missing)?.course(&self.game, settings, player, executor)
    }

    fn fit_probcut(
        &self,
        evaluator: &Spec,
        fit: ProbCutFit,
        origin: String,
        on_position: &mut dyn FnMut(u32) -> bool,
    ) -> Result<ProbCut, ReadError> {
        let evaluator = self.methods.evaluator(&self.game, evaluator)?;
        let params = AlphaBetaParams { look: self.game.look(), ..AlphaBetaParams::default() };
        Ok(ProbCut::fit(&self.game, &evaluator, &params, fit, origin, on_position))
    }

    fn opening_book(&self, text: Option<&str>) -> Result<Box<dyn AnyBook + '_>, ReadError> {
        Ok(Box::new(TypedBook::read(self, text)?))
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

    fn forest_ground(
        &self,
        play: ForestPlay,
        radius: Option<u32>,
        opponent: Option<&Spec>,
    ) -> Result<Box<dyn ForestGround + '_>, ReadError> {
        let ability = self.forests()?;
        let opponent = opponent.map(|spec| self.training_player(spec, "opponent")).transpose()?;
        Ok(ability.ground(&self.game, play, radius.or(ability.radius()), opponent))
    }

    fn ends_of_game(&self, record: &Record, window: Window) -> Result<Vec<EndOfGame>, ReadError> {
        let ability = self.forests()?;
        let replay = record.replay(&self.game)?;
        Ok(ability.ends(&self.game, &replay.start, &replay.moves, window))
    }

    fn forest_votes(&self, forest: &Forest, origin: &Origin<'_>) -> Result<Vec<Vec<Option<f64>>>, ReadError> {
        forest.check_game(&self.game.spec())?;
        let (pos, _) = self.take_up(origin)?;
        self.forests()?.votes(&self.game, forest, &pos)
    }
}

/// What is wrong with a record that cannot be played: its moves, or that they are those of another game.
pub(crate) fn of_other_game(record: &Record, game: &str, error: ReadError) -> ReadError {
    let family = |spec: &str| spec.split(':').next().map(str::to_owned);
    match family(&record.game) == family(game) {
        true => error,
        false => ReadError::new(format!("a game of {}, not of {game}", record.game)),
    }
}

//! What tables of patterns ask of a game, without its type: for games whose cells have three values.

use std::sync::Arc;

use agon_abilities::Stones;
use agon_core::{Agent, Desk, Evaluator, Executor, Game, ReadError};
use agon_learn::pattern_tables::{
    MakePlayer, OwnGames, PatternEvaluator, PatternSettings, PatternTables, PatternTrainer, PatternTraining,
    usual_shapes,
};
use agon_records::{Record, Replay};

use crate::any_game::{TrainingPlayer, of_other_game};
use crate::playable::Playable;
use crate::solver::EndgameSolver;

/// Tables of patterns on the board of a game.
pub trait PatternAbility<G: Game>: Send + Sync {
    /// Tables as an evaluator.
    ///
    /// # Errors
    /// If they were made for another board.
    fn evaluator(&self, game: &G, tables: Arc<PatternTables>) -> Result<Arc<dyn Evaluator<G>>, ReadError>;

    /// A training with the usual shapes of the board; the threads change nothing but the time. Games of its own are
    /// played by `player`, or at random.
    ///
    /// # Errors
    /// If the settings make no sense.
    fn course<'g>(
        &self,
        game: &'g G,
        settings: PatternSettings,
        player: Option<Arc<TrainingPlayer<G>>>,
        executor: Executor,
    ) -> Result<Box<dyn PatternCourse + 'g>, ReadError>;
}

/// Tables on any board of three-valued cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TablesOnStones;

impl<G: Playable + Stones> PatternAbility<G> for TablesOnStones {
    fn evaluator(&self, game: &G, tables: Arc<PatternTables>) -> Result<Arc<dyn Evaluator<G>>, ReadError> {
        Ok(Arc::new(PatternEvaluator::new(tables, game)?))
    }

    fn course<'g>(
        &self,
        game: &'g G,
        settings: PatternSettings,
        player: Option<Arc<TrainingPlayer<G>>>,
        executor: Executor,
    ) -> Result<Box<dyn PatternCourse + 'g>, ReadError> {
        let trainer = PatternTrainer::new(game, usual_shapes(game), EndgameSolver, settings, executor)?;
        Ok(Box::new(Course { game, trainer, player, lines: Vec::new() }))
    }
}

/// Games that a training plays itself.
#[derive(Clone, Debug)]
pub struct OwnPlay {
    /// How many.
    pub games: u64,
    /// A game begins with 0 to so many moves of one that was given as an opening, if any was.
    pub opening_plies: u32,
    /// Then come 0 to so many random moves.
    pub random_plies: u32,
    /// The chance of a random move after that.
    pub random_moves: f64,
}

/// Sees how much is done and answers whether to go on: what is fitted, and the part of the next phase that is done, if
/// not all of one.
pub type OnPatterns<'w> = dyn FnMut(&PatternTraining, Option<f64>) -> bool + 'w;

/// A training of pattern tables for a game whose type does not matter: games first, then the fit.
pub trait PatternCourse {
    /// The spec of the game.
    fn game(&self) -> String;

    /// Offers the positions of a recorded game; whether anybody knows how it ended.
    ///
    /// # Errors
    /// If the game cannot be played again.
    fn offer(&mut self, record: &Record) -> Result<bool, ReadError>;

    /// Lets own games begin with up to `plies` moves of this one; whether it is one from the usual start.
    ///
    /// # Errors
    /// If the game cannot be played again.
    fn open_like(&mut self, record: &Record, plies: u32) -> Result<bool, ReadError>;

    /// Plays games of its own; `false` if `on_game` did not want to go on, or the cluster that was to play them is lost.
    fn play(&mut self, own: &OwnPlay, on_game: &mut dyn FnMut(u64) -> bool) -> bool;

    /// Begins with the weights of these tables.
    ///
    /// # Errors
    /// If they have other shapes.
    fn begin_with(&mut self, earlier: PatternTables) -> Result<(), ReadError>;

    /// Plays the games and finds the labels that a driver elsewhere asks for, until there is no more of it.
    fn serve(&self, own: &OwnPlay, desk: &dyn Desk);

    /// How many phases there are.
    fn phases(&self) -> u64;

    /// Nothing fitted yet.
    fn begin(&self, origin: String, licence: String) -> PatternTraining;

    /// Fits all phases that are not there yet.
    ///
    /// # Errors
    /// If there is nothing to fit to.
    fn run(&self, training: &mut PatternTraining, watch: &mut OnPatterns<'_>) -> Result<(), ReadError>;
}

struct Course<'g, G: Stones> {
    game: &'g G,
    trainer: PatternTrainer<'g, G, EndgameSolver>,
    player: Option<Arc<TrainingPlayer<G>>>,
    /// How recorded games begin.
    lines: Vec<Vec<G::Move>>,
}

impl<'g, G: Playable + Stones> Course<'g, G> {
    fn replay(&self, record: &Record) -> Result<Replay<G::Position, G::Move>, ReadError> {
        record.replay(self.game).map_err(|error| of_other_game(record, &self.game.spec(), error))
    }

    /// Makes who plays own games, if not chance.
    fn make_player(&self) -> Option<impl Fn() -> Box<dyn Agent<G>> + Sync + use<'g, G>> {
        let game = self.game;
        self.player.clone().map(|player| move || player.make(game))
    }
}

fn own_games<'m, G: Game>(
    own: &OwnPlay,
    lines: &'m [Vec<G::Move>],
    make: Option<&'m (impl Fn() -> Box<dyn Agent<G>> + Sync)>,
) -> OwnGames<'m, G> {
    let OwnPlay { games, opening_plies: line_plies, random_plies, random_moves } = *own;
    let player = make.map(|make| make as &MakePlayer<'m, G>);
    OwnGames { games, lines, line_plies, random_plies, random_moves, player }
}

impl<G: Playable + Stones> PatternCourse for Course<'_, G> {
    fn game(&self) -> String {
        self.game.spec()
    }

    fn offer(&mut self, record: &Record) -> Result<bool, ReadError> {
        let replay = self.replay(record)?;
        let difference = record.difference();
        self.trainer.samples().offer(self.game, &replay.start, &replay.moves, difference);
        Ok(difference.is_some())
    }

    fn open_like(&mut self, record: &Record, plies: u32) -> Result<bool, ReadError> {
        let mut replay = self.replay(record)?;
        let is_usual = replay.start == self.game.start();
        if is_usual {
            replay.moves.truncate(plies as usize);
            self.lines.push(replay.moves);
        }
        Ok(is_usual)
    }

    fn play(&mut self, own: &OwnPlay, on_game: &mut dyn FnMut(u64) -> bool) -> bool {
        let make = self.make_player();
        self.trainer.play(&own_games(own, &self.lines, make.as_ref()), on_game)
    }

    fn serve(&self, own: &OwnPlay, desk: &dyn Desk) {
        self.trainer.serve(&own_games(own, &self.lines, self.make_player().as_ref()), desk);
    }

    fn begin_with(&mut self, earlier: PatternTables) -> Result<(), ReadError> {
        self.trainer.begin_with(earlier)
    }

    fn phases(&self) -> u64 {
        self.trainer.phases().len() as u64
    }

    fn begin(&self, origin: String, licence: String) -> PatternTraining {
        self.trainer.begin(origin, licence, self.game.spec())
    }

    fn run(&self, training: &mut PatternTraining, watch: &mut OnPatterns<'_>) -> Result<(), ReadError> {
        self.trainer.run(training, |training, part| Ok(watch(training, part)))
    }
}

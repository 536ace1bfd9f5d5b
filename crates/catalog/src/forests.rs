//! Forests at play ([KInARow2012]): the ground on which trainings let them compete, with alpha-beta as their advisor.
//!
//! Games share the threads: while there are many each has one, and the last ones search with what is free (section 4.2).

mod tasks;

use std::ops::Range;
use std::sync::Arc;

use agon_abilities::Stones;
use agon_core::{Agent, Budget, Evaluator, Executor, Game, Keyed, Player, ReadError, Seed, Think};
use agon_learn::forests::{ForestGround, PlayedGame};
use agon_learn::models::forest::{EndOfGame, Forest, IncrementalForest, PlacedForest, Prediction, Window};
use agon_search::{Advisor, AdvisorParams, FreeThreads, Greedy, MoveSource, Random};

use crate::any_game::TrainingPlayer;

pub(crate) use tasks::KeptTasks;

/// How forests are asked in a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForestPlay {
    /// Plies that the advisor looks ahead; zero: the forest alone.
    pub depth: u32,
    /// Random plies before the advisors take over.
    pub opening: u32,
    /// What is kept of finished games.
    pub window: Window,
    /// Plies that the simple players of the first games look ahead after their own move; zero in the source.
    pub first_depth: u32,
    /// The percentage of random moves in the first games: mistakes, and what comes of them. None in the source.
    pub slips: u32,
}

/// Bytes for the positions that an advisor remembers during a game of a training.
const TABLE: usize = 1 << 20;

/// A game on which forests compete.
pub(crate) struct Ground<'g, G: Game> {
    pub(crate) game: &'g G,
    /// What orders moves, and all that the simple player knows.
    pub(crate) order: Arc<dyn Evaluator<G>>,
    /// Which moves come into question.
    pub(crate) source: Arc<dyn MoveSource<G>>,
    pub(crate) play: ForestPlay,
    /// Who stands in the place of the random player when forests are measured by their games against one.
    pub(crate) opponent: Option<Arc<TrainingPlayer<G>>>,
    /// What forests are measured by if not by games.
    pub(crate) tasks: KeptTasks<G>,
}

/// A forest on the board of a game, in the form that searches use.
pub(crate) fn ready<G: Stones>(forest: &Forest, game: &G) -> Result<Arc<IncrementalForest>, ReadError> {
    Ok(Arc::new(IncrementalForest::new(&PlacedForest::new(forest, game)?)))
}

impl<G: Stones + Keyed> Ground<'_, G> {
    fn advisor(
        &self,
        evaluator: Arc<dyn Evaluator<G>>,
        depth: u32,
        threads: &Arc<FreeThreads>,
    ) -> Option<Box<dyn Agent<G> + '_>>
    where
        G: 'static,
    {
        let params = AdvisorParams {
            depth,
            order: self.order.clone(),
            source: self.source.clone(),
            table: TABLE,
            threads: threads.clone(),
        };
        Some(Box::new(Advisor::for_game(self.game, evaluator, params).ok()?))
    }

    /// Plays a game in which some moves are random; none if an agent gives up.
    fn game(
        &self,
        mut players: [Box<dyn Agent<G> + '_>; 2],
        chance: Chance,
        seed: Seed,
    ) -> Option<PlayedGame> {
        let game = self.game;
        let (mut pos, mut moves, mut scratch) = (game.start(), Vec::new(), Vec::new());
        let mut rng = seed.stream("forests/opening", 0);
        while let Some(player) = game.status(&pos).to_move() {
            let ply = moves.len() as u32;
            let is_random = ply < chance.opening || chance.slips > 0 && rng.below(100) < chance.slips;
            let drawn = is_random.then(|| game.random_move(&pos, &mut rng, &mut scratch)).flatten();
            let mv = match drawn {
                Some(mv) => mv,
                None => {
                    let mut think =
                        Think::untimed(Budget::default(), seed.child("forests/ply", u64::from(ply)));
                    players[player.index()].choose(game, &pos, &mut think).ok()?.mv
                }
            };
            game.play_unchecked(&mut pos, mv);
            moves.push(mv);
        }
        let outcome = game.status(&pos).outcome().copied();
        let result = outcome.map_or(Prediction::Draw, |outcome| Prediction::of(&outcome, Player::FIRST));
        Some(PlayedGame { result, ends: EndOfGame::all_of(game, &game.start(), &moves, self.play.window) })
    }

    /// The simple player, or a random one.
    fn simple(&self, knows: bool) -> Box<dyn Agent<G> + '_> {
        match knows {
            true => Box::new(Greedy { evaluator: self.order.clone(), reply: false }),
            false => Box::new(Random),
        }
    }

    /// The simple player of first games, who may look ahead.
    fn first_player(&self, knows: bool) -> Box<dyn Agent<G> + '_>
    where
        G: 'static,
    {
        let (depth, threads) = (self.play.first_depth, Arc::new(FreeThreads::new(1)));
        let looking = || self.advisor(self.order.clone(), depth, &threads);
        (knows && depth > 0).then(looking).flatten().unwrap_or_else(|| self.simple(knows))
    }
}

/// What is random in a game.
#[derive(Clone, Copy)]
struct Chance {
    /// Random plies at the beginning.
    opening: u32,
    /// The percentage of random moves after them.
    slips: u32,
}

impl Chance {
    fn opening(opening: u32) -> Self {
        Self { opening, slips: 0 }
    }
}

/// Random plies before the first games of a training: two simple players always play the same.
const FIRST_OPENING: u32 = 4;

impl<G: Stones + Keyed + 'static> ForestGround for Ground<'_, G> {
    fn play(
        &self,
        forests: &[Forest],
        pairings: &[[usize; 2]],
        games: Range<u64>,
        seed: Seed,
        executor: Executor,
    ) -> Result<Vec<PlayedGame>, ReadError> {
        let forests = forests.iter().map(|forest| ready(forest, self.game)).collect::<Result<Vec<_>, _>>()?;
        let threads = Arc::new(FreeThreads::new(executor.threads()));
        let game = |index: u64| {
            let _running = threads.begin_game();
            let number = games.start + index;
            let [first, second] = pairings[number as usize];
            let advisor = |player: usize| self.advisor(forests[player].clone(), self.play.depth, &threads);
            let seed = seed.child("forests/game", number);
            let played = advisor(first).zip(advisor(second)).and_then(|(first, second)| {
                self.game([first, second], Chance::opening(self.play.opening), seed)
            });
            played.unwrap_or(PlayedGame::GIVEN_UP)
        };
        Ok(executor.map(games.end - games.start, game))
    }

    /// Random and simple players in turn, with both colours.
    fn first_games(&self, games: Range<u64>, seed: Seed, executor: Executor) -> Vec<PlayedGame> {
        let game = |index: u64| {
            let number = games.start + index;
            let players = [self.first_player(number & 1 != 0), self.first_player(number & 2 != 0)];
            let chance = Chance { opening: FIRST_OPENING, slips: self.play.slips };
            let seed = seed.child("forests/first game", number);
            self.game(players, chance, seed).unwrap_or(PlayedGame::GIVEN_UP)
        };
        executor.map(games.end - games.start, game)
    }

    /// All forests play the same games: what is random in one depends on its number, seat and depth only. Against a random
    /// player they play at every depth up to their own; against another one at their own, from random openings, each of
    /// them on both seats.
    fn against_opponent(
        &self,
        forests: &[Forest],
        games: u64,
        seed: Seed,
        executor: Executor,
    ) -> Result<Vec<Vec<Prediction>>, ReadError> {
        let forests = forests.iter().map(|forest| ready(forest, self.game)).collect::<Result<Vec<_>, _>>()?;
        let threads = Arc::new(FreeThreads::new(1));
        let depths = if self.opponent.is_some() { 1 } else { u64::from(self.play.depth) + 1 };
        let each = 2 * games * depths;
        let result = |forest: &Arc<IncrementalForest>, number: u64| {
            let seat = number % 2;
            let (depth, opponent, chance, seed) = match &self.opponent {
                None => (
                    (number / 2 % depths) as u32,
                    self.simple(false),
                    Chance::opening(0),
                    seed.child("forests/against random", number),
                ),
                Some(opponent) => (
                    self.play.depth,
                    opponent.make(self.game),
                    Chance::opening(self.play.opening),
                    seed.child("forests/against opponent", number / 2),
                ),
            };
            let advisor = self.advisor(forest.clone(), depth, &threads)?;
            let players = if seat == 0 { [advisor, opponent] } else { [opponent, advisor] };
            let played = self.game(players, chance, seed)?;
            Some(if seat == 0 { played.result } else { played.result.turned() })
        };
        let all = |index: u64| {
            let forest = &forests[index as usize];
            (0..each).map(|number| result(forest, number).unwrap_or(Prediction::Loss)).collect()
        };
        Ok(executor.map(forests.len() as u64, all))
    }

    fn solved(
        &self,
        forests: &[Forest],
        seed: Seed,
        executor: Executor,
    ) -> Result<(Vec<u32>, u32), ReadError> {
        self.tasks_solved(forests, seed, executor)
    }
}

//! Forests at play ([KInARow2012]): the ground on which trainings let them compete, with alpha-beta as their advisor.
//!
//! Games share the threads: while there are many each has one, and the last ones search with what is free (section 4.2).

mod tasks;

use std::sync::Arc;

use agon_abilities::{Coordinates, Stones};
use agon_core::{Agent, Budget, Evaluator, Executor, Game, Keyed, Player, ReadError, Seed, Think};
use agon_learn::forests::{ForestGround, PlayedGame};
use agon_learn::models::forest::{EndOfGame, Forest, IncrementalForest, PlacedForest, Prediction, Window};
use agon_search::{Advisor, AdvisorParams, FreeThreads, Greedy, MoveSource, Random};

/// How forests are asked in a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForestPlay {
    /// Plies that the advisor looks ahead; zero: the forest alone.
    pub depth: u32,
    /// Random plies before the advisors take over.
    pub opening: u32,
    /// What is kept of finished games.
    pub window: Window,
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
}

/// A forest on the board of a game, in the form that searches use.
pub(crate) fn ready<G: Stones>(forest: &Forest, game: &G) -> Result<Arc<IncrementalForest>, ReadError> {
    Ok(Arc::new(IncrementalForest::new(&PlacedForest::new(forest, game)?)))
}

impl<G: Stones + Keyed> Ground<'_, G> {
    fn advisor(
        &self,
        forest: &Arc<IncrementalForest>,
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
        Some(Box::new(Advisor::for_game(self.game, forest.clone(), params).ok()?))
    }

    /// Plays a game after a random opening; none if an agent gives up.
    fn game(&self, mut players: [Box<dyn Agent<G> + '_>; 2], opening: u32, seed: Seed) -> Option<PlayedGame> {
        let game = self.game;
        let (mut pos, mut last, mut scratch) = (game.start(), None, Vec::new());
        let mut rng = seed.stream("forests/opening", 0);
        let mut ply = 0;
        while let Some(player) = game.status(&pos).to_move() {
            let drawn = (ply < opening).then(|| game.random_move(&pos, &mut rng, &mut scratch)).flatten();
            let mv = match drawn {
                Some(mv) => mv,
                None => {
                    let mut think =
                        Think::untimed(Budget::default(), seed.child("forests/ply", u64::from(ply)));
                    players[player.index()].choose(game, &pos, &mut think).ok()?.mv
                }
            };
            last = game.placed_on(&pos, mv).map(|place| (place, player)).or(last);
            game.play_unchecked(&mut pos, mv);
            ply += 1;
        }
        Some(self.played(&pos, last))
    }

    fn played(&self, pos: &G::Position, last: Option<(Coordinates, Player)>) -> PlayedGame {
        let outcome = self.game.status(pos).outcome().copied();
        let result = outcome.map_or(Prediction::Draw, |outcome| Prediction::of(&outcome, Player::FIRST));
        let end =
            last.and_then(|(place, player)| EndOfGame::of(self.game, pos, place, player, self.play.window));
        PlayedGame { result, end }
    }

    /// The simple player, or a random one.
    fn simple(&self, knows: bool) -> Box<dyn Agent<G> + '_> {
        match knows {
            true => Box::new(Greedy { evaluator: self.order.clone(), reply: false }),
            false => Box::new(Random),
        }
    }
}

/// Random plies before the first games of a training: two simple players always play the same.
const FIRST_OPENING: u32 = 4;

impl<G: Stones + Keyed + 'static> ForestGround for Ground<'_, G> {
    fn play(
        &self,
        forests: &[Forest],
        pairings: &[[usize; 2]],
        seed: Seed,
        executor: Executor,
    ) -> Result<Vec<PlayedGame>, ReadError> {
        let forests = forests.iter().map(|forest| ready(forest, self.game)).collect::<Result<Vec<_>, _>>()?;
        let threads = Arc::new(FreeThreads::new(executor.threads()));
        let game = |job: u64| {
            let _running = threads.begin_game();
            let [first, second] = pairings[job as usize];
            let advisor = |player: usize| self.advisor(&forests[player], self.play.depth, &threads);
            let seed = seed.child("forests/game", job);
            let played = advisor(first)
                .zip(advisor(second))
                .and_then(|(first, second)| self.game([first, second], self.play.opening, seed));
            played.unwrap_or(PlayedGame { result: Prediction::Draw, end: None })
        };
        Ok(executor.map(pairings.len() as u64, game))
    }

    /// Random and simple players in turn, with both colours.
    fn first_games(&self, games: u64, seed: Seed, executor: Executor) -> Vec<PlayedGame> {
        let game = |job: u64| {
            let players = [self.simple(job & 1 != 0), self.simple(job & 2 != 0)];
            self.game(players, FIRST_OPENING, seed.child("forests/first game", job))
        };
        executor.map(games, game).into_iter().flatten().collect()
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

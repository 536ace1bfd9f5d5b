//! Boards drawn from play and scored by minimax, for any game with board features.
//!
//! The search itself is not known here: whoever knows one brings it along as a [`Solver`]. What a board is depends on its
//! number alone, so workers elsewhere can draw and score them ([`BoardSource::serve`]).

use std::ops::Range;
use std::sync::Arc;

use agon_abilities::BoardFeatures;
use agon_core::{
    Desk, Evaluator, Executor, Game, Keyed, Player, ReadError, Rng, Score, Seed, SentJobs, Status, first_best,
};

use super::asked::AskedBoards;
use super::shortened::skip_pass;
use super::{Ask, BoardSource, Boards, OnBoard, Shortened};
use crate::models::{Between, Examples, ReadyModel, StagedEvaluator};
use crate::sent::{ReadLines, SentLines, counted, disagree};

/// After so many games without a board of the wanted size there probably is none.
const MOST_ATTEMPTS: u32 = 20_000;
/// A number of stones is easily reached if one game in so many does.
const ONE_IN: usize = 10;

/// Finds the value of positions for the player to move; the game is not over in them.
pub type Solve<'g, P> = Box<dyn FnMut(&P) -> Score + 'g>;

/// Minimax to the end of any game in which every move leaves fewer plies, by whatever means. Real games may have
/// passes, which do not; [`Shortened`] ones have none.
pub trait Solver: Sync {
    /// What one thread needs to find the value of positions.
    fn on<'g, G: Keyed>(&'g self, game: &'g G) -> Solve<'g, G::Position>;
}

/// A game with its features, a solver and threads.
pub struct DrawnBoards<'g, G: Game, S> {
    /// The spec of the game.
    pub spec: String,
    /// Its positions are drawn and scored.
    pub game: &'g G,
    /// What models look at.
    pub features: Arc<dyn BoardFeatures<G>>,
    /// Who scores.
    pub solver: S,
    /// The threads, or workers that know this game; they change nothing but the time.
    pub executor: Executor,
}

/// A board as features, and its score for the second player; none if no game came to it.
type Row = Option<(Vec<f64>, f64)>;

impl<G: Keyed + 'static, S: Solver> BoardSource for DrawnBoards<'_, G, S> {
    fn game(&self) -> String {
        self.spec.clone()
    }

    fn features(&self) -> Vec<String> {
        self.features.names()
    }

    fn first_stones(&self) -> u32 {
        self.features.stones(self.game, &self.game.start())
    }

    fn cells(&self) -> u32 {
        self.features.cells()
    }

    fn most_stones(&self, wanted: u32, boards: &Boards, seed: Seed) -> Result<u32, ReadError> {
        let (play, mut rng) = (Play::new(&self.features, boards)?, seed.stream("reach", 0));
        let mut ends = Vec::new();
        for _ in 0..MOST_ATTEMPTS {
            match self.play_to(wanted, &play, &mut rng) {
                Ok(_) => return Ok(wanted),
                Err(stones) => ends.push(stones),
            }
        }
        ends.sort_unstable();
        Ok(ends[ends.len() - 1 - ends.len() / ONE_IN])
    }

    fn scored(&self, ask: &Ask<'_>, on_board: &mut OnBoard<'_>) -> Result<Option<Examples>, ReadError> {
        let play = Play::new(&self.features, ask.boards)?;
        let mut rows: Vec<Row> = vec![None; ask.count as usize];
        let (mut scored, mut is_missing) = (0, false);
        let mut take = |index: u64, row: Row| {
            is_missing |= row.is_none();
            rows[index as usize] = row;
            scored += 1;
            on_board(scored) && !is_missing
        };
        let sent = SentJobs {
            input: &|range| AskedBoards::of(ask, range).to_string(),
            read: &|range, answer| self.read_rows(answer, range),
        };
        let was_sent = self
            .executor
            .send(0..ask.count, &sent, |range, rows| range.zip(rows).all(|(index, row)| take(index, row)));
        if !was_sent {
            self.score(ask, &play, 0..ask.count, self.executor, &mut take);
        }
        if is_missing {
            let stones = ask.stones;
            return Err(ReadError::new(format!("no board of {stones} stones in {MOST_ATTEMPTS} games")));
        }
        // Somebody wanted to stop.
        let Some(rows) = rows.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        let mut examples = Examples::new(self.features.count());
        rows.iter().for_each(|(row, score)| examples.push(row, *score));
        Ok(Some(examples))
    }

    fn serve(&self, desk: &dyn Desk) {
        desk.serve(&mut |question| {
            let asked: AskedBoards = question.parse()?;
            let (ask, range) = asked.ask();
            if ask.leaves.is_some_and(|(_, model)| model.weights.len() != self.features.count()) {
                return Err(disagree("model"));
            }
            let play = Play::new(&self.features, ask.boards)?;
            let mut lines = SentLines::default();
            self.score(&ask, &play, range, Executor::new(1), &mut |_, row| {
                let values = row.map(|(row, score)| std::iter::once(score).chain(row));
                lines = std::mem::take(&mut lines).row("board", values.into_iter().flatten());
                true
            });
            Ok(lines.0)
        });
    }
}

impl<G: Keyed + 'static, S: Solver> DrawnBoards<'_, G, S> {
    /// Draws and scores the boards of a range; `take` sees each and answers whether to go on.
    fn score(
        &self,
        ask: &Ask<'_>,
        play: &Play<G>,
        range: Range<u64>,
        executor: Executor,
        take: &mut dyn FnMut(u64, Row) -> bool,
    ) {
        let model = ask.leaves.map(|(stones, model)| {
            (self.features.cells().saturating_sub(stones), ReadyModel::new(&self.features, model))
        });
        let shortened = Shortened::new(
            self.game,
            model.as_ref().map(|(left, model)| (*left, model as &dyn Evaluator<G>)),
        );
        executor.run(
            range,
            || self.solver.on(&shortened),
            |solve, index| {
                let mut rng = ask.seed.stream("board", index);
                let (pos, player) = self.draw(ask.stones, play, &mut rng)?;
                let value = solve(&pos).to_f64();
                let mut row = vec![0.0; self.features.count()];
                self.features.write(self.game, &pos, Player::SECOND, &mut row);
                Some((row, if player == Player::SECOND { value } else { -value }))
            },
            take,
        );
    }

    /// The boards of a range, as a worker tells them.
    fn read_rows(&self, answer: &str, range: Range<u64>) -> Result<Vec<Row>, ReadError> {
        let features = self.features.count();
        let row = |values: Vec<f64>| match values.split_first() {
            None => Ok(None),
            Some((&score, row)) if row.len() == features => Ok(Some((row.to_vec(), score))),
            Some(_) => Err(disagree("board")),
        };
        let rows = ReadLines(answer).rows("board")?.into_iter().map(row).collect::<Result<_, _>>()?;
        counted(rows, range.end - range.start, "board")
    }
}

impl<G: Keyed + 'static, S> DrawnBoards<'_, G, S> {
    /// A board with so many stones on which somebody has a stone to place, and who; `None` if none came about.
    fn draw(&self, stones: u32, play: &Play<G>, rng: &mut Rng) -> Option<(G::Position, Player)> {
        let (pos, player) = (0..MOST_ATTEMPTS).find_map(|_| self.play_to(stones, play, rng).ok())?;
        (self.features.stones(self.game, &pos) == stones).then_some((pos, player))
    }

    /// Plays a game until there are at least so many stones and somebody has one to place, and says who; or else how
    /// many stones there were when somebody had one to place for the last time.
    fn play_to(&self, stones: u32, play: &Play<G>, rng: &mut Rng) -> Result<(G::Position, Player), u32> {
        let (mut moves, mut reached) = (Vec::new(), 0);
        let mut pos = self.game.start();
        skip_pass(self.game, &mut pos);
        while let Status::ToMove(player) = self.game.status(&pos) {
            reached = self.features.stones(self.game, &pos);
            if reached >= stones {
                return Ok((pos, player));
            }
            moves.clear();
            let mv = match play {
                Play::Models { evaluator, random_until } if reached >= *random_until => {
                    self.game.moves(&pos, &mut moves);
                    best_move(self.game, evaluator, &pos, player, &moves)
                }
                _ => self.game.random_move(&pos, rng, &mut moves),
            };
            let Some(mv) = mv else { break };
            self.game.play_unchecked(&mut pos, mv);
            skip_pass(self.game, &mut pos);
        }
        Err(reached)
    }
}

/// How boards come about, ready to play.
enum Play<G: Game> {
    Random,
    Models { evaluator: StagedEvaluator<G>, random_until: u32 },
}

impl<G: Game + 'static> Play<G> {
    fn new(features: &Arc<dyn BoardFeatures<G>>, boards: &Boards) -> Result<Self, ReadError> {
        Ok(match boards {
            Boards::Random => Self::Random,
            Boards::Played { by, random_until } => {
                let evaluator = StagedEvaluator::new(features.clone(), by, Between::Interpolate)?;
                Self::Models { evaluator, random_until: *random_until }
            }
        })
    }
}

/// The move to the position of the highest value. Final scores and what models say are both points of the end here, so
/// a won game does not count more than a larger estimate.
fn best_move<G: Game>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    pos: &G::Position,
    player: Player,
    moves: &[G::Move],
) -> Option<G::Move> {
    let value = |&mv: &G::Move| {
        let child = game.after(pos, mv);
        match game.status(&child) {
            Status::Over(outcome) => game.final_score(&child, &outcome, player),
            Status::ToMove(_) => evaluator.value(game, &child, player),
        }
    };
    first_best(moves.iter().copied(), value)
}

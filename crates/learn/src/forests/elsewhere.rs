//! The games of a generation, on threads or on workers elsewhere. Original design.
//!
//! A worker is told the chromosomes and the ends of all games so far, and grows the same trees from them: these are
//! shorter than the trees, and a worker that has just been started knows as much as the others.
//!
//! ```text
//! games 10 20            first (games of players who know little), games, opponent or tasks; and which of them
//! seed 7
//! chromosome ...         one line for each: of the whole generation, or of those that are asked for
//! ends 0211202/1 ...     all games so far
//! ```

use std::ops::Range;
use std::sync::OnceLock;

use agon_core::{Desk, Executor, ReadError, Seed, SentJobs};

use super::{EvolveForests, ForestGenome, Measure, PlayedGame};
use crate::models::forest::{EndOfGame, Forest, Prediction};
use crate::sent::{ReadLines, SentLines, counted, disagree};

const FIRST: &str = "first";
const GAMES: &str = "games";
const OPPONENT: &str = "opponent";
const TASKS: &str = "tasks";

/// The forests of a generation, which are grown where they are asked.
pub(super) struct GenerationOfForests<'t, 'g, N: ForestGenome> {
    pub(super) task: &'t EvolveForests<'g, N>,
    /// The chromosomes.
    pub(super) genes: Vec<&'t [N::Gene]>,
    /// What trees learn from.
    pub(super) ends: &'t [EndOfGame],
    /// What is random in this generation follows from it.
    pub(super) seed: Seed,
    pub(super) executor: Executor,
}

impl<N: ForestGenome> GenerationOfForests<'_, '_, N> {
    /// Plays a game for each pairing.
    pub(super) fn play(&self, pairings: &[[usize; 2]]) -> Vec<PlayedGame> {
        let (forests, ground) = (OnceLock::new(), self.task.ground);
        let sent = SentJobs {
            input: &|games| self.question(GAMES, games, 0..self.genes.len() as u64),
            read: &read_games,
        };
        spread(self.executor, pairings.len() as u64, &sent, PlayedGame::GIVEN_UP, |games, executor| {
            let forests = forests.get_or_init(|| self.forests(0..self.genes.len() as u64));
            // The ground was checked before the first generation; patterns never leave their window.
            ground.play(forests, pairings, games, self.seed, executor).unwrap_or_default()
        })
    }

    /// The results of each forest in so many games on each seat against the opponent of the ground.
    pub(super) fn against_opponent(&self, games: u64) -> Vec<Vec<Prediction>> {
        let ground = self.task.ground;
        let sent = SentJobs {
            input: &|forests: Range<u64>| self.question(OPPONENT, forests.clone(), forests),
            read: &|forests, answer| {
                let rows = ReadLines(answer).rows("results")?.into_iter();
                let results = rows.map(|row: Vec<usize>| row.into_iter().map(prediction).collect());
                counted(results.collect::<Result<_, _>>()?, forests.end - forests.start, "results")
            },
        };
        spread(self.executor, self.genes.len() as u64, &sent, Vec::new(), |forests, executor| {
            ground.against_opponent(&self.forests(forests), games, self.seed, executor).unwrap_or_default()
        })
    }

    /// How many of the tasks each forest solves, and how many there are.
    pub(super) fn solved(&self) -> Vec<[u32; 2]> {
        let ground = self.task.ground;
        let sent = SentJobs {
            input: &|forests: Range<u64>| self.question(TASKS, forests.clone(), forests),
            read: &|forests, answer| {
                let row = |row: Vec<u32>| <[u32; 2]>::try_from(row).map_err(|_| disagree("solved"));
                let solved = ReadLines(answer).rows("solved")?.into_iter().map(row);
                counted(solved.collect::<Result<_, _>>()?, forests.end - forests.start, "solved")
            },
        };
        spread(self.executor, self.genes.len() as u64, &sent, [0, 0], |forests, executor| {
            let found = ground.solved(&self.forests(forests), self.seed, executor);
            let (solved, of) = found.unwrap_or_default();
            solved.into_iter().map(|solved| [solved, of]).collect()
        })
    }

    fn forests(&self, which: Range<u64>) -> Vec<Forest> {
        let genes = &self.genes[which.start as usize..which.end as usize];
        genes.iter().map(|genes| self.task.genome.forest(genes, self.ends, self.executor)).collect()
    }

    fn question(&self, what: &str, which: Range<u64>, chromosomes: Range<u64>) -> String {
        let lines = SentLines::default().row(what, [which.start, which.end]).row("seed", [self.seed.0]);
        let genes = &self.genes[chromosomes.start as usize..chromosomes.end as usize];
        let lines = genes.iter().fold(lines, |lines, genes| lines.row("chromosome", *genes));
        lines.row("ends", self.ends).0
    }
}

impl<N: ForestGenome> EvolveForests<'_, N> {
    /// Plays the games of players who know little.
    pub(super) fn play_first(&self, seed: Seed, executor: Executor) -> Vec<PlayedGame> {
        let sent = SentJobs {
            input: &|games: Range<u64>| {
                SentLines::default().row(FIRST, [games.start, games.end]).row("seed", [seed.0]).0
            },
            read: &read_games,
        };
        spread(executor, self.first_games, &sent, PlayedGame::GIVEN_UP, |games, executor| {
            self.ground.first_games(games, seed, executor)
        })
    }

    /// Answers what a driver elsewhere asks.
    pub(super) fn answer(&self, desk: &dyn Desk) {
        let mut grown = (String::new(), Vec::new());
        desk.serve(&mut |question| {
            let mut lines = ReadLines(question);
            let what = [FIRST, GAMES, OPPONENT, TASKS].into_iter().find(|what| question.starts_with(what));
            let what = what.ok_or_else(|| disagree(GAMES))?;
            let &[first, end] = &lines.row::<u64>(what)?[..] else { return Err(disagree(what)) };
            let seed = Seed(lines.value("seed")?);
            if what == FIRST {
                let played = self.ground.first_games(first..end, seed, Executor::new(1));
                return Ok(game_lines(&played));
            }
            // Parts of a generation ask the same forests.
            if grown.0 != lines.0 {
                grown = (lines.0.to_owned(), self.grow(lines)?);
            }
            self.ask(what, &grown.1, first..end, seed)
        });
    }

    /// The forests of chromosomes and ends that follow in a question.
    fn grow(&self, mut lines: ReadLines<'_>) -> Result<Vec<Forest>, ReadError> {
        let chromosomes: Vec<Vec<N::Gene>> = lines.rows("chromosome")?;
        let ends: Vec<EndOfGame> = lines.row("ends")?;
        if chromosomes.iter().any(|genes| genes.len() != self.genome.count()) {
            return Err(disagree("chromosome"));
        }
        let forest = |genes: &Vec<N::Gene>| self.genome.forest(genes, &ends, Executor::new(1));
        Ok(chromosomes.iter().map(forest).collect())
    }

    fn ask(
        &self,
        what: &str,
        forests: &[Forest],
        games: Range<u64>,
        seed: Seed,
    ) -> Result<String, ReadError> {
        let (ground, executor) = (self.ground, Executor::new(1));
        match (what, self.measure) {
            (GAMES, Measure::Games(competition, _)) => {
                let pairings = competition.pairings(forests.len(), self.survivors);
                if games.start > games.end || games.end > pairings.len() as u64 {
                    return Err(disagree(GAMES));
                }
                Ok(game_lines(&ground.play(forests, &pairings, games, seed, executor)?))
            }
            (OPPONENT, Measure::Opponent(count, _)) => {
                let results = ground.against_opponent(forests, count, seed, executor)?;
                let row = |lines: SentLines, results: &Vec<Prediction>| {
                    lines.row("results", results.iter().map(|&result| result as usize))
                };
                Ok(results.iter().fold(SentLines::default(), row).0)
            }
            (TASKS, Measure::Tasks) => {
                let (solved, of) = ground.solved(forests, seed, executor)?;
                let row = |lines: SentLines, solved| lines.row("solved", [solved, of]);
                Ok(solved.into_iter().fold(SentLines::default(), row).0)
            }
            _ => Err(disagree(what)),
        }
    }
}

/// All jobs elsewhere where there is a cluster, or here; what a cluster that was lost leaves behind too. `otherwise` is what
/// a job gives that `here` has no answer for.
fn spread<R: Clone + Send + Sync>(
    executor: Executor,
    count: u64,
    sent: &SentJobs<'_, Vec<R>>,
    otherwise: R,
    here: impl Fn(Range<u64>, Executor) -> Vec<R> + Sync,
) -> Vec<R> {
    if !executor.is_cluster() {
        return here(0..count, executor);
    }
    executor.map_sent(count, sent, |job| {
        here(job..job + 1, Executor::new(1)).pop().unwrap_or_else(|| otherwise.clone())
    })
}

/// Games as lines: the result, and the ends that trees learn from.
fn game_lines(games: &[PlayedGame]) -> String {
    let row = |lines: SentLines, game: &PlayedGame| {
        let result = (game.result as usize).to_string();
        lines.row("game", std::iter::once(result).chain(game.ends.iter().map(ToString::to_string)))
    };
    games.iter().fold(SentLines::default(), row).0
}

fn read_games(games: Range<u64>, answer: &str) -> Result<Vec<PlayedGame>, ReadError> {
    let game = |words: Vec<String>| {
        let (result, ends) = words.split_first().ok_or_else(|| disagree("game"))?;
        let result = prediction(result.parse().map_err(|_| disagree("game"))?)?;
        Ok(PlayedGame { result, ends: ends.iter().map(|end| end.parse()).collect::<Result<_, _>>()? })
    };
    let read = ReadLines(answer).rows("game")?.into_iter().map(game).collect::<Result<_, ReadError>>()?;
    counted(read, games.end - games.start, "game")
}

fn prediction(number: usize) -> Result<Prediction, ReadError> {
    Prediction::ALL.get(number).copied().ok_or_else(|| disagree("results"))
}

//! Temporal-difference learning: a network plays itself and learns from what it expects later in the same game.
//!
//! TD(lambda) of [Sutton1988] with backpropagation, used as in [Tesauro1995]; [Cherry2011] section 6.2.4 proposes to
//! learn its network by such means. After each of their moves a player expects some share of the win, `V`. At the end of
//! the game the expectations are taught backwards, each by the later ones and by the result:
//!
//! ```text
//!   G(last) = result            G(t) = lambda * G(t + 1) + (1 - lambda) * V(t + 1)
//!   weights += rate * sum over t of (G(t) - V(t)) * dV(t)/dweights
//! ```
//!
//! Differs from the sources: weights change at the end of a game, not within it, and the games of a round are played by
//! the same network, so that any number of threads can play them. Each player sees the game with their own eyes, so
//! nothing is assumed about how many there are. Nodes do not saturate while they learn: a saturated one has no slope.

use std::ops::Range;

use agon_abilities::Features;
use agon_core::{Desk, Executor, Game, Player, ReadError, Rng, Seed, SentJobs, Status, first_best};

use crate::checkpoint::Lines;
use crate::models::{Mlp, MlpShape};
use crate::sent::{ReadLines, SentLines, counted};

/// The knobs of temporal-difference learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TdParams {
    /// How much of the teaching comes from the far end of the game: 0 from the next move alone, 1 from the result alone.
    pub lambda: f64,
    /// How far weights go for each error.
    pub rate: f64,
    /// How often a player tries any move instead of the best one.
    pub exploration: f64,
    /// How many games are played before the network changes.
    pub games: u64,
}

/// A training, as far as it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct TdRun {
    /// How many rounds of games have been learned from.
    pub rounds: u64,
    /// It plays both sides of the next round.
    pub network: Mlp,
}

/// All that determines a training.
#[derive(Clone, Debug)]
pub struct TdLearner<'g, G, F> {
    /// The game to play.
    pub game: &'g G,
    /// What the network sees.
    pub features: &'g F,
    /// The form of the network.
    pub shape: MlpShape,
    /// How fast and from what it learns.
    pub params: TdParams,
    /// Everything random follows from it.
    pub seed: Seed,
}

/// What a player saw after each of their moves, and what the game was worth to them.
struct Seen {
    inputs: Vec<Vec<f64>>,
    result: f64,
}

const HEADER: &str = "agon td checkpoint 1";

impl<G: Game, F: Features<G>> TdLearner<'_, G, F> {
    /// A network of random weights from -1 to 1 that has played no game.
    ///
    /// # Errors
    /// If the form of the network is wrong, or does not fit the features.
    pub fn start(&self) -> Result<TdRun, ReadError> {
        let (inputs, count) = (self.shape.scale.len(), self.features.count());
        if inputs != count {
            return Err(ReadError::new(format!(
                "the network has {inputs} inputs, there are {count} features"
            )));
        }
        let mut rng = self.seed.stream("td/start", 0);
        let weights = (0..self.shape.weights()).map(|_| 2.0 * rng.unit() - 1.0).collect();
        Ok(TdRun { rounds: 0, network: self.network(weights)? })
    }

    /// Plays a round of games and learns from them.
    ///
    /// # Errors
    /// If a weight has grown beyond all bounds: the rate is too high.
    pub fn round(&self, run: &mut TdRun, executor: Executor) -> Result<(), ReadError> {
        let sent = SentJobs {
            input: &|games: Range<u64>| {
                let lines = SentLines::default().row("weights", run.network.weights());
                lines.row("round", [run.rounds]).row("games", [games.start, games.end]).0
            },
            read: &|games, answer| self.read_games(answer, games.end - games.start),
        };
        let games =
            executor.map_sent(self.params.games, &sent, |number| self.game(&run.network, run.rounds, number));
        for seen in games.iter().flatten() {
            run.network = self.taught(&run.network, seen)?;
        }
        run.rounds += 1;
        Ok(())
    }

    /// Plays the games of rounds that a driver elsewhere asks for.
    pub fn serve(&self, desk: &dyn Desk) {
        desk.serve(&mut |question| {
            let mut lines = ReadLines(question);
            let network =
                self.network(counted(lines.row("weights")?, self.shape.weights() as u64, "weights")?)?;
            let (round, games) = (lines.value("round")?, lines.row::<u64>("games")?);
            let &[first, end] = &games[..] else { return Err(crate::sent::disagree("games")) };
            let written = (first..end).fold(SentLines::default(), |lines, number| {
                self.game(&network, round, number).iter().fold(lines, |lines, seen| {
                    let lines = lines.row("result", [seen.result]);
                    seen.inputs.iter().fold(lines, |lines, inputs| lines.row("saw", inputs))
                })
            });
            Ok(written.0)
        });
    }

    /// What was seen in so many games.
    fn read_games(&self, answer: &str, games: u64) -> Result<Vec<Vec<Seen>>, ReadError> {
        let (mut lines, inputs) = (ReadLines(answer), self.shape.scale.len() as u64);
        let mut seen = |_| {
            let result = lines.value("result")?;
            let rows = lines.rows("saw")?.into_iter();
            let inputs = rows.map(|row| counted(row, inputs, "saw")).collect::<Result<_, _>>()?;
            Ok(Seen { inputs, result })
        };
        (0..games).map(|_| (0..self.game.players()).map(&mut seen).collect()).collect()
    }

    /// A game of a round.
    fn game(&self, network: &Mlp, round: u64, number: u64) -> Vec<Seen> {
        self.play(network, &mut self.seed.child("td/round", round).stream("td/game", number))
    }

    /// The text of a run; `label` says which run it is.
    #[must_use]
    pub fn checkpoint(&self, run: &TdRun, label: &str) -> String {
        let weights: Vec<String> = run.network.weights().iter().map(f64::to_string).collect();
        format!("{HEADER}\nrun {label}\nrounds {}\nweights {}\n", run.rounds, weights.join(" "))
    }

    /// Reads the text of a run with this label.
    ///
    /// # Errors
    /// If the text is not such a checkpoint or that of another run; the error names the line.
    pub fn resume(&self, text: &str, label: &str) -> Result<TdRun, ReadError> {
        let mut lines = Lines::new(text, self.shape.weights());
        lines.expect(HEADER, "this is not a checkpoint")?;
        lines.expect(&format!("run {label}"), "the checkpoint belongs to another run")?;
        let rounds = lines.value("rounds")?;
        let weights = lines.row("weights")?;
        Ok(TdRun { rounds, network: self.network(weights)? })
    }

    fn network(&self, weights: Vec<f64>) -> Result<Mlp, ReadError> {
        Mlp::new(MlpShape { saturation: 0.0, ..self.shape.clone() }, weights)
    }

    /// One game of the network against itself, as each of the players saw it.
    fn play(&self, network: &Mlp, rng: &mut Rng) -> Vec<Seen> {
        let game = self.game;
        let mut seen: Vec<Seen> =
            (0..game.players()).map(|_| Seen { inputs: Vec::new(), result: 0.0 }).collect();
        let (mut pos, mut moves) = (game.start(), Vec::new());
        loop {
            let me = match game.status(&pos) {
                Status::ToMove(me) => me,
                Status::Over(outcome) => {
                    for (index, seen) in seen.iter_mut().enumerate() {
                        seen.result = outcome.share(Player(index as u8));
                    }
                    return seen;
                }
            };
            moves.clear();
            game.moves(&pos, &mut moves);
            pos = if rng.chance(self.params.exploration) {
                game.after(&pos, moves[rng.below(moves.len() as u32) as usize])
            } else {
                let children = moves.iter().map(|&mv| game.after(&pos, mv));
                let best = first_best(children, |child| self.expected(network, child, me));
                best.unwrap_or_else(|| unreachable!("a player is to move but has no move"))
            };
            if game.status(&pos).to_move().is_some() {
                seen[me.index()].inputs.push(self.inputs(&pos, me));
            }
        }
    }

    /// The share of the win that a player expects in a position, or has in a finished one.
    fn expected(&self, network: &Mlp, pos: &G::Position, me: Player) -> f64 {
        match self.game.status(pos) {
            Status::ToMove(_) => network.output(&self.inputs(pos, me)),
            Status::Over(outcome) => outcome.share(me),
        }
    }

    fn inputs(&self, pos: &G::Position, pov: Player) -> Vec<f64> {
        let mut inputs = vec![0.0; self.shape.scale.len()];
        self.features.write(self.game, pos, pov, &mut inputs);
        inputs
    }

    /// The network after learning from what one player saw.
    fn taught(&self, network: &Mlp, seen: &Seen) -> Result<Mlp, ReadError> {
        let mut weights = network.weights().to_vec();
        let mut goal = seen.result;
        for inputs in seen.inputs.iter().rev() {
            let value = network.output(inputs);
            let step = self.params.rate * (goal - value);
            for (weight, slope) in weights.iter_mut().zip(network.gradient(inputs)) {
                *weight += step * slope;
            }
            goal = self.params.lambda * goal + (1.0 - self.params.lambda) * value;
        }
        self.network(weights)
    }
}

#[cfg(test)]
mod tests;

//! Weights of the strategies, other ones in each phase of the game: the genetic player of [Hoang2021] section 3.1 and its
//! table 8.
//!
//! A move is worth the weighted sum of what the [strategies](crate::Strategy) say of it, with the weights of the phase
//! that the colour is in; phases begin when it has placed so many pieces. The text of a set of weights is a header and a
//! row for each phase: pieces placed, then a weight for each strategy, as table 8 prints them.
//!
//! ```text
//! agon blokus weights 1
//! # pieces corners blocked middle size distance contested
//! 0 0.91887 0.01297 0.09991 0.19596 0.41667 0
//! 7 0.35297 0.98731 0.05032 0.73727 0.01405 0
//! 12 0.29614 0.87144 0.40821 0.85131 0.49246 0
//! ```
//!
//! As an evaluator (section 3.3 values leaves "with the same phases, strategies, and weights") the strategies are asked
//! of what lies on the board: own attach points, minus those of opponents, and the mean place of the own cells; what is
//! placed counts as so many pieces of five. A player is compared with the best opponent. Ours: the source does not say
//! how a strategy of moves becomes one of positions.

use std::fmt;
use std::str::FromStr;

use agon_abilities::{MoveRanker, RankMeaning};
use agon_core::{Evaluator, Explanation, Game, PerPlayer, Player, ReadError, Score, Unit, WeightTable};

use crate::board::Blokus;
use crate::moves::Move;
use crate::pieces::Piece;
use crate::position::Position;
use crate::rules::PieceColor;
use crate::standing::Standings;
use crate::strategies::{Prospect, Strategy, StrategyNumbers};

/// The weights from some number of placed pieces on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    /// The own pieces that are placed when it begins.
    pub from: u32,
    /// What each strategy counts.
    pub weights: StrategyNumbers,
}

/// Ranks moves by weighted strategies, whose weights change twice in the course of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrategyWeights {
    phases: [Phase; Self::PHASES],
}

const HEADER: &str = "agon blokus weights 1";
/// What one is worth as a rank: five decimals of a weight count.
const WHOLE: f64 = 100_000.0;
/// No weight is farther from zero.
const LARGEST: f64 = 1000.0;

impl StrategyWeights {
    /// Beginning, middle and ending.
    pub const PHASES: usize = 3;

    /// Table 8 for two players on 16x16.
    pub const STUDY_TWO: Self = Self::of_five([
        (0, [0.91887, 0.01297, 0.09991, 0.19596, 0.41667]),
        (7, [0.35297, 0.98731, 0.05032, 0.73727, 0.01405]),
        (12, [0.29614, 0.87144, 0.40821, 0.85131, 0.49246]),
    ]);

    /// Table 8 for four players on 20x20.
    pub const STUDY_FOUR: Self = Self::of_five([
        (0, [0.53125, 0.38739, 0.63102, 0.80074, 0.43989]),
        (5, [0.03258, 0.21644, 0.56497, 0.89280, 0.68175]),
        (12, [0.06342, 0.56151, 0.09996, 0.94024, 0.01381]),
    ]);

    /// Weights of the five strategies of the source; the sixth counts nothing.
    const fn of_five(rows: [(u32, [f64; 5]); Self::PHASES]) -> Self {
        let mut phases = [Phase { from: 0, weights: [0.0; Strategy::COUNT] }; Self::PHASES];
        let mut at = 0;
        while at < Self::PHASES {
            let (from, [corners, blocked, middle, size, distance]) = rows[at];
            phases[at] = Phase { from, weights: [corners, blocked, middle, size, distance, 0.0] };
            at += 1;
        }
        Self { phases }
    }

    /// Weights by phase.
    ///
    /// # Errors
    /// If the first phase does not begin at once, one begins before the phase ahead of it, or a weight is not a number
    /// from -1000 to 1000.
    pub fn new(phases: [Phase; Self::PHASES]) -> Result<Self, ReadError> {
        let placed = phases.map(|phase| phase.from);
        if placed[0] != 0 || !placed.is_sorted() || placed[Self::PHASES - 1] > Piece::COUNT as u32 {
            let message = format!(
                "phases begin with 0, {} and {} pieces placed: the first must begin with 0, and each other between the one \
                 before it and {}",
                placed[1],
                placed[2],
                Piece::COUNT
            );
            return Err(ReadError::new(message));
        }
        let all = phases.iter().flat_map(|phase| phase.weights);
        match all.into_iter().find(|weight| !(-LARGEST..=LARGEST).contains(weight)) {
            Some(wrong) => {
                Err(ReadError::new(format!("{wrong} is not a weight from -{LARGEST} to {LARGEST}")))
            }
            None => Ok(Self { phases }),
        }
    }

    /// The phases, the first one first.
    #[must_use]
    pub fn phases(&self) -> &[Phase; Self::PHASES] {
        &self.phases
    }

    /// The same with the weight of one strategy in every phase.
    #[must_use]
    pub fn with(mut self, strategy: Strategy, weight: f64) -> Self {
        for phase in &mut self.phases {
            phase.weights[strategy as usize] = weight.clamp(-LARGEST, LARGEST);
        }
        self
    }

    /// The weights that hold for a colour.
    fn in_phase(&self, game: &Blokus, pos: &Position, color: PieceColor) -> &StrategyNumbers {
        let placed = game.rules.pieces().0.count_ones() - pos.pieces_left(color).0.count_ones();
        let begun = self.phases.iter().rev().find(|phase| phase.from <= placed);
        &begun.unwrap_or(&self.phases[0]).weights
    }

    fn ranks<'g>(&self, game: &'g Blokus, pos: &Position) -> impl Fn(Move) -> Score + use<'g> {
        let weights = *self.in_phase(game, pos, pos.to_move);
        let prospect = Prospect::new(game, pos, pos.to_move, weights[Strategy::Contested as usize] != 0.0);
        move |mv| {
            let sum: f64 =
                prospect.numbers(mv).iter().zip(weights).map(|(number, weight)| number * weight).sum();
            Score((sum * WHOLE).round() as i32)
        }
    }
}

impl MoveRanker<Blokus> for StrategyWeights {
    fn rank(&self, game: &Blokus, pos: &Position, mv: Move) -> Score {
        self.ranks(game, pos)(mv)
    }

    fn rank_all(&self, game: &Blokus, pos: &Position, moves: &[Move], out: &mut Vec<Score>) {
        out.extend(moves.iter().copied().map(self.ranks(game, pos)));
    }

    fn best(&self, game: &Blokus, pos: &Position, scratch: &mut Vec<Move>) -> Option<Move> {
        scratch.clear();
        self.candidates(game, pos, scratch);
        let rank = self.ranks(game, pos);
        agon_core::first_best(scratch.iter().copied(), |&mv| rank(mv))
    }

    fn explain(&self, game: &Blokus, pos: &Position) -> Explanation {
        let player = game.status(pos).to_move();
        player.map(|player| Evaluator::explain(self, game, pos, player)).unwrap_or_default()
    }

    fn meaning(&self) -> RankMeaning {
        RankMeaning::Comparison
    }
}

impl Evaluator<Blokus> for StrategyWeights {
    fn value(&self, game: &Blokus, pos: &Position, pov: Player) -> Score {
        lead(&self.worths(game, pos), pov)
    }

    fn values(&self, game: &Blokus, pos: &Position) -> PerPlayer<Score> {
        let worths = self.worths(game, pos);
        PerPlayer::new(worths.players(), |player| lead(&worths, player))
    }

    /// What the player's own colours have; the opponents' is only subtracted.
    fn explain(&self, game: &Blokus, pos: &Position, pov: Player) -> Explanation {
        let mut sums = [(0.0, 0.0); Strategy::ALL.len()];
        let standings = Standings::new(game, pos);
        for color in game.rules.colors_of(pov) {
            let numbers = standings.of(color);
            for (sum, (number, weight)) in
                sums.iter_mut().zip(numbers.iter().zip(self.in_phase(game, pos, color)))
            {
                *sum = (sum.0 + number, sum.1 + number * weight);
            }
        }
        let parts = Strategy::ALL.into_iter().zip(sums);
        let parts = parts.map(|(strategy, (amount, worth))| (strategy.name(), amount, worth));
        let row = |phase: &Phase| (format!("from piece {}", phase.from), phase.weights.to_vec());
        Explanation::made_of(parts, Unit::Rating).and(Explanation::weighing(WeightTable {
            name: "strategies by phase".to_owned(),
            columns: Strategy::ALL.map(|strategy| strategy.name().to_owned()).to_vec(),
            rows: self.phases.iter().map(row).collect(),
        }))
    }
}

impl StrategyWeights {
    /// What each player has on the board, as the strategies of the phase see it that each colour is in.
    fn worths(&self, game: &Blokus, pos: &Position) -> PerPlayer<f64> {
        let standings = Standings::new(game, pos);
        let worth = |color| {
            let weights = self.in_phase(game, pos, color);
            standings.of(color).iter().zip(weights).map(|(number, weight)| number * weight).sum::<f64>()
        };
        PerPlayer::new(game.rules.players(), |player| game.rules.colors_of(player).map(worth).sum())
    }
}

/// By how much a player is ahead of the best opponent.
fn lead(worths: &PerPlayer<f64>, player: Player) -> Score {
    let others = Player::all(worths.players()).filter(|&other| other != player).map(|other| worths[other]);
    let best = others.fold(f64::NEG_INFINITY, f64::max);
    Score(((worths[player] - best) * f64::from(Score::POINT)).round() as i32)
}

impl fmt::Display for StrategyWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Strategy::ALL.map(Strategy::name).join(" ");
        writeln!(f, "{HEADER}\n# pieces {names}")?;
        for Phase { from, weights } in &self.phases {
            let weights = weights.map(|weight| weight.to_string()).join(" ");
            writeln!(f, "{from} {weights}")?;
        }
        Ok(())
    }
}

impl FromStr for StrategyWeights {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        if lines.next() != Some(HEADER) {
            return Err(ReadError::new(format!("these are not weights: the first line must be `{HEADER}`")));
        }
        let phases = lines.map(str::parse).collect::<Result<Vec<Phase>, _>>()?;
        let count = phases.len();
        let phases = phases.try_into().map_err(|_| {
            ReadError::new(format!("{count} phases: there are {}, a line each", Self::PHASES))
        })?;
        Self::new(phases)
    }
}

impl FromStr for Phase {
    type Err = ReadError;

    fn from_str(line: &str) -> Result<Self, ReadError> {
        let wrong = || {
            let wanted = format!("pieces placed and {} weights", Strategy::COUNT);
            ReadError::new(format!("`{}` is not a phase: {wanted} are", line.trim()))
        };
        let mut words = line.split_whitespace();
        let from = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
        let weights = words.map(|word| word.parse().ok()).collect::<Option<Vec<f64>>>().ok_or_else(wrong)?;
        Ok(Self { from, weights: weights.try_into().map_err(|_| wrong())? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use agon_core::Game;

    #[test]
    fn weights_survive_their_text() {
        for weights in
            [StrategyWeights::STUDY_TWO, StrategyWeights::STUDY_FOUR.with(Strategy::Contested, 0.125)]
        {
            assert_eq!(weights.to_string().parse::<StrategyWeights>(), Ok(weights));
        }
    }

    #[test]
    fn what_is_not_a_set_of_weights_is_refused() {
        let text = StrategyWeights::STUDY_TWO.to_string();
        let wrong = |text: &str| text.parse::<StrategyWeights>().unwrap_err().message;
        assert!(wrong("").starts_with("these are not weights"));
        assert!(wrong(&text.replacen("7 0.35", "x 0.35", 1)).contains("is not a phase"));
        assert!(wrong(&text.replacen("\n0 ", "\n1 ", 1)).starts_with("phases begin with"));
        assert!(wrong(&text.replacen("\n7 ", "\n13 ", 1)).starts_with("phases begin with"));
        assert!(wrong(&text.replacen("0.91887", "NaN", 1)).contains("is not a weight"));
        assert!(wrong(&text.lines().take(4).collect::<Vec<_>>().join("\n")).starts_with("2 phases"));
    }

    /// The phase follows from the own pieces on the board, and only its weights count.
    #[test]
    fn phases_begin_with_pieces_placed() {
        let only = |from, at: usize| {
            let mut weights = [0.0; Strategy::COUNT];
            weights[at] = 1.0;
            Phase { from, weights }
        };
        let by_phase = StrategyWeights::new([only(0, 3), only(1, 4), only(2, 3)]).unwrap();
        let game = Blokus::new(Rules { variant: Variant::Two });
        let (mut pos, mut scratch) = (game.start(), Vec::new());
        for placed in 0..4 {
            let mv = by_phase.best(&game, &pos, &mut scratch).unwrap();
            let at = if placed == 1 { Strategy::Distance } else { Strategy::Size };
            let most = scratch.iter().map(|&mv| game.strategies(&pos, mv)[at as usize]).fold(0.0, f64::max);
            assert_eq!(game.strategies(&pos, mv)[at as usize], most, "{placed}");
            game.play(&mut pos, mv).unwrap();
            let other = by_phase.best(&game, &pos, &mut scratch).unwrap();
            game.play(&mut pos, other).unwrap();
        }
    }

    #[test]
    fn all_ranks_at_once_are_the_single_ones() {
        let game = Blokus::new(Rules { variant: Variant::Duo });
        let (mut pos, mut rng, mut moves) = (game.start(), agon_core::Seed(1).stream("ranks", 0), Vec::new());
        let weights = StrategyWeights::STUDY_TWO.with(Strategy::Contested, 0.3);
        let mut contested = 0.0;
        for _ in 0..12 {
            let mv = game.random_move(&pos, &mut rng, &mut moves).unwrap();
            game.play_unchecked(&mut pos, mv);
            moves.clear();
            game.moves(&pos, &mut moves);
            let mut ranks = Vec::new();
            weights.rank_all(&game, &pos, &moves, &mut ranks);
            let single: Vec<_> = moves.iter().map(|&mv| weights.rank(&game, &pos, mv)).collect();
            assert_eq!(ranks, single);
            // They are what all strategies say, also the one that is not asked where it has no weight.
            let by_strategy = |&mv: &Move| {
                let numbers = game.strategies(&pos, mv);
                contested += numbers[Strategy::Contested as usize];
                let in_phase = weights.in_phase(&game, &pos, pos.to_move);
                let sum: f64 = numbers.iter().zip(in_phase).map(|(number, weight)| number * weight).sum();
                Score((sum * WHOLE).round() as i32)
            };
            assert_eq!(ranks, moves.iter().map(by_strategy).collect::<Vec<_>>());
        }
        assert!(contested > 0.0);
    }

    /// All values at once are the single ones, and it does not matter how many colours a player has.
    #[test]
    fn all_values_at_once_are_the_single_ones() {
        for variant in [Variant::Classic, Variant::ClassicTwo, Variant::Mini, Variant::Duo] {
            let game = Blokus::new(Rules { variant });
            let (mut pos, mut rng, mut moves) =
                (game.start(), agon_core::Seed(3).stream("values", 0), Vec::new());
            for _ in 0..20 {
                let mv = game.random_move(&pos, &mut rng, &mut moves).unwrap();
                game.play_unchecked(&mut pos, mv);
                let weights = StrategyWeights::STUDY_FOUR;
                let single = PerPlayer::new(game.players(), |player| weights.value(&game, &pos, player));
                assert_eq!(weights.values(&game, &pos), single);
            }
        }
    }

    /// Between two players a value is the opposite of the other's.
    #[test]
    fn values_are_opposite() {
        let game = Blokus::new(Rules { variant: Variant::Duo });
        let (mut pos, mut rng, mut moves) =
            (game.start(), agon_core::Seed(2).stream("values", 0), Vec::new());
        for _ in 0..10 {
            let mv = game.random_move(&pos, &mut rng, &mut moves).unwrap();
            game.play_unchecked(&mut pos, mv);
            let value = |player| StrategyWeights::STUDY_TWO.value(&game, &pos, player);
            assert_eq!(value(Player::FIRST), -value(Player::SECOND));
            // What the explanations count is that value: so much of each strategy, times its weight.
            let explained = |player| {
                let color = game.rules.colors_of(player).next().unwrap();
                let weights = StrategyWeights::STUDY_TWO.in_phase(&game, &pos, color);
                let parts =
                    Evaluator::explain(&StrategyWeights::STUDY_TWO, &game, &pos, player).contributions;
                let worth = |part: &agon_core::Contribution| {
                    let at = Strategy::ALL.iter().position(|strategy| strategy.name() == part.name).unwrap();
                    assert!((part.amount * weights[at] - part.worth).abs() < 1e-9, "{part:?}");
                    part.worth
                };
                parts.iter().map(worth).sum::<f64>()
            };
            let lead = explained(Player::FIRST) - explained(Player::SECOND);
            assert!((lead - value(Player::FIRST).to_f64()).abs() < 0.002, "{lead}");
        }
    }
}

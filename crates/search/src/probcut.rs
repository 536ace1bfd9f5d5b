//! Multi-ProbCut ([Buro1997]) for any evaluator: where a shallow search is so far from the window that the deep one would
//! hardly get there, the deep one is left out.
//!
//! How far is far enough was measured: for every depth and stage of the game a [`ProbCut`] knows by how much the deep
//! value exceeds the shallow one in the mean, and the standard deviation. It is [fitted](ProbCut::fit) to searches with the
//! evaluator itself, since each evaluator errs by other amounts. Whoever searches says how many deviations count as
//! certain.
//!
//! ```text
//! agon probcut 1
//! # patterns on reversi:6x6, 300 positions to depth 8, seed 1       where it comes from
//! plies 32                                     of a game; a stage is an eighth of them
//! depth 4 from 2 left 3 offset 0.12 deviation 1.7
//! end 1                                        how many lines of depths; a file without it was cut short
//! ```
//!
//! Differs from the source: the deep value is taken as the shallow one plus an offset, without a factor. A search to the end
//! of the game is never cut, nor a shallow search that decides about a cut; so what is proven stays proven.

mod fit;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use agon_core::static_value::is_decided;
use agon_core::{Evaluator, Game, Keyed, ReadError, Score, Stopped, Think, whole_lines};

use crate::alpha_beta::{Node, Window, Worker};

pub use fit::ProbCutFit;

const HEADER: &str = "agon probcut 1";
/// Stages of a game, by the plies that are left.
const STAGES: u32 = 8;
/// The least depth that a shallower search can foretell.
const LEAST_DEPTH: u32 = 3;
/// No file knows deeper searches.
const DEEPEST: u32 = 60;
/// Offsets and deviations are less, in points.
const MOST_POINTS: f64 = 100_000.0;

/// How well shallow searches with an evaluator foretell deep ones.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbCut {
    /// Where it comes from. One line.
    pub origin: String,
    /// Plies of a whole game.
    plies: u32,
    foretold: Vec<Foretold>,
}

/// What a shallow search says of a deep one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Foretold {
    depth: u32,
    shallow: u32,
    /// The stage, counted from the end of the game.
    left: u32,
    /// By how much the deep value is larger in the mean, for the player to move.
    offset: Score,
    deviation: Score,
}

/// What is left out of a search.
#[derive(Clone, Debug)]
pub struct Selective {
    /// How well shallow searches foretell deep ones.
    pub probcut: Arc<ProbCut>,
    /// So many deviations count as certain.
    pub certain: f64,
}

/// The depth of the search that foretells one of `depth`: at most half, and odd or even like it.
const fn shallow_depth(depth: u32) -> u32 {
    let half = depth / 4 * 2 + depth % 2;
    if half + 2 > depth { depth.saturating_sub(2) } else { half }
}

impl ProbCut {
    fn stage(&self, plies_left: u32) -> u32 {
        (plies_left.min(self.plies) / self.plies.div_ceil(STAGES).max(1)).min(STAGES - 1)
    }

    /// What is known of a search to `depth` with so many plies left. Beyond the deepest that was measured, searches that
    /// are shallower by as much foretell as well as there.
    pub(crate) fn foretold(&self, depth: u32, plies_left: u32) -> Option<Foretold> {
        let stage = self.stage(plies_left);
        let of_stage = || self.foretold.iter().filter(|known| known.left == stage);
        let alike = |known: &&Foretold| known.depth <= depth && known.depth % 2 == depth % 2;
        let known = of_stage().filter(alike).max_by_key(|known| known.depth)?;
        Some(Foretold { depth, shallow: depth - (known.depth - known.shallow), ..*known })
    }
}

impl fmt::Display for ProbCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { origin, plies, foretold } = self;
        writeln!(f, "{HEADER}\n# {origin}\nplies {plies}")?;
        for Foretold { depth, shallow, left, offset, deviation } in foretold {
            let (offset, deviation) = (offset.to_f64(), deviation.to_f64());
            writeln!(f, "depth {depth} from {shallow} left {left} offset {offset} deviation {deviation}")?;
        }
        writeln!(f, "end {}", foretold.len())
    }
}

impl FromStr for ProbCut {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let lines: Vec<&str> = whole_lines(text)?.lines().collect();
        let wrong = |line: usize, why: &str| ReadError::new(format!("probcut, line {}: {why}", line + 1));
        let [HEADER, origin, plies, foretold @ .., end] = &lines[..] else {
            return Err(wrong(0, &format!("`{HEADER}` is expected, and more lines after it")));
        };
        let origin = origin.strip_prefix("# ").ok_or_else(|| wrong(1, "`# ...` is expected"))?;
        let plies = plies.strip_prefix("plies ").and_then(|plies| plies.parse().ok());
        let plies = plies.ok_or_else(|| wrong(2, "`plies NUMBER` is expected"))?;
        if end.strip_prefix("end ").and_then(|count| count.parse().ok()) != Some(foretold.len()) {
            return Err(wrong(lines.len() - 1, "`end` with the number of depths is expected"));
        }
        let read = |(index, line): (usize, &&str)| {
            let expected = "`depth N from N left N offset POINTS deviation POINTS` is expected";
            read_foretold(line).ok_or_else(|| wrong(index + 3, expected))
        };
        let foretold = foretold.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Self { origin: origin.to_owned(), plies, foretold })
    }
}

fn read_foretold(line: &str) -> Option<Foretold> {
    let words: Vec<&str> = line.split(' ').collect();
    let ["depth", depth, "from", shallow, "left", left, "offset", offset, "deviation", deviation] = words[..]
    else {
        return None;
    };
    let points = |word: &str| {
        let points: f64 = word.parse().ok()?;
        (points.abs() <= MOST_POINTS).then(|| Score::from_f64(points))
    };
    let foretold = Foretold {
        depth: depth.parse().ok()?,
        shallow: shallow.parse().ok()?,
        left: left.parse().ok()?,
        offset: points(offset)?,
        deviation: points(deviation)?,
    };
    let Foretold { depth, shallow, left, deviation, .. } = foretold;
    let possible = (1..depth).contains(&shallow) && depth <= DEEPEST && left < STAGES;
    (possible && deviation >= Score::ZERO).then_some(foretold)
}

impl Selective {
    /// How far from a bound the shallow value has to be.
    fn margin(&self, foretold: &Foretold) -> Score {
        Score::from_f64((foretold.deviation.to_f64() * self.certain).min(MOST_POINTS))
    }
}

impl<G: Keyed, E: Evaluator<G>> Worker<'_, G, E> {
    /// A bound that the node reaches in all likelihood, as a shallow search says.
    pub(crate) fn probable_bound(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        think: &mut Think<'_>,
    ) -> Result<Option<Score>, Stopped> {
        let may_cut = node.depth >= LEAST_DEPTH && !self.foretelling && !node.is_endgame();
        let Some(selective) = self.shared.selective.filter(|_| may_cut) else { return Ok(None) };
        let plies_left = Game::plies_left(self.shared.game, node.pos);
        let Some(foretold) = selective.probcut.foretold(node.depth, plies_left) else { return Ok(None) };
        let margin = selective.margin(&foretold);
        let high = window.beta - foretold.offset + margin;
        let low = window.alpha - foretold.offset - margin;
        let mut at_most = Score::INFINITE;
        if !is_decided(window.beta) && !is_decided(high) {
            let scout = Window { alpha: Score(high.0 - 1), beta: high };
            at_most = self.shallow_value(node, foretold.shallow, scout, think)?;
            if at_most >= high {
                self.guesses += 1;
                return Ok(Some(window.beta));
            }
        }
        if !is_decided(window.alpha) && !is_decided(low) {
            if at_most > low {
                let scout = Window { alpha: low, beta: Score(low.0 + 1) };
                at_most = self.shallow_value(node, foretold.shallow, scout, think)?;
            }
            if at_most <= low {
                self.guesses += 1;
                return Ok(Some(window.alpha));
            }
        }
        Ok(None)
    }

    /// The value of a shallow search that leaves nothing out.
    fn shallow_value(
        &mut self,
        node: &Node<'_, G>,
        depth: u32,
        window: Window,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped> {
        let guesses = self.guesses;
        self.foretelling = true;
        let value = self.node(node.pos, node.me, depth, node.ply, window, think);
        self.foretelling = false;
        self.guesses = guesses;
        self.clear_line(node.ply);
        value
    }
}

#[cfg(test)]
mod tests;

//! The appendix of [Cherry2011]: single games against the three agents that leave nothing to chance (charts A to E), and
//! sums of ten games against the random agent (charts F and G).

use super::fitness::FinalDiscs;

const SINGLE_GAMES: &str = include_str!("../../data/othello-thesis-appendix.csv");
const RANDOM_AGENT: &str = include_str!("../../data/othello-thesis-random.csv");

/// A published game, or ten of them summed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AppendixEntry {
    /// The name of the set of techniques.
    pub techniques: &'static str,
    /// Whether the player had black, which moves first.
    pub black: bool,
    /// The opponent: `Inf`, `Gre`, `GInf` or `Random`.
    pub against: &'static str,
    /// Whether the search used expected min.
    pub expected_min: bool,
    /// In plies.
    pub depth: u32,
    /// The end as the player saw it.
    pub agent: FinalDiscs,
    /// The end as the opponent saw it.
    pub opponent: FinalDiscs,
    /// The fitness of the player and of the opponent, as printed.
    pub fitness: [f64; 2],
}

/// The 360 games of charts A to E.
#[must_use]
pub fn single_games() -> Vec<AppendixEntry> {
    entries(SINGLE_GAMES)
}

/// The 48 sums of charts F and G.
#[must_use]
pub fn random_agent() -> Vec<AppendixEntry> {
    entries(RANDOM_AGENT)
}

/// The lines after the names of the columns.
fn entries(text: &'static str) -> Vec<AppendixEntry> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(entry).collect()
}

fn entry(line: &'static str) -> Option<AppendixEntry> {
    let cells: Vec<_> = line.split(',').collect();
    let (&[_, techniques, colour, against, expected, depth], counts) = cells.split_first_chunk()?;
    let (counts, fitness) = counts.split_first_chunk::<4>()?;
    let [Ok(own), Ok(other), Ok(corners), Ok(other_corners)] = counts.map(str::parse) else { return None };
    let &[fitness, opponent_fitness] = fitness else { return None };
    Some(AppendixEntry {
        techniques,
        black: colour == "black",
        against,
        expected_min: expected == "yes",
        depth: depth.parse().ok()?,
        agent: FinalDiscs { own, opponent: other, corners },
        opponent: FinalDiscs { own: other, opponent: own, corners: other_corners },
        fitness: [fitness.parse().ok()?, opponent_fitness.parse().ok()?],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a win gives the winner it costs the loser, so both together have two for each corner; but a tie costs both
    /// one. And section 5.3.2 says that each sum is an overall win.
    #[test]
    fn the_sums_against_the_random_agent_agree_with_each_other() {
        let sums = random_agent();
        assert_eq!(sums.len(), 48);
        for ten in sums {
            let corners = f64::from(ten.agent.corners + ten.opponent.corners);
            let ties = corners - ten.fitness.iter().sum::<f64>() / 2.0;
            assert!((ties - ties.round()).abs() < 0.006 && (0.0..3.0).contains(&ties.round()), "{ten:?}");
            assert!(ten.agent.own + ten.opponent.own <= 640 && corners <= 40.0, "{ten:?}");
            assert!(ten.agent.own > ten.opponent.own, "{ten:?}");
        }
    }
}

//! Knockout: the winner of a pairing goes on.
//!
//! The order of the agents is their seeding: the first and the second can meet only in the final, and free places of
//! the first stage go to the first of the list. Who has more shares of wins in a pairing goes on; if both have the
//! same, the one listed first does.

use crate::Results;
use crate::plan::TournamentPlan;
use crate::schedule::{TournamentSchedule, add_round};
use agon_arena::GameJob;

/// The games known so far: each stage is known when the one before is complete.
pub(crate) fn schedule(plan: &TournamentPlan, players: usize, results: &Results) -> TournamentSchedule {
    let mut jobs = Vec::new();
    let mut field = seeding(plan.agents.len());
    let mut stage = 0;
    while field.len() > 1 {
        let begin = jobs.len();
        let pairings: Vec<_> = field.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        for round in 0..plan.rounds {
            for pairing in &pairings {
                if let (Some(a), Some(b)) = pairing {
                    add_round(&mut jobs, &[*a, *b], players, stage * plan.rounds + round);
                }
            }
        }
        if jobs[begin..].iter().any(|job| !results.contains_key(&job.number)) {
            break;
        }
        let shares = |agent: usize| -> u64 {
            let share = |job: &GameJob| -> Option<u64> {
                let shares = results.get(&job.number)?.twelfths()?;
                let own = job.seats.as_slice().iter().zip(shares).filter(|(seat, _)| **seat == agent);
                Some(own.map(|(_, share)| share).sum())
            };
            jobs[begin..].iter().filter_map(share).sum()
        };
        let winner = |(a, b): &(Option<usize>, Option<usize>)| match (*a, *b) {
            (Some(a), Some(b)) => {
                let (first, second) = (a.min(b), a.max(b));
                Some(if shares(second) > shares(first) { second } else { first })
            }
            (one, other) => one.or(other),
        };
        field = pairings.iter().map(winner).collect();
        stage += 1;
    }
    // Every pairing puts one agent out, and all but one go out.
    let expected = (plan.agents.len().saturating_sub(1)) as u64 * plan.rounds * 2;
    TournamentSchedule { jobs, expected }
}

/// The agents in the order of the bracket; `None` is a free place.
fn seeding(agents: usize) -> Vec<Option<usize>> {
    let mut order = vec![0];
    while order.len() < agents {
        let size = order.len() * 2;
        order = order.iter().flat_map(|&seed| [seed, size - 1 - seed]).collect();
    }
    order.into_iter().map(|seed| (seed < agents).then_some(seed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_late() {
        assert_eq!(seeding(4), [Some(0), Some(3), Some(1), Some(2)]);
        assert_eq!(seeding(5), [Some(0), None, Some(3), Some(4), Some(1), None, Some(2), None]);
    }
}

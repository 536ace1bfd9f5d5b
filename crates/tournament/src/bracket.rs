//! Knockout: the winner of a pairing goes on.
//!
//! The order of the agents is their seeding: the first and the second can meet only in the final, and free places of
//! the first stage go to the first of the list. Who has more shares of wins in a pairing goes on; if both have the
//! same, the one listed first does.

use serde::Serialize;

use crate::Results;
use crate::plan::TournamentPlan;
use crate::schedule::{TournamentSchedule, add_round};
use agon_arena::GameJob;

/// Two places of a knockout, one of whose agents goes on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// Their names; a place that is free has none.
    pub agents: [Option<String>; 2],
    /// Games that each has won so far, draws as half.
    pub scores: [f64; 2],
    /// Who goes on, as soon as all games are played.
    pub winner: Option<String>,
}

/// Who sits where in a stage; `None` is a free place.
type Places = (Option<usize>, Option<usize>);

/// The games known so far: each stage is known when the one before is complete.
pub(crate) fn schedule(plan: &TournamentPlan, players: usize, results: &Results) -> TournamentSchedule {
    let (mut jobs, mut bracket) = (Vec::new(), Vec::new());
    let mut field = seeding(plan.agents.len());
    while field.len() > 1 {
        let begin = jobs.len();
        let pairings: Vec<Places> = field.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        for round in 0..plan.rounds {
            for pairing in &pairings {
                if let (Some(a), Some(b)) = pairing {
                    add_round(&mut jobs, &[*a, *b], players, bracket.len() as u64 * plan.rounds + round);
                }
            }
        }
        let stage = Stage { jobs: &jobs[begin..], results };
        let winners: Vec<_> = pairings.iter().map(|pairing| stage.winner(*pairing)).collect();
        let shown =
            pairings.iter().zip(&winners).map(|(pairing, winner)| stage.shown(plan, *pairing, *winner));
        bracket.push(shown.collect());
        if !stage.is_over() {
            break;
        }
        field = winners;
    }
    // Every pairing puts one agent out, and all but one go out.
    let expected = (plan.agents.len().saturating_sub(1)) as u64 * plan.rounds * 2;
    TournamentSchedule { jobs, expected, bracket }
}

/// The games of a stage.
struct Stage<'a> {
    jobs: &'a [GameJob],
    results: &'a Results,
}

impl Stage<'_> {
    fn is_over(&self) -> bool {
        self.jobs.iter().all(|job| self.results.contains_key(&job.number))
    }

    /// The games of an agent, which all belong to one pairing.
    fn games_of(&self, agent: usize) -> impl Iterator<Item = &GameJob> {
        self.jobs.iter().filter(move |job| job.seats.as_slice().contains(&agent))
    }

    /// What an agent has won so far, in twelfths of a game.
    fn twelfths(&self, agent: usize) -> u64 {
        let share = |job: &GameJob| -> Option<u64> {
            let shares = self.results.get(&job.number)?.twelfths()?;
            let own = job.seats.as_slice().iter().zip(shares).filter(|(seat, _)| **seat == agent);
            Some(own.map(|(_, share)| share).sum())
        };
        self.games_of(agent).filter_map(share).sum()
    }

    /// Who goes on, if that is known; nobody from two free places.
    fn winner(&self, places: Places) -> Option<usize> {
        let (Some(a), Some(b)) = places else { return places.0.or(places.1) };
        let (first, second) = (a.min(b), a.max(b));
        let is_over = self.games_of(a).all(|job| self.results.contains_key(&job.number));
        let leads = if self.twelfths(second) > self.twelfths(first) { second } else { first };
        is_over.then_some(leads)
    }

    fn shown(&self, plan: &TournamentPlan, (a, b): Places, winner: Option<usize>) -> Pairing {
        let name = |agent: usize| plan.agents[agent].name.clone();
        let score = |agent: Option<usize>| agent.map_or(0.0, |agent| self.twelfths(agent) as f64 / 12.0);
        Pairing {
            agents: [a, b].map(|agent| agent.map(name)),
            scores: [a, b].map(score),
            winner: winner.map(name),
        }
    }
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

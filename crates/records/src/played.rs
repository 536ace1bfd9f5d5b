//! From games that the arena played to records, and back to what a match that goes on needs. Original design.

use std::time::Duration;

use agon_arena::{Ended, Forfeit, KeptGame, OpeningOf, Played, Referee, SeatUse, SeatedGame};
use agon_core::{AgentError, Notation, Outcome, PerPlayer, Player};

use crate::record::{End, PROGRAM, Record, SeatRecord};

impl Record {
    /// The record of a game just played.
    pub fn of<G: Notation>(
        game: &G,
        spec: &str,
        agents: Vec<String>,
        opening: &OpeningOf<G>,
        played: &Played<G::Move>,
    ) -> Self {
        let seat = |(_, used): (Player, &SeatUse)| SeatRecord {
            moves: used.moves,
            nodes: used.nodes,
            micros: used.time.as_micros() as u64,
        };
        let moves = played.moves.iter().map(|&mv| game.write_move(mv)).collect();
        Self {
            start: (opening.start != game.start()).then(|| game.write_position(&opening.start)),
            opening: played.opening,
            seats: played.seats.iter().map(seat).collect(),
            program: Some(PROGRAM.to_owned()),
            ..Self::new(spec.to_owned(), agents, moves, End::from(&played.ended))
        }
    }

    /// The record of a numbered game that `referee` played. `names` are all agents of the contest, `spec` is the game.
    #[must_use]
    pub fn of_seated<G: Notation>(
        referee: &Referee<'_, G>,
        spec: &str,
        names: &[String],
        SeatedGame { job, played }: &SeatedGame<G::Move>,
    ) -> Self {
        let agents = job.seats.as_slice().iter().map(|&agent| names[agent].clone()).collect();
        let record = Self::of(referee.game(), spec, agents, &referee.opening(job.round), played);
        Self { number: Some(job.number), round: Some(job.round), seed: Some(referee.seed().0), ..record }
    }

    /// What a match that goes on needs of this game; `None` if it is not known how it ended, or what its seats used.
    #[must_use]
    pub fn kept_game(&self) -> Option<KeptGame> {
        let used = |seat: &SeatRecord| {
            let SeatRecord { moves, nodes, micros } = *seat;
            SeatUse { moves, nodes, time: Duration::from_micros(micros) }
        };
        (self.seats.len() == self.agents.len()).then_some(())?;
        let seats = PerPlayer::new(self.seats.len(), |seat| used(&self.seats[seat.index()]));
        Some(KeptGame { ended: self.ended()?, seats })
    }

    /// How the game ended; `None` if nobody knows.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        let player = |seat: usize| Player(seat as u8);
        let forfeit = |seat, cause| Some(Ended::Forfeited { player: player(seat), cause });
        match &self.end {
            End::Rules { points } | End::Scored { points } => {
                let points = PerPlayer::new(self.agents.len(), |player| points[player.index()]);
                Some(Ended::Regular(Outcome { points }))
            }
            End::Time { seat } => forfeit(*seat, Forfeit::Time(Duration::ZERO)),
            End::Illegal { seat, detail } => forfeit(*seat, Forfeit::IllegalMove(detail.clone())),
            End::Failed { seat, detail } if detail == End::RESIGNED => forfeit(*seat, Forfeit::Resigned),
            End::Failed { seat, detail } => {
                let error = AgentError::Failed { agent: self.agents[*seat].clone(), cause: detail.clone() };
                forfeit(*seat, Forfeit::Failed(error))
            }
            End::Adjudicated { winner, ruling } => {
                Some(Ended::Adjudicated { winner: winner.map(player), ruling: *ruling })
            }
            End::Unknown => None,
        }
    }
}

impl From<&Ended> for End {
    fn from(ended: &Ended) -> Self {
        match ended {
            Ended::Regular(outcome) => Self::Rules { points: outcome.points.as_slice().to_vec() },
            Ended::Forfeited { player, cause } => {
                let seat = player.index();
                match cause {
                    Forfeit::Time(_) => Self::Time { seat },
                    Forfeit::IllegalMove(detail) => Self::Illegal { seat, detail: detail.clone() },
                    Forfeit::Failed(error) => Self::Failed { seat, detail: error.to_string() },
                    Forfeit::Resigned => Self::Failed { seat, detail: Self::RESIGNED.to_owned() },
                }
            }
            Ended::Adjudicated { winner, ruling } => {
                Self::Adjudicated { winner: winner.map(Player::index), ruling: *ruling }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_arena::{Book, Contest, FirstGames, Match, Openings, Tally};
    use agon_core::{ManualClock, Seed};
    use agon_line::{Line, Rules};
    use agon_search::Random;

    /// A match that goes on after its own records ends as if it had never been stopped.
    #[test]
    fn records_bring_back_what_a_match_needs() {
        let game: Line<u64> = Line::new(Rules::from_spec(&"tictactoe".parse().unwrap()).unwrap()).unwrap();
        let book = Book::read(&game, &Openings::Listed(vec!["b2 a1".into(), "a1".into()])).unwrap();
        let (clock, names) = (ManualClock::new(), ["x".to_owned(), "y".to_owned()]);
        let contest = Contest::default().clock(&clock);
        let settings = Match::new(12).keep_moves(true).contest(contest).seed(Seed(7));
        let mut records = Vec::new();
        let played = settings.play_from(&game, &book, &[&|| Random, &|| Random], |referee, _, games| {
            let record = |game: &SeatedGame<_>| Record::of_seated(referee, "tictactoe", &names, game);
            records.extend(games.iter().map(record));
            true
        });
        assert_eq!(
            records.iter().map(|record| record.number).collect::<Vec<_>>(),
            Vec::from_iter((0..12).map(Some))
        );
        assert_eq!((&records[1].agents[..], records[1].opening), (&["y".to_owned(), "x".to_owned()][..], 2));
        assert_eq!((&records[2].moves[0][..], records[2].seed), ("a1", Some(7)));
        let kept: Vec<_> = records.iter().map(|record| record.kept_game().unwrap()).collect();
        let resumed = settings.clone().kept(&kept[..6]);
        let resumed = resumed.play_from(&game, &book, &[&|| Random, &|| Random], |_, _, _| true);
        // Kept games come without their moves, so only the others are told apart.
        let counted = |mut tally: Tally| {
            tally.first_games = FirstGames::default();
            tally
        };
        assert_eq!(resumed.map(counted), played.map(counted));
        let unmeasured = Record { seats: Vec::new(), ..records[0].clone() };
        assert_eq!(unmeasured.kept_game(), None);
        // The standings of a tournament said `late by 0ns`.
        let late = Record { end: End::Time { seat: 1 }, ..records[0].clone() };
        assert_eq!(late.ended().unwrap().failure(), Some((Player(1), "late".to_owned())));
    }
}

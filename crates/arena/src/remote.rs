//! Games that are played in another process: what it is asked, and what it answers, as text. Original design.
//!
//! A worker has the same game, agents and conditions, so a question is a few numbers. Moves travel as their places in
//! the list of legal moves: every game has that list, in a fixed order, and no notation is needed.

mod conditions;
mod ends;

use std::ops::Range;
use std::time::Duration;

use agon_core::{Game, MAX_PLAYERS, PerPlayer, ReadError};
use serde::{Deserialize, Serialize};

use crate::first_games::is_looked_at;
use crate::game::{Played, SeatUse};
use crate::matches::Match;
use crate::referee::{GameJob, Referee, SeatedGame, ThreadAgents};
use crate::tally::Tally;
use ends::SentEnd;

/// What a worker is asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    /// The rounds of a match of so many games.
    Rounds { from: u64, to: u64, games: u64, wanted: Wanted },
    /// Single games: number, round, and the agent on each seat.
    Games(Vec<(u64, u64, Vec<usize>)>),
}

/// What is wanted of the rounds of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wanted {
    /// Their sum.
    Sum,
    /// How each game ended, and the moves of those that are looked at.
    Ends,
    /// Each game with its moves.
    Moves,
}

/// What a worker answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Sum(Box<Tally>),
    Games(Vec<SentGame>),
}

/// A game on its way. Who asked knows its number and who sat where.
#[derive(Debug, Serialize, Deserialize)]
struct SentGame {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<u32>,
    opening: usize,
    ended: SentEnd,
    /// Moves, nodes and time of each seat.
    seats: Vec<(u64, u64, Duration)>,
}

/// What came of some rounds.
pub(crate) enum Rounds<M> {
    /// Added up.
    Sum(Box<Tally>),
    /// Game by game; without moves unless they were wanted.
    Games(Vec<Vec<SeatedGame<M>>>),
}

/// The question for rounds of a match.
pub(crate) fn ask_rounds(rounds: Range<u64>, games: u64, wanted: Wanted) -> String {
    json(&Question::Rounds { from: rounds.start, to: rounds.end, games, wanted })
}

/// The question for single games.
pub(crate) fn ask_games(jobs: &[GameJob]) -> String {
    json(&Question::Games(
        jobs.iter().map(|job| (job.number, job.round, job.seats.as_slice().to_vec())).collect(),
    ))
}

/// Everything that is sent can be written down.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn wrong(error: impl std::fmt::Display) -> ReadError {
    ReadError::new(format!("a game from elsewhere makes no sense: {error}"))
}

impl<G: Game> Referee<'_, G> {
    /// Plays what somebody elsewhere asks for.
    ///
    /// # Errors
    /// If the question makes no sense, or the contest was stopped.
    pub fn answer(&self, thread: &mut ThreadAgents<'_, G>, question: &str) -> Result<String, ReadError> {
        let question = serde_json::from_str(question).map_err(wrong)?;
        let answer = match question {
            Question::Rounds { from, to, games, wanted } => {
                let whole = Match::new(games);
                let mut sum = Tally::new(self.agents(), self.game().players());
                let mut sent = Vec::new();
                for round in from..to {
                    let jobs = whole.round(self.agents(), self.game().players(), round);
                    let games = self.played(thread, jobs)?;
                    match wanted {
                        Wanted::Sum => sum.add_round(&games),
                        Wanted::Ends => sent
                            .extend(games.iter().map(|game| self.sent(game, is_looked_at(game.job.number)))),
                        Wanted::Moves => sent.extend(games.iter().map(|game| self.sent(game, true))),
                    }
                }
                if wanted == Wanted::Sum { Answer::Sum(Box::new(sum)) } else { Answer::Games(sent) }
            }
            Question::Games(jobs) => {
                let jobs = jobs.into_iter().map(|job| self.job(job)).collect::<Result<_, _>>()?;
                Answer::Games(self.played(thread, jobs)?.iter().map(|game| self.sent(game, true)).collect())
            }
        };
        Ok(json(&answer))
    }

    fn job(&self, (number, round, seats): (u64, u64, Vec<usize>)) -> Result<GameJob, ReadError> {
        if seats.len() != self.game().players() || seats.iter().any(|&agent| agent >= self.agents()) {
            return Err(wrong(format_args!("the seats of game {number}")));
        }
        Ok(GameJob { number, round, seats: PerPlayer::new(seats.len(), |player| seats[player.index()]) })
    }

    fn played(
        &self,
        thread: &mut ThreadAgents<'_, G>,
        jobs: Vec<GameJob>,
    ) -> Result<Vec<SeatedGame<G::Move>>, ReadError> {
        let play = |job: GameJob| {
            let played = self.play(thread, &job).ok_or_else(|| ReadError::new("stopped"))?;
            Ok(SeatedGame { job, played })
        };
        jobs.into_iter().map(play).collect()
    }

    fn sent(&self, SeatedGame { job, played }: &SeatedGame<G::Move>, with_moves: bool) -> SentGame {
        let seats = played.seats.as_slice().iter().map(|seat| (seat.moves, seat.nodes, seat.time)).collect();
        let moves = if with_moves { self.places(job.round, &played.moves) } else { Vec::new() };
        SentGame { moves, opening: played.opening, ended: SentEnd::of(&played.ended), seats }
    }

    /// The place of each move among the legal ones.
    fn places(&self, round: u64, moves: &[G::Move]) -> Vec<u32> {
        let (mut pos, mut legal) = (self.opening(round).start, Vec::new());
        let mut place = |&mv: &G::Move| {
            legal.clear();
            self.game().moves(&pos, &mut legal);
            self.game().play_unchecked(&mut pos, mv);
            // A game is made of legal moves; any other would be refused where it is read.
            legal.iter().position(|&one| one == mv).map_or(u32::MAX, |place| place as u32)
        };
        moves.iter().map(&mut place).collect()
    }

    /// The moves at these places.
    fn moves_at(&self, round: u64, places: &[u32]) -> Result<Vec<G::Move>, ReadError> {
        let (mut pos, mut legal) = (self.opening(round).start, Vec::new());
        let mut moves = Vec::with_capacity(places.len());
        for &place in places {
            legal.clear();
            if self.game().status(&pos).to_move().is_some() {
                self.game().moves(&pos, &mut legal);
            }
            let mv = *legal.get(place as usize).ok_or_else(|| wrong("there is no such move"))?;
            self.game().play_unchecked(&mut pos, mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    /// Reads the answer to the question for some games.
    pub(crate) fn read_games(
        &self,
        jobs: &[GameJob],
        answer: &str,
    ) -> Result<Vec<SeatedGame<G::Move>>, ReadError> {
        match serde_json::from_str(answer).map_err(wrong)? {
            Answer::Games(sent) => self.seated(jobs, sent),
            Answer::Sum(_) => Err(wrong("a sum, where games were wanted")),
        }
    }

    /// Reads the answer to the question for some rounds.
    pub(crate) fn read_rounds(
        &self,
        settings: &Match<'_>,
        rounds: Range<u64>,
        answer: &str,
    ) -> Result<Rounds<G::Move>, ReadError> {
        let (agents, players) = (self.agents(), self.game().players());
        let jobs: Vec<Vec<GameJob>> = rounds.map(|round| settings.round(agents, players, round)).collect();
        let expected: usize = jobs.iter().map(Vec::len).sum();
        match serde_json::from_str(answer).map_err(wrong)? {
            Answer::Sum(tally) => {
                let is_sum = tally.games == expected as u64
                    && tally.agents.len() == agents
                    && tally.players() == players;
                if is_sum { Ok(Rounds::Sum(tally)) } else { Err(wrong("not as many games as were wanted")) }
            }
            Answer::Games(sent) => {
                let mut games = self.seated(&jobs.concat(), sent)?.into_iter();
                Ok(Rounds::Games(jobs.iter().map(|jobs| games.by_ref().take(jobs.len()).collect()).collect()))
            }
        }
    }

    fn seated(&self, jobs: &[GameJob], sent: Vec<SentGame>) -> Result<Vec<SeatedGame<G::Move>>, ReadError> {
        if sent.len() != jobs.len() {
            return Err(wrong(format_args!("{} games, where {} were wanted", sent.len(), jobs.len())));
        }
        let seated = |(job, sent): (&GameJob, SentGame)| {
            let players = job.seats.players();
            if sent.seats.len() != players || players > MAX_PLAYERS {
                return Err(wrong("another number of seats"));
            }
            let seats = PerPlayer::new(players, |player| {
                let (moves, nodes, time) = sent.seats[player.index()];
                SeatUse { moves, nodes, time }
            });
            let moves = self.moves_at(job.round, &sent.moves)?;
            let ended = sent.ended.read(players)?;
            Ok(SeatedGame { job: *job, played: Played { moves, opening: sent.opening, ended, seats } })
        };
        jobs.iter().zip(sent).map(seated).collect()
    }
}

#[cfg(test)]
mod tests;

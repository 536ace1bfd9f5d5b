//! Ending a game before its end, when nobody doubts the result. The customs are those of engine matches: a win when
//! both sides have seen it for some plies, a draw when both have seen nothing for some plies, a draw at a maximum
//! length. Original design.

use std::fmt;
use std::str::FromStr;

use agon_core::{Player, ReadError, Score};
use serde::{Deserialize, Serialize};

/// When games are cut short; by default never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A draw once this many plies are played, those of the opening included.
    pub max_plies: Option<u32>,
    /// A win once both players have given the same side a score >= this.
    pub win: Option<Agreement>,
    /// A draw once both players have given a score between -this and this.
    pub draw: Option<Agreement>,
}

/// A score held for a number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// A win needs >= this score, a draw <= it on both sides.
    pub score: Score,
    /// Consecutive plies during which it holds, >= 1.
    pub plies: u32,
}

/// Why a game was cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruling {
    /// It reached the maximum length.
    Length,
    /// Both sides saw the same winner.
    Win,
    /// Both sides saw a draw.
    Draw,
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "length",
            Self::Win => "win",
            Self::Draw => "draw",
        })
    }
}

impl FromStr for Agreement {
    type Err = ReadError;

    /// Reads `POINTS:PLIES`, such as `10:4`.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let read = || {
            let (score, plies) = text.split_once(':')?;
            let points: f64 =
                score.trim().parse().ok().filter(|points: &f64| *points >= 0.0 && points.is_finite())?;
            let plies = plies.trim().parse().ok().filter(|plies| *plies > 0)?;
            Some(Self { score: Score::from_f64(points), plies })
        };
        let wanted = || format!("`{text}` is not POINTS:PLIES, such as 10:4 for 10 points during 4 plies");
        read().ok_or_else(|| ReadError::new(wanted()))
    }
}

/// What the players have said so far in one game.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScoreWatch {
    leader: Option<Player>,
    led: u32,
    level: u32,
    /// Whether both players have spoken during the run.
    speakers: [[bool; 2]; 2],
}

impl ScoreWatch {
    /// Hears the score that `player` gave to the ply just played, the `plies`th of the game, and says whether the
    /// game is over: who won, or `None` for a draw.
    pub(crate) fn hear(
        &mut self,
        rules: &Adjudication,
        players: usize,
        player: Player,
        score: Option<Score>,
        plies: u32,
    ) -> Option<(Option<Player>, Ruling)> {
        if rules.max_plies.is_some_and(|most| plies >= most) {
            return Some((None, Ruling::Length));
        }
        if players != 2 {
            return None;
        }
        let leader = rules.win.zip(score).and_then(|(win, score)| match score {
            score if score >= win.score => Some(player),
            score if -score >= win.score => Some(player.other()),
            _ => None,
        });
        if leader != self.leader {
            (self.leader, self.led, self.speakers[0]) = (leader, 0, [false; 2]);
        }
        if let (Some(leader), Some(win)) = (leader, rules.win) {
            self.led += 1;
            self.speakers[0][player.index()] = true;
            if self.led >= win.plies && self.speakers[0] == [true; 2] {
                return Some((Some(leader), Ruling::Win));
            }
        }
        let draw = rules.draw?;
        if score.is_none_or(|score| score > draw.score || -score > draw.score) {
            (self.level, self.speakers[1]) = (0, [false; 2]);
            return None;
        }
        self.level += 1;
        self.speakers[1][player.index()] = true;
        let agreed = self.level >= draw.plies && self.speakers[1] == [true; 2];
        agreed.then_some((None, Ruling::Draw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Option<Player>, Ruling)> {
        let mut watch = ScoreWatch::default();
        scores.iter().enumerate().find_map(|(ply, score)| {
            let player = Player((ply % 2) as u8);
            let (winner, ruling) = watch.hear(&rules, 2, player, score.map(Score::points), ply as u32 + 1)?;
            Some((ply + 1, winner, ruling))
        })
    }

    #[test]
    fn both_sides_must_agree_on_a_win() {
        let rules = Adjudication { win: "10:3".parse().ok(), ..Adjudication::default() };
        let score = Some;
        assert_eq!(
            heard(rules, &[score(12), score(-11), score(30), score(-9)]),
            Some((3, Some(Player::FIRST), Ruling::Win))
        );
        assert_eq!(heard(rules, &[score(12), score(12), score(12), score(12)]), None, "each sees itself win");
        assert_eq!(
            heard(rules, &[score(12), None, score(12), score(-12), None]),
            None,
            "silence breaks the run"
        );
        assert_eq!(
            heard(rules, &[score(-10), score(10), score(-10)]),
            Some((3, Some(Player::SECOND), Ruling::Win))
        );
    }

    #[test]
    fn level_scores_are_a_draw_and_long_games_too() {
        let draw = Adjudication { draw: "0:4".parse().ok(), ..Adjudication::default() };
        assert_eq!(heard(draw, &[Some(0); 4]), Some((4, None, Ruling::Draw)));
        assert_eq!(heard(draw, &[Some(0), Some(0), Some(1), Some(0), Some(0), Some(0)]), None);
        let length = Adjudication { max_plies: Some(2), ..Adjudication::default() };
        assert_eq!(heard(length, &[None; 5]), Some((2, None, Ruling::Length)));
    }

    #[test]
    fn wrong_agreements_are_refused() {
        for bad in ["", "10", "10:", ":4", "10:0", "-1:4", "NaN:3", "inf:3", "ten:4"] {
            assert!(bad.parse::<Agreement>().is_err(), "{bad}");
        }
    }

    #[test]
    fn scores_at_the_border_count() {
        let win = Adjudication { win: "10:2".parse().ok(), ..Adjudication::default() };
        assert_eq!(heard(win, &[Some(10), Some(-10)]), Some((2, Some(Player::FIRST), Ruling::Win)));
        assert_eq!(heard(win, &[Some(9), Some(-10), Some(9)]), None);
        let draw = Adjudication { draw: "2:2".parse().ok(), ..Adjudication::default() };
        assert_eq!(heard(draw, &[Some(2), Some(-2)]), Some((2, None, Ruling::Draw)));
        assert_eq!(heard(draw, &[Some(3), Some(-2), Some(-3), Some(2)]), None);
        assert_eq!(heard(draw, &[Some(0), None, Some(0)]), None, "silence breaks the run");
        let length = Adjudication { max_plies: Some(3), ..Adjudication::default() };
        assert_eq!(heard(length, &[None; 3]), Some((3, None, Ruling::Length)));
    }

    /// One player alone agrees with nobody, however often it speaks.
    #[test]
    fn both_must_have_spoken() {
        let rules = Adjudication { win: "5:1".parse().ok(), draw: "1:1".parse().ok(), max_plies: None };
        let mut watch = ScoreWatch::default();
        let mut hear = |player, score| watch.hear(&rules, 2, player, Some(Score::points(score)), 1);
        assert_eq!([7, 7, 7].map(|score| hear(Player::FIRST, score)), [None; 3]);
        assert_eq!(hear(Player::SECOND, -7), Some((Some(Player::FIRST), Ruling::Win)));
        assert_eq!([0, 1, -1].map(|score| hear(Player::SECOND, score)), [None; 3]);
        assert_eq!(hear(Player::FIRST, 0), Some((None, Ruling::Draw)));
    }

    #[test]
    fn games_of_more_than_two_are_cut_short_by_length_only() {
        let rules = Adjudication { win: "1:1".parse().ok(), draw: "9:1".parse().ok(), max_plies: Some(3) };
        let mut watch = ScoreWatch::default();
        let heard =
            [1, 2, 3].map(|ply| watch.hear(&rules, 3, Player(ply as u8 - 1), Some(Score::points(5)), ply));
        assert_eq!(heard, [None, None, Some((None, Ruling::Length))]);
    }

    #[test]
    fn rulings_and_agreements_have_their_words() {
        let words = [Ruling::Length, Ruling::Win, Ruling::Draw].map(|ruling| ruling.to_string());
        assert_eq!(words, ["length", "win", "draw"]);
        assert_eq!(" 2.5 : 7 ".parse(), Ok(Agreement { score: Score(2500), plies: 7 }));
        assert!("x".parse::<Agreement>().unwrap_err().message.starts_with("`x` is not POINTS:PLIES"));
    }
}

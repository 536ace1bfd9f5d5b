//! Which games of a file are wanted.

use std::collections::BTreeSet;

use agon_catalog::Registry;
use agon_core::ReadError;
use agon_core::spec::Word;
use agon_records::Record;
use clap::Args;

use crate::failure::Failure;

/// Games by what their records say.
#[derive(Debug, Args)]
pub struct RecordFilter {
    /// Only games of this match
    #[arg(long = "match", value_name = "NAME")]
    event: Option<String>,
    /// Only games of this game, such as reversi:6x6; it is also the game that move lists (.txt) are of
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,
    /// Only games in which somebody's name or spec has this in it
    #[arg(long, value_name = "TEXT")]
    player: Option<String>,
    /// Only games of this year, month or day, such as 2001 or 2001-05
    #[arg(long, value_name = "DATE", value_parser = read_date)]
    date: Option<String>,
    /// Only games with this result: P1 to P4 for who won, draw, or unfinished
    #[arg(long, value_name = "RESULT", value_parser = read_result)]
    result: Option<WantedResult>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WantedResult {
    Won(usize),
    Draw,
    Unfinished,
}

fn read_result(text: &str) -> Result<WantedResult, ReadError> {
    let text = text.to_ascii_lowercase();
    match text.as_str() {
        "draw" => Ok(WantedResult::Draw),
        "unfinished" => Ok(WantedResult::Unfinished),
        "p1" | "p2" | "p3" | "p4" => Ok(WantedResult::Won(usize::from(text.as_bytes()[1] - b'1'))),
        _ => Err(ReadError::new("P1, P2, P3, P4, draw or unfinished is wanted")),
    }
}

/// Reads a year, a month or a day that there is.
fn read_date(text: &str) -> Result<String, ReadError> {
    let parts: Vec<_> = text.split('-').collect();
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let lengths: Vec<_> = parts.iter().map(|part| part.len()).collect();
    let number = |index: usize| parts.get(index).and_then(|part| part.parse::<u32>().ok()).unwrap_or(1);
    let (month, day) = (number(1), number(2));
    let days = match month {
        2 if number(0).is_multiple_of(4) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let is_date = parts.iter().all(is_number)
        && [4, 2, 2].starts_with(&lengths)
        && (1..=12).contains(&month)
        && (1..=days).contains(&day);
    let wanted = "a year, a month or a day is wanted, such as 2001, 2001-05 or 2001-05-31";
    if is_date { Ok(text.to_owned()) } else { Err(ReadError::new(wanted)) }
}

/// The error for a match that is not among those of a file.
pub fn no_such_match(file: &str, wanted: &str, names: &BTreeSet<String>) -> Failure {
    const SHOWN: usize = 5;
    let mut message = format!("{file}: there is no game of a match `{wanted}`");
    let known: Vec<_> = names.iter().map(String::as_str).collect();
    let word = Word { text: wanted.to_owned(), span: 0..wanted.len() };
    if let Some(name) = word.closest(&known) {
        message += &format!("; did you mean `{name}`?");
    }
    if !known.is_empty() {
        message += &format!("; there is `{}`", known[..known.len().min(SHOWN)].join("`, `"));
    }
    if known.len() > SHOWN {
        message += &format!(" and {} more", known.len() - SHOWN);
    }
    Failure::File(message)
}

impl RecordFilter {
    /// The match that is wanted.
    pub fn event(&self) -> Option<&str> {
        self.event.as_deref()
    }

    /// The game that move lists are of.
    pub fn game_of_lists(&self) -> &str {
        self.game.as_deref().unwrap_or("reversi")
    }

    /// Whether every game is wanted.
    pub fn is_empty(&self) -> bool {
        let Self { event, game, player, date, result } = self;
        event.is_none() && game.is_none() && player.is_none() && date.is_none() && result.is_none()
    }

    /// The filter with the game in its shortest form, as records have it.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn wants(&self, catalog: &Registry) -> Result<impl Fn(&Record) -> bool, ReadError> {
        let spec = self.game.as_deref().map(|spec| catalog.game(spec).map(|game| game.spec())).transpose()?;
        let player = self.player.as_ref().map(|name| name.to_lowercase());
        Ok(move |record: &Record| {
            let has_player =
                |name: &String| record.agents.iter().any(|agent| agent.to_lowercase().contains(name));
            let is_of =
                |date: &String| record.date.as_ref().is_some_and(|played| played.starts_with(date.as_str()));
            self.event.as_ref().is_none_or(|name| record.event.as_ref() == Some(name))
                && spec.as_ref().is_none_or(|spec| record.game == *spec)
                && player.as_ref().is_none_or(has_player)
                && self.date.as_ref().is_none_or(is_of)
                && self.result.is_none_or(|wanted| result_of(record) == Some(wanted))
        })
    }
}

/// How a game ended, if one seat won it or nobody did.
fn result_of(record: &Record) -> Option<WantedResult> {
    let Some(shares) = record.twelfths() else { return Some(WantedResult::Unfinished) };
    let mut winners = (0..shares.len()).filter(|&seat| shares[seat] > 0);
    match (winners.next(), winners.next()) {
        (Some(seat), None) => Some(WantedResult::Won(seat)),
        (Some(_), Some(_)) => Some(WantedResult::Draw),
        (None, _) => None,
    }
}

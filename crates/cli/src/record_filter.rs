//! Which games of a file are wanted.

use agon_arena::records::Record;
use agon_catalog::game;
use agon_core::ReadError;
use clap::Args;

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
    #[arg(long, value_name = "DATE")]
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

impl RecordFilter {
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
    pub fn wants(&self) -> Result<impl Fn(&Record) -> bool, ReadError> {
        let spec = self.game.as_deref().map(|spec| game(spec).map(|game| game.spec())).transpose()?;
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

//! Games that Piskvork and the Gomocup manager keep, one to a file.
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0
//! 11,11,0               column and row from 1, the row from the top; milliseconds
//! 10,11,1062
//! pbrain-first.exe      then who played, and how it ended
//! pbrain-second.exe
//! -1
//! 1,Freestyle           who won: 1, 2 or 0
//! ```
//!
//! There is no description of the format: this is what the files look like. Everything behind the moves may be missing.

use crate::place::{FormatError, Place};

/// A game as the format has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PsqGame {
    /// Columns and rows.
    pub size: (u32, u32),
    /// In the order in which they were played.
    pub moves: Vec<PsqMove>,
    /// Who played, the first mover first.
    pub players: [Option<String>; 2],
    /// The number of the winner, 1 or 2; 0 in a draw.
    pub winner: Option<u32>,
    /// The rule as the manager calls it.
    pub rule: Option<String>,
}

/// One stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PsqMove {
    /// From 1, from the left.
    pub column: u32,
    /// From 1, from the top.
    pub row: u32,
    /// Time for the move.
    pub millis: u64,
    /// Where it stands.
    pub place: Place,
}

const HEAD: &str = "Piskvorky";

/// Reads a game.
///
/// # Errors
/// If it is damaged; the error says where.
pub fn read(text: &str) -> Result<PsqGame, FormatError> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end()));
    let (_, head) = lines.next().unwrap_or((1, ""));
    let at = |line: usize, column: usize| Place { line, column };
    let size = head.strip_prefix(HEAD).and_then(|rest| {
        let (columns, rows) = rest.trim_start().split(',').next()?.trim().split_once('x')?;
        Some((columns.parse().ok()?, rows.parse().ok()?))
    });
    let size = size.filter(|&(columns, rows)| (1..=100).contains(&columns) && (1..=100).contains(&rows));
    let size = size.ok_or_else(|| {
        at(1, 1).error(format!("the first line is `{HEAD} 20x20, 11:11, 0`, with the size"))
    })?;
    let mut game = PsqGame { size, moves: Vec::new(), players: [None, None], winner: None, rule: None };
    let mut names = Vec::new();
    for (number, line) in lines {
        let is_stone = names.is_empty() && line.split(',').count() == 3;
        if is_stone {
            game.moves.push(stone(line, size, number)?);
        } else if let Some((winner, rule)) = end(line).filter(|_| !names.is_empty()) {
            (game.winner, game.rule) = (Some(winner), Some(rule).filter(|rule| !rule.is_empty()));
        } else if !matches!(line.trim(), "" | "-1") && names.len() < 2 {
            if line.contains(',') && names.is_empty() && line.starts_with(|c: char| c.is_ascii_digit()) {
                return Err(
                    at(number, 1).error(format!("`{line}` is not a stone: column, row and milliseconds are"))
                );
            }
            names.push(line.to_owned());
        }
    }
    let mut names = names.into_iter();
    game.players = [names.next(), names.next()];
    Ok(game)
}

fn stone(line: &str, size: (u32, u32), number: usize) -> Result<PsqMove, FormatError> {
    let mut column = 1;
    let mut values = [0_u64; 3];
    for (value, part) in values.iter_mut().zip(line.split(',')) {
        let place = Place { line: number, column };
        *value = part.trim().parse().map_err(|_| place.error(format!("`{part}` is not a number from 0")))?;
        column += part.chars().count() + 1;
    }
    let place = Place { line: number, column: 1 };
    let [x, y, millis] = values;
    let (Some(x), Some(y)) = (within(x, size.0), within(y, size.1)) else {
        return Err(place.error(format!("there is no cell {x},{y} on a board of {}x{}", size.0, size.1)));
    };
    Ok(PsqMove { column: x, row: y, millis, place })
}

fn within(number: u64, most: u32) -> Option<u32> {
    u32::try_from(number).ok().filter(|number| (1..=most).contains(number))
}

/// `1,Freestyle`, or a winner alone.
fn end(line: &str) -> Option<(u32, String)> {
    let (winner, rule) = line.split_once(',').unwrap_or((line, ""));
    let winner = winner.trim().parse().ok().filter(|winner| *winner <= 2)?;
    Some((winner, rule.trim().to_owned()))
}

impl PsqGame {
    /// The text of the file.
    #[must_use]
    pub fn write(&self) -> String {
        let (columns, rows) = self.size;
        let mut text = format!("{HEAD} {columns}x{rows}, 11:11, 0\n");
        for PsqMove { column, row, millis, .. } in &self.moves {
            text += &format!("{column},{row},{millis}\n");
        }
        for player in &self.players {
            // A name must not look like something else.
            let name: String = player.as_deref().unwrap_or("?").replace(['\n', '\r'], " ").replace(',', ";");
            text += &format!(
                "{}\n",
                if name.trim().is_empty() || name.trim() == "-1" { "?" } else { name.trim() }
            );
        }
        text += "-1\n";
        if let Some(winner) = self.winner {
            text += &format!("{winner},{}\n", self.rule.as_deref().unwrap_or("Freestyle"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FILE: &str = "Piskvorky 20x20, 11:11, 0\r\n11,11,0\r\n10,11,1062\r\npbrain-a.exe\r\npbrain-b.exe\r\n-1\r\n2,Freestyle\r\n";

    #[test]
    fn files_of_the_manager_are_read() {
        let game = read(FILE).unwrap();
        assert_eq!((game.size, game.moves.len(), game.moves[1].millis), ((20, 20), 2, 1062));
        assert_eq!(game.players, [Some("pbrain-a.exe".to_owned()), Some("pbrain-b.exe".to_owned())]);
        assert_eq!((game.winner, game.rule.as_deref()), (Some(2), Some("Freestyle")));
        let short = read("Piskvorky 15x15, 11:11, 0\n8,8,0\n").unwrap();
        assert_eq!((short.moves.len(), short.winner, short.players), (1, None, [None, None]));
    }

    #[test]
    fn damage_is_told_with_its_place() {
        let wrong = |text: &str| read(text).unwrap_err().to_string();
        assert!(wrong("").starts_with("line 1, column 1: the first line is `Piskvorky"));
        assert!(wrong("Piskvorky 0x15").starts_with("line 1, column 1"));
        assert_eq!(wrong("Piskvorky 15x15, 1\n8,8,0\n8,x,0"), "line 3, column 3: `x` is not a number from 0");
        assert_eq!(
            wrong("Piskvorky 15x15, 1\n16,8,0"),
            "line 2, column 1: there is no cell 16,8 on a board of 15x15"
        );
        assert!(wrong("Piskvorky 15x15, 1\n8,8").contains("is not a stone"));
    }

    proptest! {
        #[test]
        fn games_come_back(
            stones in prop::collection::vec((1_u32..=15, 1_u32..=15, 0_u64..5000), 0..9),
            names in prop::collection::vec("[a-z][a-z0-9.-]{0,8}", 2),
            winner in 0_u32..=2,
        ) {
            let place = Place { line: 1, column: 1 };
            let moves = stones.into_iter().map(|(column, row, millis)| PsqMove { column, row, millis, place });
            let game = PsqGame {
                size: (15, 15),
                moves: moves.collect(),
                players: [Some(names[0].clone()), Some(names[1].clone())],
                winner: Some(winner),
                rule: Some("Freestyle".to_owned()),
            };
            let mut again = read(&game.write()).unwrap();
            again.moves.iter_mut().for_each(|mv| mv.place = place);
            prop_assert_eq!(again, game);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9x,a\n -]{0,60}") {
            let _ = read(&text);
            if let Ok(game) = read(&format!("Piskvorky 15x15, 0\n{text}")) {
                prop_assert!(read(&game.write()).is_ok());
            }
        }
    }
}

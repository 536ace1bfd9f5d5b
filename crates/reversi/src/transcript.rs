//! Transcripts: a game as one line of text, `f5d6c3d3c4...`, as Othello players send them around. Original design.
//!
//! Passes may be left out. A score may follow after white space: `+12` or `-4` (discs of black less those of white), or
//! `38-26`. `#` begins a comment.

use agon_core::{Game, Notation, Player, ReadError, Status};

use crate::game::{Move, Reversi};
use crate::geometry::BoardWord;

/// A game from a line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// All moves, passes included.
    pub moves: Vec<Move>,
    /// The points of black and white: as the line says, else as the rules do; `None` if the game is not over.
    pub points: Option<[i32; 2]>,
    /// Whether the rules give these points too.
    pub by_rules: bool,
}

impl<W: BoardWord> Reversi<W> {
    /// Reads a line without its comment.
    ///
    /// # Errors
    /// If a move cannot be read or is not legal, or the score is none; the error points at it.
    pub fn read_transcript(&self, line: &str) -> Result<Transcript, ReadError> {
        let (list, score) = split_score(line);
        let mut pos = self.start();
        let mut moves = Vec::new();
        for (index, word) in self.split_moves(list).into_iter().enumerate() {
            let place =
                |what: String| ReadError::new(format!("move {}: {what}", index + 1)).at_part(word, line);
            let mv = self.read_move(word).map_err(|error| place(error.message))?;
            self.play_past_passes(&mut pos, mv, &mut moves)
                .map_err(|_| place(format!("`{word}` is not legal here")))?;
        }
        let ruled = match self.status(&pos) {
            Status::Over(outcome) => {
                Some([Player::FIRST, Player::SECOND].map(|player| outcome.points[player]))
            }
            Status::ToMove(_) => None,
        };
        let cells = self.rules.shape.count() as i32;
        let noted = score.map(|score| {
            read_score(score, cells).map_err(|message| ReadError::new(message).at_part(score, line))
        });
        let points = noted.transpose()?.or(ruled);
        Ok(Transcript { moves, points, by_rules: points.is_some() && points == ruled })
    }
}

/// The moves and, if the last word is not a move, the score.
fn split_score(line: &str) -> (&str, Option<&str>) {
    let line = line.trim_end();
    match line.rsplit_once(char::is_whitespace) {
        Some((moves, score)) if score.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-') => {
            // `--` is a pass.
            if score == "--" { (line, None) } else { (moves, Some(score)) }
        }
        _ => (line, None),
    }
}

fn read_score(text: &str, cells: i32) -> Result<[i32; 2], String> {
    let wrong = || format!("`{text}` is not a score: `+12`, `-4` (black less white) or `38-26` is");
    if let Some((black, white)) = text.split_once(['-', ':']).filter(|(black, _)| !black.is_empty()) {
        let points = [black, white].map(|points| points.parse::<u16>().map(i32::from));
        return match points {
            [Ok(black), Ok(white)] if black + white <= cells => Ok([black, white]),
            [Ok(_), Ok(_)] => Err(format!("`{text}` is not a score: the board has {cells} cells")),
            _ => Err(wrong()),
        };
    }
    let difference: i32 = text.parse().map_err(|_| wrong())?;
    if difference.unsigned_abs() > cells as u32 || (cells + difference) % 2 != 0 {
        return Err(format!(
            "`{text}` is not a score on {cells} cells: the winner gets the empty ones, so that all are shared out"
        ));
    }
    Ok([(cells + difference) / 2, (cells - difference) / 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Transcript, ReadError> {
        Reversi::<u64>::new(Default::default()).unwrap().read_transcript(line)
    }

    /// The shortest game there is: black has all thirteen discs after nine moves.
    const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

    #[test]
    fn points_are_those_of_the_line_or_else_of_the_rules() {
        let points = |line: &str| read(line).map(|game| (game.moves.len(), game.points, game.by_rules));
        assert_eq!(points("f5d6"), Ok((2, None, false)), "the game is not over");
        assert_eq!(points("f5d6 +12"), Ok((2, Some([38, 26]), false)), "somebody gave up");
        assert_eq!(points("f5d6 -4 "), Ok((2, Some([30, 34]), false)));
        assert_eq!(points("f5d6 0"), Ok((2, Some([32, 32]), false)));
        assert_eq!(points("f5 d6 38-26"), Ok((2, Some([38, 26]), false)));
        assert_eq!(points("f5d6 20:13"), Ok((2, Some([20, 13]), false)));
        assert_eq!(points(SHORTEST), Ok((9, Some([64, 0]), true)));
        assert_eq!(points(&format!("{SHORTEST} +64")), Ok((9, Some([64, 0]), true)));
        assert_eq!(points(&format!("{SHORTEST} 13-0")), Ok((9, Some([13, 0]), false)));
    }

    #[test]
    fn what_is_not_a_score_is_pointed_at() {
        let wrong = |line: &str| {
            let error = read(line).unwrap_err();
            (error.message, line[error.span.unwrap()].to_owned())
        };
        for (line, score) in
            [("f5d6 38-27", "38-27"), ("f5d6 +66", "+66"), ("f5d6 +3", "+3"), ("f5d6 -66", "-66")]
        {
            let (message, part) = wrong(line);
            assert!(message.contains("is not a score") && part == score, "{message}");
        }
        assert_eq!(wrong("f5d6 38-x").1, "38-x");
        assert_eq!(wrong("f5d6 +x").0, "`+x` is not a score: `+12`, `-4` (black less white) or `38-26` is");
        assert_eq!(wrong("f5f5"), ("move 2: `f5` is not legal here".to_owned(), "f5".to_owned()));
        assert!(read("f5d6 38-26").is_ok() && read("f5d6 64-0").is_ok() && read("f5d6 +64").is_ok());
    }
}

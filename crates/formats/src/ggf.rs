//! The Generic Game Format of Othello servers [Buro1995], which the NBoard protocol speaks too.
//!
//! ```text
//! (;GM[Othello]PC[GGS/os]DT[2003.12.15 13:24:03]PB[black]PW[white]RE[+0.000]TI[15:00//02:00]
//!   TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
//!   B[d3//0.01]W[c5]...;)
//! ```
//!
//! It looks like SGF, but a move carries an evaluation and a time behind slashes, the board has a line of its own, and a
//! lone `;` ends a game.

use crate::place::{FormatError, Place};
use crate::sgf::{Node, escaped, read};

/// A game as the format has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfGame {
    /// Where it was played.
    pub place_played: Option<String>,
    /// When, as the server wrote it.
    pub date: Option<String>,
    /// Who played black and white.
    pub players: [Option<String>; 2],
    /// Black's result, such as `+12.000`, with what else stands there: `:r` resigned, `:t` time, `:s` mutual.
    pub result: Option<String>,
    /// Time for each player, `main/increment/extension`.
    pub time: [Option<String>; 2],
    /// Cells on a side.
    pub side: u32,
    /// `*` is black, `O` white, `-` empty, row by row from the top left.
    pub board: String,
    /// `*` or `O`.
    pub to_move: char,
    /// In the order in which they were played.
    pub moves: Vec<GgfMove>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfMove {
    /// Whether black made it.
    pub black: bool,
    /// `d3` in small letters, or `pass`.
    pub text: String,
    /// What the player thought of it, in discs.
    pub eval: Option<String>,
    /// Seconds.
    pub time: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// The board of 8x8 games at their start.
pub const USUAL_BOARD: &str = "---------------------------O*------*O---------------------------";

/// Reads all games of a text.
///
/// # Errors
/// If one is damaged or not of Othello; the error says where.
pub fn read_games(text: &str) -> Result<Vec<GgfGame>, FormatError> {
    // A lone `;` before the end is a node without properties, which trees may have.
    read(text)?
        .iter()
        .map(|tree| game(tree.lines().first().map_or(&[][..], |line| line), tree.place))
        .collect()
}

fn game(nodes: &[&Node], place: Place) -> Result<GgfGame, FormatError> {
    let find = |name: &str| nodes.iter().find_map(|node| node.get(name));
    let text =
        |name: &str| find(name).map(|value| value.text.trim().to_owned()).filter(|text| !text.is_empty());
    if let Some(kind) = find("GM").filter(|kind| !kind.text.trim().eq_ignore_ascii_case("othello")) {
        return Err(kind.place.error(format!("`{}` is not a game of this format: Othello is", kind.text)));
    }
    let board = find("BO").ok_or_else(|| place.error("the game has no board: `BO` is missing"))?;
    let (side, cells, to_move) = read_board(&board.text).map_err(|message| board.place.error(message))?;
    let mut moves = Vec::new();
    for property in nodes.iter().flat_map(|node| &node.properties) {
        if let "B" | "W" = property.name.as_str() {
            for value in &property.values {
                let black = property.name == "B";
                moves.push(
                    read_move(&value.text, black, value.place).map_err(|wrong| value.place.error(wrong))?,
                );
            }
        }
    }
    let both = text("TI");
    Ok(GgfGame {
        place_played: text("PC"),
        date: text("DT"),
        players: [text("PB"), text("PW")],
        result: text("RE"),
        time: [text("TB").or_else(|| both.clone()), text("TW").or(both)],
        side,
        board: cells,
        to_move,
        moves,
    })
}

/// `8 -------- ... *`: the side, the cells, who is to move.
fn read_board(text: &str) -> Result<(u32, String, char), String> {
    let mut words = text.split_whitespace();
    let side = words.next().and_then(|word| word.parse::<u32>().ok()).filter(|side| (4..=20).contains(side));
    let side = side.ok_or("the board begins with its size, from 4 to 20")?;
    let mut cells: String = words.collect();
    let to_move = cells
        .pop()
        .filter(|last| matches!(last, '*' | 'O'))
        .ok_or("the board ends with the side to move: `*` or `O`")?;
    let wrong = cells.chars().find(|cell| !matches!(cell, '*' | 'O' | '-'));
    match wrong {
        Some(wrong) => Err(format!("`{wrong}` is not a cell: `*` is black, `O` white, `-` empty")),
        None if cells.len() as u32 != side * side => {
            Err(format!("a board of size {side} has {} cells, not {}", side * side, cells.len()))
        }
        None => Ok((side, cells, to_move)),
    }
}

/// `d3/1.5/0.01`; evaluation and time may be missing.
fn read_move(text: &str, black: bool, place: Place) -> Result<GgfMove, String> {
    let mut parts = text.split('/').map(|part| Some(part.trim().to_owned()).filter(|part| !part.is_empty()));
    let name = parts.next().flatten().ok_or("a move is missing here")?.to_ascii_lowercase();
    let text = if name == "pa" || name == "pass" || name == "--" { "pass".to_owned() } else { name };
    Ok(GgfMove { black, text, eval: parts.next().flatten(), time: parts.next().flatten(), place })
}

impl GgfGame {
    /// An 8x8 game at its start, of which nothing else is known.
    #[must_use]
    pub fn usual() -> Self {
        Self {
            place_played: None,
            date: None,
            players: [None, None],
            result: None,
            time: [None, None],
            side: 8,
            board: USUAL_BOARD.to_owned(),
            to_move: '*',
            moves: Vec::new(),
        }
    }

    /// The game on one line.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = "(;GM[Othello]".to_owned();
        let mut put = |name: &str, value: &Option<String>| {
            if let Some(value) = value {
                text += &format!("{name}[{}]", escaped(value));
            }
        };
        put("PC", &self.place_played);
        put("DT", &self.date);
        put("PB", &self.players[0]);
        put("PW", &self.players[1]);
        put("RE", &self.result);
        put("TB", &self.time[0]);
        put("TW", &self.time[1]);
        let side = self.side as usize;
        let cells: Vec<_> = self.board.chars().collect();
        let rows: Vec<String> = cells.chunks(side.max(1)).map(|row| row.iter().collect()).collect();
        text += &format!("TY[{side}]BO[{side} {} {}]", rows.join(" "), self.to_move);
        for mv in &self.moves {
            let name = if mv.text == "pass" { "PA" } else { &mv.text };
            let behind = match (&mv.eval, &mv.time) {
                (None, None) => String::new(),
                (eval, None) => format!("/{}", eval.as_deref().unwrap_or_default()),
                (eval, Some(time)) => format!("/{}/{time}", eval.as_deref().unwrap_or_default()),
            };
            text += &format!("{}[{}]", if mv.black { 'B' } else { 'W' }, escaped(&format!("{name}{behind}")));
        }
        text + ";)"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SERVER: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15 13:24:03.MST]PB[Saio1200]PW[Saio3000]\
        RB[2197.01]RW[2199.72]TI[15:00//02:00]TY[8]RE[+0.000]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[d3//0.01]W[c5//0.01]B[d6]W[PA/-3.5/1]B[PASS];)";

    #[test]
    fn games_of_servers_are_read() {
        let games = read_games(&format!("1 {SERVER}\n{SERVER}")).unwrap();
        assert_eq!(games.len(), 2);
        let game = &games[0];
        assert_eq!(game.players, [Some("Saio1200".to_owned()), Some("Saio3000".to_owned())]);
        assert_eq!((game.side, game.board.as_str(), game.to_move), (8, USUAL_BOARD, '*'));
        let moves: Vec<_> = game.moves.iter().map(|mv| (mv.black, mv.text.as_str())).collect();
        assert_eq!(moves, [(true, "d3"), (false, "c5"), (true, "d6"), (false, "pass"), (true, "pass")]);
        assert_eq!((game.moves[3].eval.as_deref(), game.moves[3].time.as_deref()), (Some("-3.5"), Some("1")));
        assert_eq!(game.time[1].as_deref(), Some("15:00//02:00"));
        assert_eq!(game.result.as_deref(), Some("+0.000"));
    }

    #[test]
    fn damage_is_told_with_its_place() {
        let wrong = |text: &str| read_games(text).unwrap_err().to_string();
        assert_eq!(wrong("(;GM[Go])"), "line 1, column 6: `Go` is not a game of this format: Othello is");
        assert!(wrong("(;GM[Othello])").contains("`BO` is missing"));
        assert!(
            wrong("(;GM[Othello]\nBO[8 --- *])")
                .starts_with("line 2, column 4: a board of size 8 has 64 cells, not 3")
        );
        assert!(wrong("(;BO[4 ---- ---- ---- --x- *])").contains("`x` is not a cell"));
        assert!(wrong("(;BO[4 ---- ---- ---- ----])").contains("ends with the side to move"));
        assert!(wrong(&SERVER.replace("B[d6]", "B[]")).contains("a move is missing here"));
    }

    proptest! {
        #[test]
        fn games_come_back(
            names in prop::collection::vec(prop::option::of("[a-zA-Z0-9\\]\\\\]{1,8}"), 4),
            moves in prop::collection::vec(("[a-h][1-8]", any::<bool>(), prop::option::of("-?[0-9]{1,2}\\.[0-9]"), prop::option::of("[1-9]")), 0..8),
        ) {
            let mut game = GgfGame::usual();
            game.players = [names[0].clone(), names[1].clone()];
            (game.date, game.place_played) = (names[2].clone(), names[3].clone());
            let place = Place { line: 1, column: 1 };
            game.moves = moves.into_iter().map(|(text, black, eval, time)| GgfMove { black, text, eval, time, place }).collect();
            let mut again = read_games(&game.write()).unwrap();
            again[0].moves.iter_mut().for_each(|mv| mv.place = place);
            prop_assert_eq!(again, vec![game]);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[(;)BOWT\\[\\]*8/ a-h\n-]{0,80}") {
            let _ = read_games(&text);
            let _ = read_games(&format!("(;BO[{text}];)"));
        }
    }
}

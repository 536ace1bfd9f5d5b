//! The commands that are answered at once.

use agon_core::{Tile, View};

use super::{Answer, GtpEngine};
use crate::board_text::Family;
use crate::gtp::controller::{POSITION, THINK};
use crate::gtp::dialect::Dialect;
use crate::told_think::ToldThink;

/// Everything that is understood.
pub(crate) const COMMANDS: &[&str] = &[
    POSITION,
    THINK,
    "all_legal",
    "boardsize",
    "clear_board",
    "cputime",
    "final_score",
    "g",
    "genmove",
    "gogui-interrupt",
    "gogui-play_sequence",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "p",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "set_random_seed",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

impl GtpEngine {
    pub(super) fn answer(&mut self, command: &str, words: &[&str]) -> Answer {
        let done = |result: Result<(), String>| result.map(|()| String::new());
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok(self.name.clone()),
            "version" => Ok(self.version.clone()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => Ok(words.first().is_some_and(|word| COMMANDS.contains(word)).to_string()),
            "komi" | "gogui-interrupt" => Ok(String::new()),
            "boardsize" => done(self.board_size(words)),
            "set_game" => done(self.set_game(&words.join(" "))),
            "clear_board" => done(self.desk.clear().map_err(|error| error.message)),
            "play" => self.play(words),
            "p" => self.play_next(words),
            "gogui-play_sequence" => self.play_sequence(words),
            "undo" => {
                if self.desk.undo() {
                    Ok(String::new())
                } else {
                    Err("cannot undo".to_owned())
                }
            }
            "showboard" => Ok(format!("\n{}", self.drawn(&self.desk.session().view()))),
            "final_score" | "gogui-rules_final_result" => self.final_score(),
            "cputime" => Ok(format!("{:.3}", self.desk.spent().as_secs_f64())),
            "all_legal" | "gogui-rules_legal_moves" => self.legal(words),
            "time_settings" => done(self.clocks.set(words)),
            "time_left" => self.time_left(words),
            "set_random_seed" => {
                let seed = words.first().and_then(|word| word.parse().ok());
                seed.map(|seed| self.desk.set_seed(seed))
                    .map(|()| String::new())
                    .ok_or("a number is wanted".into())
            }
            "gogui-rules_game_id" => Ok(self.dialect.game_name(self.desk.spec())),
            "gogui-rules_board_size" => Ok(self.dialect.board.rows.to_string()),
            "gogui-rules_board" => Ok(self.plain_board()),
            "gogui-rules_side_to_move" => Ok(self.side().to_owned()),
            THINK => done(ToldThink::read(words).map(|told| self.told = Some(told))),
            POSITION => {
                let spec = self.desk.spec().to_owned();
                done(self.desk.open(&spec, Some(&words.join(" "))).map_err(|error| error.message))
            }
            _ => Err("unknown command".to_owned()),
        }
    }

    /// Another size of the same game, where it has sizes.
    fn board_size(&mut self, words: &[&str]) -> Result<(), String> {
        let size = words.first().and_then(|word| word.parse::<u32>().ok()).ok_or("a number is wanted")?;
        let board = self.dialect.board;
        if (size, size) == (board.columns, board.rows) {
            return self.desk.clear().map_err(|error| error.message);
        }
        let family = self.desk.spec().split(':').next().unwrap_or_default().to_owned();
        let spec = match board.family {
            Family::Reversi => format!("{family}:{size}x{size}"),
            Family::Stones { exact: true, single: true } if family == "gomoku" => {
                format!("{family}:{size}x{size},exact")
            }
            Family::Stones { .. } if family != "line" => format!("{family}:{size}x{size}"),
            _ => return Err("unacceptable size".to_owned()),
        };
        self.change_game(&spec).map_err(|_| "unacceptable size".to_owned())
    }

    fn set_game(&mut self, name: &str) -> Result<(), String> {
        let spec = Dialect::game_spec(name);
        self.change_game(&spec)
    }

    fn change_game(&mut self, spec: &str) -> Result<(), String> {
        self.desk.open(spec, None).map_err(|error| error.message)?;
        self.dialect = Dialect::of(self.desk.spec());
        Ok(())
    }

    /// A move of whoever is to move.
    fn play_next(&mut self, words: &[&str]) -> Answer {
        let text = words.first().ok_or("a move is wanted")?;
        let mv = self.dialect.read_move(text)?;
        self.play_written(&mv, text)
    }

    fn play_sequence(&mut self, words: &[&str]) -> Answer {
        for pair in words.chunks(2) {
            self.play(pair)?;
        }
        Ok(String::new())
    }

    fn legal(&self, words: &[&str]) -> Answer {
        let wanted =
            words.first().map(|word| self.dialect.read_color(word).ok_or("invalid color")).transpose()?;
        if wanted.is_some() && wanted != self.turn() {
            return Ok(String::new());
        }
        let legal = self.desk.session().legal();
        Ok(legal.iter().map(|mv| self.dialect.write_move(mv)).collect::<Vec<_>>().join(" "))
    }

    fn time_left(&mut self, words: &[&str]) -> Answer {
        let (color, rest) = words.split_first().ok_or("a colour is wanted")?;
        let color = self.dialect.read_color(color).ok_or("invalid color")?;
        self.clocks.set_left(color, rest).map(|()| String::new())
    }

    fn side(&self) -> &'static str {
        match self.turn() {
            Some(color) if color % 2 == 1 => "white",
            _ => "black",
        }
    }

    /// Rows of `X`, `O` and `.`, the highest number first, as GoGui draws them.
    fn plain_board(&self) -> String {
        let view = self.desk.session().view();
        let letter = |tile: &Tile| match tile {
            Tile::Held(color) => {
                if color % 2 == 0 {
                    "X"
                } else {
                    "O"
                }
            }
            Tile::Empty | Tile::Start(_) => ".",
            Tile::Hole => "#",
        };
        let mut rows: Vec<String> = view
            .tiles
            .chunks(view.width.max(1))
            .map(|row| row.iter().map(letter).collect::<Vec<_>>().join(" "))
            .collect();
        if self.dialect.board.family == Family::Reversi {
            rows.reverse();
        }
        rows.join("\n")
    }

    /// The board with the labels that moves are named by, in plain text.
    fn drawn(&self, view: &View) -> String {
        let letter = |tile: &Tile| match tile {
            Tile::Held(color) => view.colors.get(usize::from(*color)).map_or('?', |color| color.letter),
            Tile::Empty => '.',
            Tile::Start(_) => '+',
            Tile::Hole => ' ',
        };
        let wide = view.rows.iter().map(String::len).max().unwrap_or(0);
        let names =
            view.columns.iter().enumerate().map(|(column, own)| self.dialect.column_name(column, own));
        let columns = format!("{:wide$} {}", "", names.collect::<Vec<_>>().join(" "));
        let rows = view.tiles.chunks(view.width.max(1)).enumerate().map(|(row, tiles)| {
            let cells: Vec<_> = tiles.iter().map(|tile| letter(tile).to_string()).collect();
            format!("{:>wide$} {}", view.rows.get(row).map_or("", String::as_str), cells.join(" "))
        });
        std::iter::once(columns).chain(rows).collect::<Vec<_>>().join("\n")
    }
}

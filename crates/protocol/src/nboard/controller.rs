//! Asks an NBoard engine for moves.

use agon_core::Player;
use agon_formats::Place;
use agon_formats::ggf::{GgfGame, GgfMove};

use crate::board_text::{BoardFacts, Family};
use crate::controller::{Controller, Heard, Question, Refusal};
use crate::told_think::{NAME, ToldThink};

/// Talks to one engine about Reversi.
#[derive(Debug)]
pub struct NBoardController {
    spec: String,
    board: BoardFacts,
    pings: u64,
    /// Whether the last ping was answered.
    synced: bool,
    greeted: bool,
    is_agon: bool,
    told_depth: Option<u32>,
}

/// The depth of engines that are told none.
const USUAL_DEPTH: u32 = 12;
/// No game is deeper.
const MOST_DEPTH: u32 = 60;

impl NBoardController {
    /// For the game that a spec names.
    #[must_use]
    pub fn new(spec: &str) -> Self {
        Self {
            spec: spec.to_owned(),
            board: BoardFacts::of(spec),
            pings: 0,
            synced: false,
            greeted: false,
            is_agon: false,
            told_depth: None,
        }
    }

    /// Whether the protocol has words for a game.
    ///
    /// # Errors
    /// If it has not.
    pub fn check(spec: &str) -> Result<(), Refusal> {
        match BoardFacts::of(spec) {
            BoardFacts { family: Family::Reversi, columns, rows } if columns == rows => Ok(()),
            _ => Err(Refusal(format!("NBoard is a protocol for Reversi on square boards, not for {spec}"))),
        }
    }

    fn ping(&mut self) -> String {
        self.pings += 1;
        self.synced = false;
        format!("ping {}", self.pings)
    }

    /// The game of a question: with its moves where it began as games do, else the position alone.
    fn game(&self, question: &Question<'_>) -> GgfGame {
        let mut game = GgfGame::usual();
        let place = Place { line: 1, column: 1 };
        match question.moves.filter(|_| self.spec == "reversi") {
            Some(moves) => {
                let mv = |mv: &crate::PlayedMove| GgfMove {
                    black: mv.player == Player(0),
                    text: mv.text.clone(),
                    eval: None,
                    time: None,
                    place,
                };
                game.moves = moves.iter().map(mv).collect();
            }
            None => {
                let side = question.position.split_whitespace().nth(1).unwrap_or_default();
                let cells = question.position.split_whitespace().next().unwrap_or_default();
                game.side = self.board.rows;
                game.board = cells.replace('X', "*");
                game.to_move = if side.starts_with('O') { 'O' } else { '*' };
            }
        }
        if let Some(clock) = question.clock {
            // What is left is the main time of the game from here on.
            let time =
                |time: std::time::Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
            let told = format!("{}/{}", time(clock.left), time(clock.increment));
            game.time = [Some(told.clone()), Some(told)];
        }
        game
    }
}

impl Controller for NBoardController {
    fn greet(&mut self) -> Vec<String> {
        vec!["nboard 2".to_owned(), self.ping()]
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Vec<String>, Refusal> {
        Self::check(&self.spec)?;
        let mut lines = vec![format!("set game {}", self.game(question).write())];
        // Some engines do not play before they know a depth, and the program always sends one.
        let depth = question.limits.depth.unwrap_or(USUAL_DEPTH).min(MOST_DEPTH);
        if self.told_depth != Some(depth) {
            self.told_depth = Some(depth);
            lines.push(format!("set depth {depth}"));
        }
        if self.is_agon {
            lines.push(format!("set agon-think {}", ToldThink::write(question)));
        }
        lines.extend([self.ping(), "go".to_owned()]);
        Ok(lines)
    }

    fn hear(&mut self, line: &str) -> Heard {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("set myname") {
            self.is_agon = name.split_whitespace().next() == Some(NAME);
        } else if let Some(number) = line.strip_prefix("pong") {
            if number.trim().parse() == Ok(self.pings) {
                self.synced = true;
                if !std::mem::replace(&mut self.greeted, true) {
                    return Heard::Ready;
                }
            }
        } else if let Some(answer) = line.strip_prefix("===").filter(|_| self.synced && self.greeted) {
            let mv = answer.trim().split(['/', ' ']).next().unwrap_or_default().to_ascii_lowercase();
            return Heard::Move(if mv == "pa" { "pass".to_owned() } else { mv });
        }
        Heard::Nothing
    }

    fn new_game(&mut self) {}

    /// The protocol has a depth, and no time for a move.
    fn tells_time(&self) -> bool {
        !self.greeted || self.is_agon
    }

    fn goodbye(&self) -> Vec<String> {
        vec!["quit".to_owned()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayedMove;
    use agon_core::Budget;

    fn question(moves: Option<&[PlayedMove]>) -> Question<'_> {
        let position = "---------------------------OX------XO--------------------------- X";
        Question { position, moves, to_move: Player(0), limits: Budget::depth(7), clock: None, seed: 3 }
    }

    fn ready(name: &str) -> NBoardController {
        let mut controller = NBoardController::new("reversi");
        assert_eq!(controller.greet(), ["nboard 2", "ping 1"]);
        assert_eq!(controller.hear("=== f5"), Heard::Nothing, "nothing was asked");
        assert_eq!(controller.hear(&format!("set myname {name}")), Heard::Nothing);
        assert_eq!(controller.hear("pong 1"), Heard::Ready);
        controller
    }

    #[test]
    fn a_whole_game_is_sent_and_a_stale_answer_is_not_taken() {
        let mut controller = ready("NTest");
        let moves = [PlayedMove { player: Player(0), text: "f5".to_owned() }];
        let lines = controller.ask(&question(Some(&moves))).unwrap();
        assert!(
            lines[0].starts_with("set game (;GM[Othello]") && lines[0].ends_with("B[f5];)"),
            "{}",
            lines[0]
        );
        assert_eq!(lines[1..], ["set depth 7", "ping 2", "go"]);
        assert_eq!(controller.hear("=== d3"), Heard::Nothing);
        assert_eq!(controller.hear("pong 2"), Heard::Nothing);
        assert_eq!(controller.hear("status thinking"), Heard::Nothing);
        assert_eq!(controller.hear("=== F6/1.20/0.01"), Heard::Move("f6".to_owned()));
        let lines = controller.ask(&question(None)).unwrap();
        assert_eq!(lines.len(), 3, "the depth was told: {lines:?}");
        controller.hear("pong 3");
        assert_eq!(controller.hear("===PA"), Heard::Move("pass".to_owned()));
    }

    #[test]
    fn a_position_is_sent_as_a_board() {
        let mut controller = ready("Agon 1.0");
        let lines = controller.ask(&question(None)).unwrap();
        assert!(lines[0].contains("BO[8 -------- -------- -------- ---O*--- ---*O--- "), "{}", lines[0]);
        assert_eq!(lines[2], "set agon-think 7 - - 3");
    }

    #[test]
    fn a_clock_is_told_and_a_time_for_the_move_cannot_be() {
        let mut controller = ready("NTest");
        assert!(!controller.tells_time() && ready("Agon 1.0").tells_time());
        let second = std::time::Duration::from_secs(1);
        let clock = agon_core::GameClock { base: 300 * second, increment: 2 * second, left: 125 * second };
        let lines = controller.ask(&Question { clock: Some(clock), ..question(None) }).unwrap();
        assert!(lines[0].contains("TB[2:05/0:02]TW[2:05/0:02]"), "{}", lines[0]);
    }

    #[test]
    fn other_games_are_refused() {
        assert!(NBoardController::check("reversi:6x6").is_ok());
        assert!(
            NBoardController::check("reversi:8x6").is_err() && NBoardController::check("gomoku").is_err()
        );
        assert!(NBoardController::new("gomoku").ask(&question(None)).is_err());
    }
}

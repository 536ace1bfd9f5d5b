//! The edge: a running game whose type is gone and whose moves are text. Original design.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::{AgentError, Budget, Choice, Explanation, Player, ReadError, Score, Status, Think, Unit, View};

/// One game in progress, as front ends see it: any game, moves as text.
pub trait Session: Send {
    /// The spec of the game.
    fn game(&self) -> &str;

    /// How many players take part.
    fn players(&self) -> usize;

    /// What players call the one on this seat, such as `Black`.
    fn player_name(&self, player: Player) -> String;

    /// Who moves or how it ended.
    fn status(&self) -> Status;

    /// The legal moves.
    fn legal(&self) -> Vec<String>;

    /// Plays a move.
    ///
    /// # Errors
    /// If the text is not a move or the move is not legal; the game is then unchanged.
    fn play(&mut self, mv: &str) -> Result<(), PlayError>;

    /// Takes the last move back; `false` when there is none.
    fn undo(&mut self) -> bool;

    /// The name of the agent on a seat; `None` for a person.
    fn agent(&self, player: Player) -> Option<&str>;

    /// The limits of the agent on a seat: its own, and those that are given where it has none.
    fn limits(&self, player: Player, given: Budget) -> Budget;

    /// As [`Agent::moves_to_time`](crate::Agent::moves_to_time), of whoever is to move.
    fn moves_to_time(&self, left: Duration) -> f64;

    /// Asks the agent whose turn it is for a move, without playing it.
    ///
    /// # Errors
    /// If nobody is to move, a person is, or the agent failed.
    fn think(&mut self, think: &mut Think<'_>) -> Result<Choice<String>, AgentError>;

    /// What the agent whose turn it is can say of the position; nothing when a person is to move or nobody.
    fn explain(&self) -> Explanation {
        Explanation::default()
    }

    /// What the points of a finished game count: [`Unit::Distance`] where it is only won, drawn or lost.
    fn final_unit(&self) -> Unit;

    /// In how many plies a final score for the side to move is reached, the fewest and the most; `None` where the
    /// score does not tell.
    fn plies_to(&self, score: Score) -> Option<RangeInclusive<u32>>;

    /// The position as text.
    fn position(&self) -> String;

    /// The moves played so far.
    fn played(&self) -> &[String];

    /// The picture of the position.
    fn view(&self) -> View;

    /// The tiles on which a move played now puts something; none if the text is not a move.
    fn footprint(&self, mv: &str) -> Vec<usize>;

    /// The tiles on which moves put something since the player to move made the last own one; those of the last move when
    /// the game is over, none if there was no move.
    fn last_footprint(&self) -> Vec<usize>;

    /// Plays what a person typed: a move as text, or in the shorter ways that a game knows.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    fn play_typed(&mut self, text: &str) -> Result<(), PlayError> {
        self.play(text)
    }

    /// A move as it can be typed.
    fn typed(&self, mv: &str) -> String {
        mv.to_owned()
    }

    /// What games know of people who type moves and look at boards: see [`crate::Drawn`].
    fn for_people(&self) -> ForPeople {
        ForPeople::default()
    }

    /// The moves that a word stands for, such as those of a piece, in lines of at most so many columns; `None` where words
    /// stand for nothing.
    ///
    /// # Errors
    /// If this word stands for nothing.
    fn moves_of_word(&self, _word: &str, _columns: usize) -> Option<Result<String, ReadError>> {
        None
    }
}

/// What a person at the board is shown besides it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForPeople {
    /// The tiles where the side to move can begin, where single moves cover several.
    pub targets: Vec<usize>,
    /// Pictures of what the side to move has left to play with.
    pub stock: Vec<String>,
    /// How moves can be typed besides their notation.
    pub how_to_type: Option<String>,
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The text names no move of this game.
    Unreadable(ReadError),
    /// The move exists but is not legal here.
    Illegal {
        /// The move.
        mv: String,
        /// What would be legal.
        legal: Vec<String>,
    },
    /// Nobody is to move.
    GameOver,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Illegal { mv, legal } => write!(f, "`{mv}` is not legal here; legal: {}", shorten(legal)),
            Self::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for PlayError {}

impl From<ReadError> for PlayError {
    fn from(error: ReadError) -> Self {
        Self::Unreadable(error)
    }
}

/// The first dozen moves, and how many more there are.
fn shorten(moves: &[String]) -> String {
    const SHOWN: usize = 12;
    let mut text = moves[..moves.len().min(SHOWN)].join(" ");
    if moves.len() > SHOWN {
        text += &format!(" and {} more", moves.len() - SHOWN);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_cannot_be_played_is_named_with_a_dozen_that_can() {
        let illegal = |count: usize| {
            let legal = (1..=count).map(|number| format!("m{number}")).collect();
            PlayError::Illegal { mv: "x".to_owned(), legal }.to_string()
        };
        assert_eq!(illegal(2), "`x` is not legal here; legal: m1 m2");
        assert!(illegal(12).ends_with("m11 m12"), "{}", illegal(12));
        assert!(illegal(13).ends_with("m11 m12 and 1 more"), "{}", illegal(13));
        assert!(illegal(40).ends_with("m12 and 28 more"), "{}", illegal(40));
        assert_eq!(PlayError::GameOver.to_string(), "the game is over");
        let unreadable = PlayError::from(ReadError::new("`q` is not a cell"));
        assert_eq!(unreadable.to_string(), "`q` is not a cell");
    }
}

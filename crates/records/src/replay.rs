//! Recorded games, played again: for whoever checks them, and for whoever learns from them. Original design.

use agon_core::{Notation, ReadError, Status};

use crate::record::{End, Record};

/// A recorded game with its moves read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay<P, M> {
    /// The position before the first move.
    pub start: P,
    /// All moves, each legal where it stands.
    pub moves: Vec<M>,
    /// The position after the last one.
    pub reached: P,
}

impl Record {
    /// Plays the game again. Whether the record is of this game is for the caller to know.
    ///
    /// # Errors
    /// If the position or a move cannot be read, or a move is not legal where it stands.
    pub fn replay<G: Notation>(&self, game: &G) -> Result<Replay<G::Position, G::Move>, ReadError> {
        let start = match &self.start {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        let mut reached = start.clone();
        let mut moves = Vec::with_capacity(self.moves.len());
        for (index, text) in self.moves.iter().enumerate() {
            let place = |what: String| ReadError::new(format!("move {}: {what}", index + 1));
            let mv = game.read_move(text).map_err(|error| place(error.message))?;
            game.play(&mut reached, mv).map_err(|_| place(format!("`{text}` is not legal here")))?;
            moves.push(mv);
        }
        Ok(Replay { start, moves, reached })
    }

    /// Plays the game again and compares its end with what the record says.
    ///
    /// # Errors
    /// If it cannot be played, or ends otherwise by the rules. Points that somebody wrote down ([`End::Scored`]) may
    /// differ.
    pub fn verify<G: Notation>(&self, game: &G) -> Result<(), ReadError> {
        let status = game.status(&self.replay(game)?.reached);
        let wrong = match (&self.end, status) {
            (End::Rules { points }, Status::Over(outcome)) if outcome.points.as_slice() == points => {
                return Ok(());
            }
            (End::Rules { points }, Status::Over(outcome)) => {
                format!("the record says {points:?}, the rules {:?}", outcome.points)
            }
            (End::Rules { .. }, Status::ToMove(_)) => "the game is not over after the last move".to_owned(),
            (End::Unknown | End::Scored { .. }, _) | (_, Status::ToMove(_)) => return Ok(()),
            (_, Status::Over(_)) => "the game is over by the rules, the record says otherwise".to_owned(),
        };
        Err(ReadError::new(wrong))
    }

    /// The points of the first seat less those of the second; `None` if nobody counted points.
    #[must_use]
    pub fn difference(&self) -> Option<i32> {
        let points = self.end.points();
        Some(points.first()? - points.get(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_line::{Line, Rules};

    fn record(moves: &[&str], end: End) -> Record {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        Record::new("tictactoe".to_owned(), owned(&["a", "b"]), owned(moves), end)
    }

    #[test]
    fn a_record_is_compared_with_the_rules() {
        let game: Line<u64> = Line::new(Rules::from_spec(&"tictactoe".parse().unwrap()).unwrap()).unwrap();
        let won = ["a1", "b1", "a2", "b2", "a3"];
        let (rules, scored) = (|points| End::Rules { points }, |points| End::Scored { points });
        let verify = |moves: &[&str], end| record(moves, end).verify(&game).map_err(|error| error.message);
        assert_eq!(verify(&won, rules(vec![1, -1])), Ok(()));
        assert_eq!(verify(&won, scored(vec![0, 0])), Ok(()));
        assert_eq!(verify(&won[..3], scored(vec![1, -1])), Ok(()));
        assert!(verify(&won, rules(vec![0, 0])).unwrap_err().starts_with("the record says [0, 0]"));
        assert!(verify(&won[..3], rules(vec![1, -1])).unwrap_err().starts_with("the game is not over"));
        assert!(
            verify(&won, End::Time { seat: 0 }).unwrap_err().starts_with("the game is over by the rules")
        );
        assert_eq!(verify(&["a1", "a1"], End::Unknown).unwrap_err(), "move 2: `a1` is not legal here");
        assert_eq!(record(&won, scored(vec![3, 5])).difference(), Some(-2));
        assert_eq!(record(&won, End::Unknown).difference(), None);
    }
}

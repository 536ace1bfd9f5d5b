//! A small game for the tests of all engines: a session of the line family with the first legal move as its agent.

use std::ops::RangeInclusive;

use super::*;
use agon_core::{AgentError, Choice, Drawn, Game, Notation, Rated, Score, Status, Think, Unit, View};
use agon_line::{Line, Rules};
use agon_reversi::Reversi;

/// Opens line games and 8x8 Reversi with an agent that plays the first legal move.
pub(crate) struct Firsts;

impl GameOpener for Firsts {
    fn open(&self, spec: &str, position: Option<&str>) -> Result<Box<dyn Session>, ReadError> {
        let parsed = spec.parse()?;
        if spec.starts_with("reversi") {
            let game: Reversi<u64> = Reversi::new(agon_reversi::Rules::from_spec(&parsed)?)
                .map_err(|error| ReadError::new(error.to_string()))?;
            return First::open(game, spec, position);
        }
        let game: Line<agon_grid::Bits<7>> = Line::new(Rules::from_spec(&parsed)?)?;
        First::open(game, spec, position)
    }
}

pub(crate) fn desk(spec: &str) -> Desk {
    Desk::new(Box::new(Firsts), spec, 1, Budget::default()).unwrap()
}

struct First<G: Game> {
    game: G,
    spec: String,
    positions: Vec<G::Position>,
    played: Vec<String>,
}

impl<G: Notation + Drawn + 'static> First<G> {
    fn open(game: G, spec: &str, position: Option<&str>) -> Result<Box<dyn Session>, ReadError> {
        let start = position.map_or_else(|| Ok(game.start()), |text| game.read_position(text))?;
        Ok(Box::new(Self { game, spec: spec.to_owned(), positions: vec![start], played: Vec::new() }))
    }

    fn at(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }
}

impl<G: Notation + Drawn + 'static> Session for First<G> {
    fn game(&self) -> &str {
        &self.spec
    }

    fn players(&self) -> usize {
        2
    }

    fn player_name(&self, player: Player) -> String {
        self.game.player_name(player)
    }

    fn status(&self) -> Status {
        self.game.status(self.at())
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.moves(self.at(), &mut moves);
        moves.into_iter().map(|mv| self.game.write_move(mv)).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let mv = self.game.read_move(text)?;
        let mut next = self.at().clone();
        let illegal = || PlayError::Illegal { mv: text.to_owned(), legal: Vec::new() };
        self.game.play(&mut next, mv).map_err(|_| illegal())?;
        self.played.push(self.game.write_move(mv));
        self.positions.push(next);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.played.pop().is_some_and(|_| self.positions.pop().is_some())
    }

    fn agent(&self, _: Player) -> Option<&str> {
        Some("first")
    }

    fn limits(&self, _: Player, given: Budget) -> Budget {
        given
    }

    fn moves_to_time(&self, _: Duration) -> f64 {
        f64::from(self.game.plies_left(self.at()).div_ceil(2))
    }

    fn think(&mut self, _: &mut Think<'_>) -> Result<Choice<String>, AgentError> {
        let mv = self.legal().into_iter().next().ok_or(AgentError::GameOver)?;
        let rated = self.legal().into_iter().map(|mv| Rated::new(mv, Score(1500), Unit::Points));
        Ok(Choice {
            mv: mv.clone(),
            score: Some(Score(1500)),
            unit: Unit::Points,
            exact: false,
            depth: 1,
            nodes: 1,
            line: vec![mv],
            moves: rated.collect(),
        })
    }

    fn final_unit(&self) -> Unit {
        self.game.final_unit()
    }

    fn plies_to(&self, _: Score) -> Option<RangeInclusive<u32>> {
        None
    }

    fn position(&self) -> String {
        self.game.write_position(self.at())
    }

    fn played(&self) -> &[String] {
        &self.played
    }

    fn view(&self) -> View {
        self.game.view(self.at())
    }

    fn footprint(&self, _: &str) -> Vec<usize> {
        Vec::new()
    }

    fn last_footprint(&self) -> Vec<usize> {
        Vec::new()
    }
}

fn texts(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|&mv| mv.to_owned()).collect()
}

#[test]
fn a_board_follows_with_as_little_as_it_can() {
    let mut desk = desk("tictactoe");
    desk.follow("tictactoe", None, &texts(&["a1", "b2"])).unwrap();
    let first_game = desk.wish(Budget::default()).seed;
    desk.follow("tictactoe", None, &texts(&["a1", "b2", "c3"])).unwrap();
    desk.follow("tictactoe", None, &texts(&["a1", "c1"])).unwrap();
    assert_eq!(desk.session().played(), ["a1", "c1"]);
    assert_eq!(desk.wish(Budget::default()).seed, first_game, "it is still the first game");
    desk.follow("tictactoe", None, &texts(&["b1", "c1"])).unwrap();
    assert_ne!(desk.wish(Budget::default()).seed, first_game, "another game");
    desk.follow("tictactoe", Some("X-------O X"), &texts(&["b2"])).unwrap();
    assert_eq!(desk.session().position(), "X---X---O O");
    assert!(desk.follow("tictactoe", None, &texts(&["a1", "a1"])).is_err());
    assert!(desk.follow("chess", None, &[]).is_err());
}

#[test]
fn the_time_of_the_protocol_is_never_exceeded() {
    let limits = Budget { depth: None, nodes: Some(100), time: Some(Duration::from_secs(9)) };
    let desk = Desk::new(Box::new(Firsts), "tictactoe", 1, limits).unwrap();
    let second = Duration::from_secs(1);
    assert_eq!(desk.wish(Budget::default()).budget, limits);
    assert_eq!(desk.wish(Budget::time(second)).budget, Budget { time: Some(second), ..limits });
    assert_eq!(desk.wish(Budget::depth(3)).budget, Budget { depth: Some(3), ..limits });
    let free = self::desk("tictactoe");
    assert_eq!(free.wish(Budget::default()).budget, Budget::time(USUAL_TIME));
    assert!((free.session().moves_to_time(second) - 5.0).abs() < 1e-9);
    for millis in [1, 10, 100, 1000, 30_000] {
        let limit = Duration::from_millis(millis);
        assert!(within_turn(limit) < limit && within_turn(limit) >= limit / 2);
    }
}

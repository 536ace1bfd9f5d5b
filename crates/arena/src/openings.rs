//! How games begin: every round has one opening, played with every agent on every seat, so that nobody profits from
//! a good one. Original design.

use std::collections::HashSet;
use std::path::Path;

use agon_core::{Game, Notation, ReadError, Rng, Seed, Status};

/// How the rounds of a match begin, for any game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    /// At the start of the game.
    #[default]
    Start,
    /// After this many random plies, new ones for each round.
    Random(u32),
    /// After each possible line of this many plies in turn; lines that lead to the same position count once.
    Every(u32),
    /// After each of these lines in turn: move lists, or `position` and a position.
    Listed(Vec<ListedOpening>),
}

/// An opening as text, and where it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedOpening {
    /// A move list, or `position` and a position.
    pub text: String,
    /// Such as `openings.txt, line 3`; its number in the list counts where nothing is known.
    pub place: Option<String>,
}

impl From<&str> for ListedOpening {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), place: None }
    }
}

impl Openings {
    /// Reads a list of openings: one to a line, `#` begins a comment.
    ///
    /// # Errors
    /// If there is none.
    pub fn from_text(text: &str) -> Result<Self, ReadError> {
        Self::from_lines(text, |number| format!("line {number}"))
    }

    /// Reads a file of openings; errors name it, also those that only a game finds.
    ///
    /// # Errors
    /// If it cannot be read, or there is no opening in it.
    pub fn from_file(path: &Path) -> Result<Self, ReadError> {
        let file = path.display();
        let text = agon_files::read_text(path).map_err(|error| ReadError::new(error.to_string()))?;
        Self::from_lines(&text, |number| format!("{file}, line {number}"))
            .map_err(|error| ReadError::new(format!("{file}: {}", error.message)))
    }

    fn from_lines(text: &str, place: impl Fn(usize) -> String) -> Result<Self, ReadError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let opening = |(number, line): (usize, &str)| {
            let listed = ListedOpening { text: line.to_owned(), place: Some(place(number)) };
            (!line.is_empty()).then_some(listed)
        };
        let listed: Vec<_> = (1..).zip(lines).filter_map(opening).collect();
        if listed.is_empty() {
            return Err(ReadError::new("there is no opening in the file; it wants one move list to a line"));
        }
        Ok(Self::Listed(listed))
    }
}

/// One way to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<P, M> {
    /// The position before the first move.
    pub start: P,
    /// The moves that no agent chose.
    pub moves: Vec<M>,
    /// The position after them.
    pub reached: P,
}

/// An opening of a game.
pub type OpeningOf<G> = Opening<<G as Game>::Position, <G as Game>::Move>;

/// The openings of a game, ready to be played: one for each round.
pub struct Book<G: Game>(Source<G>);

enum Source<G: Game> {
    /// Random plies, found when a round asks for them.
    Random(u32),
    /// A list that is gone through again and again; never empty.
    Listed(Vec<OpeningOf<G>>),
}

/// The most openings that are listed.
const MOST: usize = 1_000_000;
/// Random plies are accepted if `LONG_ENOUGH` of at most `TRIALS` random games last longer.
const TRIALS: u64 = 300;
const LONG_ENOUGH: usize = 3;

impl<G: Notation> Book<G> {
    /// Reads openings of any kind.
    ///
    /// # Errors
    /// If a line cannot be read or ends the game, or there are too many; the message says which line.
    pub fn read(game: &G, openings: &Openings) -> Result<Self, ReadError> {
        let Openings::Listed(lines) = openings else { return Self::unlisted(game, openings) };
        let read = (1..).zip(lines).map(|(number, ListedOpening { text, place })| {
            read_line(game, text).map_err(|error| {
                let place = place.clone().unwrap_or_else(|| format!("opening {number}"));
                let message = format!("{place}: {}", error.message);
                ReadError { message, ..error }
            })
        });
        let listed: Vec<_> = read.collect::<Result<_, _>>()?;
        if listed.is_empty() {
            return Err(ReadError::new("there is no opening to play"));
        }
        Ok(Self(Source::Listed(listed)))
    }
}

impl<G: Game> Book<G> {
    /// Every round begins at the start of the game.
    pub fn start(game: &G) -> Self {
        Self(Source::Listed(vec![at_start(game)]))
    }

    /// Every round begins with `plies` random plies of its own.
    ///
    /// # Errors
    /// If random games hardly ever last longer.
    pub fn random(game: &G, plies: u32) -> Result<Self, ReadError> {
        check_random(game, plies)?;
        Ok(Self(Source::Random(plies)))
    }

    /// The rounds begin with each possible line of `plies` plies in turn.
    ///
    /// # Errors
    /// If there are more than a million, or the game is over before.
    pub fn every(game: &G, plies: u32) -> Result<Self, ReadError> {
        Ok(Self(Source::Listed(every(game, plies)?)))
    }

    /// The book of openings that are not listed as text.
    ///
    /// # Errors
    /// If they are listed, or none of them leaves anything to play.
    pub(crate) fn unlisted(game: &G, openings: &Openings) -> Result<Self, ReadError> {
        match openings {
            Openings::Start => Ok(Self::start(game)),
            Openings::Random(plies) => Self::random(game, *plies),
            Openings::Every(plies) => Self::every(game, *plies),
            Openings::Listed(_) => Err(ReadError::new(
                "listed openings are text: read them with Book::read and hand the book to Match::play_from",
            )),
        }
    }

    /// The openings that are listed; those that are drawn at random lead on from the start of the game.
    #[must_use]
    pub fn listed(&self) -> &[OpeningOf<G>] {
        match &self.0 {
            Source::Random(_) => &[],
            Source::Listed(openings) => openings,
        }
    }

    /// The opening of a round.
    #[must_use]
    pub fn opening(&self, game: &G, seed: Seed, round: u64) -> OpeningOf<G> {
        match &self.0 {
            Source::Random(plies) => random(game, *plies, seed.child("opening", round)),
            Source::Listed(openings) => openings[(round % openings.len() as u64) as usize].clone(),
        }
    }
}

fn at_start<G: Game>(game: &G) -> OpeningOf<G> {
    Opening { start: game.start(), moves: Vec::new(), reached: game.start() }
}

fn read_line<G: Notation>(game: &G, line: &str) -> Result<OpeningOf<G>, ReadError> {
    let opening = match line.strip_prefix("position ") {
        Some(text) => {
            let start = game.read_position(text.trim())?;
            Opening { reached: start.clone(), moves: Vec::new(), start }
        }
        None => {
            let mut opening = at_start(game);
            opening.moves = game.play_moves(&mut opening.reached, line)?;
            opening
        }
    };
    match game.status(&opening.reached) {
        Status::ToMove(_) => Ok(opening),
        Status::Over(_) => Err(ReadError::new("the game is over before it begins").within(line)),
    }
}

/// All lines of so many plies, one for each position.
fn every<G: Game>(game: &G, plies: u32) -> Result<Vec<OpeningOf<G>>, ReadError> {
    let mut lines = vec![at_start(game)];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for line in &lines {
            let mut moves = Vec::new();
            game.moves(&line.reached, &mut moves);
            for mv in moves {
                let reached = game.after(&line.reached, mv);
                if game.status(&reached).to_move().is_some() && seen.insert(reached.clone()) {
                    let moves = line.moves.iter().copied().chain([mv]).collect();
                    next.push(Opening { start: line.start.clone(), moves, reached });
                }
            }
            if next.len() > MOST {
                return Err(ReadError::new(format!("there are more than {MOST} openings of {plies} plies")));
            }
        }
        lines = next;
        if lines.is_empty() {
            let message =
                format!("no line of {plies} plies leaves anything to play: the game is over before");
            return Err(ReadError::new(message));
        }
    }
    Ok(lines)
}

/// So many random plies. A line that ends the game is drawn again: [`check_random`] has seen that others do not.
fn random<G: Game>(game: &G, plies: u32, seed: Seed) -> OpeningOf<G> {
    let mut rng = seed.stream("plies", 0);
    loop {
        if let Ok(opening) = try_random(game, plies, &mut rng) {
            return opening;
        }
    }
}

/// So many random plies, or how long the game was if it ended with them or before.
fn try_random<G: Game>(game: &G, plies: u32, rng: &mut Rng) -> Result<OpeningOf<G>, usize> {
    let mut scratch = Vec::new();
    let mut opening = at_start(game);
    for _ in 0..plies {
        let Some(mv) = game.random_move(&opening.reached, rng, &mut scratch) else {
            return Err(opening.moves.len());
        };
        game.play_unchecked(&mut opening.reached, mv);
        opening.moves.push(mv);
    }
    match game.status(&opening.reached) {
        Status::ToMove(_) => Ok(opening),
        Status::Over(_) => Err(opening.moves.len()),
    }
}

/// Whether enough random games last longer than so many plies.
fn check_random<G: Game>(game: &G, plies: u32) -> Result<(), ReadError> {
    let mut rng = Seed(1).stream("openings/check", 0);
    let (mut found, mut lengths) = (0, Vec::new());
    for _ in 0..TRIALS {
        match try_random(game, plies, &mut rng) {
            Ok(_) => found += 1,
            Err(length) => lengths.push(length),
        }
        if found == LONG_ENOUGH {
            return Ok(());
        }
    }
    lengths.sort_unstable();
    let longest = lengths.last().copied().unwrap_or_default();
    let possible = lengths[lengths.len().saturating_sub(LONG_ENOUGH)].saturating_sub(1);
    Err(ReadError::new(format!(
        "{plies} random plies leave nothing to play: {found} of {TRIALS} random games lasted longer, the others at most \
         {longest}; up to {possible} plies are possible"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_line::Line;
    use agon_reversi::Reversi;

    fn reversi() -> Reversi<u64> {
        Reversi::new(Default::default()).unwrap()
    }

    fn tictactoe() -> Line<u64> {
        Line::new(agon_line::Rules::from_spec(&"tictactoe".parse().unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn random_openings_repeat_and_differ() {
        let game = reversi();
        let book = Book::read(&game, &Openings::Random(6)).unwrap();
        let opening = |round| book.opening(&game, Seed(1), round);
        assert_eq!(opening(3), opening(3));
        assert_ne!(opening(3), opening(4));
        assert_eq!(opening(0).moves.len(), 6);
    }

    #[test]
    fn random_openings_leave_something_to_play() {
        let game = tictactoe();
        let book = Book::read(&game, &Openings::Random(8)).unwrap();
        for round in 0..50 {
            let opening = book.opening(&game, Seed(1), round);
            assert!(game.status(&opening.reached).to_move().is_some());
        }
    }

    /// They were once dropped without a word.
    #[test]
    fn more_random_plies_than_a_game_lasts_are_refused() {
        let refused =
            |plies| Book::read(&tictactoe(), &Openings::Random(plies)).map(|_| ()).unwrap_err().message;
        for plies in [9, 100, u32::MAX] {
            assert!(refused(plies).contains("up to 8 plies are possible"), "{}", refused(plies));
        }
        assert!(Book::read(&reversi(), &Openings::Random(100)).is_err());
        assert!(Book::read(&reversi(), &Openings::Random(50)).is_ok());
        let every = Book::read(&tictactoe(), &Openings::Every(9)).map(|_| ()).unwrap_err();
        assert!(every.message.contains("9 plies"), "{every}");
    }

    #[test]
    fn every_first_move_comes_in_turn() {
        let game = tictactoe();
        let book = Book::read(&game, &Openings::Every(1)).unwrap();
        let firsts: HashSet<_> = (0..9).map(|round| book.opening(&game, Seed(1), round).moves).collect();
        assert_eq!(firsts.len(), 9);
        assert_eq!(book.opening(&game, Seed(1), 9), book.opening(&game, Seed(1), 0));
        let Book(Source::Listed(three)) = Book::every(&game, 3).unwrap() else { panic!() };
        assert_eq!(three.len(), 9 * 8 * 7 / 2, "the order of the first player's stones does not matter");
    }

    #[test]
    fn files_have_comments_and_wrong_lines_are_named() {
        let game = reversi();
        let openings = Openings::from_text("# classic\nf5d6c3 # diagonal\n\nf5f6\n").unwrap();
        let Openings::Listed(lines) = &openings else { panic!("a list") };
        assert_eq!(lines.iter().map(|line| &*line.text).collect::<Vec<_>>(), ["f5d6c3", "f5f6"]);
        assert!(Book::read(&game, &openings).is_ok());
        let wrong = Openings::from_text("# classic\nf5d6c3\n\nf5f5\n").unwrap();
        let wrong = Book::read(&game, &wrong).map(|_| ()).unwrap_err();
        assert_eq!(wrong.message, "line 4: move 2: `f5` is not legal here");
        let wrong = Book::read(&game, &Openings::Listed(vec!["f5".into(), "f5f5".into()])).map(|_| ());
        assert_eq!(wrong.unwrap_err().message, "opening 2: move 2: `f5` is not legal here");
        assert!(Openings::from_text("# nothing\n").is_err());
        let over = Book::read(&tictactoe(), &Openings::Listed(vec!["a1 a2 b1 b2 c1".into()])).map(|_| ());
        assert!(over.unwrap_err().message.contains("over before it begins"));
    }

    #[test]
    fn an_opening_may_be_a_position() {
        let game = reversi();
        let mut after = game.start();
        game.play_moves(&mut after, "f5d6").unwrap();
        let line = format!("position  {}", game.write_position(&after));
        let book = Book::read(&game, &Openings::Listed(vec![line.as_str().into(), "f5d6".into()])).unwrap();
        let [placed, played] = [0, 1].map(|round| book.opening(&game, Seed(1), round));
        assert_eq!((placed.start, placed.moves.len(), placed.reached), (after, 0, after));
        assert_eq!((played.start, played.moves.len(), played.reached), (game.start(), 2, after));
        assert_eq!(book.opening(&game, Seed(1), 2), book.opening(&game, Seed(9), 0), "the list begins again");
        assert!(Book::read(&game, &Openings::Listed(Vec::new())).is_err());
    }

    /// Random lines of eight plies often end a game of tic-tac-toe; of those that do not, each leaves one cell.
    #[test]
    fn what_random_plies_leave_to_play_is_said() {
        let refused = Book::read(&tictactoe(), &Openings::Random(9)).map(|_| ()).unwrap_err().message;
        assert!(
            refused.starts_with("9 random plies leave nothing to play: 0 of 300 random games"),
            "{refused}"
        );
        assert!(refused.contains("the others at most 9; up to 8 plies"), "{refused}");
        let game = tictactoe();
        let book = Book::random(&game, 8).unwrap();
        for round in 0..20 {
            assert_eq!(book.opening(&game, Seed(2), round).moves.len(), 8);
        }
        assert_eq!(Book::every(&game, 0).unwrap().opening(&game, Seed(1), 5), at_start(&game));
    }
}

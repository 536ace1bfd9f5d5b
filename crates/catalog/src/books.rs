//! Opening books without the type of their game: read and grown by `agon book`, and played by agents with `book=FILE`.

use std::collections::BTreeMap;
use std::sync::Arc;

use agon_arena::AgentMaker;
use agon_core::spec::{Spec, SpecOption};
use agon_core::{Rated, ReadError, Score, Seed, Status, Stop, SystemClock, Think, Unit, Wrapped};
use agon_records::Record;
use agon_search::{Booked, OpeningBook};

use crate::agent_method::{MakeAgent, Setup};
use crate::any_game::TypedGame;
use crate::artefacts::read_file;
use crate::playable::Playable;

/// What agents that play by a book can be told.
pub(crate) const BOOK: [SpecOption; 2] = [
    SpecOption::file("book", "an opening book that agon book learn wrote"),
    SpecOption::number("book-margin", 0.0, 1e6, "points that a move of the book may be worse than its best")
        .or("0"),
];

/// The moves whose values mean something: a tree search says of a move that it tried once that it wins or loses.
fn well_tried<M: Copy>(moves: &[Rated<M>]) -> Vec<Rated<M>> {
    /// The share of the tries of the move that was tried most.
    const FEWEST: u64 = 10;
    let most = moves.iter().filter_map(|rated| rated.visits).max().unwrap_or(0);
    let is_tried = |rated: &&Rated<M>| rated.visits.is_none_or(|visits| FEWEST * visits >= most);
    moves.iter().filter(is_tried).copied().collect()
}

/// The agent, playing by the book that the options name, if they do.
pub(crate) fn booked<G: Playable>(
    setup: &Setup<'_, G>,
    agent: MakeAgent<G>,
) -> Result<MakeAgent<G>, ReadError> {
    let Some(spec) = setup.options.given("book") else { return Ok(agent) };
    let read = |text: &str| OpeningBook::read(setup.game, &setup.game.spec(), text);
    let book = Arc::new(read_file(&spec.name, read)?);
    let margin = Score::from_f64(setup.options.number("book-margin").unwrap_or(0.0));
    Ok(Arc::new(move |game| {
        Box::new(Wrapped { wrapper: Booked { book: book.clone(), margin }, agent: agent(game) })
    }))
}

/// A position of a book, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct BookLine {
    /// The moves that lead to it.
    pub line: Vec<String>,
    /// Every move with what it is worth to the mover, best first, and whether the book goes on after it.
    pub moves: Vec<(String, Score, bool)>,
}

/// How a book is to grow.
#[derive(Clone, Debug)]
pub struct BookPlan {
    /// Who values moves.
    pub agent: Spec,
    /// Positions to add.
    pub positions: u64,
    /// No position further from the start than this.
    pub plies: u32,
    /// Positions that so many of the games offered have come to are added first.
    pub least_games: u32,
    /// Ends the work after the position at hand.
    pub stop: Stop,
}

/// Sees the line of a position that was added and answers whether to go on.
pub type OnBookLine<'w> = dyn FnMut(u64, &BookLine) -> bool + 'w;

/// An opening book of a game whose type does not matter.
pub trait AnyBook {
    /// How many positions it has.
    fn len(&self) -> usize;

    /// Whether it has none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Who valued moves last.
    fn by(&self) -> String;

    /// What its values count; nothing in an empty book.
    fn unit(&self) -> Option<Unit>;

    /// Offers a recorded game: positions that many games come to are added first.
    ///
    /// # Errors
    /// If it cannot be played again.
    fn offer(&mut self, record: &Record) -> Result<(), ReadError>;

    /// Adds positions; how many were added.
    ///
    /// # Errors
    /// If the agent cannot play the game, or gives no values.
    fn grow(&mut self, plan: &BookPlan, watch: &mut OnBookLine<'_>) -> Result<u64, ReadError>;

    /// The positions of the book from the one after these moves on, at most `plies` further; those near it first.
    ///
    /// # Errors
    /// If the moves cannot be played.
    fn lines(&self, moves: &str, plies: u32) -> Result<Vec<BookLine>, ReadError>;

    /// The file.
    fn text(&self) -> String;
}

/// A book of a game.
pub(crate) struct TypedBook<'g, G: Playable> {
    typed: &'g TypedGame<G>,
    book: OpeningBook<G>,
    /// Positions of offered games near the start: how many games, and the moves of the first.
    met: BTreeMap<u64, (u32, Vec<G::Move>)>,
}

/// Later positions of recorded games are not counted.
const COUNTED_PLIES: usize = 30;

impl<'g, G: Playable> TypedBook<'g, G> {
    /// Reads the text of a book; an empty one without.
    pub(crate) fn read(typed: &'g TypedGame<G>, text: Option<&str>) -> Result<Self, ReadError> {
        let (game, spec) = (&typed.game, typed.game.spec());
        let book =
            text.map_or_else(|| Ok(OpeningBook::default()), |text| OpeningBook::read(game, &spec, text))?;
        if game.players() != 2 {
            return Err(ReadError::new(format!(
                "opening books are for two players; {spec} has {}",
                game.players()
            )));
        }
        Ok(Self { typed, book, met: BTreeMap::new() })
    }

    /// The positions that many games came to and the book lacks, those of most games first.
    fn often_met(&self, least: u32, plies: u32) -> Vec<Vec<G::Move>> {
        let wanted =
            self.met.values().filter(|(games, line)| *games >= least && line.len() <= plies as usize);
        let mut often: Vec<_> = wanted.collect();
        most_games_first(&mut often);
        often.into_iter().map(|(_, line)| line.clone()).collect()
    }

    fn after(&self, line: &[G::Move]) -> G::Position {
        let mut pos = self.typed.game.start();
        line.iter().for_each(|&mv| self.typed.game.play_unchecked(&mut pos, mv));
        pos
    }

    fn written(&self, line: &[G::Move], pos: &G::Position) -> BookLine {
        let game = &self.typed.game;
        let moves = self.book.moves(game, pos).into_iter().map(|known| {
            let goes_on = self.book.knows(game, &game.after(pos, known.mv));
            (game.write_move(known.mv), known.value, goes_on)
        });
        BookLine { line: line.iter().map(|&mv| game.write_move(mv)).collect(), moves: moves.collect() }
    }
}

/// Lines by how many games came there, shorter ones first among equals.
fn most_games_first<M>(often: &mut [&(u32, Vec<M>)]) {
    often.sort_by_key(|(games, line)| (std::cmp::Reverse(*games), line.len()));
}

impl<G: Playable> AnyBook for TypedBook<'_, G> {
    fn len(&self) -> usize {
        self.book.len()
    }

    fn by(&self) -> String {
        self.book.by.clone()
    }

    fn unit(&self) -> Option<Unit> {
        self.book.unit
    }

    fn offer(&mut self, record: &Record) -> Result<(), ReadError> {
        let game = &self.typed.game;
        let replay = record.replay(game)?;
        if replay.start != game.start() {
            return Ok(());
        }
        let mut pos = replay.start;
        for (played, &mv) in replay.moves.iter().take(COUNTED_PLIES).enumerate() {
            let met = self
                .met
                .entry(game.canonical_key(&pos))
                .or_insert_with(|| (0, replay.moves[..played].to_vec()));
            met.0 += 1;
            game.play_unchecked(&mut pos, mv);
        }
        Ok(())
    }

    fn grow(&mut self, plan: &BookPlan, watch: &mut OnBookLine<'_>) -> Result<u64, ReadError> {
        let typed = self.typed;
        let factory = typed.methods.agent(&typed.game, &plan.agent)?;
        let mut agent = factory.make(&typed.game);
        let (budget, clock) = (agent.limits(agon_core::Budget::default()), SystemClock::start());
        let mut often = self.often_met(plan.least_games, plan.plies).into_iter();
        let mut added = 0;
        while added < plan.positions && !plan.stop.is_set() {
            let unknown = often.find(|line| !self.book.knows(&typed.game, &self.after(line)));
            let next = unknown.or_else(|| self.book.next_line(&typed.game, plan.plies as usize));
            let Some(line) = next else { break };
            let pos = self.after(&line);
            if matches!(typed.game.status(&pos), Status::Over(_)) {
                continue;
            }
            agent.new_game();
            let mut think = Think::new(budget, Seed(0), &clock, plan.stop.clone());
            let choice = agent.choose(&typed.game, &pos, &mut think);
            // A search that was cut short knows less than it should.
            if plan.stop.is_set() {
                break;
            }
            let choice = choice.map_err(|error| ReadError::new(error.to_string()))?;
            if choice.moves.is_empty() {
                return Err(ReadError::new(format!(
                    "{} gives moves no values: a book needs them",
                    plan.agent
                )));
            }
            self.book.add(&typed.game, &line, &well_tried(&choice.moves))?;
            self.book.add_author(&plan.agent.to_string());
            added += 1;
            if !watch(added, &self.written(&line, &pos)) {
                break;
            }
        }
        Ok(added)
    }

    fn lines(&self, moves: &str, plies: u32) -> Result<Vec<BookLine>, ReadError> {
        let game = &self.typed.game;
        let mut pos = game.start();
        let begin = game.play_moves(&mut pos, moves)?;
        let mut seen = std::collections::BTreeSet::new();
        let (mut open, mut lines) = (std::collections::VecDeque::from([(begin.clone(), pos)]), Vec::new());
        while let Some((line, pos)) = open.pop_front() {
            if !self.book.knows(game, &pos) || !seen.insert(game.canonical_key(&pos)) {
                continue;
            }
            lines.push(self.written(&line, &pos));
            if line.len() < begin.len() + plies as usize {
                for known in self.book.moves(game, &pos) {
                    let longer = line.iter().copied().chain([known.mv]).collect();
                    open.push_back((longer, game.after(&pos, known.mv)));
                }
            }
        }
        Ok(lines)
    }

    fn text(&self) -> String {
        self.book.write(&self.typed.game, &self.typed.game.spec())
    }
}

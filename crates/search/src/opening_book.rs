//! An opening book that a program makes for itself: positions near the start of a game with a value for every move.
//!
//! A position is added by a search that values all its moves; where a move leads to a position of the book, its value is
//! what that position is worth (negamax, [Buro1999]). The book grows where play is likely to go: the next position is the
//! one with the least loss of both sides on the way to it, plus a little for every ply ("drop-out expansion",
//! [Lincke2000]). Symmetric positions are one position.
//!
//! ```text
//! agon opening book 1
//! game reversi
//! by negascout(eval=patterns, nodes=20000)
//! unit points                                what the values count: points, chance (to win) or rating
//! ; d3 0; c4 0; f5 0; e6 0                   at the start: each move with its value for the mover
//! f5; d6 -0.3; f4 -2.1; f6 -0.4              after f5
//! end 2                                      how many positions; a file without it was cut short
//! ```
//!
//! Differs from the sources: values of moves that leave the book are those of the search that added the position, not of
//! a best deviation that is searched again; costs are counted in the unit of the values.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use agon_core::{
    Agent, AgentError, Choice, Game, Keyed, Notation, Rated, ReadError, Score, Status, Symmetric, Think,
    Unit, Wrapper, whole_lines,
};

const HEADER: &str = "agon opening book 1";
/// What a ply costs on the way to a new position: so much loss makes up for looking a ply further.
const PLY: i64 = 400;
/// The same where values are chances to win.
const PLY_OF_CHANCE: i64 = 20;
/// No book has more positions.
const MOST_POSITIONS: usize = 1_000_000;

/// Positions with values for their moves.
pub struct OpeningBook<G: Game> {
    /// The specs of the agents that valued moves, with `; ` between them. One line.
    pub by: String,
    /// What the values count; books of versions that did not write it have that of the game. Nothing in an empty one.
    pub unit: Option<Unit>,
    positions: BTreeMap<u64, BookPosition<G>>,
}

/// A position of a book.
#[derive(Clone, Debug)]
pub struct BookPosition<G: Game> {
    /// The moves that first led to it.
    pub line: Vec<G::Move>,
    /// The position after these moves.
    pub pos: G::Position,
    /// Every move, best first.
    pub moves: Vec<BookMove<G::Move>>,
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove<M> {
    /// Legal in its position.
    pub mv: M,
    /// What the search said when the position was added.
    pub searched: Score,
    /// What it is worth by all that the book knows.
    pub value: Score,
    /// The position after it, if the book has it.
    next: Option<u64>,
}

impl<M> BookMove<M> {
    fn best_first(moves: &mut [Self]) {
        moves.sort_by_key(|known| Reverse(known.value));
    }
}

impl<G: Keyed + Symmetric + Notation> Default for OpeningBook<G> {
    fn default() -> Self {
        Self { by: String::new(), unit: None, positions: BTreeMap::new() }
    }
}

impl<G: Keyed + Symmetric + Notation> OpeningBook<G> {
    /// How many positions it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Notes that an agent has valued moves of the book.
    pub fn add_author(&mut self, agent: &str) {
        if self.by.is_empty() {
            agent.clone_into(&mut self.by);
        } else if self.by.split("; ").all(|known| known != agent) {
            self.by = format!("{}; {agent}", self.by);
        }
    }

    /// All positions, those near the start first.
    #[must_use]
    pub fn positions(&self) -> Vec<&BookPosition<G>> {
        // Equal ones stay in the order of their keys.
        let mut all: Vec<_> = self.positions.values().collect();
        all.sort_by_cached_key(|position| position.line.len());
        all
    }

    /// Whether it knows a position or one symmetric to it.
    #[must_use]
    pub fn knows(&self, game: &G, pos: &G::Position) -> bool {
        self.positions.contains_key(&game.canonical_key(pos))
    }

    /// The moves of a position with their values, best first; none if it is not in the book.
    #[must_use]
    pub fn moves(&self, game: &G, pos: &G::Position) -> Vec<BookMove<G::Move>> {
        let Some(known) = self.positions.get(&game.canonical_key(pos)) else { return Vec::new() };
        let symmetry = (0..game.symmetries()).find(|&index| game.map_position(index, &known.pos) == *pos);
        let Some(symmetry) = symmetry else { return Vec::new() };
        known.moves.iter().map(|known| BookMove { mv: game.map_move(symmetry, known.mv), ..*known }).collect()
    }

    /// Adds the position after some moves from the start of the game, with values of its moves. Nothing changes if the
    /// book has it or a symmetric one, or if the game is over there.
    ///
    /// # Errors
    /// If the values cannot be compared with those of the book.
    pub fn add(&mut self, game: &G, line: &[G::Move], rated: &[Rated<G::Move>]) -> Result<(), ReadError> {
        let mut pos = game.start();
        line.iter().for_each(|&mv| game.play_unchecked(&mut pos, mv));
        let key = game.canonical_key(&pos);
        if self.positions.contains_key(&key) || rated.is_empty() || self.positions.len() >= MOST_POSITIONS {
            return Ok(());
        }
        let unit =
            rated.iter().try_fold(self.unit, |known, rated| common_unit(known, rated.unit).map(Some))?;
        let moves = rated.iter().map(|rated| {
            let next = game.canonical_key(&game.after(&pos, rated.mv));
            BookMove { mv: rated.mv, searched: rated.score, value: rated.score, next: Some(next) }
        });
        let moves = moves.collect();
        self.positions.insert(key, BookPosition { line: line.to_vec(), pos, moves });
        self.unit = unit;
        self.settle(game);
        Ok(())
    }

    /// What a value is worth to the other player.
    fn for_opponent(&self, value: Score) -> Score {
        if self.unit == Some(Unit::Chance) { Score::points(1) - value } else { -value }
    }

    /// Values of moves follow from the positions that they lead to.
    fn settle(&mut self, game: &G) {
        let mut values = BTreeMap::new();
        let keys: Vec<u64> = self.positions.keys().copied().collect();
        for key in keys {
            self.value_of(game, key, &mut values);
        }
        let mut positions = std::mem::take(&mut self.positions);
        for position in positions.values_mut() {
            for known in &mut position.moves {
                let next = known.next.and_then(|next| values.get(&next).copied().flatten());
                let after = game.after(&position.pos, known.mv);
                let same = game.status(&after).to_move() == game.status(&position.pos).to_move();
                known.value = match next {
                    Some(value) if same => value,
                    Some(value) => self.for_opponent(value),
                    None => known.searched,
                };
            }
            BookMove::best_first(&mut position.moves);
        }
        self.positions = positions;
    }

    /// What a position is worth to its mover; `None` outside the book, or where moves go in a circle.
    fn value_of(&self, game: &G, key: u64, values: &mut BTreeMap<u64, Option<Score>>) -> Option<Score> {
        if let Some(&known) = values.get(&key) {
            return known;
        }
        let position = self.positions.get(&key)?;
        values.insert(key, None);
        let mover = game.status(&position.pos).to_move();
        let best = position.moves.iter().map(|known| {
            let next = known.next.and_then(|next| self.value_of(game, next, values));
            match next {
                Some(value) if game.status(&game.after(&position.pos, known.mv)).to_move() == mover => value,
                Some(value) => self.for_opponent(value),
                None => known.searched,
            }
        });
        let best = best.max();
        values.insert(key, best);
        best
    }

    /// The moves to the position that should be added next, not further than `plies` from the start; `None` if the book
    /// has all of them.
    #[must_use]
    pub fn next_line(&self, game: &G, plies: usize) -> Option<Vec<G::Move>> {
        let start = game.canonical_key(&game.start());
        if !self.positions.contains_key(&start) {
            return Some(Vec::new());
        }
        let mut open = BinaryHeap::new();
        let mut lines: Vec<Vec<G::Move>> = vec![Vec::new()];
        let mut seen = std::collections::BTreeSet::new();
        let ply = if self.unit == Some(Unit::Chance) { PLY_OF_CHANCE } else { PLY };
        open.push(Reverse((0i64, 0usize)));
        while let Some(Reverse((cost, number))) = open.pop() {
            let line = lines[number].clone();
            let mut pos = game.start();
            line.iter().for_each(|&mv| game.play_unchecked(&mut pos, mv));
            if !seen.insert(game.canonical_key(&pos)) || matches!(game.status(&pos), Status::Over(_)) {
                continue;
            }
            let moves = self.moves(game, &pos);
            let Some(best) = moves.first().map(|best| best.value) else { return Some(line) };
            if line.len() >= plies {
                continue;
            }
            for known in moves {
                let loss = i64::from(best.0) - i64::from(known.value.0);
                open.push(Reverse((cost + loss + ply, lines.len())));
                lines.push(line.iter().copied().chain([known.mv]).collect());
            }
        }
        None
    }

    /// The file.
    #[must_use]
    pub fn write(&self, game: &G, spec: &str) -> String {
        let mut text = format!("{HEADER}\ngame {spec}\nby {}\n", self.by);
        if let Some(unit) = self.unit {
            text.push_str(&format!("unit {}\n", unit.name()));
        }
        for position in self.positions() {
            let line: Vec<_> = position.line.iter().map(|&mv| game.write_move(mv)).collect();
            text.push_str(&line.join(" "));
            for known in &position.moves {
                text.push_str(&format!("; {} {}", game.write_move(known.mv), known.searched));
            }
            text.push('\n');
        }
        text + &format!("end {}\n", self.len())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not one, is of another game, or has a move that is not legal where it stands.
    pub fn read(game: &G, spec: &str, text: &str) -> Result<Self, ReadError> {
        let mut book = Self::default();
        let mut lines = whole_lines(text)?.lines().enumerate().peekable();
        let wrong =
            |number: usize, why: &str| ReadError::new(format!("opening book, line {}: {why}", number + 1));
        let mut next = |wanted: &str| {
            let (number, line) = lines.next().ok_or_else(|| wrong(0, &format!("`{wanted}` is expected")))?;
            let rest = line.strip_prefix(wanted);
            rest.map(str::trim).ok_or_else(|| wrong(number, &format!("`{wanted}` is expected here")))
        };
        next(HEADER)?;
        let of = next("game")?;
        if of != spec {
            return Err(wrong(1, &format!("the book is of `{of}`, not of `{spec}`")));
        }
        book.by = next("by")?.to_owned();
        if let Some((number, name)) = lines.next_if(|(_, line)| line.starts_with("unit ")) {
            let unit = UNITS.into_iter().find(|unit| unit.name() == name["unit ".len()..].trim());
            book.unit = Some(unit.ok_or_else(|| wrong(number, "the unit is points, chance or rating"))?);
        }
        for (number, line) in lines {
            if let Some(count) = line.strip_prefix("end ") {
                if count.parse() != Ok(book.positions.len()) {
                    return Err(wrong(number, &format!("{} positions were read", book.positions.len())));
                }
                if !book.is_empty() {
                    book.unit.get_or_insert(unit_of(game));
                }
                book.settle(game);
                return Ok(book);
            }
            if book.positions.len() >= MOST_POSITIONS {
                return Err(wrong(number, "the book is larger than any"));
            }
            let (key, position) = read_position(game, line).map_err(|error| wrong(number, &error.message))?;
            if book.positions.insert(key, position).is_some() {
                return Err(wrong(number, "the book has this position already"));
            }
        }
        Err(ReadError::new("opening book: there is no `end`, the file was cut short"))
    }
}

/// What values of a book can count.
const UNITS: [Unit; 3] = [Unit::Points, Unit::Chance, Unit::Rating];

/// The unit of books that do not say theirs.
fn unit_of<G: Game>(game: &G) -> Unit {
    if game.final_unit() == Unit::Points { Unit::Points } else { Unit::Rating }
}

/// What values count that are compared with each other: a search may prove one move and estimate the next.
fn common_unit(known: Option<Unit>, new: Unit) -> Result<Unit, ReadError> {
    match (known, new) {
        (None | Some(Unit::Chance), Unit::Chance) => Ok(Unit::Chance),
        (Some(known), new) if known == Unit::Chance || new == Unit::Chance => Err(ReadError::new(format!(
            "the values of the book are in {}, these in {}: begin another book with them",
            known.name(),
            new.name()
        ))),
        (None | Some(Unit::Points), Unit::Points) => Ok(Unit::Points),
        _ => Ok(Unit::Rating),
    }
}

/// `f5 d6; c3 -0.3; c4 1.25`
fn read_position<G: Keyed + Symmetric + Notation>(
    game: &G,
    line: &str,
) -> Result<(u64, BookPosition<G>), ReadError> {
    let mut parts = line.split(';');
    let mut pos = game.start();
    let line = game.play_moves(&mut pos, parts.next().unwrap_or_default())?;
    let mut moves = Vec::new();
    for part in parts {
        let (mv, value) = part
            .trim()
            .rsplit_once(' ')
            .ok_or_else(|| ReadError::new(format!("`{}` is not a move with a value", part.trim())))?;
        let mv = game.read_move(mv)?;
        if !game.is_legal(&pos, mv) {
            return Err(ReadError::new(format!("{} is not legal there", game.write_move(mv))));
        }
        let value: f64 = value.parse().map_err(|_| ReadError::new(format!("`{value}` is not a value")))?;
        let score = Score::from_f64(value);
        let next = Some(game.canonical_key(&game.after(&pos, mv)));
        moves.push(BookMove { mv, searched: score, value: score, next });
    }
    if moves.is_empty() {
        return Err(ReadError::new("a position has at least one move"));
    }
    Ok((game.canonical_key(&pos), BookPosition { line, pos, moves }))
}

/// Before another agent: plays by a book as long as it knows the position.
pub struct Booked<G: Game> {
    /// What is known.
    pub book: Arc<OpeningBook<G>>,
    /// Any move not worse than the best by more than this may be played.
    pub margin: Score,
}

impl<G: Keyed + Symmetric + Notation> Wrapper<G> for Booked<G> {
    fn choose(
        &mut self,
        agent: &mut impl Agent<G>,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let known = self.book.moves(game, pos);
        let Some(best) = known.first() else { return agent.choose(game, pos, think) };
        let good: Vec<_> =
            known.iter().take_while(|known| best.value.0 - known.value.0 <= self.margin.0).collect();
        let chosen = good[think.rng("book").below(good.len() as u32) as usize];
        let unit = self.book.unit.unwrap_or(Unit::Rating);
        let moves = known.iter().map(|known| Rated::new(known.mv, known.value, unit)).collect();
        Ok(Choice { score: Some(chosen.value), unit, moves, ..Choice::unscored(chosen.mv) })
    }
}

#[cfg(test)]
mod tests;

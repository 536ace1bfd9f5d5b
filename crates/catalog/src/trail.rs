//! How a position came about. Agents see positions, while most outside programs want to be told moves. Original design.
//!
//! An own move is known, and what the others did is read off the board: the tiles that a colour covers now and did not
//! before are mostly those of one move, which some games can tell from them ([`Drawn::move_on`](agon_core::Drawn::move_on)).
//! Where that is not so, moves are searched that put something where something stands now, first of its own colour and, as
//! discs may be turned, then of any. Openings of many plies are found too, by any order of moves that leads there.

use agon_core::{Player, Tile};

use crate::playable::Playable;

/// Positions that are looked at before a way is given up.
const MOST_POSITIONS: usize = 50_000;

/// A way from the start of a game to the last position that was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Trail<G: Playable> {
    /// One more than the moves.
    positions: Vec<G::Position>,
    /// Who made each move, and its text.
    moves: Vec<(Player, String)>,
    /// Whether it begins where games of this kind do.
    from_start: bool,
}

impl<G: Playable> Trail<G> {
    /// At the start of a game.
    pub(crate) fn new(game: &G) -> Self {
        Self { positions: vec![game.start()], moves: Vec::new(), from_start: true }
    }

    fn last(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Goes on, or back, to a position.
    pub(crate) fn reach(&mut self, game: &G, pos: &G::Position) {
        if let Some(place) = self.positions.iter().rposition(|earlier| earlier == pos) {
            self.positions.truncate(place + 1);
            self.moves.truncate(place);
            return;
        }
        let mut way = find(game, self.last(), pos);
        if way.is_none() {
            *self = Self::new(game);
            way = find(game, self.last(), pos);
        }
        match way {
            Some(way) => way.into_iter().for_each(|mv| self.push(game, mv)),
            None => *self = Self { positions: vec![pos.clone()], moves: Vec::new(), from_start: false },
        }
    }

    /// Plays a move in the position that was reached last: whoever chose it knows how the game goes on.
    pub(crate) fn go_on(&mut self, game: &G, pos: &G::Position, mv: G::Move) {
        if self.last() == pos {
            self.push(game, mv);
        }
    }

    fn push(&mut self, game: &G, mv: G::Move) {
        let player = game.status(self.last()).to_move().unwrap_or(Player(0));
        self.moves.push((player, game.write_move(mv)));
        self.positions.push(game.after(self.last(), mv));
    }

    /// The moves from the start of the game, each with who made it; `None` if they are not known.
    pub(crate) fn moves(&self) -> Option<&[(Player, String)]> {
        self.from_start.then_some(&self.moves)
    }
}

/// The moves from one position to another, if they are found.
fn find<G: Playable>(game: &G, from: &G::Position, to: &G::Position) -> Option<Vec<G::Move>> {
    let tiles = |pos| {
        let mut tiles = Vec::new();
        game.tiles(pos, &mut tiles);
        tiles
    };
    let (now, goal) = (tiles(from), tiles(to));
    let held = |tile: &Tile| matches!(tile, Tile::Held(_));
    let gone = now.iter().zip(&goal).any(|(now, then)| held(now) && !held(then));
    if gone || now.len() != goal.len() {
        return None;
    }
    if let Some(way) = read_off(game, from, to, &now, &goal) {
        return Some(way);
    }
    let missing =
        goal.iter().filter(|tile| held(tile)).count() - now.iter().filter(|tile| held(tile)).count();
    [true, false].into_iter().find_map(|own_color| {
        let mut search = Search { game, to, goal: &goal, own_color, left: MOST_POSITIONS, way: Vec::new() };
        search.step(from, missing).then_some(search.way)
    })
}

/// The way on which every colour made at most one move, where the tiles that it newly covers say which.
fn read_off<G: Playable>(
    game: &G,
    from: &G::Position,
    to: &G::Position,
    now: &[Tile],
    goal: &[Tile],
) -> Option<Vec<G::Move>> {
    let (mut pos, mut way) = (from.clone(), Vec::new());
    while pos != *to {
        let color = Tile::Held(game.color_to_move(&pos)?);
        let is_new = |&tile: &usize| goal[tile] == color && now[tile] != color;
        let tiles: Vec<usize> = (0..goal.len()).filter(is_new).collect();
        let mv = game.move_on(&pos, &tiles).filter(|&mv| game.is_legal(&pos, mv))?;
        game.play_unchecked(&mut pos, mv);
        way.push(mv);
    }
    Some(way)
}

struct Search<'a, G: Playable> {
    game: &'a G,
    to: &'a G::Position,
    goal: &'a [Tile],
    /// Whether what a move puts down must have the colour of the mover in the end.
    own_color: bool,
    left: usize,
    way: Vec<G::Move>,
}

impl<G: Playable> Search<'_, G> {
    /// Whether the goal is reached from here, with so many tiles still to be covered.
    fn step(&mut self, pos: &G::Position, missing: usize) -> bool {
        if pos == self.to {
            return true;
        }
        let color = self.game.color_to_move(pos);
        let mut moves = Vec::new();
        self.game.moves(pos, &mut moves);
        let fits = |&tile: &usize| match self.goal.get(tile) {
            Some(Tile::Held(held)) => !self.own_color || Some(*held) == color,
            _ => false,
        };
        let covering = moves.into_iter().map(|mv| (mv, self.game.footprint(pos, mv)));
        let mut fitting: Vec<_> =
            covering.filter(|(_, covered)| covered.len() <= missing && covered.iter().all(fits)).collect();
        // A piece that covers more is no part of another one.
        largest_first(&mut fitting);
        for (mv, covered) in fitting {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            self.way.push(mv);
            if self.step(&self.game.after(pos, mv), missing - covered.len()) {
                return true;
            }
            self.way.pop();
        }
        false
    }
}

/// Moves by how many tiles they cover.
fn largest_first<M>(moves: &mut [(M, Vec<usize>)]) {
    moves.sort_by_key(|(_, covered)| std::cmp::Reverse(covered.len()));
}

//! A game that is over sooner: at some number of plies before the full board a model says what it is worth.
//!
//! Minimax to the end of the shortened game is minimax of fixed depth in the real one, with final scores and the model's
//! compared as equals. Passes are played at once and cost nothing.

use agon_core::{Evaluator, Game, Keyed, Outcome, PerPlayer, Player, Score, Status};

/// A game of two that ends where a model takes over.
pub struct Shortened<'g, G: Game> {
    game: &'g G,
    /// The model takes over with so many plies left; nowhere without a model.
    model: Option<(u32, &'g dyn Evaluator<G>)>,
}

impl<'g, G: Game + 'static> Shortened<'g, G> {
    /// The game up to the positions with `plies_left` plies left, which the model values; the whole game without.
    pub fn new(game: &'g G, model: Option<(u32, &'g dyn Evaluator<G>)>) -> Self {
        Self { game, model }
    }

    /// Whether the model values this position.
    #[inline]
    fn is_cut(&self, pos: &G::Position) -> bool {
        self.model.is_some_and(|(left, _)| self.game.plies_left(pos) <= left)
    }
}

/// Plays a pass if there is nothing else to do: the only move, and one that leaves as many plies as before.
#[inline]
pub(crate) fn skip_pass<G: Game>(game: &G, pos: &mut G::Position) {
    if game.count_moves(pos) == 1 {
        let mut only = Vec::with_capacity(1);
        game.moves(pos, &mut only);
        let next = only.first().map(|&mv| game.after(pos, mv));
        if let Some(next) = next.filter(|next| game.plies_left(next) == game.plies_left(pos)) {
            *pos = next;
        }
    }
}

impl<G: Game + 'static> Game for Shortened<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn start(&self) -> G::Position {
        self.game.start()
    }

    #[inline]
    fn status(&self, pos: &G::Position) -> Status {
        match self.game.status(pos) {
            // Nobody asks for the points: the final score says more.
            Status::ToMove(_) if self.is_cut(pos) => {
                Status::Over(Outcome { points: PerPlayer::all_default(2) })
            }
            status => status,
        }
    }

    #[inline]
    fn moves(&self, pos: &G::Position, out: &mut Vec<G::Move>) {
        if !self.is_cut(pos) {
            self.game.moves(pos, out);
        }
    }

    fn is_legal(&self, pos: &G::Position, mv: G::Move) -> bool {
        !self.is_cut(pos) && self.game.is_legal(pos, mv)
    }

    #[inline(always)]
    fn play_unchecked(&self, pos: &mut G::Position, mv: G::Move) {
        self.game.play_unchecked(pos, mv);
        skip_pass(self.game, pos);
    }

    #[inline]
    fn final_score(&self, pos: &G::Position, _: &Outcome, player: Player) -> Score {
        match (self.game.status(pos), self.model) {
            (Status::ToMove(_), Some((_, model))) => model.value(self.game, pos, player),
            (Status::Over(outcome), _) => self.game.final_score(pos, &outcome, player),
            (Status::ToMove(_), None) => Score::ZERO,
        }
    }

    #[inline]
    fn plies_left(&self, pos: &G::Position) -> u32 {
        self.game.plies_left(pos).saturating_sub(self.model.map_or(0, |(left, _)| left))
    }

    #[inline]
    fn count_moves(&self, pos: &G::Position) -> u64 {
        if self.is_cut(pos) { 0 } else { self.game.count_moves(pos) }
    }
}

impl<G: Keyed + 'static> Keyed for Shortened<'_, G> {
    #[inline]
    fn key(&self, pos: &G::Position) -> u64 {
        self.game.key(pos)
    }
}

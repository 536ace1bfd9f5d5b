//! The root of a pruned search: which window, which moves in full, one thread or several.
//!
//! Aspiration ([Slate1977]): the value is expected near that of the last depth, so the first try has a narrow window
//! around it, and only a value outside costs a second one.

use std::fmt;
use std::sync::Arc;

use agon_core::{Evaluator, Explanation, Game, Keyed, Player, Score, Stopped, Think, Unit};

use crate::alpha_beta::{Child, Shared, Window, Worker};
use crate::deepening::{FixedDepth, Found, Root, RootMove};
use crate::move_source::{AllMoves, MoveSource};
use crate::ordering::{Look, Memory};
use crate::probcut::Selective;
use crate::table::TranspositionTable;
use crate::threads;

/// How a pruned search works.
pub struct AlphaBetaParams<G: Game> {
    /// Search all moves but the first with an empty window first (NegaScout).
    pub scout: bool,
    /// Bytes for the transposition table; none without.
    pub table: usize,
    /// The cheap look that orders moves.
    pub look: Look<G>,
    /// Half the width of the first window, in points; the whole window at once without.
    pub aspiration: Option<u32>,
    /// Find the true value of every root move, not only of the best.
    pub every_move: bool,
    /// Where moves come from.
    pub source: Arc<dyn MoveSource<G>>,
    /// What is left out since a shallower search foretells it; nothing without.
    pub selective: Option<Selective>,
    /// Who searches.
    pub threads: Threads,
}

/// Wider first windows are as good as none.
const WIDEST_ASPIRATION: u32 = 100_000;

/// No search uses more threads.
pub const MOST_SEARCH_THREADS: usize = 64;

/// Who searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// One thread: the same answer every time.
    #[default]
    One,
    /// The root moves are divided among threads that share the best value so far ([KInARow2012] section 4.2). The
    /// value and the move of one depth are those of one thread; what a deepening search knows of worse moves differs from
    /// run to run, and with it may their order and the choice among equally good ones.
    RootSplit(usize),
    /// Threads share bounds and table all the way down. The value is that of one thread; among equally good moves
    /// the choice may differ from run to run.
    Shared(usize),
}

impl<G: Game> Clone for AlphaBetaParams<G> {
    fn clone(&self) -> Self {
        Self {
            look: self.look.clone(),
            source: self.source.clone(),
            selective: self.selective.clone(),
            ..*self
        }
    }
}

impl<G: Game> Default for AlphaBetaParams<G> {
    /// NegaScout with a table of 64 MiB on one thread.
    fn default() -> Self {
        Self {
            scout: true,
            table: 64 << 20,
            look: Look::None,
            aspiration: None,
            every_move: false,
            source: Arc::new(AllMoves),
            selective: None,
            threads: Threads::One,
        }
    }
}

/// Alpha-beta search of everybody against the player at the root.
pub struct AlphaBeta<G: Game, E> {
    name: &'static str,
    evaluator: E,
    params: AlphaBetaParams<G>,
    table: Option<TranspositionTable>,
    /// What each thread has learned about moves.
    memories: Vec<Memory<G::Move>>,
}

/// A method that does not fit a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongPlayerCount {
    /// Its name in specs, such as `negascout`.
    pub method: &'static str,
    /// How many players it needs.
    pub needs: usize,
    /// How many the game has.
    pub players: usize,
    /// The nearest method that fits.
    pub instead: &'static str,
}

impl fmt::Display for WrongPlayerCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, needs, players, instead } = self;
        write!(f, "{method} needs {needs} players, this game has {players}; {instead} fits")
    }
}

impl std::error::Error for WrongPlayerCount {}

impl<G: Game, E> AlphaBeta<G, E> {
    /// A search for a game of two players.
    ///
    /// # Errors
    /// If the game has more or fewer.
    pub fn for_game(game: &G, evaluator: E, params: AlphaBetaParams<G>) -> Result<Self, WrongPlayerCount> {
        let method = if params.scout { "negascout" } else { "alphabeta" };
        match game.players() {
            2 => Ok(Self::of_any(method, evaluator, params)),
            players => Err(WrongPlayerCount { method, needs: 2, players, instead: "paranoid" }),
        }
    }

    /// Lets other threads search from now on: one, or several that divide the root moves.
    pub(crate) fn split_root(&mut self, threads: usize) {
        self.params.threads = if threads > 1 { Threads::RootSplit(threads) } else { Threads::One };
    }

    pub(crate) fn of_any(name: &'static str, evaluator: E, params: AlphaBetaParams<G>) -> Self {
        let threads = match params.threads {
            Threads::Shared(count) => count.max(1),
            Threads::One | Threads::RootSplit(_) => 1,
        };
        Self { name, evaluator, params, table: None, memories: vec![Memory::default(); threads] }
    }
}

impl<G: Keyed, E: Evaluator<G>> FixedDepth<G> for AlphaBeta<G, E> {
    fn name(&self) -> &str {
        self.name
    }

    fn counts(&self, game: &G) -> Unit {
        self.evaluator.counts(game)
    }

    fn explain(&self, game: &G, pos: &G::Position, pov: Player) -> Explanation {
        self.evaluator.explain(game, pos, pov)
    }

    fn learns(&self) -> bool {
        true
    }

    fn search(
        &mut self,
        game: &G,
        root: &Root<G>,
        depth: u32,
        think: &mut Think<'_>,
    ) -> Result<Found<G::Move>, Stopped> {
        if self.params.table > 0 && self.table.is_none() {
            self.table = Some(TranspositionTable::with_bytes(self.params.table));
        }
        let shared = Shared {
            game,
            evaluator: &self.evaluator,
            source: &*self.params.source,
            look: &self.params.look,
            table: self.table.as_ref(),
            in_progress: None,
            selective: self.params.selective.as_ref(),
            scout: self.params.scout,
            root: root.player,
        };
        let search = RootSearch { shared, root, depth, every_move: self.params.every_move };
        let (threads, memories) = (self.params.threads, &mut self.memories[..]);
        let narrow = root.expected.zip(self.params.aspiration).map(|(expected, width)| {
            let width = Score::points(width.min(WIDEST_ASPIRATION) as i32);
            Window { alpha: expected - width, beta: expected + width }
        });
        search.aspire(narrow, threads, memories, think)
    }

    fn root_moves(&self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>) {
        self.params.source.moves(game, pos, out);
    }

    fn values_every_move(&self) -> bool {
        self.params.every_move
    }

    fn is_complete(&self) -> bool {
        self.params.source.is_complete()
    }

    fn forget(&mut self) {
        self.memories.fill(Memory::default());
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}

/// A search to one depth below one root.
pub(crate) struct RootSearch<'s, G: Game, E> {
    pub(crate) shared: Shared<'s, G, E>,
    pub(crate) root: &'s Root<G>,
    pub(crate) depth: u32,
    pub(crate) every_move: bool,
}

impl<G: Keyed, E: Evaluator<G>> RootSearch<'_, G, E> {
    /// Searches with the narrow window, if there is one, and with the whole one if that was not enough.
    fn aspire(
        &self,
        narrow: Option<Window>,
        threads: Threads,
        memories: &mut [Memory<G::Move>],
        think: &mut Think<'_>,
    ) -> Result<Found<G::Move>, Stopped> {
        if let Some(window) = narrow.filter(|_| !self.every_move) {
            let found = self.run(window, threads, memories, think)?;
            let best = found.moves.iter().map(|root_move| root_move.score).max();
            if best.is_some_and(|best| best > window.alpha && best < window.beta) {
                return Ok(found);
            }
        }
        self.run(Window::FULL, threads, memories, think)
    }

    fn run(
        &self,
        window: Window,
        threads: Threads,
        memories: &mut [Memory<G::Move>],
        think: &mut Think<'_>,
    ) -> Result<Found<G::Move>, Stopped> {
        match threads {
            Threads::One => self.on_one_thread(window, 0, &mut memories[0], think),
            Threads::RootSplit(count) => threads::split_root(self, window, count, think),
            Threads::Shared(_) => threads::share_all(self, window, memories, think),
        }
    }

    /// Searches the root moves one after the other.
    pub(crate) fn on_one_thread(
        &self,
        window: Window,
        thread: usize,
        memory: &mut Memory<G::Move>,
        think: &mut Think<'_>,
    ) -> Result<Found<G::Move>, Stopped> {
        let mut worker = Worker::new(self.shared, thread, memory);
        let mut moves: Vec<RootMove<G::Move>> = Vec::new();
        let mut best = window.alpha;
        for &mv in &self.root.moves {
            let found =
                self.root_move(&mut worker, mv, moves.is_empty(), Window { alpha: best, ..window }, think)?;
            best = best.max(found.score);
            moves.push(found);
            if best >= window.beta {
                break;
            }
        }
        // After a cutoff, every skipped move has value <= alpha.
        let rest = &self.root.moves[moves.len()..];
        moves.extend(rest.iter().map(|&mv| RootMove {
            mv,
            score: window.alpha,
            exact: false,
            line: Vec::new(),
        }));
        Ok(Found { moves, proven: worker.guesses == 0 })
    }

    /// Searches one root move.
    pub(crate) fn root_move(
        &self,
        worker: &mut Worker<'_, G, E>,
        mv: G::Move,
        first: bool,
        window: Window,
        think: &mut Think<'_>,
    ) -> Result<RootMove<G::Move>, Stopped> {
        let pos = &self.shared.game.after(&self.root.pos, mv);
        let child = Child { pos, me: self.root.player, depth: self.depth - 1, ply: 1 };
        worker.lines[1].clear();
        let score = match self.every_move {
            true => worker.child_value(&child, Window::FULL, think)?,
            false => worker.scouted_value(&child, first, window, think)?,
        };
        let exact = self.every_move || (score > window.alpha && score < window.beta);
        let mut line = Vec::new();
        if exact {
            line.clone_from(&worker.lines[1]);
            worker.extend_line(pos, &mut line, self.depth as usize - 1);
        }
        Ok(RootMove { mv, score, exact, line })
    }
}

//! The engine: deepens until its limits are reached, the last steps less and less selective. Original design.

use std::sync::Arc;

use agon_core::shortage::{join, spawn_helper};
use agon_core::{Score, Stop, Stopped, Think};

use crate::board::{Board, cells, unmapped_cell};
use crate::evaluation::Evaluation;
use crate::in_progress::InProgress;
use crate::machine::{Machine, Portable};
use crate::node::Node;
use crate::pace;
use crate::probcut::Selectivity;
use crate::root::{self, RootMove};
use crate::table::{NO_MOVE, Table};
use crate::worker::Worker;

/// What an engine is told once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineParams {
    /// Bytes of the transposition table.
    pub table: usize,
    /// Threads that search.
    pub threads: usize,
    /// The selectivity of middle-game searches.
    pub selectivity: Selectivity,
    /// Give every move its value, not only a bound to the worse ones.
    pub every_move: bool,
    /// With so few empty cells a search goes to the end, whatever its depth.
    pub exact_from: u32,
}

impl Default for EngineParams {
    fn default() -> Self {
        Self { table: 64 << 20, threads: 1, selectivity: Selectivity::MOST, every_move: false, exact_from: 0 }
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Best first; empty if the side to move has no move.
    pub moves: Vec<RootMove>,
    /// The value in discs for the side to move.
    pub value: i32,
    /// Discs searched ahead.
    pub depth: u32,
    /// Whether the value is proven.
    pub exact: bool,
    /// The expected line of placements.
    pub line: Vec<u32>,
}

impl Report {
    /// A deeper search was stopped: if it had found a better move, that one comes first.
    fn prefer(&mut self, moves: &[RootMove]) {
        let Some(better) = moves.first().filter(|better| Some(better.cell) != self.line.first().copied())
        else {
            return;
        };
        let rest = self.moves.iter().copied().filter(|known| known.cell != better.cell);
        let rest = rest.map(|known| RootMove { value: known.value.min(better.value), ..known });
        self.moves = std::iter::once(*better).chain(rest).collect();
        (self.value, self.line) = (better.value, vec![better.cell]);
    }
}

/// A search engine for 8x8 Reversi with its table.
#[derive(Debug)]
pub struct Engine {
    evaluation: Arc<Evaluation>,
    table: Table,
    params: EngineParams,
    form: Form,
}

/// Which form of the search is used.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// That of any processor.
    Portable(Portable),
    /// That of processors with AVX2.
    #[cfg(all(target_arch = "x86_64", not(agon_portable)))]
    Avx2(crate::x86::Avx2),
    /// That of processors with AVX-512.
    #[cfg(all(target_arch = "x86_64", not(agon_portable)))]
    Avx512(crate::x86::Avx512),
}

impl Form {
    /// All forms that this processor can run, the fastest first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        #[cfg(all(target_arch = "x86_64", not(agon_portable)))]
        {
            let fast =
                [crate::x86::Avx512::detect().map(Self::Avx512), crate::x86::Avx2::detect().map(Self::Avx2)];
            fast.into_iter().flatten().chain([Self::Portable(Portable)]).collect()
        }
        #[cfg(not(all(target_arch = "x86_64", not(agon_portable))))]
        vec![Self::Portable(Portable)]
    }

    /// The fastest form.
    #[must_use]
    pub fn best() -> Self {
        Self::all().first().copied().unwrap_or(Self::Portable(Portable))
    }
}

/// Where a search is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// So many discs ahead.
    Depth(u32),
    /// As far as the budget lasts, to the end at most.
    Furthest,
    /// To the end of the game, with a proven value.
    Exact,
}

/// One step of the deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    depth: u32,
    selectivity: Selectivity,
}

/// The levels of selectivity at which an endgame is searched, one after the other. All of them in turn cost a quarter more.
const PASSES: [u8; 3] = [0, 2, Selectivity::NONE.level()];

/// From this depth on the deepening goes on by two discs at a time. Whoever places the last disc looks better off, by a disc
/// or two, so that searches of an even and of an odd depth do not foretell each other; and where a budget ends, it is
/// an even number of cells from the end that was searched.
const BY_TWO_FROM: u32 = 6;

/// With so few empty cells the value is found at once.
const AT_ONCE: u32 = 10;

impl Engine {
    /// An engine that judges by this evaluation.
    #[must_use]
    pub fn new(evaluation: Arc<Evaluation>, params: EngineParams) -> Self {
        Self::with_form(evaluation, params, Form::best())
    }

    /// An engine that is compiled in a form of one's choice.
    #[must_use]
    pub fn with_form(evaluation: Arc<Evaluation>, params: EngineParams, form: Form) -> Self {
        Self { evaluation, table: Table::with_bytes(params.table), params, form }
    }

    /// Forgets what was found so far.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Whether every move gets its value.
    pub(crate) const fn values_every_move(&self) -> bool {
        self.params.every_move
    }

    /// What it judges by.
    #[must_use]
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Searches a position until the goal or a limit is reached.
    pub fn search(&mut self, board: Board, goal: Goal, think: &mut Think<'_>) -> Report {
        match self.form {
            Form::Portable(machine) => self.search_by(machine, board, goal, think),
            #[cfg(all(target_arch = "x86_64", not(agon_portable)))]
            Form::Avx2(machine) => self.search_by(machine, board, goal, think),
            #[cfg(all(target_arch = "x86_64", not(agon_portable)))]
            Form::Avx512(machine) => self.search_by(machine, board, goal, think),
        }
    }

    /// Symmetric boards are searched as one, so that they have the same value and corresponding moves.
    fn search_by<M: Machine>(
        &mut self,
        machine: M,
        board: Board,
        goal: Goal,
        think: &mut Think<'_>,
    ) -> Report {
        let (canonical, symmetry) = board.canonical();
        let mut report = self.deepen(machine, canonical, goal, think);
        for root_move in &mut report.moves {
            root_move.cell = unmapped_cell(root_move.cell, symmetry);
        }
        for cell in &mut report.line {
            *cell = unmapped_cell(*cell, symmetry);
        }
        report
    }

    fn deepen<M: Machine>(&mut self, machine: M, board: Board, goal: Goal, think: &mut Think<'_>) -> Report {
        let moves = machine.moves(board);
        if moves == 0 {
            return self.without_moves(machine, board, goal, think);
        }
        self.table.begin_search();
        let node = Node::new(board, &self.evaluation);
        let mut moves: Vec<RootMove> = first_order(machine, &node, &self.evaluation, moves);
        let mut report = Report {
            moves: moves.clone(),
            value: moves[0].value,
            depth: 0,
            exact: false,
            line: vec![moves[0].cell],
        };
        for step in self.steps(node.empties, goal) {
            if report.depth > 0 && pace::saves_the_rest(think) {
                break;
            }
            let expected = (report.depth > 0).then_some(report.value);
            let Ok(value) = self.step(machine, &node, &mut moves, step, expected, think) else {
                report.prefer(&moves);
                break;
            };
            report.moves = moves.clone();
            (report.value, report.depth) = (value, step.depth);
            report.exact = step.depth == node.empties && step.selectivity == Selectivity::NONE;
            report.line = self.line(machine, board, moves[0].cell);
            think.report(step.depth, Score::points(value));
        }
        report
    }

    fn without_moves<M: Machine>(
        &mut self,
        machine: M,
        board: Board,
        goal: Goal,
        think: &mut Think<'_>,
    ) -> Report {
        if machine.moves(board.passed()) == 0 {
            let value = board.final_value();
            return Report { moves: Vec::new(), value, depth: 0, exact: true, line: Vec::new() };
        }
        let after = self.deepen(machine, board.passed(), goal, think);
        Report { moves: Vec::new(), value: -after.value, ..after }
    }

    /// What to search, one after the other.
    fn steps(&self, empties: u32, goal: Goal) -> Vec<Step> {
        let wanted = match goal {
            Goal::Depth(depth) if empties > self.params.exact_from => depth.max(1),
            _ => empties,
        };
        let selective = if self.evaluation.knows() { self.params.selectivity } else { Selectivity::NONE };
        let step =
            |depth| Step { depth, selectivity: if depth <= 4 { Selectivity::NONE } else { selective } };
        let up_to = |last: u32| {
            (1..=last).filter(move |depth| *depth < BY_TWO_FROM || (last - depth).is_multiple_of(2)).map(step)
        };
        if wanted < empties {
            return up_to(wanted).collect();
        }
        // The end is in sight: from a depth at which it becomes as cheap, all the way, more and more exact. Where the budget
        // may end before, every second depth counts.
        let prepared = match goal {
            Goal::Furthest => empties.saturating_sub(2),
            _ if empties <= AT_ONCE => return vec![Step { depth: empties, selectivity: Selectivity::NONE }],
            _ => empties.saturating_sub(AT_ONCE).min(empties * 2 / 3).max(1),
        };
        let prepared = prepared.saturating_sub((empties - prepared) % 2);
        let rising = PASSES.into_iter().filter(|&pass| pass >= selective.level()).map(Selectivity::of_level);
        let to_the_end = rising.map(|selectivity| Step { depth: empties, selectivity });
        up_to(prepared).chain(to_the_end).collect()
    }

    /// One step, on all threads.
    fn step<M: Machine>(
        &self,
        machine: M,
        node: &Node,
        moves: &mut [RootMove],
        step: Step,
        expected: Option<i32>,
        think: &mut Think<'_>,
    ) -> Result<i32, Stopped> {
        let threads = if step.depth < WORTH_SHARING { 1 } else { self.params.threads.max(1) };
        let shared = (threads > 1).then(InProgress::new);
        let run = |moves: &mut [RootMove], think: &mut Think<'_>| {
            let mut worker = Worker::new(machine, &self.table, &self.evaluation, shared.as_ref(), think);
            worker.selectivity = step.selectivity;
            let found = match self.params.every_move {
                true => root::search_each(&mut worker, node, moves, step.depth),
                false => root::search(&mut worker, node, moves, step.depth, expected),
            };
            (found, worker.nodes)
        };
        if threads == 1 {
            let mut own = think.fork().think(0, 1);
            let (found, nodes) = run(moves, &mut own);
            think.add_nodes(nodes);
            return found;
        }
        let done = Stop::default();
        let (own, fork) = (think.fork(), think.fork().stopped_by(done.clone()));
        std::thread::scope(|scope| {
            let (run, fork) = (&run, &fork);
            let helpers: Vec<_> = (1..threads)
                .map_while(|thread| {
                    let mut moves = moves.to_vec();
                    spawn_helper(scope, move || {
                        run(&mut moves, &mut fork.think(thread as u64, threads as u64)).1
                    })
                })
                .collect();
            let sent_home = SetAtTheEnd(done);
            let (found, nodes) = run(moves, &mut own.think(0, threads as u64));
            drop(sent_home);
            think.add_nodes(nodes);
            helpers.into_iter().for_each(|helper| think.add_nodes(join(helper)));
            found
        })
    }

    /// The moves that the table holds for the best, beginning with this one.
    fn line<M: Machine>(&self, machine: M, mut board: Board, first: u32) -> Vec<u32> {
        let mut line = vec![first];
        board = board.after(first, machine.flips(board, first));
        while line.len() < 60 {
            if machine.moves(board) == 0 {
                board = board.passed();
            }
            let best = self.table.load(board).map_or(NO_MOVE, |entry| entry.moves[0]);
            if best == NO_MOVE || machine.moves(board) >> best & 1 == 0 {
                break;
            }
            line.push(u32::from(best));
            board = board.after(u32::from(best), machine.flips(board, u32::from(best)));
        }
        line
    }
}

/// Less deep steps are done before a thread has begun.
const WORTH_SHARING: u32 = 10;

/// Sends the helpers home when the calling thread is done, also by a panic: the scope waits for them.
struct SetAtTheEnd(Stop);

impl Drop for SetAtTheEnd {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// The moves in the order of a first glance, with that value.
fn first_order<M: Machine>(machine: M, node: &Node, evaluation: &Evaluation, moves: u64) -> Vec<RootMove> {
    let glance = |cell| {
        let next = node.after(machine, evaluation, cell, machine.flips(node.board, cell));
        let replies = machine.moves(next.board).count_ones() as i32;
        let value = if evaluation.knows() { -evaluation.discs(&next) } else { -replies };
        RootMove { cell, value, at_most: false }
    };
    let mut moves: Vec<RootMove> = cells(moves).map(glance).collect();
    moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
    moves
}

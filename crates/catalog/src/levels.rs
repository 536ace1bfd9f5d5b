//! The strongest agent of each game, and the levels `easy`, `medium` and `hard` that people choose from. Original design.
//!
//! This is the one place that says who is strongest: `agon analyze`, `agon play` and every other front end ask here.
//! `hard` is the strongest agent with a second for each move; arguments given to a level come before its own, and so do
//! the limits of a match or a command.
//!
//! Measured with `agon match`, rounds begun with 2 to 6 random plies, the same time for both (`A - B` are wins, drawn games
//! in between; scores with their 95% intervals):
//!
//! ```text
//!   game, time               the strongest            against                     won         score
//!   reversi, 50 ms           negascout(eval=models)   negascout                   20 -  0     1.00 (0.72 to 1.00)
//!                                                     mcts(exploration=0.5)       18 -1-  1   0.93 (0.82 to 1.00)
//!   reversi:88, 50 ms        negascout(eval=models)   negascout(eval=mobility)    18 -  2     0.90 (0.77 to 1.00)
//!   reversi:6x6, 30 ms       negascout(eval=models)   negascout(eval=mobility)    18 -3- 19   0.49 (0.35 to 0.62)
//!   reversi:10x10, 30 ms     negascout(eval=mobility) negascout                   20 -  0     1.00 (0.72 to 1.00)
//!                                                     eval=positional             38 -  2     0.95 (0.88 to 1.00)
//!                                                     eval=four-heuristics(tuned) 38 -  2     0.95 (0.88 to 1.00)
//!                                                     mcts(exploration=0.5)       40 -  0     1.00 (0.84 to 1.00)
//!   connect4, 250 ms         negascout                mcts(exploration=0.5)       10 -1- 13   0.44 (0.27 to 0.61)
//!   p=2, gravity, 200 ms     negascout                mcts(exploration=0.5)       10 -3-  7   0.58 (0.47 to 0.68)
//!   gomoku, 150 ms           radius=1, beam=8         negascout(radius=1)         44 - 16     0.73 (0.62 to 0.85)
//!   gomoku, 50 ms            negascout(radius=1)      negascout                   14 -  6     0.70 (0.54 to 0.86)
//!                                                     negascout(radius=2)         22 -  8     0.73 (0.60 to 0.86)
//!                                                     mcts                        20 -  0     1.00 (0.72 to 1.00)
//!   gomoku:9x9, 50 ms        negascout(radius=1)      negascout                   22 -9-  9   0.66 (0.57 to 0.76)
//!   connect6, 200 ms         radius=1, beam=8         negascout(radius=1)         23 -  7     0.77 (0.61 to 0.93)
//!   blokus, 250 ms           mcts(exploration=0.25)   paranoid                    12 -  0     1.00 (0.61 to 1.00)
//!   blokus:mini, 50 ms       mcts(exploration=0.25)   paranoid                    34 -3-  3   0.89 (0.80 to 0.97)
//!   blokus:duo, 50 ms        mcts(exploration=0.25)   negascout                   14 -2-  4   0.75 (0.60 to 0.90)
//!   blokus:duo, 300 ms       mcts(exploration=0.25)   the same with narrow=20     14 -  6     0.70 (0.54 to 0.86)
//!
//!   game                     hard (its time)          against medium              medium against easy
//!   reversi                  100 ms                   40 -  0                     97 -  3     0.97 (0.94 to 1.00)
//!   reversi:6x6              100 ms                   36 -  4                     81 -4- 15   0.83 (0.77 to 0.89)
//!   reversi:10x10            100 ms                   20 -  0                     97 -1-  2   0.98 (0.95 to 1.00)
//!   reversi:4x4              100 ms                   84 - 16                     68 - 32     0.68 (0.61 to 0.75)
//!   tictactoe                100 ms                   46 -154- 0                  188 -8-  4  0.96 (0.94 to 0.98)
//!   connect4                 100 ms                   37 -  3                     72 - 28     0.72 (0.64 to 0.80)
//!   line:m=5,n=4,k=4         100 ms                   9 -31-  0                   35 -52- 13  0.61 (0.55 to 0.67)
//!   p=2, gravity             100 ms                   37 -1-  2                   82 - 18     0.82 (0.75 to 0.89)
//!   gomoku                   500 ms                   24 -  6                     34 -  6     0.85 (0.75 to 0.95)
//!   connect6                 500 ms                   15 -  5                     30 - 10     0.75 (0.62 to 0.88)
//!   blokus:duo               500 ms                   20 -  0 (500 simulations)   36 -  4     0.90 (0.79 to 1.00)
//!   blokus:mini              500 ms                   24 -8-  8                   35 -4-  1   0.93 (0.88 to 0.99)
//!   blokus                   1 s                      8 -  0 (500 simulations)    12 -4-  4   0.70 (0.54 to 0.86)
//! ```
//!
//! On 8x8 Reversi with empty cells to the winner the strongest is `best`, the engine of `agon-reversi-engine`; the lines above
//! are those of the general search there.
//!
//! In Connect Four random games do as well, but prove nothing: the search stays.
//!
//! How much `mcts` explores is a matter of the game (`Playable::exploration`). Measured with the same simulations for both,
//! rounds begun with 2 to 4 random plies; the first line of each game is what it has:
//!
//! ```text
//!   game, simulations        exploration      against          won         score
//!   blokus:duo, 2,000        0.1              0.25             38 -2- 20   0.65 (0.52 to 0.76)
//!               8,000        0.1              0.25             22 -2- 16   0.57 (0.45 to 0.69)
//!               2,000        0.05             0.1              31 -1- 28   0.53 (0.39 to 0.66)
//!               2,000        0.7              0.25             14 -  46    0.23 (0.14 to 0.36)
//!   blokus:two, 2,000        0.1              0.25             19 -3- 18   0.51 (0.36 to 0.66)
//!               2,000        0.4              0.25             10 -5- 25   0.31 (0.22 to 0.44)
//!   blokus, 1,500            0.1              0.25             10 -   6    0.63 (0.36 to 0.84)
//!   gomoku:9x9, 1,500        0.25             0.7              44 -  16    0.73 (0.62 to 0.82)
//!                            0.5              0.7              35 -  25    0.58 (0.47 to 0.69)
//!                            1.0              0.7              14 -  46    0.23 (0.14 to 0.36)
//!   connect4, 500            0.7              1.0             110 -10- 80  0.58 (0.50 to 0.64)
//!                            0.35             0.7              95 -13- 92  0.51 (0.44 to 0.58)
//!   reversi, 1,500           0.35             0.7              42 -4- 34   0.55 (0.44 to 0.66)
//!   reversi, 400             1.0              0.7              35 -1- 44   0.44 (0.35 to 0.54)
//! ```
//!
//! In Connect Four and Reversi nothing was better than 0.7 beyond doubt: it stays there.
//!
//! # The numbered levels of Reversi
//!
//! `level(1)` to `level(7)` overlook what is hard to see ([`agon_search::Overlooking`]); 8 to 12 are the strongest agent at
//! depths 4, 6, 9, 12 and 16, and 13 is the strongest agent, all with at most a second a move. On 8x8 `easy` is level 2 and
//! `medium` level 5. Measured on 8x8 (`--seed 3`), rounds begun with 4 random plies, from level 8 on with 8,
//! colours swapped, each against the one below. Settings were chosen by such matches:
//!
//! ```text
//!   level  depth  insight  blur     won            score
//!   1      1      0        60       166 -9- 25     0.85 (0.80 to 0.89)    against random
//!   2      1      0        30       157 -6- 37     0.80 (0.74 to 0.85)
//!   3      1      0        18       153 -3- 44     0.77 (0.71 to 0.82)
//!   4      2      0.55     11       161 -3- 36     0.81 (0.75 to 0.86)
//!   5      3      0.6      8        140 -5- 55     0.71 (0.64 to 0.78)
//!   6      4      0.8      4        162 -1- 37     0.81 (0.75 to 0.86)
//!   7      5      0.85     3        140 -6- 54     0.72 (0.65 to 0.77)
//!   8      4                        147 -6- 47     0.75 (0.69 to 0.80)
//!   9      6                        139 -5- 56     0.71 (0.65 to 0.76)
//!   10     9                        145 -4- 51     0.74 (0.68 to 0.78)
//!   11     12                       132 -8- 60     0.68 (0.63 to 0.73)
//!   12     16                       120 -14-66     0.64 (0.59 to 0.68)
//!   13 is not measured: a second a move in each game
//! ```
//!
//! Up to level 7 these matches were played with earlier tables. From 8 on each level scores a little less than with
//! those: the better the tables, the less each ply adds.
//! Two plies more win 0.65 to 0.69 of the games from depth 8 on, three 0.75; depth 15 scores as 16 does against 12.

use agon_core::spec::Spec;

use crate::agent_method::{AgentKind, AgentMethod};
use crate::playable::Playable;

/// Who plays a game best, and who plays it worse on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The strongest agent of the game for a given time.
    pub strongest: Spec,
    /// For a first game.
    pub easy: Spec,
    /// For those who know the game.
    pub medium: Spec,
}

impl Levels {
    /// For a game of which nothing more is known: random games judge any position.
    #[must_use]
    pub fn usual() -> Self {
        Self {
            strongest: Spec::new("mcts"),
            easy: Spec::new("random"),
            medium: Spec::new("mcts").with("simulations", "100"),
        }
    }

    /// The agent that analyses positions of this game.
    pub(crate) fn analyst(&self, players: usize, wish: Analysis) -> Spec {
        /// MiB for the table of a proof: it takes only as much of them as it needs.
        const PROOF_TABLE: u32 = 1024;
        let agent = match (wish.exact, players) {
            (false, _) => self.strongest.clone(),
            (true, 2) => Spec::new("solve").with("table", PROOF_TABLE.to_string()),
            (true, _) => Spec::new("paranoid").with("endgame", "all"),
        };
        let agent = agent.merged(&Spec::new("with").with("threads", wish.threads.to_string()));
        // Monte Carlo methods value every move as it is.
        let bounds = agent.name.text != "mcts";
        if bounds && wish.every_move { agent.with_bare("every-move") } else { agent }
    }
}

/// How positions are to be analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Search to the end of the game.
    pub exact: bool,
    /// Give every move its value, not only a bound to those that are worse than the best.
    pub every_move: bool,
    /// Threads to search with.
    pub threads: usize,
}

/// The levels as agents.
pub(crate) fn agents<G: Playable>(levels: &Levels) -> Vec<AgentMethod<G>> {
    let hard = levels.strongest.clone().merged(&Spec::new("hard").with("time", "1s"));
    let level = |name, summary, example, spec: &Spec| {
        AgentMethod::stands_for(AgentKind::new(name, summary, example), spec.clone())
    };
    let strongest = "a level: the strongest agent of the game, with a second for each move";
    vec![
        level("easy", "a level, for a first game", "easy", &levels.easy),
        level("medium", "a level, for those who know the game", "medium", &levels.medium),
        level("hard", strongest, "hard(time=3s)", &hard),
    ]
}

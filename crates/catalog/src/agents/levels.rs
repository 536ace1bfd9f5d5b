//! The strongest agent of each game, and the levels `easy`, `medium` and `hard` that people choose from. Ours.
//!
//! This is the one place that says who is strongest: `agon analyze`, `agon play` and every other front end ask here.
//! `hard` is the strongest agent with a second for each move; arguments given to a level come before its own.
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
//! In Connect Four random games do as well, but prove nothing: the search stays.

use agon_core::ReadError;
use agon_core::spec::Spec;

use super::{AgentKind, Players};
use crate::evaluators::models_come_with_agon;
use crate::playable::Playable;

/// Who plays a game best, and who plays it worse on purpose. All are specs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The strongest agent of the game for a given time.
    pub strongest: &'static str,
    /// For a first game.
    pub easy: &'static str,
    /// For those who know the game.
    pub medium: &'static str,
}

impl Levels {
    /// Reversi: models know the board best, where there are any; mobility beats every other evaluator elsewhere.
    pub(crate) fn reversi<G: Playable>(game: &G) -> Self {
        let (strongest, medium) = match models_come_with_agon(game) {
            true => ("negascout(eval=models)", "negascout(eval=models, depth=2)"),
            false => ("negascout(eval=mobility)", "negascout(eval=mobility, depth=2)"),
        };
        Self { strongest, easy: "greedy", medium }
    }

    /// Line games: where stones can lie anywhere on a large board, few cells are worth a look, all beside other stones.
    pub(crate) fn line(rules: &agon_line::Rules) -> Self {
        /// Whoever sees one stone ahead plays such a game well.
        const TINY: u32 = 16;
        /// A search of all moves sees to the end of such a game, or nearly.
        const SMALL: u32 = 36;
        match rules.cells() {
            ..=TINY => Self { strongest: "negascout", easy: "random", medium: "negascout(depth=1)" },
            cells if rules.gravity || cells <= SMALL => {
                Self { strongest: "negascout", easy: "negascout(depth=1)", medium: "negascout(depth=3)" }
            }
            _ => Self {
                strongest: "negascout(radius=1, beam=8)",
                easy: "negascout(radius=1, depth=1)",
                // With two stones in a turn, two plies are only the own ones.
                medium: match rules.p {
                    1 => "negascout(radius=1, depth=2)",
                    _ => "negascout(radius=1, depth=3)",
                },
            },
        }
    }

    /// Blokus, for two players and for four: there are too many moves to look far ahead, and random games judge a
    /// position better than its cells.
    pub(crate) const BLOKUS: Self = Self {
        strongest: "mcts(exploration=0.25)",
        easy: "greedy",
        medium: "mcts(exploration=0.25, narrow=20, simulations=150)",
    };

    /// What a level stands for; `None` for any other name.
    pub(crate) fn spec_of(&self, name: &str) -> Option<Result<Spec, ReadError>> {
        match name {
            "easy" => Some(self.easy.parse()),
            "medium" => Some(self.medium.parse()),
            "hard" => Some(self.strongest.parse().and_then(|strongest| with(strongest, "hard(time=1s)"))),
            _ => None,
        }
    }

    /// The agent that analyses positions of this game.
    pub(crate) fn analyst(&self, players: usize, wish: Analysis) -> Result<Spec, ReadError> {
        /// MiB for the table of a proof: it takes only as much of them as it needs.
        const PROOF_TABLE: usize = 1024;
        let agent: Spec = match (wish.exact, players) {
            (false, _) => self.strongest.parse()?,
            (true, 2) => format!("solve(table={PROOF_TABLE})").parse()?,
            (true, _) => format!("paranoid(endgame={})", u32::MAX).parse()?,
        };
        let agent = with(agent, &format!("with(threads={})", wish.threads))?;
        // Monte Carlo methods value every move as it is.
        let bounds = agent.name.text != "mcts";
        if bounds && wish.every_move { with(agent, "with(every-move)") } else { Ok(agent) }
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

/// A spec with the arguments of another one; where both have one, the other's counts.
pub(super) fn merged(mut base: Spec, other: &Spec) -> Spec {
    let given =
        |name: &str| other.args.iter().any(|arg| arg.key.as_ref().is_some_and(|key| key.text == name));
    base.args.retain(|arg| !arg.key.as_ref().is_some_and(|key| given(&key.text)));
    base.args.extend(other.args.iter().cloned());
    base
}

fn with(base: Spec, other: &str) -> Result<Spec, ReadError> {
    Ok(merged(base, &other.parse()?))
}

/// The levels as agents.
pub(super) const KINDS: [AgentKind; 3] = [
    AgentKind { name: "easy", summary: "a level, for a first game", example: "easy", players: Players::Any },
    AgentKind {
        name: "medium",
        summary: "a level, for those who know the game",
        example: "medium",
        players: Players::Any,
    },
    AgentKind {
        name: "hard",
        summary: "a level: the strongest agent of the game, with a second for each move",
        example: "hard(time=3s)",
        players: Players::Any,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FAMILIES, Origin, game};
    use agon_core::{Budget, Seed, Think, Unit};

    /// Boards that are unlike the examples of their family.
    const ODD: [&str; 14] = [
        "reversi:4x4",
        "reversi:10x10",
        "reversi:12x8",
        "reversi:3x3",
        "reversi:start=historical",
        "reversi:#..#/..../..../#..#",
        "line:m=1,n=2,k=2",
        "line:m=2,n=2,k=2",
        "line:m=6,n=6,k=4,p=2",
        "line:m=19,n=19,k=6,p=9,q=9",
        "connect4:19x19",
        "gomoku:5x5",
        "gomoku:19x19,exact",
        "blokus:classic-two",
    ];

    fn games() -> impl Iterator<Item = &'static str> {
        let examples = FAMILIES.iter().flat_map(|family| family.examples).map(|(spec, _)| *spec);
        examples.chain(ODD)
    }

    #[test]
    fn every_game_has_a_strongest_agent_and_levels_that_move() {
        for spec in games() {
            let game = game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
            let seats = |agent: &str| vec![Some(agent.to_owned()); game.players()];
            for agent in [game.strongest(), "easy", "medium", "hard", "hard(nodes=10)"] {
                let mut session = game.clone().session(&seats(agent), &Origin::Start).unwrap();
                let mut think = Think::untimed(Budget::nodes(50), Seed(1));
                let choice =
                    session.think(&mut think).unwrap_or_else(|error| panic!("{spec}, {agent}: {error}"));
                assert!(session.play(&choice.mv).is_ok(), "{spec}, {agent}: {}", choice.mv);
            }
        }
    }

    #[test]
    fn every_game_can_be_analysed() {
        for spec in games() {
            let game = game(spec).unwrap();
            for (exact, every_move, threads) in [(false, true, 1), (true, false, 2), (true, true, 1)] {
                let analyst = game.analyst(Analysis { exact, every_move, threads }).unwrap();
                game.check_agent(&analyst).unwrap_or_else(|error| panic!("{spec}: {error}"));
            }
        }
    }

    #[test]
    fn values_have_the_unit_of_their_game() {
        let unit = |spec: &str, agent: &str, moves: &str| {
            let seats = vec![Some(agent.to_owned()); game(spec).unwrap().players()];
            let mut session = game(spec).unwrap().session(&seats, &Origin::Moves(moves)).unwrap();
            let choice = session.think(&mut Think::untimed(Budget::nodes(2000), Seed(1))).unwrap();
            assert!(choice.moves.first().is_none_or(|best| best.unit == choice.unit), "{spec} {agent}");
            choice.unit
        };
        assert_eq!(unit("reversi", "negascout(eval=models)", ""), Unit::Points);
        assert_eq!(unit("reversi", "negascout(eval=mobility)", ""), Unit::Rating);
        assert_eq!(unit("reversi:4x4", "solve", "b1"), Unit::Points);
        assert_eq!(unit("reversi", "greedy", ""), Unit::Points);
        assert_eq!(unit("reversi", "greedy(reply)", ""), Unit::Rating);
        assert_eq!(unit("reversi", "mcts", ""), Unit::Chance);
        assert_eq!(unit("reversi", "mc", ""), Unit::Chance);
        assert_eq!(unit("connect4", "negascout", ""), Unit::Rating);
        assert_eq!(unit("connect4", "negascout", "415162"), Unit::Distance);
        assert_eq!(unit("tictactoe", "solve", "b2a1"), Unit::Distance);
        assert_eq!(unit("blokus:duo", "mcts", ""), Unit::Chance);
    }

    #[test]
    fn arguments_come_before_those_of_a_level() {
        let full = |name: &str, given: &str| {
            let level = Levels::BLOKUS.spec_of(name).unwrap().unwrap();
            merged(level, &given.parse().unwrap()).to_string()
        };
        assert_eq!(full("hard", "hard(time=3s)"), "mcts(exploration=0.25, time=3s)");
        assert_eq!(
            full("medium", "medium(forgetful)"),
            "mcts(exploration=0.25, narrow=20, simulations=150, forgetful)"
        );
        assert!(Levels::BLOKUS.spec_of("harder").is_none());
    }
}

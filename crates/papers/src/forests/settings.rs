//! All settings of [KInARow2012], by game, as a training can be told them; and the figures that it prints.
//!
//! Table 5-5 has those of Gomoku, section 5.2 those of tic-tac-toe, section 5.3 those of Connect Four. Of Connect6 the source
//! says nothing but that it can be trained; its settings are those of Gomoku, with a search of two plies.

use agon_core::spec::SpecOption;

/// The settings of a recipe, with the values that hold unless a request says otherwise.
macro_rules! settings {
    (game $game:literal, trees $trees:literal, attributes $attributes:literal, window $window:literal,
     survivors $survivors:literal, population $population:literal, generations $generations:literal,
     draw_weight $draw_weight:literal, depth $depth:literal, opening $opening:literal, first $first:literal) => {
        &[
            SpecOption::text("game", "the game that is learned").or($game),
            SpecOption::whole("generations", "generations", 1, u64::MAX, "how long it goes on")
                .or($generations),
            SpecOption::whole("trees", "trees", 1, 1000, "trees of a forest").or($trees),
            SpecOption::whole("attributes", "cells", 1, 10, "cells that a tree asks about").or($attributes),
            SpecOption::whole(
                "window",
                "cells",
                1,
                20,
                "the side of the window that they lie in: the pattern radius",
            )
            .or($window),
            SpecOption::one_of(
                "last-piece",
                "treatment of the last piece",
                &["kept", "lifted"],
                "whether trees see the piece that ended a game; without it they learn what it looks like before",
            )
            .or("kept"),
            SpecOption::whole(
                "moves",
                "moves",
                1,
                100,
                "how many of the last moves of a game are learned from, each in a window of its own",
            )
            .or("1"),
            SpecOption::one_of(
                "places",
                "places",
                &["last", "anywhere"],
                "whether these windows lie around the moves, or anywhere on the boards after them, where trees are asked later",
            )
            .or("last"),
            SpecOption::one_of(
                "shape",
                "shape",
                &["scattered", "straight"],
                "whether the cells of a tree lie anywhere in the window, or side by side in a row or on a diagonal",
            )
            .or("scattered"),
            SpecOption::one_of(
                "turned",
                "answer",
                &["no", "yes"],
                "whether trees learn from windows in all eight positions in which they are asked",
            )
            .or("no"),
            SpecOption::whole(
                "candidates",
                "cells",
                1,
                10,
                "cells that come into question at each node of a tree",
            )
            .or_else("all of the tree"),
            SpecOption::whole(
                "sure",
                "percent",
                0,
                100,
                "examples that must agree for a tree to predict a win or a loss",
            )
            .or("0"),
            SpecOption::whole(
                "surest",
                "percent",
                0,
                100,
                "trees draw from `sure` to this what they demand",
            )
            .or_else("the same as sure"),
            SpecOption::one_of(
                "counting",
                "way to count",
                &["equal", "odds"],
                "whether trees count alike, or by the odds that they demand",
            )
            .or("equal"),
            SpecOption::whole("leaf", "examples", 1, 1_000_000, "the fewest examples of a leaf").or("1"),
            SpecOption::whole(
                "survivors",
                "forests",
                1,
                1000,
                "the genetic population: forests that survive",
            )
            .or($survivors),
            SpecOption::whole(
                "population",
                "forests",
                2,
                1000,
                "forests of a generation, survivors included",
            )
            .or($population),
            SpecOption::number(
                "mutation",
                0.0,
                1.0,
                "the chance of a child to mutate, and of each of its trees then",
            )
            .or("0.15"),
            SpecOption::one_of(
                "mating",
                "way to mate",
                &["full", "partial"],
                "all survivors with all others, or drawn",
            )
            .or("partial"),
            SpecOption::one_of(
                "competition",
                "competition",
                &["full", "limited"],
                "everybody against everybody, or survivors against new forests",
            )
            .or("limited"),
            SpecOption::number("win", -100.0, 100.0, "points for a victory").or("2"),
            SpecOption::number("draw", -100.0, 100.0, "points for a draw").or("1"),
            SpecOption::number("loss", -100.0, 100.0, "points for a loss").or("-3"),
            SpecOption::number("win-weight", -1000.0, 1000.0, "what a percent of predicted wins is worth")
                .or("2"),
            SpecOption::number("draw-weight", -1000.0, 1000.0, "what a percent of predicted draws is worth")
                .or($draw_weight),
            SpecOption::number("loss-weight", -1000.0, 1000.0, "what a percent of predicted losses is worth")
                .or("-0.5"),
            SpecOption::whole("depth", "plies", 0, 20, "plies that forests look ahead in their games")
                .or($depth),
            SpecOption::whole("radius", "cells", 1, 20, "how far from the stones moves are looked at")
                .or_else("what suits the game"),
            SpecOption::whole("opening", "plies", 0, 20, "random plies before each game").or($opening),
            SpecOption::whole(
                "first-games",
                "games",
                1,
                1_000_000,
                "games of random and simple players to begin with",
            )
            .or($first),
            SpecOption::whole(
                "first-depth",
                "plies",
                0,
                20,
                "plies that the simple players of the first games look ahead",
            )
            .or("0"),
            SpecOption::whole("slips", "percent", 0, 100, "random moves in the first games").or("0"),
            SpecOption::file("data", "ends of games to begin with (agon data)")
                .or_else("none but the first games"),
            SpecOption::one_of(
                "fitness",
                "measure",
                &["games", "tasks", "random", "opponent"],
                "how forests are measured: by their games, by tasks, by games against a random player at every depth \
                 up to `depth`, or by games against `opponent` (section 6)",
            )
            .or("games"),
            SpecOption::text("opponent", "with fitness=opponent: the agent, who is met at `depth` after random openings")
                .or("simple-patterns"),
            SpecOption::whole(
                "random-games",
                "games",
                1,
                100_000,
                "with fitness=random or opponent: games on each seat at each depth",
            )
            .or("20"),
            SpecOption::one_of(
                "evolve",
                "part of a forest",
                &["trees", "weights"],
                "what is evolved: trees, or the weights of those of a forest (section 6)",
            )
            .or("trees"),
            SpecOption::whole("heaviest", "units of weight", 1, 63, "with evolve=weights: no tree weighs more").or("10"),
            SpecOption::file("forest", "with evolve=weights: the forest whose trees are weighed")
                .or_else("the one that comes with Agon"),
        ]
    };
}

/// Section 5.2: a population of 20, 25 trees of 4 cells, 102 iterations. Ours: depth, opening, first games.
pub const TICTACTOE: &[SpecOption] = settings!(game "tictactoe", trees "25", attributes "4", window "3",
    survivors "10", population "20", generations "102", draw_weight "1", depth "0", opening "1", first "2000");

/// Section 5.3: 7x7, 50 trees of 5 cells, 107 iterations at depth 6. Ours: window, opening, first games.
pub const CONNECT4: &[SpecOption] = settings!(game "connect4:7x7", trees "50", attributes "5", window "5",
    survivors "5", population "10", generations "107", draw_weight "1", depth "6", opening "2", first "2000");

/// Table 5-5, test 92: 25 trees and 55 iterations; tests 93, 94 and 96 have 50, 75 and 100 trees. Ours: depth, opening,
/// first games.
pub const GOMOKU: &[SpecOption] = settings!(game "gomoku:10x10", trees "25", attributes "8", window "7",
    survivors "5", population "10", generations "55", draw_weight "1.5", depth "2", opening "2", first "2000");

/// As Gomoku; all of it is ours.
pub const CONNECT6: &[SpecOption] = settings!(game "connect6", trees "25", attributes "8", window "7",
    survivors "5", population "10", generations "20", draw_weight "1.5", depth "1", opening "2", first "500");

/// Tic-tac-toe against a random player, 100 games on each seat: depth; wins, draws, losses as first, then as second.
pub const TABLE_5_1: [(u32, [u32; 3], [u32; 3]); 6] = [
    (0, [97, 0, 3], [72, 0, 28]),
    (1, [95, 5, 0], [81, 17, 2]),
    (2, [100, 0, 0], [78, 15, 7]),
    (3, [99, 0, 1], [76, 13, 11]),
    (4, [99, 1, 0], [90, 10, 0]),
    (5, [100, 0, 0], [95, 5, 0]),
];

/// The most wins against a player who moves at random, as shares: as first, and as second without ever losing. No player
/// has more, which a search of all positions shows; the second could win 887 of 945 games by taking risks, but then loses some.
pub const MOST_WINS_5_1: [f64; 2] = [191.0 / 192.0, 866.0 / 945.0];

/// Connect Four against people, at depth 6: wins, draws, losses of the forest.
pub const TABLE_5_3: [u32; 3] = [12, 0, 8];

/// Gomoku forests against each other: test, iterations, scores at depths 0 to 4, total, weighted. The score of test 87 at
/// depth 0 cannot be read and follows from its total.
pub const TABLE_5_4: [(u32, u32, [f64; 5], f64, f64); 6] = [
    (87, 172, [8.0, 4.0, 4.0, 4.0, 12.0], 32.0, 16.8),
    (90, 58, [-8.0, 4.0, 0.0, 0.0, -8.0], -12.0, -8.0),
    (92, 55, [-4.0, 0.0, 12.0, 4.0, 4.0], 16.0, 9.2),
    (93, 47, [-8.0, 8.0, -4.0, 4.0, 8.0], 8.0, 9.6),
    (94, 36, [12.0, 4.0, -4.0, 8.0, 0.0], 20.0, 4.8),
    (96, 24, [0.0, -20.0, -8.0, -8.0, 4.0], -32.0, -6.4),
];
/// What the scores of each depth count in the last column: found from its six rows, which it gives exactly.
pub const WEIGHTS_5_4: [f64; 5] = [0.1, 0.2, 0.3, 0.5, 1.0];

/// The trainings of table 5-5: test, trees, iterations that 13 days allowed.
pub const TABLE_5_5: [(u32, u32, u32); 4] = [(92, 25, 55), (93, 50, 47), (94, 75, 36), (96, 100, 24)];
/// How long each of them took.
pub const DAYS_5_5: f64 = 13.0;

/// Table 3-1: initial and maximum population, and games, of a full and of a limited training.
pub const TABLE_3_1: [(usize, usize, u32); 2] = [(10, 100, 9900), (10, 20, 200)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_figures_fit_each_other() {
        for (test, _, scores, total, weighted) in TABLE_5_4 {
            assert_eq!(scores.iter().sum::<f64>(), total, "test {test}");
            let sum: f64 = scores.iter().zip(WEIGHTS_5_4).map(|(score, weight)| score * weight).sum();
            assert!((sum - weighted).abs() < 1e-9, "test {test}: {sum}");
        }
        for (depth, first, second) in TABLE_5_1 {
            assert_eq!((first.iter().sum::<u32>(), second.iter().sum::<u32>()), (100, 100), "depth {depth}");
        }
    }

    /// Shares of games won and lost.
    type Shares = [f64; 2];

    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

    /// The best that player `me` can get against a random one, over all positions: most wins among the moves that lose
    /// least often, or most wins alone. Cells are 0, or the player 1 or 2 whose stone is there.
    fn best(cells: &mut [u8; 9], player: u8, me: u8, careful: bool) -> Shares {
        let has_won = |player| LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] == player));
        let empty: Vec<usize> = (0..9).filter(|&cell| cells[cell] == 0).collect();
        if has_won(1) || has_won(2) || empty.is_empty() {
            return [me, 3 - me].map(|player| f64::from(u8::from(has_won(player))));
        }
        let mut children = Vec::new();
        for &cell in &empty {
            cells[cell] = player;
            children.push(best(cells, 3 - player, me, careful));
            cells[cell] = 0;
        }
        let mean = |at: usize| children.iter().map(|shares| shares[at]).sum::<f64>() / empty.len() as f64;
        let key = |&[won, lost]: &Shares| if careful { [-lost, won] } else { [won, -lost] };
        let better = |one: &&Shares, other: &&Shares| key(one).partial_cmp(&key(other)).expect("numbers");
        if player == me { *children.iter().max_by(better).expect("a move") } else { [mean(0), mean(1)] }
    }

    /// All 549,946 positions of the tree, for each seat.
    #[test]
    fn nobody_wins_more_against_a_random_player() {
        for (player, most) in [1, 2].into_iter().zip(MOST_WINS_5_1) {
            let [won, lost] = best(&mut [0; 9], 1, player, true);
            assert!((won - most).abs() < 1e-12 && lost == 0.0, "{won} won, {lost} lost");
        }
        let [won, lost] = best(&mut [0; 9], 1, 2, false);
        assert!((won - 887.0 / 945.0).abs() < 1e-12 && lost > 0.0, "{won} won, {lost} lost");
    }
}

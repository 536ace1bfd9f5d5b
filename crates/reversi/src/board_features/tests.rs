//! The features of section V against a naive count, on boards of every kind.

use super::*;
use crate::{Move, Rules, Wide};
use agon_core::{Game, Notation, Rng, Seed, Status};

/// The naive twin: straight from the words of section V, cell by cell.
fn naive<W: BoardWord>(game: &Reversi<W>, pos: &Position<W>, features: &CellKindFeatures<W>) -> Vec<f64> {
    let shape = &game.rules().shape;
    let steps = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];
    let holds = |player: Player, cell: Cell| pos.discs(player).has(cell.index());
    let empty = |cell: &Cell| !holds(Player::FIRST, *cell) && !holds(Player::SECOND, *cell);
    let flipped = |player: Player, cell: Cell| -> usize {
        let along = |&step: &(i32, i32)| {
            let line: Vec<Cell> =
                std::iter::successors(shape.step(cell, step), |&at| shape.step(at, step)).collect();
            let run = line.iter().take_while(|&&at| holds(player.other(), at)).count();
            if line.get(run).is_some_and(|&end| holds(player, end)) { run } else { 0 }
        };
        steps.iter().map(along).sum()
    };
    let gains = |player: Player| -> Vec<usize> {
        let all = shape.cells().filter(empty).map(|cell| flipped(player, cell));
        all.filter(|&gain| gain > 0).collect()
    };
    let frontier = |player: Player| {
        let touches = |cell: &Cell| {
            steps.iter().any(|&step| shape.step(*cell, step).is_some_and(|near| holds(player, near)))
        };
        shape.cells().filter(empty).filter(touches).count() as f64
    };
    let [black, white] = [Player::FIRST, Player::SECOND];
    let active = match gains(pos.to_move()).is_empty() {
        true => pos.to_move().other(),
        false => pos.to_move(),
    };
    let stones = shape.cells().filter(|cell| !empty(cell)).count();
    let parity = match (active == black, stones % 2 == 0) {
        (true, true) | (false, false) => 1.0,
        _ => -1.0,
    };
    let mut out = vec![
        parity,
        gains(white).len() as f64 - gains(black).len() as f64,
        frontier(white) - frontier(black),
        gains(black).iter().sum::<usize>() as f64 - gains(white).iter().sum::<usize>() as f64,
    ];
    let has = |mirror: Symmetry| shape.symmetries().contains(&mirror);
    let mirror = |columns, rows| Symmetry { transpose: false, mirror_columns: columns, mirror_rows: rows };
    let (left_right, top_bottom) = (has(mirror(true, false)), has(mirror(false, true)));
    for name in &features.names()[4..] {
        let (column, row) = shape.place(shape.named(name).unwrap());
        let same = |cell: &Cell| {
            let (c, r) = shape.place(*cell);
            (c == column || left_right && c == shape.width() - 1 - column)
                && (r == row || top_bottom && r == shape.height() - 1 - row)
        };
        let held = |player| shape.cells().filter(same).filter(|&cell| holds(player, cell)).count() as f64;
        out.push(held(white) - held(black));
    }
    out
}

fn random_game<W: BoardWord>(game: &Reversi<W>, rng: &mut Rng) -> Vec<Position<W>> {
    let (mut pos, mut seen) = (game.start(), Vec::new());
    while let Status::ToMove(_) = game.status(&pos) {
        seen.push(pos);
        let mv: Move = game.random_move(&pos, rng, &mut Vec::new()).unwrap();
        game.play_unchecked(&mut pos, mv);
    }
    seen
}

fn agrees<W: BoardWord + 'static>(spec: &str) -> usize {
    let game: Reversi<W> = Reversi::new(Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap();
    let features = Arc::new(CellKindFeatures::new(&game));
    let mut rng = Seed(1).stream(spec, 0);
    let weights: Vec<i32> = (0..features.count()).map(|_| rng.below(2_000_000) as i32 - 1_000_000).collect();
    let weighing = features.clone().weighing(&weights);
    for pos in (0..6).flat_map(|_| random_game(&game, &mut rng)) {
        let mut out = vec![f64::NAN; features.count()];
        features.write(&game, &pos, Player::SECOND, &mut out);
        assert_eq!(out, naive(&game, &pos, &features), "{spec}: {}", game.write_position(&pos));
        let sum: f64 = out.iter().zip(&weights).map(|(number, &weight)| number * f64::from(weight)).sum();
        assert_eq!(weighing.weigh(&game, &pos), sum as i64);
        let mut black = vec![f64::NAN; features.count()];
        features.write(&game, &pos, Player::FIRST, &mut black);
        assert!(out.iter().zip(&black).all(|(white, black)| *white == -black));
    }
    features.count()
}

#[test]
fn a_naive_count_finds_the_same_on_every_kind_of_board() {
    assert_eq!(agrees::<u64>("reversi"), 4 + 16);
    assert_eq!(agrees::<u128>("reversi:88"), 4 + 22);
    assert_eq!(agrees::<Wide>("reversi:88"), 4 + 22);
    assert_eq!(agrees::<u64>("reversi:6x5"), 4 + 9);
    assert_eq!(agrees::<u64>("reversi:16x4"), 4 + 16);
    assert_eq!(agrees::<u128>("reversi:5x25"), 4 + 39);
    assert_eq!(agrees::<u64>("reversi:#..#/..../..../...."), 4 + 7, "left and right only: 1 + 3 times 2");
}

#[test]
fn stones_are_counted_and_passes_change_nothing() {
    let game: Reversi<u128> =
        Reversi::new(Rules::from_spec(&"reversi:88".parse().unwrap()).unwrap()).unwrap();
    let features = CellKindFeatures::new(&game);
    let mut passes = 0;
    let mut rng = Seed(2).stream("passes", 0);
    for pos in (0..20).flat_map(|_| random_game(&game, &mut rng)) {
        if pos.stage == Stage::Pass {
            let seen = |pos: &Position<u128>| {
                let mut out = vec![0.0; features.count()];
                features.write(&game, pos, Player::SECOND, &mut out);
                (features.stones(&game, pos), out)
            };
            assert_eq!(seen(&pos), seen(&game.after(&pos, Move::Pass)));
            passes += 1;
        }
    }
    assert!(passes > 0);
    assert_eq!(features.stones(&game, &game.start()), 4);
}

/// Symmetric kinds of cells share a weight: those of 8x8 are the triangle a1, a2, b2, a3 to d4.
#[test]
fn symmetric_kinds_are_of_one_class() {
    let classes = |spec: &str| {
        let game: Reversi<u64> = Reversi::new(Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap();
        let features = CellKindFeatures::new(&game);
        let names = features.names();
        let classes = features.classes();
        let shared = names.iter().zip(&classes).filter(|(name, class)| **name != names[**class]);
        shared.map(|(name, &class)| format!("{name}={}", names[class])).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(classes("reversi:4x4"), "a2=b1");
    assert_eq!(classes("reversi"), "a2=b1 a3=c1 b3=c2 a4=d1 b4=d2 c4=d3");
    assert_eq!(classes("reversi:6x4"), "", "a rectangle has no such turns");
}

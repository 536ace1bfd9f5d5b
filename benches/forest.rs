//! How fast the three forms of a forest are: the walker, the cached one, and the incremental one that searches use.
//!
//! 25 trees of 8 cells in a window of 7 on 10x10, as in table 5-5 of [KInARow2012], trained on random games; the
//! positions are leaves as a search of two plies meets them.

use agon_core::{Evaluator, Game, Player, Seed};
use agon_learn::models::forest::{
    CachedForest, EndOfGame, Forest, IncrementalForest, Lesson, Pattern, PlacedForest, PredictionWeights,
    WalkingForest, Window,
};
use agon_line::{Line, Position, Rules};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn gomoku() -> Line<u128> {
    Line::new(Rules { columns: 10, rows: 10, ..Rules::GOMOKU }).expect("a game")
}

/// The ends of random games.
fn ends(game: &Line<u128>, side: u32, games: u64) -> Vec<EndOfGame> {
    let ends = |number| {
        let mut rng = Seed(number).stream("bench", 0);
        let (mut pos, mut moves) = (game.start(), Vec::new());
        while let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
            game.play_unchecked(&mut pos, mv);
            moves.push(mv);
        }
        EndOfGame::all_of(game, &game.start(), &moves, Window::around_the_end(side))
    };
    (0..games).flat_map(ends).collect()
}

fn forest(game: &Line<u128>) -> Forest {
    let ends = ends(game, 7, 3000);
    let lesson = Lesson::plain(&ends, 8);
    let grow = |number| {
        let pattern = Pattern::random(7, 8, &mut Seed(number).stream("bench", 1));
        lesson.grow(pattern, Seed(number))
    };
    Forest { woods: (0..25).map(grow).collect(), weights: PredictionWeights::USUAL, game: None }
}

/// The positions two plies after one with 20 stones, as a search meets them.
fn leaves(game: &Line<u128>) -> Vec<Position<u128>> {
    let mut rng = Seed(1).stream("bench", 2);
    let mut pos = game.start();
    for _ in 0..20 {
        let mv = game.random_move(&pos, &mut rng, &mut Vec::new()).expect("the game goes on");
        game.play_unchecked(&mut pos, mv);
    }
    let children = |pos: &Position<u128>| {
        let mut moves = Vec::new();
        game.near(pos, 1, &mut moves);
        moves.into_iter().map(|mv| game.after(pos, mv)).collect::<Vec<_>>()
    };
    children(&pos).iter().flat_map(children).collect()
}

fn forms(c: &mut Criterion) {
    let game = gomoku();
    let placed = PlacedForest::new(&forest(&game), &game).expect("a forest for this board");
    let leaves = leaves(&game);
    type NamedForm = (&'static str, Box<dyn Evaluator<Line<u128>>>);
    let forms: [NamedForm; 3] = [
        ("walking", Box::new(WalkingForest(placed.clone()))),
        ("cached", Box::new(CachedForest::new(placed.clone()))),
        ("incremental", Box::new(IncrementalForest::new(&placed))),
    ];
    let mut group = c.benchmark_group("forest on gomoku:10x10");
    group.throughput(Throughput::Elements(leaves.len() as u64)).sample_size(10);
    for (name, form) in &forms {
        let sum = || leaves.iter().map(|pos| i64::from(form.value(&game, pos, Player::FIRST).0)).sum::<i64>();
        group.bench_function(*name, |b| b.iter(sum));
    }
    group.finish();
}

criterion_group!(benches, forms);
criterion_main!(benches);

//! Reads a WTHOR file, the format in which Othello games are handed around, and checks its games by the rules.
//!
//! ```sh
//! cargo run --release -p agon-reversi --example read_wthor                  # makes a tiny file and reads that
//! cargo run --release -p agon-reversi --example read_wthor -- WTH_2001.wtb
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use agon_core::{Game, Notation, Seed, Status};
use agon_reversi::wthor::{Database, StoredGame, othello};

/// A file with one random game, as it would stand on a disk.
fn tiny_file() -> Result<Vec<u8>, Box<dyn Error>> {
    let (game, mut rng) = (othello(), Seed(7).stream("moves", 0));
    let (mut pos, mut played, mut moves) = (game.start(), Vec::new(), Vec::new());
    let outcome = loop {
        if let Status::Over(outcome) = game.status(&pos) {
            break outcome;
        }
        moves.clear();
        game.moves(&pos, &mut moves);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        game.play(&mut pos, mv)?;
        played.push(mv);
    };
    let black_discs = u8::try_from(outcome.points.as_slice()[0])?;
    let stored = StoredGame::new(&game, &played, black_discs)?;
    Ok(Database { year: 2001, depth: 0, games: vec![stored] }.write()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = match std::env::args_os().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => tiny_file()?,
    };
    let database = Database::read(&bytes)?;
    let game = othello();
    let (mut moves, mut agree) = (0, 0);
    for stored in &database.games {
        let replay = stored.replay(&game)?;
        moves += replay.moves.len();
        agree += usize::from(stored.agrees(&replay));
    }
    let games = database.games.len();
    println!("year {}: {games} games, {moves} moves with passes", database.year);
    println!("{agree} of {games} end by the rules with the score that the file gives them");
    if let Some(first) = database.games.first() {
        let opening: String =
            first.replay(&game)?.moves.iter().take(8).map(|&mv| game.write_move(mv)).collect();
        let [black, white] = first.points();
        println!("the first begins {opening} and ends {black} : {white}");
    }
    Ok(())
}

//! One checker for the rules of every game: random games during which everything a game promises is asked for.

mod chance;
mod ends;

use std::collections::BTreeSet;

use agon_core::{Drawn, Game, Keyed, Notation, Player, Seed, Status, Symmetric, Tile, leaves_one_by_one};

use ends::Ends;

/// Games to play through.
const GAMES: u64 = 12;
/// Illegal moves to try at each position.
const TRIED: usize = 40;
/// A game that takes longer never ends.
const LONGEST_GAME: usize = 2000;

/// Plays random games and asserts what [`Game`] and its companions promise.
///
/// # Panics
/// If the game breaks a promise.
pub fn check_rules<G>(game: &G, seed: Seed)
where
    G: Game + Notation + Keyed + Symmetric + Drawn,
{
    assert!(size_of::<G::Move>() <= 8, "a move has at most 8 bytes");
    let mut known = BTreeSet::new();
    let mut ends = Ends::default();
    for index in 0..GAMES {
        let mut rng = seed.stream("check_rules", index);
        let mut scratch = Vec::new();
        let mut pos = game.start();
        let (mut promised, mut sure) = (Vec::new(), Vec::new());
        for ply in 0.. {
            assert!(ply < LONGEST_GAME, "the game does not end");
            let moves = legal_moves(game, &pos);
            known.extend(moves.iter().copied());
            check_legality(game, &pos, &moves, &known, rng.u64() as usize);
            check_text(game, &pos, &moves);
            check_symmetry(game, &pos, &moves);
            check_view(game, &pos, &moves);
            chance::check_random_move(game, &pos, &moves, ply, &mut rng);
            promised.push(game.plies_left(&pos));
            sure.extend(game.sure_winner(&pos));
            let Some(mv) = game.random_move(&pos, &mut rng, &mut scratch) else { break };
            assert!(moves.contains(&mv), "random_move gave {mv:?}, which is not legal");
            if game.footprint(&pos, mv).is_empty() {
                // A pass is not counted, so that this position promises nothing of its own.
                promised.pop();
            }
            let key = game.key(&pos);
            game.play(&mut pos, mv).expect("a listed move can be played");
            assert_ne!(game.key(&pos), key, "after {mv:?} the key is the same: {pos:?}");
        }
        check_plies_left(&promised);
        ends.check(game, &pos, promised.len());
        check_sure_winners(game, &pos, &sure);
        check_playout(game, game.start(), seed, index);
    }
    chance::check_playouts(game, seed);
}

/// No game goes on for more plies than every position on the way said. `promised` has one entry for each move that was
/// no pass, and one for the end.
fn check_plies_left(promised: &[u32]) {
    let last = promised.len() - 1;
    for (ply, &plies_left) in promised.iter().enumerate() {
        assert!(
            plies_left as usize >= last - ply,
            "after {ply} plies at most {plies_left} were left, but {last} were played"
        );
    }
}

/// Whoever was sure to win on the way has won alone.
fn check_sure_winners<G: Game>(game: &G, end: &G::Position, sure: &[Player]) {
    let winners: Vec<Player> =
        game.status(end).outcome().map(|outcome| outcome.winners().collect()).unwrap_or_default();
    assert!(sure.iter().all(|&winner| winners == [winner]), "{sure:?} were sure to win, {winners:?} did");
}

fn legal_moves<G: Game>(game: &G, pos: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    assert_eq!(moves.len() as u64, game.count_moves(pos), "count_moves disagrees with moves in {pos:?}");
    // Two plies of a game with hundreds of moves would take longer than all other checks together.
    for depth in 0..if moves.len() < 64 { 3 } else { 2 } {
        let leaves = leaves_one_by_one(game, pos, depth);
        assert_eq!(game.count_leaves(pos, depth), leaves, "count_leaves at depth {depth} in {pos:?}");
    }
    let distinct: BTreeSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "a move is listed twice in {pos:?}");
    match game.status(pos) {
        Status::ToMove(player) => {
            assert!(player.index() < game.players(), "{player} does not take part");
            assert!(!moves.is_empty(), "{player} is to move without a move in {pos:?}");
        }
        Status::Over(outcome) => {
            assert_eq!(outcome.points.players(), game.players());
            assert!(moves.is_empty(), "the game is over but {moves:?} are legal in {pos:?}");
        }
    }
    moves
}

/// `is_legal` agrees with `moves`, and an illegal move changes nothing.
fn check_legality<G: Game>(
    game: &G,
    pos: &G::Position,
    moves: &[G::Move],
    known: &BTreeSet<G::Move>,
    offset: usize,
) {
    for &mv in moves {
        assert!(game.is_legal(pos, mv), "{mv:?} is listed but not legal in {pos:?}");
    }
    for &mv in known.iter().cycle().skip(offset % known.len().max(1)).take(TRIED.min(known.len())) {
        if moves.contains(&mv) {
            continue;
        }
        assert!(!game.is_legal(pos, mv), "{mv:?} is legal but not listed in {pos:?}");
        let mut tried = pos.clone();
        assert!(game.play(&mut tried, mv).is_err(), "{mv:?} was played although illegal in {pos:?}");
        assert_eq!(&tried, pos, "an illegal move changed the position");
    }
}

/// Text round-trips, and a position read back has the same key.
fn check_text<G: Game + Notation + Keyed>(game: &G, pos: &G::Position, moves: &[G::Move]) {
    let text = game.write_position(pos);
    let read = game.read_position(&text).unwrap_or_else(|error| panic!("own position text: {error}"));
    assert_eq!(&read, pos, "position text does not round-trip: {text}");
    assert_eq!(game.key(&read), game.key(pos), "a rebuilt position has another key: {text}");
    assert_eq!(game.status(&read), game.status(pos));
    for &mv in moves {
        let text = game.write_move(mv);
        assert_eq!(game.read_move(&text), Ok(mv), "move text does not round-trip: {text}");
    }
}

/// `map(play(p, m)) == play(map(p), map(m))`, and all images have one canonical key, which is the key of one of them.
fn check_symmetry<G: Keyed + Symmetric>(game: &G, pos: &G::Position, moves: &[G::Move]) {
    assert!(game.symmetries() >= 1, "the identity is a symmetry");
    assert_eq!(&game.map_position(0, pos), pos, "symmetry 0 is the identity");
    let canonical = game.canonical_key(pos);
    let mut keys = (0..game.symmetries()).map(|index| game.key(&game.map_position(index, pos)));
    assert!(keys.any(|key| key == canonical), "no image of {pos:?} has the canonical key");
    for index in 0..game.symmetries() {
        let mapped = game.map_position(index, pos);
        assert_eq!(game.canonical_key(&mapped), canonical, "symmetry {index} changes the canonical key");
        let expected: BTreeSet<_> = moves.iter().map(|&mv| game.map_move(index, mv)).collect();
        let found: BTreeSet<_> = legal_moves(game, &mapped).into_iter().collect();
        assert_eq!(found, expected, "symmetry {index} changes the legal moves of {pos:?}");
        for &mv in moves.iter().take(6) {
            let first = game.map_position(index, &game.after(pos, mv));
            let second = game.after(&mapped, game.map_move(index, mv));
            assert_eq!(first, second, "symmetry {index} does not commute with {mv:?}");
        }
    }
}

fn check_view<G: Game + Drawn>(game: &G, pos: &G::Position, moves: &[G::Move]) {
    let view = game.view(pos);
    assert_eq!(view.tiles.len(), view.width * view.height());
    let mut tiles = Vec::new();
    game.tiles(pos, &mut tiles);
    assert_eq!(tiles, view.tiles, "tiles disagrees with view in {pos:?}");
    assert!(view.columns.is_empty() || view.columns.len() == view.width);
    assert!(view.rows.is_empty() || view.rows.len() == view.height());
    for tile in &view.tiles {
        if let Tile::Held(color) | Tile::Start(color) = tile {
            assert!((*color as usize) < view.colors.len(), "a tile has an unknown colour");
        }
    }
    for &mv in moves {
        for index in game.footprint(pos, mv) {
            assert!(matches!(view.tiles[index], Tile::Empty | Tile::Start(_)), "{mv:?} lands on a held tile");
        }
    }
}

/// A playout ends where the game is over, with the outcome that the rules give; without the end, the winner is the same.
fn check_playout<G: Game>(game: &G, mut pos: G::Position, seed: Seed, index: u64) {
    let rng = || seed.stream("check_playout", index);
    let mut other = pos.clone();
    let outcome = game.playout(&mut pos, &mut rng(), &mut Vec::new());
    assert_eq!(game.status(&pos), Status::Over(outcome), "the playout did not end the game");
    let won = game.random_win(&mut other, &mut rng(), &mut Vec::new());
    assert_eq!(won, outcome.twelfths(), "random_win disagrees with playout");
}

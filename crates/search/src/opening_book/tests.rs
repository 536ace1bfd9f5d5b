//! Books that grow by a search of two plies on 6x6 Reversi.

use super::*;
use crate::{AlphaBeta, AlphaBetaParams, Deepening, Random};
use agon_core::{Budget, Seed, Wrapped, static_value::reported};
use agon_reversi::{DiscDifference, Reversi, Rules};

fn game() -> Reversi<u64> {
    Reversi::new(Rules::from_spec(&"reversi:6x6".parse().unwrap()).unwrap()).unwrap()
}

fn grown(positions: usize, plies: usize) -> OpeningBook<Reversi<u64>> {
    let game = game();
    let params = AlphaBetaParams { every_move: true, table: 0, ..AlphaBetaParams::default() };
    let search = AlphaBeta::for_game(&game, DiscDifference, params).unwrap();
    let mut agent = Deepening { search, default_depth: 2, endgame: None };
    let mut book = OpeningBook { by: "a test".to_owned(), ..OpeningBook::default() };
    while book.len() < positions
        && let Some(line) = book.next_line(&game, plies)
    {
        let mut pos = game.start();
        line.iter().for_each(|&mv| game.play_unchecked(&mut pos, mv));
        let mut think = Think::untimed(Budget { depth: Some(2), ..Budget::default() }, Seed(1));
        let choice = agent.choose(&game, &pos, &mut think).unwrap();
        book.add(&game, &line, &choice.moves).unwrap();
    }
    book
}

/// Chances were negated like points, so that every book of a Monte Carlo search went wrong after a ply.
#[test]
fn values_are_turned_by_their_unit() {
    let (game, mut book) = (game(), OpeningBook::default());
    assert!(book.is_empty());
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let chance = |moves: &[_], value| -> Vec<_> {
        moves.iter().map(|&mv| Rated::new(mv, Score::from_f64(value), Unit::Chance)).collect()
    };
    book.add(&game, &[], &chance(&moves[..1], 0.5)).unwrap();
    let after = game.after(&game.start(), moves[0]);
    let mut replies = Vec::new();
    game.moves(&after, &mut replies);
    book.add(&game, &moves[..1], &chance(&replies, 0.7)).unwrap();
    assert_eq!(book.moves(&game, &game.start())[0].value, Score::from_f64(0.3));
    let points = [Rated::new(replies[0], Score::points(2), Unit::Points)];
    let refused = book.add(&game, &[moves[0], replies[0]], &points).unwrap_err();
    assert!(refused.message.contains("in chance, these in points"), "{}", refused.message);
    assert_eq!((book.len(), book.is_empty()), (2, false));
    let text = book.write(&game, "reversi:6x6");
    assert!(text.contains("\nunit chance\n"), "{text}");
    let read = |text: &str| OpeningBook::read(&game, "reversi:6x6", text);
    assert_eq!(read(&text).unwrap().write(&game, "reversi:6x6"), text);
    assert!(read(&text.replace("chance", "stones")).err().unwrap().message.contains("line 4"));
    let unsaid = read(&text.replace("unit chance\n", "")).unwrap();
    assert_eq!(unsaid.unit, Some(Unit::Points), "as books without a unit were meant");
}

/// The first four moves are symmetric: one position after one move, and every move is known to lead to it.
#[test]
fn symmetric_positions_are_one() {
    let (game, book) = (game(), grown(30, 40));
    assert_eq!(book.len(), 30);
    let after_one = book.positions().into_iter().filter(|position| position.line.len() == 1).count();
    assert_eq!(after_one, 1);
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    for mv in moves {
        let pos = game.after(&game.start(), mv);
        let known = book.moves(&game, &pos);
        assert!(!known.is_empty() && known.iter().all(|known| game.is_legal(&pos, known.mv)));
    }
}

/// Every value is the negated value of the best reply where the book has it: minimax over the tree of the book.
#[test]
fn values_follow_from_the_book() {
    let (game, book) = (game(), grown(60, 40));
    let mut inner = 0;
    for position in book.positions() {
        for known in &position.moves {
            let after = game.after(&position.pos, known.mv);
            let replies = book.moves(&game, &after);
            let same = game.status(&after).to_move() == game.status(&position.pos).to_move();
            let wanted =
                replies.first().map_or(known.searched, |best| if same { best.value } else { -best.value });
            assert_eq!(known.value, wanted);
            inner += usize::from(!replies.is_empty());
        }
        assert!(position.moves.is_sorted_by_key(|known| Reverse(known.value)));
    }
    assert!(inner >= 59, "all positions but the start are reached by a move of the book");
}

#[test]
fn a_book_ends_where_it_was_told_to() {
    let (game, book) = (game(), grown(10_000, 3));
    assert!(book.positions().iter().all(|position| position.line.len() <= 3));
    assert_eq!(book.next_line(&game, 3), None);
    assert!(book.next_line(&game, 4).is_some_and(|line| line.len() == 4));
}

#[test]
fn files_hold_everything() {
    let (game, book) = (game(), grown(25, 40));
    let text = book.write(&game, "reversi:6x6");
    let again = OpeningBook::read(&game, "reversi:6x6", &text).unwrap();
    assert_eq!(again.write(&game, "reversi:6x6"), text);
    let all =
        |book: &OpeningBook<_>| book.positions().iter().map(|one| one.moves.clone()).collect::<Vec<_>>();
    assert_eq!(all(&again), all(&book));
    let wrong = |text: &str| OpeningBook::read(&game, "reversi:6x6", text).err().unwrap().message;
    for end in 0..text.len() {
        assert!(!wrong(&text[..end]).is_empty());
    }
    assert!(wrong(&text.replacen("game reversi:6x6", "game reversi", 1)).contains("line 2"));
    assert!(wrong(&text.replacen("end 25", "end 24", 1)).contains("25 positions were read"));
    let moved = text.replacen("\n;", "\na1;", 1);
    assert!(wrong(&moved).contains("line 5"), "{}", wrong(&moved));
}

#[test]
fn the_book_plays_its_best_move_and_leaves_the_rest_to_another() {
    let (game, book) = (game(), Arc::new(grown(40, 40)));
    let mut agent = Wrapped { wrapper: Booked { book: book.clone(), margin: Score::ZERO }, agent: Random };
    let mut think = Think::untimed(Budget::default(), Seed(3));
    let mut pos = game.start();
    let mut from_book = 0;
    while game.status(&pos).to_move().is_some() {
        let choice = agent.choose(&game, &pos, &mut think).unwrap();
        if let Some(best) = book.moves(&game, &pos).first() {
            assert_eq!(choice.score.map(reported), Some(best.value));
            from_book += 1;
        }
        assert!(game.is_legal(&pos, choice.mv));
        game.play_unchecked(&mut pos, choice.mv);
    }
    assert!(from_book >= 2);
}

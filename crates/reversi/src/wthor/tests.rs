//! Files made byte by byte, so that reader and writer do not only agree with each other.

use proptest::prelude::*;

use super::*;

/// Nine moves after which white has no disc left: the shortest game there is.
const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";
/// Black cannot move after the eighth move, so white plays the ninth too.
const WITH_PASS: &str = "c4c3f5b4a4a5c2a3d2";

/// A file with one game: tournament 3, players 258 and 7, 64 discs, 40 by perfect play.
fn shortest() -> Vec<u8> {
    let mut bytes = vec![20, 26, 2, 24, 1, 0, 0, 0, 0, 0, 0xe9, 0x07, 8, 0, 24, 0];
    bytes.extend([3, 0, 2, 1, 7, 0, 64, 40]);
    bytes.extend([65, 46, 35, 66, 57, 64, 75, 56, 53]);
    bytes.resize(16 + 68, 0);
    bytes
}

fn moves(text: &str) -> Vec<Move> {
    let game = othello();
    game.read_transcript(text).unwrap().moves
}

#[test]
fn a_file_is_read_as_the_format_says() {
    let database = Database::read(&shortest()).unwrap();
    let game = database.games[0];
    assert_eq!((database.year, database.depth, database.games.len()), (2025, 24, 1));
    assert_eq!((game.tournament, game.black, game.white), (3, 258, 7));
    assert_eq!((game.black_discs, game.best_black_discs, game.difference()), (64, 40, 64));
    let (replay, difference) = database.replays().next().unwrap().unwrap();
    assert_eq!((replay.moves.clone(), difference), (moves(SHORTEST), 64));
    assert!(game.agrees(&replay));
}

#[test]
fn a_file_is_written_as_the_format_says() {
    let mut game = StoredGame::new(&othello(), &moves(SHORTEST), 64).unwrap();
    (game.tournament, game.black, game.white, game.best_black_discs) = (3, 258, 7, 40);
    let written = Database { year: 2025, depth: 24, games: vec![game] }.write().unwrap();
    let mut wanted = shortest();
    wanted[..4].copy_from_slice(&[20, 25, 1, 1]);
    assert_eq!(written, wanted);
}

#[test]
fn passes_are_left_out_and_found_again() {
    let played = moves(WITH_PASS);
    assert_eq!(played[8], Move::Pass, "{played:?}");
    let stored = StoredGame::new(&othello(), &played, 30).unwrap();
    assert_eq!(stored.places[..10], [43, 33, 56, 42, 41, 51, 23, 31, 24, 0]);
    let replay = stored.replay(&othello()).unwrap();
    assert_eq!((replay.moves, replay.outcome), (played, None));
}

#[test]
fn a_score_that_the_rules_do_not_give_is_kept() {
    let stored = StoredGame::new(&othello(), &moves(SHORTEST), 20).unwrap();
    let replay = stored.replay(&othello()).unwrap();
    assert!(!stored.agrees(&replay));
    assert_eq!((stored.points(), stored.difference()), ([20, 44], -24));
}

#[test]
fn damage_is_named() {
    let read = |bytes: &[u8]| {
        let database = Database::read(bytes).map_err(|error| error.message)?;
        database.replays().try_for_each(|replay| replay.map(|_| ())).map_err(|error| error.message)
    };
    let with = |at: usize, byte: u8| {
        let mut bytes = shortest();
        bytes[at] = byte;
        read(&bytes).unwrap_err()
    };
    assert!(read(&shortest()[..9]).unwrap_err().starts_with("the file has 9 bytes"));
    assert!(
        read(&shortest()[..80])
            .unwrap_err()
            .starts_with("the header says 1 games, the file has 0 and 64 bytes")
    );
    assert!(with(4, 2).starts_with("the header says 2 games, the file has 1;"));
    assert!(with(12, 10).starts_with("the games are on a board of 10x10"));
    assert!(with(13, 1).starts_with("the file is of kind 1"));
    assert!(with(22, 65).starts_with("game 1: black has 65 discs"));
    assert!(with(25, 19).starts_with("game 1: move 2: 19 is not a cell"));
    assert!(with(25, 99).starts_with("game 1: move 2: 99 is not a cell"));
    assert!(with(26, 0).starts_with("game 1: move 3: there is none"));
    assert_eq!(with(26, 11), "game 1: move 3: `a1` is not legal here");
}

#[test]
fn what_does_not_fit_is_refused() {
    let played = moves(SHORTEST);
    assert!(
        StoredGame::new(&othello(), &played[1..], 64)
            .unwrap_err()
            .message
            .starts_with("move 1: `f4` is not legal")
    );
    assert!(StoredGame::new(&othello(), &played, 65).unwrap_err().message.contains("65 discs"));
    let many = vec![played[0]; 61];
    assert!(
        StoredGame::new(&othello(), &many, 64)
            .unwrap_err()
            .message
            .starts_with("move 61: there is room for 60")
    );
}

#[test]
fn names_are_latin1_in_fields_of_fixed_width() {
    let mut bytes = vec![20, 26, 2, 16, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend(b"???");
    bytes.resize(36, 0);
    bytes.extend(b"Andr\xe9 X");
    bytes.resize(56, 0);
    let mut names = Names::read(NameList::Players, &bytes).unwrap();
    assert_eq!((names.name(1), names.name(9)), ("André X".to_owned(), "player 9".to_owned()));
    assert_eq!(names.number("André X").unwrap(), 1);
    assert_eq!(names.number("a name of more than 19 letters").unwrap(), 2);
    assert!(names.number("a name of more than a few").unwrap_err().message.contains("rename one of them"));
    assert_eq!(names.number("Ōta").unwrap(), 3);
    assert_eq!((names.name(2), names.name(3)), ("a name of more than".to_owned(), "?ta".to_owned()));
    let written = names.write();
    assert_eq!(written.len(), 16 + 4 * 20);
    assert_eq!(
        &written[4..56],
        &bytes[4..].iter().enumerate().map(|(at, &byte)| if at == 4 { 4 } else { byte }).collect::<Vec<_>>()
            [..]
    );
    assert!(
        Names::read(NameList::Tournaments, &bytes).unwrap_err().message.contains("the header says 2 names")
    );
}

proptest! {
    #[test]
    fn no_bytes_break_the_readers(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes);
    }

    #[test]
    fn no_damage_breaks_the_readers(at in 0..84usize, byte: u8, cut in 0..84usize) {
        let mut bytes = shortest();
        bytes[at] = byte;
        check(&bytes);
        check(&bytes[..cut]);
    }

    #[test]
    fn no_line_breaks_the_reader_of_transcripts(line in "[a-h1-8 +:#é-]{0,40}") {
        let _ = othello().read_transcript(&line);
    }
}

/// What can be read is written and read again as the same.
fn check(bytes: &[u8]) {
    if let Ok(database) = Database::read(bytes) {
        database.replays().for_each(drop);
        assert_eq!(Database::read(&database.write().unwrap()).unwrap(), database);
    }
    for list in [NameList::Players, NameList::Tournaments] {
        if let Ok(names) = Names::read(list, bytes) {
            assert_eq!(Names::read(list, &names.write()).unwrap(), names);
        }
    }
}

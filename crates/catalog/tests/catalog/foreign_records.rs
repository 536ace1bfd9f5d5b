//! What files of other programs say of a game besides its moves.

use agon_catalog::records::foreign_records;
use agon_catalog::standard;
use agon_records::{End, Record, RecordFormat};

/// A game of two moves in a file of an Othello server.
fn server_game(more: &str) -> Record {
    let text = format!(
        "(;GM[Othello]PB[a]PW[b]{more}BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
         B[f5]W[d6];)"
    );
    foreign_records(RecordFormat::Ggf, &text, standard()).unwrap().remove(0)
}

#[test]
fn days_are_read_as_programs_write_them() {
    let read = |text: &str| server_game(&format!("DT[{text}]")).date.unwrap_or_default();
    assert_eq!(read("2003.12.15_13:24:03.MST"), "2003-12-15");
    assert_eq!(read("2000-4-16 11:13 EST"), "2000-04-16", "as an archive of games of 2000 has them");
    assert_eq!([read("2003-12"), read("1999,2000"), read("2001/1/2")], ["2003-12", "1999", "2001-01-02"]);
    for none in ["", "May 2003", "15.12.2003", "2003-", "2003-123", "2003-1-2-3", "20x3"] {
        assert_eq!(read(none), "", "{none}");
    }
}

#[test]
fn said_results_are_kept_where_a_game_can_end_so() {
    let read = |text: &str| server_game(&format!("RE[{text}]")).end;
    assert_eq!(read("+10.000"), End::Scored { points: vec![37, 27] });
    assert_eq!(read("-64.000"), End::Scored { points: vec![0, 64] });
    assert_eq!(read("-7"), End::Scored { points: vec![-7, 0] }, "an odd difference leaves cells empty");
    // The first of these once added up to more than fits into a number.
    for nonsense in ["+18446744073709551616", "-3e9", "1e999", "nan", "-inf", "", "x"] {
        assert_eq!(read(nonsense), End::Unknown, "{nonsense}");
    }
}

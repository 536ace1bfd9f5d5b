//! Figure 3.1 of the thesis, the reader of pattern files, and patterns on other boards.

use super::*;
use agon_core::{Exploits, Game, Notation, Symmetric};
use agon_line::Line;
use agon_reversi::Reversi;
use proptest::prelude::*;

type Board = Reversi<u64>;

fn reversi(spec: &str) -> Board {
    Reversi::new(agon_reversi::Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

/// The opponent has (1, 1) to (4, 4); white takes (2, 2) from c5.
const FIGURE: &str = "-------- -XOX---- -XXX---- -XXX---- ----X--- -------- -------- -------- O";

fn found(game: &Board, pos: &agon_reversi::Position<u64>) -> Option<String> {
    find(game, pos, &Form::all(game, &Pattern::shipped())).map(|mv| game.write_move(mv))
}

fn great(game: &Board, pos: &agon_reversi::Position<u64>) -> Vec<String> {
    let mut moves = Vec::new();
    game.great_moves(pos, &mut moves);
    moves.into_iter().map(|mv| game.write_move(mv)).collect()
}

#[test]
fn figure_3_1_prepares_the_corner() {
    let game = reversi("reversi");
    let mut pos = game.read_position(FIGURE).unwrap();
    assert!(great(&game, &pos).is_empty(), "the corner cannot be taken yet");
    assert_eq!(found(&game, &pos).as_deref(), Some("c5"));
    game.play_moves(&mut pos, "c5").unwrap();
    assert_eq!(game.occupant(&pos, (2, 2)), Some(Occupant::Opponent), "black sees it as white's");
    // Whatever black does, the corner is among white's next moves.
    let mut replies = Vec::new();
    game.moves(&pos, &mut replies);
    assert!(replies.len() > 3);
    for reply in replies {
        assert_eq!(great(&game, &game.after(&pos, reply)), ["a1"], "after {reply:?}");
    }
}

#[test]
fn figure_3_1_has_no_other_targets() {
    let game = reversi("reversi");
    // White can flip (1, 1) from a2 and (4, 4) from e4, but neither (2, 2) nor (3, 3).
    let text = "-------- -XXXO--- -XXX---- -XXX---- ----X--- ----O--- -------- -------- O";
    let pos = game.read_position(text).unwrap();
    let takers = |place| {
        let mut moves = Vec::new();
        game.takers(&pos, place, &mut moves);
        moves.len()
    };
    assert_eq!([(1, 1), (2, 2), (3, 3), (4, 4)].map(takers), [1, 0, 0, 1]);
    assert_eq!(found(&game, &pos), None);
}

#[test]
fn patterns_hold_in_every_symmetric_form() {
    for spec in ["reversi", "reversi:8x7"] {
        let game = reversi(spec);
        let cells = 64 - 8 * usize::from(spec.contains("8x7"));
        let text: String = FIGURE.replace(' ', "").chars().take(cells).chain(" O".chars()).collect();
        let pos = game.read_position(&text).unwrap();
        let forms = Form::all(&game, &Pattern::shipped());
        assert_eq!(forms.len(), 8, "two patterns, four corners");
        for index in 0..game.symmetries() {
            let mv = find(&game, &game.map_position(index, &pos), &forms).unwrap();
            let c5 = game.read_move("c5").unwrap();
            assert_eq!(mv, game.map_move(index, c5), "{spec}, symmetry {index}");
        }
    }
}

fn file(text: &str) -> PatternFile {
    PatternFile { name: "own.xml".to_owned(), text: text.to_owned() }
}

#[test]
fn targets_are_tried_in_order() {
    let pattern = |targets: &str| {
        let text = format!("<pattern><cell col='3' row='3' state='7'/>{targets}</pattern>");
        Pattern::read_all(&[file(&text)], &[]).unwrap()
    };
    let line: Line<u64> = Line::new(agon_line::Rules::TICTACTOE).unwrap();
    assert!(Form::all(&line, &pattern("<target col='0' row='0'/>")).is_empty(), "no cell (3, 3)");
    let game = reversi("reversi");
    let first = |targets: &str| {
        let forms = Form::all(&game, &pattern(targets))[..1].to_vec();
        find(&game, &game.start(), &forms).map(|mv| game.write_move(mv))
    };
    // d4 can be flipped from d3, d3 can be played on, a1 cannot be taken.
    assert_eq!(first("<target col='3' row='3'/>").as_deref(), Some("d3"));
    assert_eq!(first("<target col='0' row='0'/><target col='5' row='4'/>").as_deref(), Some("f5"));
    assert_eq!(first("<target col='0' row='0'/>"), None);
}

#[test]
fn line_games_have_patterns_too() {
    let game: Line<u64> = Line::new(agon_line::Rules::TICTACTOE).unwrap();
    // Against opposite corners, a side and not a corner.
    let text = "<pattern>\n<cell col='0' row='0' state='4'/><cell col='2' row='2' state='4'/>\
                <cell col='1' row='1' state='2'/><target col='1' row='0'/></pattern>";
    let patterns = Pattern::read_all(&[file(text)], &[]).unwrap();
    let mut pos = game.start();
    game.play_moves(&mut pos, "a1 b2 c3").unwrap();
    let mv = find(&game, &pos, &Form::all(&game, &patterns)).unwrap();
    assert!(["a2", "b1", "b3", "c2"].contains(&game.write_move(mv).as_str()), "{mv:?}");
}

#[test]
fn what_ships_is_read() {
    assert_eq!(Pattern::shipped().len(), 2);
    assert_eq!(Pattern::shipped()[0].cells[0], ((0, 0), States(1)), "from the template");
}

#[test]
fn errors_name_file_line_and_cause() {
    let wrong = |text: &str| Pattern::read_all(&[file(text)], &[]).unwrap_err().to_string();
    let cell = |attributes: &str| format!("<pattern>\n  <cell {attributes}/>\n</pattern>");
    assert_eq!(wrong(""), "own.xml:1: the file ends before </pattern>");
    assert_eq!(wrong("<pattern>\n\n"), "own.xml:3: the file ends before </pattern>");
    assert_eq!(wrong("<pattern/>"), "own.xml:1: a pattern needs a <target>");
    assert_eq!(wrong("<patern/>"), "own.xml:1: <patern> cannot stand here");
    assert_eq!(wrong("<pattern>\n<cel/></pattern>"), "own.xml:2: <cel> cannot stand here");
    assert_eq!(wrong("<pattern>\nword</pattern>"), "own.xml:1: only elements and comments can stand here");
    assert_eq!(wrong("<pattern template='x'/>"), "own.xml:1: there is no template `x`");
    assert_eq!(wrong(&cell("col='1' row='2'")), "own.xml:2: `state` is missing");
    assert_eq!(wrong(&cell("col='1' row='-2' state='1'")), "own.xml:2: `row` is `-2`, not a whole number");
    assert_eq!(wrong(&cell("col='1' row='2' state='8'")), "own.xml:2: state 8 is not from 0 to 7");
    assert_eq!(wrong(&cell("col='1' row='2' color='1'")), "own.xml:2: `color` is no attribute of <cell>");
    assert_eq!(
        wrong(&cell("col='1' row='2' state='0'")),
        "own.xml:2: state 0, but no template says what stands on this cell"
    );
    assert!(wrong("<pattern>\n\n</patern>").starts_with("own.xml:3: "));
    assert!(wrong("<pattern\n").starts_with("own.xml:"));
    let template = file("<template>\n<cell col='0' row='0' state='0'/></template>");
    let error = Pattern::read_all(&[], &[template]).unwrap_err();
    assert_eq!(error.to_string(), "own.xml:2: a template cannot take a state from a template");
}

proptest! {
    #[test]
    fn reading_never_panics(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "<pattern>", "</pattern>", "<pattern template='own'>", "<template>", "</template>", "<cell ", "/>",
                "col='1' ", "row='0' ", "state='6'", "state='0'", "<target col='1' row='1'/>", "<!--", "-->", "&lt;",
                "<![CDATA[", "]]>", "\n", "é", "<", ">", "=", "'",
            ]),
            0..12,
        ),
        any in "\\PC{0,40}",
    ) {
        for text in [pieces.concat(), any] {
            let _ = Pattern::read_all(&[file(&text)], &[]);
            let _ = Pattern::read_all(&[file(&text)], &[file(&text)]);
        }
    }
}

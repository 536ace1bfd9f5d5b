//! What ships, what is wrong, and what nobody would write.

use super::*;
use crate::shipped;
use proptest::prelude::*;

fn file(text: &str) -> PatternFile {
    PatternFile { name: "own.xml".to_owned(), text: text.to_owned() }
}

#[test]
fn what_ships_is_read() {
    assert_eq!(shipped().len(), 2);
    assert_eq!(shipped()[0].cells[0], ((0, 0), States::from_bits(1).unwrap()), "from the template");
}

#[test]
fn errors_name_file_line_and_cause() {
    let wrong = |text: &str| read_all(&[file(text)], &[]).unwrap_err().to_string();
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
    assert_eq!(wrong(&cell("col='1' row='2' color='1'")), "own.xml:2: `color` is not an attribute of <cell>");
    assert_eq!(
        wrong(&cell("col='1' row='2' state='0'")),
        "own.xml:2: state 0, but no template says what stands on this cell"
    );
    assert!(wrong("<pattern>\n\n</patern>").starts_with("own.xml:3: "));
    assert!(wrong("<pattern\n").starts_with("own.xml:"));
    let template = file("<template>\n<cell col='0' row='0' state='0'/></template>");
    let error = read_all(&[], &[template]).unwrap_err();
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
            let _ = read_all(&[file(&text)], &[]);
            let _ = read_all(&[file(&text)], &[file(&text)]);
        }
    }
}

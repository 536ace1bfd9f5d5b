//! What declared options read, refuse and say.

use super::*;

const DECLARED: &[SpecOption] = &[
    SpecOption::whole("depth", "plies", 1, 99, "how far to look"),
    SpecOption::whole("table", "MiB", 0, 1024, "memory").or("64").or_word("most"),
    SpecOption::flag("fast", "hurry"),
    SpecOption::number("share", 0.0, 1.0, "a share").or("0.5"),
    SpecOption::time("time", "for a move"),
    SpecOption::one_of("split", "way to share the work", &["root", "shared"], "how"),
    SpecOption::evaluator("eval", "what leaves are worth").bare(),
    SpecOption::refused("nodes", "this one counts none"),
    SpecOption::file("set", "models"),
];

fn read(text: &str) -> Result<String, ReadError> {
    let spec: Spec = text.parse()?;
    let options = Options::read(&spec, DECLARED)?;
    let eval = options.given("eval").map(ToString::to_string);
    let (depth, table) = (options.whole("depth"), options.whole("table"));
    let (share, time, fast) = (options.number("share"), options.time("time"), options.flag("fast"));
    Ok(format!("{depth:?} {table:?} {share:?} {time:?} {fast} {:?} {eval:?}", options.word("split")))
}

fn wrong(text: &str) -> (String, String) {
    let error = read(text).unwrap_err();
    (text[error.span.unwrap()].to_owned(), error.message)
}

#[test]
fn what_is_declared_is_read_with_its_defaults() {
    assert_eq!(read("x").unwrap(), "None Some(64) Some(0.5) None false None None");
    assert_eq!(
        read("x(fast, depth=3, network(thesis), time=1s, split=root, table=0, share=1)").unwrap(),
        "Some(3) Some(0) Some(1.0) Some(1s) true Some(\"root\") Some(\"network(thesis)\")"
    );
}

#[test]
fn what_is_not_declared_is_pointed_at() {
    let (word, message) = wrong("x(deph=3)");
    assert_eq!(word, "deph");
    assert!(
        message.starts_with(
            "`deph` is not an argument of `x`; did you mean `depth`? (possible here: depth, table"
        )
    );
    assert_eq!(wrong("x(eval=a, b)").0, "b", "one evaluator only");
    let said = |text: &str, word: &str, message: &str| {
        assert_eq!(wrong(text), (word.to_owned(), message.to_owned()));
    };
    said("x(depth)", "depth", "`depth` needs a value: `depth=...`");
    said("x(fast=1)", "fast", "`fast` takes no value");
    said("x(depth=1, depth=2)", "depth", "`depth` is given twice");
    said("x(fast, fast)", "fast", "`fast` is given twice");
}

#[test]
fn values_out_of_bounds_are_refused() {
    let said = |text: &str, word: &str, message: &str| {
        assert_eq!(wrong(text), (word.to_owned(), message.to_owned()));
    };
    said("x(depth=q)", "q", "`q` is not a whole number of plies >= 1");
    said("x(depth=0)", "0", "`0` is not a whole number of plies >= 1");
    said("x(depth=100)", "100", "`100` is too large: at most 99");
    said("x(depth=3(y))", "y", "`3` takes no arguments: it is a whole number of plies >= 1");
    said("x(share=-1)", "-1", "`-1` is not a number from 0 to 1");
    said("x(share=nan)", "nan", "`nan` is not a number from 0 to 1");
    said("x(time=0s)", "0s", "a time above zero is needed, such as 1ms");
    said("x(table=some)", "some", "`some` is not a whole number of MiB, or `most`");
    assert!(read("x(table=most)").unwrap().starts_with("None None"), "a word is not a number");
    said("x(set=\"\")", "\"\"", "`set` is empty: it names a file");
    said("x(nodes=9)", "9", "this one counts none");
    assert_eq!(wrong("x(time=5)").0, "5");
    assert_eq!(wrong("x(split=top)").0, "top");
}

#[test]
#[should_panic(expected = "`depht` is not declared")]
fn asking_for_what_is_not_declared_is_a_mistake_of_the_program() {
    let spec = Spec::new("x");
    let _ = Options::read(&spec, DECLARED).unwrap().flag("depht");
}

#[test]
fn what_an_option_takes_is_said_in_words() {
    let words = &["one", "two"];
    let said = [
        SpecOption::flag("x", ""),
        SpecOption::whole("x", "plies", 0, 9, ""),
        SpecOption::whole("x", "plies", 2, 9, ""),
        SpecOption::whole("x", "plies", 0, 9, "").or_word("all"),
        SpecOption::number("x", -1.0, 2.5, ""),
        SpecOption::number("x", 0.0, f64::INFINITY, ""),
        SpecOption::number("x", f64::NEG_INFINITY, 0.0, ""),
        SpecOption::time("x", ""),
        SpecOption::one_of("x", "way", words, ""),
        SpecOption::evaluator("x", ""),
        SpecOption::word_or_evaluator("x", "way", words, ""),
        SpecOption::file("x", ""),
        SpecOption::folder("x", ""),
        SpecOption::text("x", ""),
        SpecOption::refused("x", "not here"),
    ]
    .map(|option| option.wanted());
    let wanted = [
        "a flag",
        "a whole number of plies",
        "a whole number of plies >= 2",
        "a whole number of plies, or `all`",
        "a number from -1 to 2.5",
        "a number",
        "a number",
        "a time such as 250ms, 1.5s or 2m",
        "one|two",
        "an evaluator",
        "one|two|an evaluator",
        "a file",
        "a folder",
        "a text",
        "nothing",
    ];
    assert_eq!(said, wanted);
}

#[test]
fn numbers_come_in_the_size_they_are_asked_for() {
    let spec: Spec = "x(depth=99, table=1024, share=0.25)".parse().unwrap();
    let options = Options::read(&spec, DECLARED).unwrap();
    assert_eq!((options.whole_u32("depth"), options.size("table")), (Some(99), Some(1024)));
    assert_eq!((options.number("share"), options.time("time")), (Some(0.25), None));
    assert!(options.declares("depth") && options.declares("nodes") && !options.declares("deph"));
}

#[test]
fn files_and_texts_are_single_words() {
    const FILES: &[SpecOption] = &[
        SpecOption::file("file", "").or_else("what comes with the game"),
        SpecOption::folder("folder", ""),
        SpecOption::text("text", ""),
        SpecOption::word_or_evaluator("order", "order", &["none"], ""),
    ];
    let read = |text: &str| {
        let spec: Spec = text.parse().unwrap();
        Options::read(&spec, FILES).map(|options| options.word("file").map(str::to_owned))
    };
    assert_eq!(read("x"), Ok(None), "words for people are not a value");
    assert_eq!(read("x(file=a.txt, folder=b, text=c, order=material(d))"), Ok(Some("a.txt".to_owned())));
    for bad in ["x(file=a(b))", "x(folder=a(b))", "x(text=a(b))"] {
        assert!(read(bad).unwrap_err().message.contains("takes no arguments"), "{bad}");
    }
}

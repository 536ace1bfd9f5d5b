//! Whatever is typed or stands in a file, reading ends in a value or an error: a short form of the targets in `fuzz/`,
//! which search deeper with the same functions.

#[path = "../../../../fuzz/readers.rs"]
mod targets;

use agon_catalog::standard;
use agon_learn::checkpoint;
use agon_learn::evolution::Evolution;
use agon_learn::ga::{Champion, Individual, Population};
use agon_tournament as tournament;
use proptest::prelude::*;

/// Text that is nearly a spec: pieces of real ones in any order.
fn nearly_a_spec() -> impl Strategy<Value = String> {
    let pieces = "reversi blokus line connect4 gomoku : , = 6x6 88 discs start thesis #..#/.... m=7 n=6 k=4 p=2 q=1 gravity \
                  duo two ( ) random greedy eval depth 9 99999999999999999999 -1 \t é x 0x0 / . X O";
    let mut pieces: Vec<&str> = pieces.split(' ').collect();
    pieces.push(" ");
    prop::collection::vec(prop::sample::select(pieces), 0..12).prop_map(|pieces| pieces.concat())
}

/// A text with one part exchanged for another: a piece of it, or something that no reader expects.
fn spoilt(text: &str) -> impl Strategy<Value = String> + use<> {
    let odd = [
        "",
        "0",
        "-1",
        "nan",
        "1e999",
        "18446744073709551616",
        "\u{0}",
        "é",
        "\n",
        " ",
        "\"",
        "<",
        "]",
        "a1",
    ];
    let letters: Vec<char> = text.chars().collect();
    let length = letters.len();
    let place = move || (0..=length, 0..12usize).prop_map(move |(at, most)| (at, (at + most).min(length)));
    (place(), place(), prop::sample::select(odd.to_vec()), any::<bool>()).prop_map(
        move |(gone, copied, odd, copy)| {
            let (before, after) = (letters[..gone.0].iter(), letters[gone.1..].iter());
            let put: Vec<char> =
                if copy { letters[copied.0..copied.1].to_vec() } else { odd.chars().collect() };
            before.chain(&put).chain(after).collect()
        },
    )
}

const PATTERN: &str = include_str!("../../../patterns/patterns/diagonal-2.xml");
const TEMPLATE: &str = include_str!("../../../patterns/patterns/templates/open-corner.xml");
const MODELS: &str = include_str!("../../../papers/testdata/models-6x6.txt");
const MAP: &str = include_str!("../../artefacts/othello-thesis-influence.txt");
const WEIGHTS: &str = include_str!("../../artefacts/blokus-weights-two.txt");
const RECORDS: &str = "\
    {\"game\":\"reversi\",\"agents\":[\"a\",\"b\"],\"moves\":[\"f5\",\"d6\"],\"end\":{\"by\":\"time\",\"seat\":1}}\n\
    {\"game\":\"connect4\",\"agents\":[\"a\",\"b\"],\"opening\":1,\"moves\":[\"4\",\"4\"],\"seed\":7,\"number\":1}\n";
const HISTORY: &str = "agon move history 2\n00ff a1 3 12\n00ff b2 1 12\nabcd pass 9 0\nend\n";
const OPENINGS: &str =
    "f5d6c3 # a comment\nposition ---------------------------XO------OX--------------------------- X\n";

const FOREST: &str = "<RandomForest><RandomWoods><TrainingAttributesList><TrainingAttributes attributeIndxs=\"4\"/>\n\
    </TrainingAttributesList><ForestTree decisionAttr=\"9\"><TreeRoot headerIndx=\"4\">\
    <TreeLeaf branchValue=\"0\" categoryValue=\"0\"/><TreeLeaf branchValue=\"1\" categoryValue=\"1\"/>\
    <TreeLeaf branchValue=\"2\" categoryValue=\"2\"/></TreeRoot></ForestTree></RandomWoods></RandomForest>";
const FOREIGN: [&str; 4] = [
    "(;GM[Othello]PB[a]PW[b]RE[+2]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
     B[f5//0.1]W[d6/1.5]B[c3];)",
    "(;FF[4]GM[4]SZ[9]AB[aa][bb]AW[cc]PL[W];W[dd](;B[ee];W[ff])(;B[gg]))",
    "(;GM[Blokus Duo];B[f9,e10,f10,g10,f11](;W[i4,h5,i5,j5,i6])(;W[j5]))",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\na.exe\nb.exe\n-1\n1,Freestyle\n",
];
const CONVERSATION: &str = "1 list_commands\nboardsize 7\nplay b A1\n2 genmove w\ntime_settings 0 5 1\nundo\nshowboard\n\
    nboard 2\nset game (;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *];)\n\
    move f5\nhint 2\ngo\nping 1\nSTART 7\nINFO timeout_turn 5\nBOARD\n1,1,2\nDONE\nTURN 3,3\nTAKEBACK 3,3\n\
    =1 play\n\n=2\n\n=3\n\npong 1\nOK\n=== f5/1/2\n7,7\n";

fn checkpoint_text() -> String {
    let champion = || Champion { genes: vec![3, 1, 0], fitness: 18.5, generation: 57 };
    let individual = |fitness| Individual { genes: vec![1, 2, 3], fitness };
    let population = Population {
        individuals: vec![individual(Some(3.25)), individual(None)],
        generation: 12,
        best: Some(champion()),
        standing: 3,
        mutation: 0.05,
    };
    let run =
        Evolution { champions: vec![champion()], population, evaluated: 57, measured: 921, experience: () };
    checkpoint::write(&run, "run")
}

/// The texts that are spoilt can be read as they are: otherwise nothing deep is reached.
#[test]
fn the_whole_texts_are_read() {
    assert!(checkpoint::read::<i32, ()>(&checkpoint_text(), "run", 3).is_ok());
    assert!(MODELS.parse::<agon_learn::models::ModelSet>().is_ok());
    assert!(MAP.parse::<agon_reversi::InfluenceMap>().is_ok());
    assert!(WEIGHTS.parse::<agon_blokus::StrategyWeights>().is_ok());
    assert_eq!(agon_records::read_records(RECORDS).unwrap().len(), 2);
    assert!(agon_patterns::read_forest(FOREST).is_ok());
    assert!(tournament::TournamentPlan::from_toml(tournament::EXAMPLE, std::path::Path::new(".")).is_ok());
    let game: agon_reversi::Reversi<u64> = agon_reversi::Reversi::new(Default::default()).unwrap();
    assert_eq!(agon_search::MoveHistory::read(&game, HISTORY, 10).map(|history| history.len()), Ok(2));
    let openings = agon_arena::Openings::from_text(OPENINGS).unwrap();
    assert!(agon_arena::Book::read(&game, &openings).is_ok());
    let file = |name: &str, text: &str| agon_patterns::PatternFile { name: name.into(), text: text.into() };
    let templates = [file("open-corner.xml", TEMPLATE)];
    assert!(agon_patterns::read_all(&[file("diagonal-2.xml", PATTERN)], &templates).is_ok());
    for (text, games) in FOREIGN.into_iter().zip([1, 2, 2, 1]) {
        use agon_records::RecordFormat::{Ggf, Psq, Sgf};
        let read =
            |format| agon_catalog::records::foreign_records(format, text, standard()).map(|all| all.len());
        assert!([Ggf, Sgf, Psq].into_iter().any(|format| read(format) == Ok(games)), "{text}");
    }
}

proptest! {
    #[test]
    fn specs_are_read_or_refused(text in nearly_a_spec()) {
        targets::spec(&text);
    }

    #[test]
    fn positions_and_moves_are_read_or_refused(
        text in "[-XO.*xo1-9a-h, /]{0,80}",
        offsets in "[-0-9, ]{0,40}",
        typed in "([IVOTLZFNPUWXY][1-5]? ){0,2}[a-t0-9 ,]{0,12}",
        any in ".{0,60}",
    ) {
        for family in standard().families() {
            for text in [&text, &offsets, &typed, &any] {
                targets::position(&format!("{}\n{text}", family.examples()[0].0));
            }
        }
    }

    #[test]
    fn databases_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        targets::wthor(&bytes);
    }

    #[test]
    fn tournaments_are_read_or_refused(text in spoilt(tournament::EXAMPLE)) {
        targets::tournament(&text);
    }

    #[test]
    fn patterns_are_read_or_refused(text in spoilt(&format!("{PATTERN}\n---\n{TEMPLATE}"))) {
        targets::pattern(&text);
    }

    #[test]
    fn models_are_read_or_refused(models in spoilt(MODELS), map in spoilt(MAP), weights in spoilt(WEIGHTS)) {
        targets::model_set(&models);
        targets::model_set(&map);
        targets::model_set(&weights);
    }

    #[test]
    fn records_are_read_or_refused(text in spoilt(RECORDS)) {
        targets::json_lines(&text);
    }

    #[test]
    fn checkpoints_are_read_or_refused(text in spoilt(&checkpoint_text())) {
        targets::checkpoint(&text);
    }

    #[test]
    fn forests_are_read_or_refused(text in spoilt(FOREST)) {
        targets::forest(&text);
    }

    #[test]
    fn openings_are_read_or_refused(text in spoilt(OPENINGS)) {
        targets::openings(&text);
    }

    #[test]
    fn foreign_files_are_read_or_refused(
        ggf in spoilt(FOREIGN[0]),
        sgf in spoilt(FOREIGN[1]),
        blokus in spoilt(FOREIGN[2]),
        psq in spoilt(FOREIGN[3]),
    ) {
        for text in [ggf, sgf, blokus, psq] {
            targets::foreign(&text);
        }
    }

    #[test]
    fn lines_of_protocols_are_understood_or_not(text in spoilt(CONVERSATION)) {
        targets::protocols(&text);
    }

    #[test]
    fn histories_are_read_or_refused(text in spoilt(HISTORY)) {
        targets::move_history(&text);
    }
}

//! What must hold of every reader, whatever it is given: a value or an error, never a panic; and what was read is
//! written back to the same. The targets of `cargo fuzz` and the ordinary tests both call these.

use std::path::Path;

use agon_arena::{Agreement, Book, Openings, TimeControl};
use agon_blokus::StrategyWeights;
use agon_catalog::records::{foreign_records, foreign_text};
use agon_catalog::{Origin, game, standard};
use agon_core::spec::Spec;
use agon_core::{Budget, Player, ReadError, Session, Think};
use agon_learn::checkpoint;
use agon_learn::ga::Gene;
use agon_learn::models::{Mlp, ModelSet};
use agon_learn::pattern_tables::PatternTables;
use agon_patterns::{PatternFile, read_all};
use agon_protocol::gomocup::{GomocupController, GomocupEngine};
use agon_protocol::gtp::{GtpController, GtpEngine};
use agon_protocol::nboard::{NBoardController, NBoardEngine};
use agon_protocol::{Act, AdapterPlan, Controller, Desk, EngineSide, GameOpener, Heard, Question, Thought};
use agon_records::{RecordFormat, read_records, write_record};
use agon_reversi::wthor::{Database, NameList, Names};
use agon_reversi::{FourWeights, InfluenceMap, Reversi};
use agon_search::{MoveHistory, ProbCut, USUAL_LIMIT};
use agon_tournament::TournamentPlan;

/// Specs of games and agents.
pub fn spec(text: &str) {
    if let Ok(game) = game(text) {
        let spec = game.spec();
        let again = agon_catalog::game(&spec).expect("a canonical spec can be read");
        assert_eq!(again.spec(), spec);
    }
    if let Ok(spec) = text.parse::<Spec>() {
        let again: Spec = spec.to_string().parse().expect("a printed spec can be read");
        assert_eq!(again.to_string(), spec.to_string());
        let _ = game("reversi").expect("reversi is a game").check(text);
    }
    let _ = text.parse::<TimeControl>();
    let _ = text.parse::<Agreement>();
}

/// Positions and move lists: the first line names the game, the rest is read as both.
pub fn position(text: &str) {
    let (spec, rest) = text.split_once('\n').unwrap_or(("reversi", text));
    let Ok(game) = game(spec) else { return };
    if let Ok(session) = game.clone().session(&[], &Origin::Position(rest)) {
        let written = session.position();
        let again = game.clone().session(&[], &Origin::Position(&written)).expect("own text can be read");
        assert_eq!(again.position(), written);
    }
    if let Ok(mut session) = game.clone().session(&[], &Origin::Start) {
        let _ = session.moves_of_word(rest, 40);
        let _ = session.play_typed(rest);
    }
    let _ = game.session(&[], &Origin::Moves(rest));
}

/// WTHOR databases and their lists of names.
pub fn wthor(bytes: &[u8]) {
    if let Ok(database) = Database::read(bytes) {
        database.replays().for_each(drop);
        let again = database.write().expect("as many games as were read can be written");
        assert_eq!(Database::read(&again).expect("own bytes can be read"), database);
    }
    for list in [NameList::Players, NameList::Tournaments] {
        if let Ok(names) = Names::read(list, bytes) {
            assert_eq!(Names::read(list, &names.write()).expect("own bytes can be read"), names);
        }
    }
}

/// Tournament files. Openings that they name are looked for where there are none.
pub fn tournament(text: &str) {
    let _ = TournamentPlan::from_toml(text, Path::new("no-such-folder"));
}

/// Pattern files: patterns, then templates after a line of `---`.
pub fn pattern(text: &str) {
    let (pattern, template) = text.split_once("\n---\n").unwrap_or((text, ""));
    let file = |name: &str, text: &str| PatternFile { name: name.to_owned(), text: text.to_owned() };
    let templates = [file("open-corner.xml", template)];
    let templates = if template.is_empty() { &[][..] } else { &templates };
    let _ = read_all(&[file("pattern.xml", pattern)], templates);
}

/// Model sets, networks, weights and fits.
pub fn model_set(text: &str) {
    reads_back::<ModelSet>(text);
    reads_back::<PatternTables>(text);
    reads_back::<ProbCut>(text);
    reads_back::<Mlp>(text);
    reads_back::<InfluenceMap>(text);
    reads_back::<FourWeights>(text);
    reads_back::<StrategyWeights>(text);
}

/// What is read prints to a text that is read as the same.
fn reads_back<T: std::str::FromStr + std::fmt::Display>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let written = value.to_string();
        let again = written.parse::<T>().unwrap_or_else(|_| panic!("own text cannot be read:\n{written}"));
        assert_eq!(again.to_string(), written);
    }
}

/// Records, one to a line.
pub fn json_lines(text: &str) {
    let Ok(records) = read_records(text) else { return };
    let mut written = Vec::new();
    for record in &records {
        write_record(&mut written, record).expect("a record can be written");
        // What the rules make of it may be an error.
        if let Ok(game) = game(&record.game) {
            let _ = game.verify(record);
        }
    }
    let written = String::from_utf8(written).expect("records are text");
    assert_eq!(read_records(&written).expect("own lines can be read"), records);
}

/// Forests as XML.
pub fn forest(text: &str) {
    if let Ok(forest) = agon_patterns::read_forest(text) {
        let written = agon_patterns::write_forest(&forest, "fuzzed");
        assert_eq!(agon_patterns::read_forest(&written).expect("own text can be read"), forest);
    }
}

/// Checkpoints of evolutions, with whole and with real genes.
pub fn checkpoint(text: &str) {
    evolution::<i32>(text, 3);
    evolution::<f64>(text, 2);
    let _ = checkpoint::read::<agon_learn::forests::TreeGene, agon_learn::forests::KnownEnds>(text, "run", 2);
}

fn evolution<T: Gene>(text: &str, genes: usize) {
    if let Ok(run) = checkpoint::read::<T, ()>(text, "run", genes) {
        let written = checkpoint::write(&run, "run");
        let again = checkpoint::read::<T, ()>(&written, "run", genes).expect("own text can be read");
        // Not the runs themselves: a fitness that is not a number is unequal to itself.
        assert_eq!(checkpoint::write(&again, "run"), written);
    }
}

/// Files of openings, and the games they begin.
pub fn openings(text: &str) {
    let Ok(openings) = Openings::from_text(text) else { return };
    let _ = Book::read(&othello(), &openings);
}

/// Move histories.
pub fn move_history(text: &str) {
    let game = othello();
    if let Ok(mut history) = MoveHistory::read(&game, text, USUAL_LIMIT) {
        let written = history.write(&game);
        let mut again = MoveHistory::read(&game, &written, USUAL_LIMIT).expect("own text can be read");
        assert_eq!(again.write(&game), written);
    }
}

fn othello() -> Reversi<u64> {
    Reversi::new(agon_reversi::Rules::default()).expect("the usual rules are a game")
}

/// Files of other programs, and the records that they hold: what is read can be written and read again.
pub fn foreign(text: &str) {
    for format in [RecordFormat::Ggf, RecordFormat::Sgf, RecordFormat::Psq] {
        for record in foreign_records(format, text, standard()).unwrap_or_default() {
            let written = foreign_text(format, &record, standard()).expect("what was read has a place");
            let written = written.expect("it is a format of text");
            let again = foreign_records(format, &written, standard()).expect("own text can be read");
            assert_eq!((&again[0].game, &again[0].moves), (&record.game, &record.moves));
            assert_eq!((again.len(), &again[0].start), (1, &record.start));
        }
    }
}

/// Both sides of every protocol, with the lines of a text.
pub fn protocols(text: &str) {
    let desk =
        |spec: &str| Desk::new(Box::new(RandomPlayers), spec, 1, Budget::nodes(1)).expect("a known game");
    hear_all(&mut GtpEngine::new(desk("tictactoe"), "Agon", "1"), text);
    hear_all(&mut NBoardEngine::new(desk("reversi"), "1"), text);
    hear_all(&mut GomocupEngine::new(desk("gomoku:7x7"), "1"), text);
    answer_all(&mut GtpController::new("gomoku"), text);
    answer_all(&mut NBoardController::new("reversi"), text);
    answer_all(&mut GomocupController::new("gomoku"), text);
    let _ = AdapterPlan::from_toml(text);
}

struct RandomPlayers;

impl GameOpener for RandomPlayers {
    fn open(&self, spec: &str, position: Option<&str>) -> Result<Box<dyn Session>, ReadError> {
        let game = game(spec)?;
        let seats = vec![Some(Spec::new("random")); game.players()];
        game.session(&seats, &position.map_or(Origin::Start, Origin::Position))
    }
}

/// An engine hears the lines one after the other, and thinks whenever it wants to.
fn hear_all(engine: &mut dyn EngineSide, text: &str) {
    for line in text.lines() {
        let _ = engine.interrupts()(line);
        let mut acts = engine.hear(line);
        while let Some(act) = acts.pop() {
            if let Act::Think(wish) = act {
                let mut think = Think::untimed(Budget { time: None, ..wish.budget }, wish.seed);
                let choice = engine.desk().session_mut().think(&mut think);
                acts = engine.thought(Thought { choice, elapsed: std::time::Duration::ZERO });
            }
        }
    }
}

/// A controller that is answered with the lines, and asks again whenever it can.
fn answer_all(controller: &mut dyn Controller, text: &str) {
    let position = "---------------------------OX------XO--------------------------- X";
    let question = Question {
        position,
        moves: Some(&[]),
        to_move: Player(0),
        limits: Budget::default(),
        clock: None,
        seed: 1,
    };
    controller.greet();
    for line in text.lines() {
        match controller.hear(line) {
            Heard::Ready | Heard::Move(_) | Heard::Resigned => {
                let _ = controller.ask(&question);
            }
            Heard::Nothing | Heard::Reply(_) | Heard::Wrong(_) | Heard::Refused(_) => {}
        }
    }
}

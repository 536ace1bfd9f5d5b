//! What was learned: small text files, each with the command and the seed that made it. Some come with Agon, others a
//! spec names.

use std::path::Path;

use agon_core::ReadError;
use agon_core::spec::Word;
use agon_learn::models::ModelSet;
use agon_learn::models::forest::Forest;
use agon_learn::pattern_tables::PatternTables;

/// The model sets that come with Agon, by the game they are for ([Engel2015]).
///
/// Those of 8x8 and of 88 cells learned from play, as section VII of the source wishes: the sets that their commands
/// name, `random-reversi.txt` and `random-88.txt`, are what the same commands make without `--play`. All were trained
/// without drift: with it, scores gain some 18 points for black on their way back to the start of 8x8, which are no
/// merit of any board (see `agon_learn::backwards`).
pub const MODEL_SETS: [(&str, &str); 3] = [
    ("reversi:88", include_str!("../artefacts/models-reversi-88.txt")),
    ("reversi:6x6", include_str!("../artefacts/models-reversi-6x6.txt")),
    ("reversi", include_str!("../artefacts/models-reversi.txt")),
];

/// The forests that come with Agon, by the game they are for ([KInARow2012]); each file names the command that made it.
pub const FORESTS: [(&str, &str); 3] = [
    ("tictactoe", include_str!("../artefacts/forest-tictactoe.xml")),
    ("connect4:7x7", include_str!("../artefacts/forest-connect4-7x7.xml")),
    ("gomoku:10x10", include_str!("../artefacts/forest-gomoku-10x10.xml")),
];

/// The tables of patterns that come with Agon, by the game they are for ([Buro1998]); each file names the command that
/// made it.
pub const PATTERN_TABLES: [(&str, &str); 2] = [
    ("reversi", include_str!("../artefacts/patterns-reversi.txt")),
    ("reversi:6x6", include_str!("../artefacts/patterns-reversi-6x6.txt")),
];

/// The influence map of [Cherry2011], trained by `agon train othello-thesis/influence`.
pub const OTHELLO_THESIS_INFLUENCE: &str = include_str!("../artefacts/othello-thesis-influence.txt");
/// The network of 8 inputs of [Cherry2011], trained by `agon train othello-thesis/network`.
pub const OTHELLO_THESIS_NETWORK: &str = include_str!("../artefacts/othello-thesis-network.txt");
/// The weights of the four heuristics of [OReilly2016], tuned by `agon train reversi-report/weights`.
pub const REVERSI_REPORT_WEIGHTS: &str = include_str!("../artefacts/reversi-report-weights.txt");

/// Weights of the strategies of [Hoang2021] on 16x16, in Duo and on 20x20, from `agon train blokus-study/weights`.
pub const BLOKUS_WEIGHTS: [&str; 3] = [
    include_str!("../artefacts/blokus-weights-two.txt"),
    include_str!("../artefacts/blokus-weights-duo.txt"),
    include_str!("../artefacts/blokus-weights-four.txt"),
];
/// Networks that value positions there, from `agon train blokus-study/network`.
pub const BLOKUS_NETWORKS: [&str; 3] = [
    include_str!("../artefacts/blokus-network-two.txt"),
    include_str!("../artefacts/blokus-network-duo.txt"),
    include_str!("../artefacts/blokus-network-four.txt"),
];

/// Reads the file that a word names; errors point at the word.
pub(crate) fn read_file<T>(
    path: &Word,
    read: impl FnOnce(&str) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let text = agon_files::read_text(Path::new(&path.text)).map_err(|error| path.error(error.to_string()))?;
    read(&text).map_err(|error| path.error(format!("`{}`: {}", path.text, error.message)))
}

/// As [`read_file`], for what was learned on one board: a file that says that it was trained for another game is refused.
pub(crate) fn read_trained<T>(
    path: &Word,
    game: &str,
    read: impl FnOnce(&str) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    read_file(path, |text| match trained_for(text).filter(|named| *named != game) {
        Some(named) => Err(ReadError::new(format!("it was trained for {named}, and this is {game}"))),
        None => read(text),
    })
}

/// The game that the command in a file names: `--game blokus:duo` in one of its first lines.
fn trained_for(text: &str) -> Option<&str> {
    const FIRST: usize = 3;
    let mut words = text.lines().take(FIRST).flat_map(str::split_whitespace);
    words.find(|word| *word == "--game")?;
    words.next().map(|word| word.trim_end_matches([':', '?', '>']))
}

/// The model set of that name that comes with Agon, or else of that file.
///
/// # Errors
/// If there is neither, or the file cannot be read.
pub fn model_set(name: &Word) -> Result<ModelSet, ReadError> {
    match MODEL_SETS.iter().find(|(shipped, _)| *shipped == name.text) {
        Some((_, text)) => text.parse(),
        None => read_file(name, str::parse),
    }
}

/// The tables of patterns of that name that come with Agon, or else of that file.
///
/// # Errors
/// If there is neither, or the file cannot be read.
pub fn pattern_tables(name: &Word) -> Result<PatternTables, ReadError> {
    match PATTERN_TABLES.iter().find(|(shipped, _)| *shipped == name.text) {
        Some((_, text)) => text.parse(),
        None => read_file(name, str::parse),
    }
}

/// The forest of that name that comes with Agon, or else of that file.
///
/// # Errors
/// If there is neither, or the file cannot be read.
pub fn forest_named(name: &Word) -> Result<Forest, ReadError> {
    match FORESTS.iter().find(|(shipped, _)| *shipped == name.text) {
        Some((_, text)) => agon_patterns::read_forest(text),
        None if Path::new(&name.text).exists() => read_file(name, agon_patterns::read_forest),
        None => Err(name.error(format!(
            "there is no such file, and no forest for such a game comes with Agon: {}",
            there_are_forests()
        ))),
    }
}

/// Which forests come with Agon, for those who asked for another one.
pub(crate) fn there_are_forests() -> String {
    let games: Vec<_> = FORESTS.iter().map(|(game, _)| *game).collect();
    format!("there are those for {}", games.join(", "))
}

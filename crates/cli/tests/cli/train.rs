//! `agon train` as a user types it, and as the system kills it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::running::Folder;
use serde_json::Value;

/// Cannot end by itself within a test; fewer generations can be asked for when it goes on.
const ENDLESS: &str = "othello-thesis/network --generations 1000000";
const BACKWARDS: &str = "minimax-backwards --game reversi:6x6 --last 29 --gap 2 --boards 1500";

pub(crate) fn command(recipe: &str, folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.arg("train").args(recipe.split(' ')).args(["--seed", "5", "--json", "--out"]);
    command.arg(folder).args(more).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn agon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().unwrap()
}

/// What a command that must succeed prints.
pub(crate) fn report(mut command: Command) -> Value {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a command that must fail says.
fn failure(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

pub(crate) fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The steps that a training has written down.
pub(crate) fn steps(folder: &Path) -> usize {
    fs::read_to_string(folder.join("curve.csv")).unwrap_or_default().lines().count().saturating_sub(1)
}

/// Starts a training on two threads and waits until it has done some steps.
fn begun(recipe: &str, folder: &Path, wanted: usize) -> Child {
    let mut child = command(recipe, folder, &["--threads", "2"]).spawn().unwrap();
    while steps(folder) < wanted {
        assert!(child.try_wait().unwrap().is_none(), "the training ended before it could be disturbed");
        sleep(Duration::from_millis(1));
    }
    child
}

pub(crate) fn assert_same_files(one: &Path, other: &Path) {
    for file in ["result.txt", "curve.csv", "curve.svg", "checkpoint.txt", "run.txt"] {
        assert_eq!(fs::read(one.join(file)).unwrap(), fs::read(other.join(file)).unwrap(), "{file}");
    }
}

/// Goes on with an endless training until some generations later, and compares with one that nobody disturbed.
fn goes_on(name: &str, disturbed: &Path) {
    let generations = steps(disturbed) + 20;
    let recipe = format!("othello-thesis/network --generations {generations}");
    let resumed = report(command(&recipe, disturbed, &["--threads", "2", "--resume"]));
    assert_eq!(resumed["generations"], generations);
    let whole = fresh_folder(&format!("{name}-whole"));
    report(command(&recipe, &whole, &["--threads", "1"]));
    assert_same_files(&whole, disturbed);
}

#[test]
fn a_killed_training_goes_on_to_the_same_bits() {
    let folder = fresh_folder("train-killed");
    let mut child = begun(ENDLESS, &folder, 10);
    assert!(
        failure(command(ENDLESS, &folder, &["--resume"])).contains("another process works in this folder")
    );
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!folder.join("result.txt").exists());
    assert!(failure(command(ENDLESS, &folder, &[])).contains("--resume goes on with it"));
    goes_on("train-killed", &folder);
    let fewer = failure(command("othello-thesis/network --generations 3", &folder, &["--resume"]));
    assert!(fewer.contains("--generations must be at least that"), "{fewer}");
}

#[test]
fn killed_models_go_on_to_the_same_bits_and_play() {
    let (whole, killed) = (fresh_folder("backwards-whole"), fresh_folder("backwards-killed"));
    report(command(BACKWARDS, &whole, &["--threads", "1"]));
    let mut child = begun(BACKWARDS, &killed, 1);
    child.kill().unwrap();
    child.wait().unwrap();
    let report = report(command(BACKWARDS, &killed, &["--threads", "2", "--resume"]));
    assert_same_files(&whole, &killed);
    let stones: Vec<_> =
        report["models"].as_array().unwrap().iter().map(|model| model["stones"].clone()).collect();
    assert_eq!((stones.len(), &stones[0], &stones[11]), (12, &7.into(), &29.into()));

    let agent = format!("models(set={}, depth=1)", report["result"].as_str().unwrap());
    let args = ["match", "reversi:6x6", &agent, "random", "--games", "40", "--seed", "1", "--json"];
    let played: Value = serde_json::from_slice(&agon(&args).stdout).unwrap();
    assert!(played["agents"][0]["wins"].as_u64().unwrap() > 25, "{played}");
}

/// Trees, the games they learned from, and the forest of every generation; at one thread, at two, and after a kill.
#[test]
fn killed_forests_go_on_to_the_same_bits_at_any_thread_count() {
    const FORESTS: &str = "forests/tictactoe --set trees=4 --set first-games=40 --set depth=2";
    let endless = format!("{FORESTS} --generations 1000000");
    let killed = fresh_folder("forests-killed");
    let mut child = begun(&endless, &killed, 3);
    child.kill().unwrap();
    child.wait().unwrap();
    let generations = steps(&killed) + 3;
    let recipe = format!("{FORESTS} --generations {generations}");
    report(command(&recipe, &killed, &["--threads", "2", "--resume"]));
    let ends = |folder: &Path| {
        let stats = agon(&["data", "stats", folder.join("data.db").to_str().unwrap()]);
        assert!(stats.status.success());
        String::from_utf8(stats.stdout).unwrap()
    };
    for threads in ["1", "2"] {
        let whole = fresh_folder(&format!("forests-whole-{threads}"));
        report(command(&recipe, &whole, &["--threads", threads]));
        let last = format!("generation-{:04}.xml", generations - 1);
        for file in ["result.xml", "generation-0000.xml", &last, "curve.csv", "checkpoint.txt"] {
            let same = fs::read(whole.join(file)).unwrap() == fs::read(killed.join(file)).unwrap();
            assert!(same, "{file} at {threads} threads");
        }
        assert_eq!(ends(&whole), ends(&killed));
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_training_with_a_checkpoint_and_the_command_to_go_on() {
    use crate::running::signals::{interrupted, temporary, to_go_on};
    let folder = fresh_folder("train-signal");
    let output = interrupted(begun(ENDLESS, &folder, 3), "INT", 130);
    assert!(to_go_on(&output).ends_with(" --resume"));
    assert!(temporary(&folder).is_empty() && folder.join("curve.svg").exists());
    let checkpoint = fs::read_to_string(folder.join("checkpoint.txt")).unwrap();
    assert!(checkpoint.contains(&format!("evaluated {}\n", steps(&folder))), "the last generation is kept");
    goes_on("train-signal", &folder);

    let (whole, stopped) = (fresh_folder("backwards-calm"), fresh_folder("backwards-stopped"));
    report(command(BACKWARDS, &whole, &[]));
    let output = interrupted(begun(BACKWARDS, &stopped, 1), "TERM", 143);
    let mut shell = Command::new("sh");
    shell.args(["-c", &to_go_on(&output)]);
    report(shell);
    assert_same_files(&whole, &stopped);
}

/// It failed after the folder was made, which could not be gone on with, and said nothing of --last.
#[test]
fn boards_that_no_game_reaches_are_told_before_anything_is_made() {
    let folder = Folder::new("train-reach");
    let args = ["train", "minimax-backwards", "--game", "gomoku", "--boards", "3"];
    let refused = folder.agon(&args);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && said.contains("cannot have 215 stones"), "{said}");
    assert!(said.contains("games of gomoku end before; --last "), "{said}");
    assert!(!folder.0.join("training").exists());
}

/// A limit on the size of files stands for a full disk, which takes a superuser to make.
#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_last_checkpoint_and_room_lets_the_training_go_on() {
    let folder = Folder::new("train-full-disk");
    let args = ["train", "othello-thesis/influence", "--generations", "50", "--json", "--out"];
    // Checkpoints are below 4 kB; the curve grows beyond.
    let full = folder.on_full_disk(8, &[&args[..], &["disturbed"]].concat());
    let said = String::from_utf8(full.stderr).unwrap();
    assert!(!full.status.success() && said.contains("curve.csv"), "{said}");
    assert!(said.contains("the limit for the size of files is reached"), "{said}");
    let disturbed = folder.0.join("disturbed");
    assert!(disturbed.join("checkpoint.txt").exists() && !disturbed.join("result.txt").exists());
    assert!(crate::running::signals::temporary(&disturbed).is_empty());
    folder.stdout(&[&args[..], &["disturbed", "--resume"]].concat());
    folder.stdout(&[&args[..], &["whole"]].concat());
    assert_same_files(&folder.0.join("whole"), &disturbed);
}

#[test]
fn a_folder_takes_its_own_training_only() {
    let folder = fresh_folder("train-other");
    let nothing = failure(command(BACKWARDS, &folder, &["--resume"]));
    assert!(nothing.contains("there is no run to resume"), "{nothing}");
    assert!(!folder.exists());
    let recipe = "minimax-backwards --game reversi:6x6 --last 29 --gap 8 --boards 20";
    report(command(recipe, &folder, &[]));
    let files = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let mut files: Vec<_> =
            entries.map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap())).collect();
        files.sort();
        files
    };
    let before = files(&folder);
    for (recipe, said) in [
        (recipe.replace("20", "30"), "boards: this run has 30, the folder 20"),
        (recipe.replace("reversi:6x6", "reversi"), "game: this run has reversi, the folder reversi:6x6"),
        ("othello-thesis/influence".to_owned(), "recipe: this run has othello-thesis/influence"),
    ] {
        for more in [&["--resume"][..], &[]] {
            let refused = failure(command(&recipe, &folder, more));
            assert!(refused.contains(said), "{refused}");
        }
    }
    let mut seed = command(recipe, &folder, &["--resume"]);
    seed.args(["--model", "linear"]);
    assert!(failure(seed).contains("model: this run has linear, the folder svm"));
    assert_eq!(files(&folder), before, "a refusal changes nothing");
    fs::write(folder.join("checkpoint.txt"), "{").unwrap();
    assert!(failure(command(recipe, &folder, &["--resume"])).contains("checkpoint.txt: "));
}

#[test]
fn a_refused_training_leaves_no_folder() {
    let scratch = Folder::new("train-refused");
    scratch.write("damaged.jsonl", "{\"game\":\n");
    scratch.write("empty.txt", "");
    let message = |args: &str| {
        let folder = fresh_folder("never");
        let mut refused = command(args, &folder, &[]);
        refused.current_dir(&scratch.0);
        let said = failure(refused);
        assert!(!folder.exists(), "{args}: {said}");
        said
    };
    assert!(message("minimax-backwards --generations 5").contains("`generations` is no"));
    assert!(message("minimax-backwards --game blokus").contains("blokus has no board features"));
    assert!(message("minimax-backwards --model svn").contains("did you mean `svm`?"));
    assert!(message("minimax-backwards --last 88").contains("88 stones: 6 to 87 would do"));
    assert!(message("minimax-backwards --boards many").contains("`many` is not a whole number of boards"));
    assert!(message("minimax-backwards --play no-such-set").contains("no-such-set"));
    assert!(message("othello-thesis/network --generations 0").contains(">= 1"));
    assert!(message("othello-thesis/network-td --generations no").contains(">= 1"));
    assert!(message("game-data").contains("--records"));
    assert!(message("game-data --records gone.wtb").contains("gone.wtb"));
    assert!(message("game-data --records damaged.jsonl").contains("damaged.jsonl"));
    assert!(message("game-data --records empty.txt").contains("empty.txt: there is no recorded game"));
    // The range for the depth once ended at the wrong depth itself.
    assert!(message("minimax-backwards --gap 4 --depth 5").contains("gap of 4: 1 to 4 would"));
    assert!(message("minimax-backwards --game reversi:2x2").contains("reversi:2x2 is too small to train"));
    assert!(message("game-data --game reversi:2x2 --records empty.txt").contains("empty.txt"));
    assert!(message("pattern-rounds").contains("name files of them with --records"));
    let rounds =
        |player: &str| message(&format!("pattern-rounds --records games.jsonl --set player={player}"));
    scratch.stdout(&["match", "reversi", "random", "random", "--games", "2", "--record", "games.jsonl"]);
    assert!(rounds("best(depth=2)").contains("write `own` where the player names the file of its tables"));
    assert!(rounds("bets(depth=2,file=own)").contains("did you mean `best`?"));
    assert!(rounds("best(time=1s,file=own)").contains("limit it by depth or nodes instead"));
    assert!(rounds("best(depth=2,threads=2,file=own)").contains("a training is the same every time"));
    let unknown = rounds("greedy(eval=patterns(own))");
    assert!(unknown.contains("`own` is not an argument of `patterns`"), "{unknown}");
    scratch.write("taken", "a file");
    let refused = scratch.agon(&["train", "othello-thesis/influence", "--out", "taken"]);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("taken: this is a file: name a folder"), "{said}");
}

/// The usual number of stones of the largest model was beyond small boards.
#[test]
fn every_board_that_can_be_trained_needs_no_settings() {
    let scratch = Folder::new("train-small");
    for game in ["tictactoe", "reversi:5x3", "reversi:4x4"] {
        let args = ["train", "minimax-backwards", "--game", game, "--boards", "1", "--out", game];
        let text = scratch.stdout(&args);
        assert!(text.contains(": 1 model, 1 board each in ") && text.contains(" points (sigma), "), "{text}");
    }
}

/// Records that cannot be played again were refused without saying which.
#[test]
fn a_record_that_cannot_be_learned_from_is_named() {
    let scratch = Folder::new("train-record");
    let record = |mv: &str| {
        format!(r#"{{"game":"reversi","agents":["a","b"],"moves":["f5","{mv}"],"end":{{"by":"unknown"}}}}"#)
    };
    scratch.write("games.jsonl", &format!("{}\n{}\n", record("d6"), record("a1")));
    let refused = scratch.agon(&["train", "game-data", "--records", "games.jsonl"]);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("games.jsonl: game 2: "), "{said}");
    scratch.write("good.jsonl", &format!("{}\n", record("d6")));
    let refused = scratch.agon(&["train", "game-data", "--records", "good.jsonl", "--out", "good"]);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("good.jsonl: no recorded game has a known end"), "{said}");
    scratch.write("others.jsonl", &record("d6").replace("reversi", "connect4").replace("f5", "4"));
    let others = ["train", "game-data", "--records", "others.jsonl", "--out", "good"];
    let said = String::from_utf8(scratch.agon(&others).stderr).unwrap();
    // The folder of the training that failed before was taken, and a cell that does not exist was complained about.
    assert!(said.contains("others.jsonl: game 1: a game of connect4, not of reversi"), "{said}");
}

#[test]
fn recipes_are_listed_and_wrong_ones_pointed_at() {
    let list = String::from_utf8(agon(&["train", "--list"]).stdout).unwrap();
    assert!(list.contains("othello-thesis/influence"), "{list}");
    let json: Value = serde_json::from_slice(&agon(&["train", "--list", "--json"]).stdout).unwrap();
    assert_eq!(json[0]["recipe"], "othello-thesis/influence");
    let wrong = agon(&["train", "othello-thesis/netwrok"]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean `othello-thesis/network`?"));
}

/// Figures of errors did not say on which boards.
#[test]
fn errors_say_what_they_were_measured_on() {
    let folder = Folder::new("train-errors");
    let said = |recipe: &[&str], out: &str| folder.stdout(&[&["train"], recipe, &["--out", out]].concat());
    let fitted = said(&["minimax-backwards", "--game", "reversi:4x4", "--boards", "5"], "fitted");
    assert!(fitted.contains("errors on the very boards that the models were fitted to"), "{fitted}");
    let forest = folder.stdout(&["forest", "gomoku:10x10"]);
    assert!(
        forest.contains("out-of-bag error: 0.863: one tree alone is wrong about 86 of 100 ends"),
        "{forest}"
    );
}

/// Nobody knew in which of two files to look.
#[test]
fn a_wrong_setting_of_a_file_names_the_file() {
    let folder = fresh_folder("train-wrong-file");
    let file = folder.with_extension("toml");
    for (text, said) in [
        ("trees = 0\n", "trees: `0` is not a whole number of trees >= 1"),
        ("treez = 3\n", "did you mean `trees`?"),
        ("win = 1e308\n", "is too large: at most 100"),
    ] {
        std::fs::write(&file, text).unwrap();
        let error = failure(command("forests/tictactoe", &folder, &["--settings", file.to_str().unwrap()]));
        assert!(error.contains(&format!("{}: ", file.display())) && error.contains(said), "{error}");
    }
    std::fs::remove_file(&file).unwrap();
}

/// They were about a pattern and a file that nobody had named.
#[test]
fn settings_that_fit_no_board_or_forest_are_named() {
    let folder = fresh_folder("train-no-fit");
    for (recipe, set, said) in [
        ("forests/tictactoe", "window=4", "window=4 is larger than the board of tictactoe, 3x3"),
        ("forests/connect6", "evolve=weights", "evolve=weights needs forest=FILE here"),
        ("forests/tictactoe", "win=1e9", "win: `1e9` is too large: at most 100"),
    ] {
        let error = failure(command(recipe, &folder, &["--set", set]));
        assert!(error.contains(said), "{set}: {error}");
        assert!(!folder.exists());
    }
}

/// The first one counted, and nobody said so.
#[test]
fn a_setting_that_is_given_twice_is_refused() {
    let folder = fresh_folder("train-twice");
    let said = failure(command("forests/tictactoe", &folder, &["--set", "trees=1", "--set", "trees=3"]));
    assert!(said.contains("`trees` is set twice"), "{said}");
    assert!(!folder.exists());
}

/// They changed nothing, and nobody said so.
#[test]
fn settings_of_forests_that_change_nothing_are_refused() {
    let folder = fresh_folder("train-idle");
    for (set, said) in [
        ("opponent=greedy", "`opponent` changes nothing here: it belongs to fitness=opponent"),
        ("random-games=5", "`random-games` changes nothing here"),
        ("heaviest=40", "`heaviest` changes nothing here: it belongs to evolve=weights"),
        ("forest=other.xml", "`forest` changes nothing here"),
        ("attributes=10", "trees cannot ask about 10 cells: a window of 3x3 has 9"),
    ] {
        let error = failure(command("forests/tictactoe", &folder, &["--set", set]));
        assert!(error.contains(said), "{set}: {error}");
        assert!(!folder.exists());
    }
    let heaviest = failure(command("forests/tictactoe", &folder, &["--set", "heaviest=0"]));
    assert!(heaviest.contains("not a whole number of units of weight >= 1"), "{heaviest}");
}

/// A picture of a forest took the place of the forest, and one picture that of another.
#[test]
fn pictures_of_a_forest_have_files_of_their_own() {
    let folder = Folder::new("forest-pictures");
    let train =
        ["train", "forests/tictactoe", "--generations", "1", "--set", "trees=2", "--set", "first-games=20"];
    folder.stdout(&[&train[..], &["--out", "forest"]].concat());
    let forest = std::fs::read_to_string(folder.0.join("forest/result.xml")).unwrap();
    let refused = |arguments: &[&str]| {
        let output = folder.agon(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for force in [&[][..], &["--force"]] {
        let own = ["forest", "forest/result.xml", "--patterns", "forest/result.xml"];
        assert!(refused(&[&own[..], force].concat()).contains("this command uses forest/result.xml itself"));
    }
    let other = refused(&["forest", "tictactoe", "--patterns", "forest/result.xml"]);
    assert!(other.contains("not a picture"), "{other}");
    let twice = refused(&["forest", "tictactoe", "--patterns", "one.svg", "--tree", "1", "./one.svg"]);
    assert!(twice.contains("this command uses one.svg itself"), "{twice}");
    assert!(!folder.0.join("one.svg").exists());
    assert_eq!(std::fs::read_to_string(folder.0.join("forest/result.xml")).unwrap(), forest);
    let none = refused(&["forest", "gomoku"]);
    assert!(
        none.contains("no forest for such a game comes with Agon") && none.contains("gomoku:10x10"),
        "{none}"
    );
}

/// They were passed over in silence: the game of a forest, moves without a picture, and that one was drawn.
#[test]
fn what_is_said_of_a_forest() {
    let folder = Folder::new("forest-said");
    let said = folder.stdout(&["forest", "tictactoe", "--votes", "votes.svg", "--moves", "b2"]);
    assert!(said.starts_with("for tictactoe: 25 trees of at most 4 cells"), "{said}");
    assert!(said.ends_with("\nvotes.svg\n"), "{said}");
    for idle in [["--moves", "b2"], ["--game", "connect4"]] {
        let refused = folder.agon(&[&["forest", "tictactoe"][..], &idle].concat());
        assert!(String::from_utf8_lossy(&refused.stderr).contains("--votes <FILE>"), "{refused:?}");
    }
    let forest = r#"<RandomForest game="chess"><RandomWoods><TrainingAttributesList><TrainingAttributes
        attributeIndxs="0"/></TrainingAttributesList><ForestTree decisionAttr="9"><TreeRoot><TreeLeaf
        categoryValue="1"/></TreeRoot></ForestTree></RandomWoods></RandomForest>"#;
    std::fs::write(folder.0.join("chess.xml"), forest).unwrap();
    let refused = String::from_utf8(folder.agon(&["forest", "chess.xml"]).stderr).unwrap();
    assert!(refused.contains("chess.xml: the game of this forest: `chess` is not a game"), "{refused}");
    let none = String::from_utf8(folder.agon(&["match", "reversi", "forest", "random"]).stderr).unwrap();
    assert!(
        none.contains("there are those for tictactoe, ") && none.contains("--set game=reversi"),
        "{none}"
    );
}

/// Each of the four at a table was taken for a game.
#[test]
fn games_of_four_are_counted_once() {
    let folder = Folder::new("train-games-of-four");
    let weights =
        ["train", "blokus-study/weights", "--game", "blokus:mini", "--generations", "1", "--out", "mini"];
    // 30 rounds of six tables, from four seats each.
    assert!(folder.stdout(&weights).contains("1 generation, 720 games"));
}

/// It was taken for one that always wins, and the training for finished.
#[cfg(unix)]
#[test]
fn an_opponent_that_cannot_play_is_refused() {
    let folder = fresh_folder("train-opponent");
    let settings = ["--set", "fitness=opponent", "--set", "opponent=external(gtp, \"false\")"];
    let said = failure(command("forests/tictactoe", &folder, &settings));
    assert!(said.contains("the opponent cannot play"), "{said}");
    assert!(!folder.join("result.xml").exists());
}

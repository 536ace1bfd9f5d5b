//! What a browser may ask of agents: only what comes with Agon or lies in the data folder, no programs, and no more
//! memory, threads and time than the machine has to give.

use std::time::Duration;

use agon_catalog::{AnyGame, is_shipped};
use agon_core::spec::{Spec, SpecOption, Takes, Word};
use agon_core::{Budget, Player, ReadError, Session};

use crate::data_folder::DataFolder;

/// The longest that an agent may think about a move.
pub(crate) const LONGEST_THINKING: Duration = Duration::from_secs(30);
/// For agents that set no limit.
pub(crate) const USUAL_THINKING: Duration = Duration::from_secs(1);
/// The most that a search may be told to use.
const MOST_TABLE: u64 = 256;
const MOST_THREADS: u64 = 4;
/// Longer specs are nobody's.
const LONGEST_SPEC: usize = 1000;

/// Reads the spec of an agent for a game and checks all that it names. Files are named from the data folder on.
pub(crate) fn agent(game: &dyn AnyGame, text: &str, data: &DataFolder) -> Result<Spec, ReadError> {
    if text.len() > LONGEST_SPEC {
        return Err(ReadError::new(format!("a spec has at most {LONGEST_SPEC} bytes")));
    }
    let mut spec: Spec = text.parse()?;
    // A level takes what the agent takes that it stands for.
    let stands_for = game.stands_for(&spec, Budget::default());
    let name = stands_for.as_ref().map_or(&spec.name.text, |other| &other.name.text);
    let kinds = game.agents();
    let kind = kinds.iter().find(|kind| kind.name == name);
    if spec.name.text == "human" {
        return Err(spec.name.error("people are no agents").within(text));
    }
    if kind.is_some_and(|kind| kind.outside) {
        let refused = format!("`{}` starts a program, which nobody may do from a browser", spec.name.text);
        return Err(spec.name.error(refused).within(text));
    }
    let evaluators: Vec<_> = game.evaluators().into_iter().map(|kind| (kind.name, kind.options)).collect();
    let options = kind.map_or(&[][..], |kind| &kind.options);
    admit(&mut spec, options, &evaluators, data).map_err(|error| error.within(text))?;
    game.check_agent(&spec).map_err(|error| if error.text.is_none() { error.within(text) } else { error })?;
    Ok(spec)
}

type Evaluators = [(&'static str, Vec<SpecOption>)];

/// Checks what a spec is told, and what is told to that.
fn admit(
    spec: &mut Spec,
    options: &[SpecOption],
    evaluators: &Evaluators,
    data: &DataFolder,
) -> Result<(), ReadError> {
    for arg in &mut spec.args {
        let named = |name: &str| options.iter().find(|option| option.name == name);
        let bare = || options.iter().find(|option| option.may_be_bare);
        let option = match &arg.key {
            Some(key) => named(&key.text),
            None => named(&arg.value.name.text).filter(|option| option.takes == Takes::Flag).or_else(bare),
        };
        // What nobody declared is refused by its reader.
        let Some(option) = option else { continue };
        match option.takes {
            Takes::File | Takes::Folder => admit_file(&mut arg.value.name, data)?,
            Takes::Text => admit_text(&arg.value.name)?,
            Takes::Evaluator | Takes::WordOrEvaluator { .. } => {
                let name = arg.value.name.text.clone();
                if let Some((_, options)) = evaluators.iter().find(|(known, _)| *known == name) {
                    admit(&mut arg.value, options, evaluators, data)?;
                }
            }
            Takes::Time => admit_time(&arg.value.name)?,
            Takes::Whole { .. } => match option.name {
                "table" => admit_at_most(&arg.value.name, MOST_TABLE, "MiB")?,
                "threads" => admit_at_most(&arg.value.name, MOST_THREADS, "threads")?,
                _ => {}
            },
            _ => {}
        }
    }
    Ok(())
}

/// A file of the data folder, by its whole path from now on.
fn admit_file(word: &mut Word, data: &DataFolder) -> Result<(), ReadError> {
    if is_shipped(&word.text) {
        return Ok(());
    }
    match data.inside(&word.text) {
        Some(path) => {
            word.text = path.display().to_string();
            Ok(())
        }
        None => Err(word.error(format!("there is no `{}` in the data folder of this server", word.text))),
    }
}

fn admit_text(word: &Word) -> Result<(), ReadError> {
    match word.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        true => Ok(()),
        false => Err(word.error(format!("`{}`: letters and digits only", word.text))),
    }
}

fn admit_time(word: &Word) -> Result<(), ReadError> {
    match agon_core::spec::duration(word) {
        Ok(time) if time > LONGEST_THINKING => {
            let most = LONGEST_THINKING.as_secs();
            Err(word.error(format!("this server gives a move at most {most}s")))
        }
        _ => Ok(()),
    }
}

fn admit_at_most(word: &Word, most: u64, of: &str) -> Result<(), ReadError> {
    match word.text.parse::<u64>() {
        Ok(number) if number > most => Err(word.error(format!("this server gives at most {most} {of}"))),
        _ => Ok(()),
    }
}

/// The limits of the agent on a seat; there always is a time.
pub(crate) fn limits(session: &dyn Session, player: Player) -> Budget {
    let own = session.limits(player, Budget::default());
    let usual = if own == Budget::default() { USUAL_THINKING } else { LONGEST_THINKING };
    Budget { time: Some(own.time.unwrap_or(usual).min(LONGEST_THINKING)), ..own }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_names_nothing_outside_and_asks_for_no_more_than_there_is() {
        let path = std::env::temp_dir().join(format!("agon-web-policy-{}", std::process::id()));
        let data = DataFolder::open(&path).unwrap();
        let game = agon_catalog::game("reversi").unwrap();
        for good in
            ["hard", "mcts(time=1s)", "models(set=reversi)", "alphabeta(eval=influence)", "thesis(depth=2)"]
        {
            assert!(agent(&*game, good, &data).is_ok(), "{good}: {:?}", agent(&*game, good, &data));
        }
        let bad = [
            ("models(set=/etc/passwd)", "data folder"),
            ("models(set=../../secret)", "data folder"),
            ("hard(set=/etc/passwd)", ""),
            ("alphabeta(eval=influence(/etc/passwd))", ""),
            ("alphabeta(eval=influence(file=\"/etc/passwd\"))", "data folder"),
            ("greedy(eval=network(file=x, influence=/etc/passwd))", "data folder"),
            ("thesis(patterns=/etc)", "data folder"),
            ("thesis(history=/etc/passwd)", "data folder"),
            ("thesis(techniques=\"../x\")", "letters"),
            ("mcts(time=1h)", "at most 30s"),
            ("hard(time=1h)", "at most 30s"),
            ("negascout(table=99999)", "at most 256 MiB"),
            ("negascout(threads=64)", "at most 4 threads"),
            ("external(gtp, \"true\")", "starts a program"),
            ("human", "people"),
            ("mcts(tme=1s)", "tme"),
            ("", ""),
        ];
        for (spec, why) in bad {
            let error = agent(&*game, spec, &data).map(|spec| spec.to_string()).unwrap_err();
            assert!(error.message.contains(why), "{spec}: {}", error.message);
        }
        drop(data);
        std::fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn every_agent_has_a_time() {
        let game = agon_catalog::game("reversi").unwrap();
        let seat = |spec: &str| Some(spec.parse().unwrap());
        let seats = [seat("alphabeta(depth=60)"), seat("mcts")];
        let session = game.session(&seats, &agon_catalog::Origin::Start).unwrap();
        let [first, second] = [0, 1].map(|player| limits(&*session, Player(player)));
        assert_eq!((first.depth, first.time), (Some(60), Some(LONGEST_THINKING)));
        assert_eq!(second.time, Some(USUAL_THINKING));
    }
}

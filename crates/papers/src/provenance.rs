//! What a table was made with, kept beside its figures: whoever doubts one can make it again. Original design.

use std::collections::{BTreeMap, BTreeSet};

use agon_catalog::agent_identity;
use agon_core::ReadError;
use agon_core::spec::Spec;
use serde::{Deserialize, Serialize};

use crate::data::Data;

/// Everything that went into a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// How many games were played, by the spec of the game.
    pub games: BTreeMap<String, u64>,
    /// Who played. A file of the run that there is once for each training has `N` in place of its number.
    pub agents: BTreeSet<String>,
    /// How many trainings there were, by what was trained and how long.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub trainings: BTreeMap<String, u64>,
    /// The digests of the models that played, by the names of their files.
    pub models: BTreeMap<String, String>,
    /// Recorded games that something was learned from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<DataUsed>,
}

/// Recorded games, as far as they can be told apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataUsed {
    /// How many there are.
    pub games: u64,
    /// The last year whose games count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u16>,
    /// What is in the files.
    pub digest: String,
}

impl DataUsed {
    /// That of checked data.
    #[must_use]
    pub fn of(data: &Data) -> Self {
        Self { games: data.games(), until: data.until(), digest: data.digest().to_owned() }
    }
}

impl Provenance {
    /// Games that were played, or taken from the notebook.
    pub(crate) fn add_games(&mut self, game: String, agents: &[Spec], games: u64) -> Result<(), ReadError> {
        *self.games.entry(game).or_default() += games;
        for agent in agents {
            let mut named: Spec = agent_identity(agent)?.parse()?;
            self.take_models(&mut named);
            self.agents.insert(named.to_string());
        }
        Ok(())
    }

    /// Notes the files that a spec names, each with its digest behind a `#`, and leaves what they have in common.
    fn take_models(&mut self, spec: &mut Spec) {
        for arg in &mut spec.args {
            let word = &mut arg.value.name.text;
            if let Some((name, digest)) = word.clone().split_once('#') {
                self.models.insert(name.to_owned(), digest.to_owned());
                *word = without_number(name);
            }
            self.take_models(&mut arg.value);
        }
    }
}

/// The name of a file without the number of its training.
fn without_number(name: &str) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    match stem.rsplit_once('-') {
        Some((kind, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{kind}-N.{ending}")
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::TestFolder;

    #[test]
    fn trainings_of_one_kind_are_one_agent_and_many_models() {
        let folder = TestFolder::new("provenance");
        std::fs::create_dir_all(&folder.0).unwrap();
        let mut provenance = Provenance::default();
        for number in 0..3 {
            let path = folder.0.join(format!("svm-number-{number}.txt"));
            std::fs::write(&path, number.to_string()).unwrap();
            let player = Spec::new("models").with("set", path.display().to_string()).with("depth", "2");
            provenance.add_games("reversi".to_owned(), &[player, Spec::new("random")], 10).unwrap();
        }
        assert_eq!(provenance.games["reversi"], 30);
        let agents: Vec<_> = provenance.agents.iter().map(String::as_str).collect();
        assert_eq!(agents, ["models(set=svm-number-N.txt, depth=2)", "random"]);
        assert_eq!(provenance.models.len(), 3);
        let digests: BTreeSet<_> = provenance.models.values().collect();
        assert_eq!(digests.len(), 3);
    }
}

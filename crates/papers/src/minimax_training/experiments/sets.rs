//! The model sets that the experiments need, each trained once in a run and kept in its folder.

use std::path::PathBuf;

use agon_catalog::game;
use agon_catalog::records::{Wanted, for_each_record};
use agon_core::{ReadError, Seed};
use agon_learn::backwards::{Backwards, Boards, Done, Drift, usual_depth};
use agon_learn::game_data::GameBoards;
use agon_learn::models::{ModelKind, ModelSet};

use crate::minimax_training::SETTINGS;
use crate::paper::{ExperimentError, Lab};

/// A set that an experiment needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TrainedSet {
    pub(super) game: &'static str,
    pub(super) kind: ModelKind,
    pub(super) last: u32,
    pub(super) gap: u32,
    pub(super) source: Source,
    /// How many times the usual number of boards each model is fitted to.
    pub(super) times: u64,
    /// Which of several trainings that differ in nothing but the seed; 0 is the usual one.
    pub(super) number: u64,
}

/// What a set is trained with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Boards of random play, scored backwards from the end (section IV).
    Minimax,
    /// The same with boards from play by the set that random boards gave (section VII).
    PlayedMinimax,
    /// As the first, but scores of models are relative to the mean of their stage ([`Drift::Remove`]).
    WithoutDrift,
    /// Boards of recorded games, scored by how those ended (section VI.D).
    GameData,
}

impl TrainedSet {
    fn name(&self) -> String {
        let board = self.game.trim_end_matches(",discs").trim_end_matches(":discs").replace(':', "-");
        let source = match self.source {
            Source::Minimax => "minimax",
            Source::PlayedMinimax => "played",
            Source::WithoutDrift => "without-drift",
            Source::GameData => "games",
        };
        let times = if self.times == 1 { String::new() } else { format!("-times-{}", self.times) };
        let number = if self.number == 0 { String::new() } else { format!("-number-{}", self.number) };
        format!("{board}-{}-{source}-{}-{}{times}{number}.txt", self.kind, self.last, self.gap)
    }

    /// The spec of the player that uses this set, which is trained unless the run has it already.
    pub(super) fn player(
        &self,
        lab: &mut Lab<'_>,
        between: &str,
        ply: u32,
    ) -> Result<String, ExperimentError> {
        self.set(lab)?;
        let path: PathBuf = lab.notebook.path(&self.name());
        // Nothing but the wanted depth: at the end of a game, too, as in the source.
        Ok(format!("models(set={}, between={between}, depth={ply}, endgame=0)", path.display()))
    }

    /// The set itself.
    pub(super) fn set(&self, lab: &mut Lab<'_>) -> Result<ModelSet, ExperimentError> {
        let name = self.name();
        if let Some(text) = lab.notebook.text(&name) {
            return Ok(text.parse()?);
        }
        let set = match self.source {
            Source::GameData => self.fitted_to_games(lab)?,
            Source::Minimax | Source::WithoutDrift => self.backwards(lab, Boards::Random)?,
            Source::PlayedMinimax => {
                let by = Self { source: Source::Minimax, ..*self }.set(lab)?;
                self.backwards(lab, Boards::Played { by, random_until: SETTINGS.opening })?
            }
        };
        lab.notebook.keep(&name, &set.to_string())?;
        Ok(set)
    }

    /// What everything random about the set and its matches follows from.
    pub(super) fn seed(&self, lab: &Lab<'_>) -> Seed {
        match self.number {
            0 => lab.seed,
            number => lab.seed.child("minimax-training/number", number),
        }
    }

    fn settings(&self, lab: &Lab<'_>, boards: Boards) -> Backwards {
        Backwards {
            kind: self.kind,
            last: self.last,
            gap: self.gap,
            depth: usual_depth(self.gap),
            count: self.times * lab.either(SETTINGS.boards, 400),
            boards,
            drift: if self.source == Source::WithoutDrift { Drift::Remove } else { Drift::Keep },
            seed: self.seed(lab),
        }
    }

    fn backwards(&self, lab: &mut Lab<'_>, boards: Boards) -> Result<ModelSet, ExperimentError> {
        let settings = self.settings(lab, boards);
        let game = game(self.game)?;
        let source = game.board_source(lab.executor)?;
        let of = settings.stages(&*source)?.len() as u64;
        let mut set = settings.empty_set(&*source, format!("{self:?}, seed {}", settings.seed.0));
        lab.step(0, of, format!("training {}", self.name()))?;
        settings.run(&*source, &mut set, |set, done| {
            match done {
                Done::Part(part) => lab.part(part)?,
                Done::Model => lab.step(set.models.len() as u64, of, format!("training {}", self.name()))?,
            }
            Ok::<_, ExperimentError>(true)
        })?;
        Ok(set)
    }

    /// Models fitted to the records in the folder of data.
    fn fitted_to_games(&self, lab: &mut Lab<'_>) -> Result<ModelSet, ExperimentError> {
        let Some(data) = lab.data.clone() else {
            return Err(ExperimentError::NoData("this table needs the WTHOR files"));
        };
        lab.step(0, 1, format!("reading {}", data.display()))?;
        let settings = self.settings(lab, Boards::Random);
        let loaded = game(self.game)?;
        let source = loaded.board_source(lab.executor)?;
        let mut set = settings.empty_set(&*source, format!("{self:?}, seed {}", settings.seed.0));
        let stages = settings.stages(&*source)?;
        let mut boards = GameBoards::new(set.features.len(), &stages, settings.count as usize, settings.seed);
        for_each_record(&[data], &Wanted::default(), |record| {
            loaded.offer_record(&record, &mut boards)?;
            Ok::<_, ReadError>(true)
        })?;
        set.models = boards.fit(self.kind);
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::super::large;
    use super::*;
    use crate::paper::in_quick_lab;

    #[test]
    fn trainings_of_a_set_differ_in_seed_and_file() {
        in_quick_lab(&std::env::temp_dir(), false, |lab| {
            let usual = large(ModelKind::Svm, 4);
            let again = TrainedSet { number: 2, ..usual };
            assert_eq!(usual.name(), "reversi-88-svm-minimax-78-4.txt");
            assert_eq!(again.name(), "reversi-88-svm-minimax-78-4-number-2.txt");
            let [usual, again] = [usual, again].map(|set| set.settings(lab, Boards::Random));
            assert_eq!(usual.seed, lab.seed);
            assert_ne!(again.seed, lab.seed);
            assert_eq!(Backwards { seed: lab.seed, ..again }, usual);
            let more = TrainedSet { times: 10, ..large(ModelKind::Svm, 4) };
            assert_eq!(more.name(), "reversi-88-svm-minimax-78-4-times-10.txt");
            assert_eq!(more.settings(lab, Boards::Random).count, 10 * usual.count);
        });
    }
}

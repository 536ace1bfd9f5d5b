//! The model sets that the experiments need, each trained once in a run and kept in its folder.

use agon_catalog::game;
use agon_core::spec::Spec;
use agon_core::{ReadError, Seed};
use agon_files::Fingerprint;
use agon_learn::backwards::{Backwards, Boards, Done, Drift, usual_depth};
use agon_learn::game_data::GameBoards;
use agon_learn::models::{ModelKind, ModelSet};

use super::{Board, QUICK_BOARDS};
use crate::data::Data;
use crate::minimax_training::SETTINGS;
use crate::paper::{ExperimentError, Lab};

/// A set that an experiment needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TrainedSet {
    pub(super) board: Board,
    pub(super) kind: ModelKind,
    pub(super) last: u32,
    pub(super) gap: u32,
    pub(super) source: Source,
    /// How many times the usual number of boards each model is fitted to.
    pub(super) times: u64,
    /// Which of several trainings that differ in nothing but the seed, from zero.
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

impl Source {
    fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::PlayedMinimax => "played",
            Self::WithoutDrift => "without-drift",
            Self::GameData => "games",
        }
    }
}

impl TrainedSet {
    /// What all trainings of the set have in common.
    fn kind_of_set(&self) -> String {
        let Self { board, kind, last, gap, .. } = self;
        let times = if self.times == 1 { String::new() } else { format!("-times-{}", self.times) };
        format!("{}-{kind}-{}-{last}-{gap}{times}", board.key, self.source.name())
    }

    fn name(&self) -> String {
        format!("{}-number-{}.txt", self.kind_of_set(), self.number)
    }

    /// The spec of the player that uses this set, which is trained unless the run has it already.
    pub(super) fn player(
        &self,
        lab: &mut Lab<'_>,
        between: &str,
        ply: u32,
    ) -> Result<String, ExperimentError> {
        self.set(lab)?;
        let path = lab.notebook.path(&self.name()).display().to_string();
        // Nothing but the wanted depth: at the end of a game, too, as in the source.
        let player = Spec::new("models").with("set", path).with("between", between);
        Ok(player.with("depth", ply.to_string()).with("endgame", "0").to_string())
    }

    /// The set itself.
    pub(super) fn set(&self, lab: &mut Lab<'_>) -> Result<ModelSet, ExperimentError> {
        let (name, of) = (self.name(), self.fingerprint(lab));
        let Backwards { count, depth, .. } = self.settings(lab, Boards::Random);
        let trained = format!("{}, {count} boards for each model, depth {depth}", self.kind_of_set());
        let trainings = lab.provenance.trainings.entry(trained).or_default();
        *trainings = (*trainings).max(self.number + 1);
        if let Some(text) = lab.notebook.text(&name, &of)? {
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
        lab.notebook.keep(&name, &of, &set.to_string())?;
        Ok(set)
    }

    /// All that the set depends on.
    fn fingerprint(&self, lab: &Lab<'_>) -> Fingerprint {
        let Backwards { kind, last, gap, depth, count, drift, seed, .. } = self.settings(lab, Boards::Random);
        let data = lab.data.as_ref().filter(|_| self.source == Source::GameData);
        Fingerprint::new("model set", 1)
            .with("game", self.board.game)
            .with("source", self.source.name())
            .with("model", kind)
            .with("last", last)
            .with("gap", gap)
            .with("depth", depth)
            .with("boards", count)
            .with("drift", drift.name())
            .with("seed", seed.0)
            .with_some("data", data.map(Data::digest))
    }

    /// Where the set comes from, for its file.
    fn origin(&self, settings: &Backwards) -> String {
        let name = self.name();
        let name = name.trim_end_matches(".txt");
        format!(
            "agon paper run minimax-training: {name}, {} boards, seed {}",
            settings.count, settings.seed.0
        )
    }

    /// What everything random about the training follows from: the boards of different sets have nothing in common.
    fn seed(&self, lab: &Lab<'_>) -> Seed {
        lab.seed.child("minimax-training/sets", 0).child(&self.kind_of_set(), self.number)
    }

    fn settings(&self, lab: &Lab<'_>, boards: Boards) -> Backwards {
        Backwards {
            kind: self.kind,
            last: self.last,
            gap: self.gap,
            depth: usual_depth(self.gap),
            count: self.times * lab.either(SETTINGS.boards, QUICK_BOARDS),
            boards,
            drift: if self.source == Source::WithoutDrift { Drift::Remove } else { Drift::Keep },
            seed: self.seed(lab),
        }
    }

    fn backwards(&self, lab: &mut Lab<'_>, boards: Boards) -> Result<ModelSet, ExperimentError> {
        let settings = self.settings(lab, boards);
        let game = game(self.board.game)?;
        let source = game.board_source(lab.executor)?;
        let of = settings.stages(&*source)?.len() as u64;
        let (name, unfinished) = (self.name(), self.fingerprint(lab).with("unfinished", "yes"));
        let mut set = match lab.notebook.text(&name, &unfinished)? {
            Some(text) => text.parse()?,
            None => settings.empty_set(&*source, self.origin(&settings)),
        };
        lab.step(set.models.len() as u64, of, format!("training {name}"))?;
        settings.run(&*source, &mut set, |set, done| {
            match done {
                Done::Part(part) => lab.part(part)?,
                Done::Model => {
                    lab.notebook.keep(&name, &unfinished, &set.to_string())?;
                    lab.step(set.models.len() as u64, of, format!("training {name}"))?;
                }
            }
            Ok::<_, ExperimentError>(true)
        })?;
        Ok(set)
    }

    /// Models fitted to the records in the folder of data.
    fn fitted_to_games(&self, lab: &mut Lab<'_>) -> Result<ModelSet, ExperimentError> {
        let data = lab.data.clone().ok_or(ExperimentError::NoData("with a set from game data"))?;
        lab.step(0, 1, format!("reading {}", data.name()))?;
        let settings = self.settings(lab, Boards::Random);
        let loaded = game(self.board.game)?;
        let source = loaded.board_source(lab.executor)?;
        let mut set = settings.empty_set(&*source, self.origin(&settings));
        let stages = settings.stages(&*source)?;
        let mut boards = GameBoards::new(set.features.len(), &stages, settings.count as usize, settings.seed);
        data.for_each(|record| {
            loaded.offer_record(&record, &mut boards)?;
            Ok::<_, ReadError>(!lab.stop.is_set())
        })?;
        lab.part(1.0)?;
        set.models = boards.fit(self.kind);
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{OCTAGON, large, usual};
    use super::*;
    use crate::paper::{TestFolder, in_lab_until, in_quick_lab};

    #[test]
    fn trainings_differ_in_seed_and_file() {
        in_quick_lab("sets", |lab| {
            let svm = large(OCTAGON, ModelKind::Svm, 4);
            let again = TrainedSet { number: 2, ..svm };
            assert_eq!(svm.name(), "octagon-svm-minimax-78-4-number-0.txt");
            assert_eq!(again.name(), "octagon-svm-minimax-78-4-number-2.txt");
            let settings = |set: TrainedSet| set.settings(lab, Boards::Random);
            assert_eq!(Backwards { seed: settings(svm).seed, ..settings(again) }, settings(svm));
            // The largest models of two gaps were once fitted to the same boards, and were the same.
            let mut seeds: Vec<_> =
                [svm, again, large(OCTAGON, ModelKind::Svm, 10), usual(4, Source::Minimax)]
                    .map(|set| settings(set).seed.0)
                    .to_vec();
            seeds.sort_unstable();
            seeds.dedup();
            assert_eq!(seeds.len(), 4);
            let more = TrainedSet { times: 10, ..svm };
            assert_eq!(more.name(), "octagon-svm-minimax-78-4-times-10-number-0.txt");
            assert_eq!(settings(more).count, 10 * settings(svm).count);
            assert_ne!(more.fingerprint(lab), svm.fingerprint(lab));
        });
    }

    #[test]
    fn a_training_that_was_stopped_goes_on_to_the_same_set() {
        let board = Board { key: "small", name: "6x6", game: "reversi:6x6" };
        let small = TrainedSet { board, last: 26, gap: 8, ..usual(8, Source::Minimax) };
        let [whole, stopped] = ["set-whole", "set-stopped"].map(TestFolder::new);
        let train = |steps: u64, folder: &TestFolder, resume: bool| {
            in_lab_until(steps, &folder.0, resume, |lab| small.set(lab))
        };
        assert!(matches!(train(1, &stopped, false), Err(ExperimentError::Stopped)));
        let half: ModelSet = std::fs::read_to_string(stopped.0.join(small.name())).unwrap().parse().unwrap();
        assert_eq!(half.models.len(), 1);
        let resumed = train(u64::MAX, &stopped, true).unwrap();
        assert_eq!(resumed, train(u64::MAX, &whole, false).unwrap());
        assert_eq!((resumed.models.len(), &resumed.models[2]), (3, &half.models[0]));
    }
}

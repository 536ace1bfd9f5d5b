//! Tables II and IV to X of [Engel2015]: model sets against each other, looking one to five plies ahead.
//!
//! The standard errors are those of the games. Which boards a set happened to be fitted to matters more: with 2,000 boards
//! for each model, as in the source, sets that differ in nothing but the seed are one to three stones apart. Over eight
//! seeds, two plies ahead (`seeds.rs`), and with 20,000 boards for each model, one seed, at plies 1 to 3, kinds of models
//! differ by this many stones:
//!
//! ```text
//!                        2,000 boards   20,000 boards       published
//!   logistic vs linear     +1.3 +- 1.0  +1.2  +2.0  +2.5      +1.5
//!   svm vs linear          -1.7 +- 2.6  +1.3  +1.5  +2.8      +3.6
//!   svm vs logistic        -2.8 +- 1.5  +0.1  +0.2  -0.4      +2.4
//! ```
//!
//! So classifiers beat least squares, as published: who wins is more to the point than by how much. But they learn less
//! from each board, and the SVM least; no lead of it over logistic regression was found. Gap 10 against gap 4 at ply 3 is
//! +5.6 stones with seed 1 and -2.4 with seed 2 (published: +2.4).
//!
//! Boards from play (section VII, table `played`) are a large step on 88 cells and none on 64: stones per game against
//! boards from random play at plies 1 to 5, 8,000 games each, standard error 0.3.
//!
//! ```text
//!   88 cells   +1.0  +10.8   +8.6  +13.9  +13.2
//!   64 cells   -6.6   +2.2   -0.7   +2.9   -0.2
//! ```

use agon_arena::Openings;
use agon_learn::models::ModelKind;

use super::sets::{Source, TrainedSet};
use super::{GAPS, USUAL, large, usual};
use crate::notebook::MatchSummary;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};

/// Table II.
pub(super) const TABLE_II: Experiment = Experiment {
    name: "II",
    summary: "linear, logistic and SVM models against each other",
    needs_data: false,
    run: |lab| by_ply(lab, "Kinds of models", DEEPEST, &table_2()),
};

/// Table II with more boards.
pub(super) const TABLE_II_BOARDS: Experiment = Experiment {
    name: "II-boards",
    summary: "table II with ten times as many boards for each model, plies 1 to 3",
    needs_data: false,
    run: |lab| by_ply(lab, "Kinds of models, ten times the boards", 3, &table_2_with_more_boards()),
};

/// Table IV.
pub(super) const TABLE_IV: Experiment = Experiment {
    name: "IV",
    summary: "boards between models by the larger one or by interpolation: medians over the plies",
    needs_data: false,
    run: |lab| medians(lab, "By the larger model against interpolated", &table_8()),
};

/// Table V.
pub(super) const TABLE_V: Experiment = Experiment {
    name: "V",
    summary: "gaps of 4, 6, 8 and 10 stones between models: medians over the plies",
    needs_data: false,
    run: |lab| medians(lab, "Gaps between models", &table_9()),
};

/// Table VI.
pub(super) const TABLE_VI: Experiment = Experiment {
    name: "VI",
    summary: "trained backwards against trained on game data: medians over the plies (needs --data)",
    needs_data: true,
    run: |lab| medians(lab, "Minimax (M) against game data (G)", &table_10()),
};

/// Table VII.
pub(super) const TABLE_VII: Experiment = Experiment {
    name: "VII",
    summary: "both sets against other programs (needs --data)",
    needs_data: true,
    run: other_programs,
};

/// Table VIII.
pub(super) const TABLE_VIII: Experiment = Experiment {
    name: "VIII",
    summary: "table IV for each ply",
    needs_data: false,
    run: |lab| by_ply(lab, "By the larger model against interpolated", DEEPEST, &table_8()),
};

/// Table IX.
pub(super) const TABLE_IX: Experiment = Experiment {
    name: "IX",
    summary: "table V for each ply",
    needs_data: false,
    run: |lab| by_ply(lab, "Gaps between models", DEEPEST, &table_9()),
};

/// Table X.
pub(super) const TABLE_X: Experiment = Experiment {
    name: "X",
    summary: "table VI for each ply (needs --data)",
    needs_data: true,
    run: |lab| by_ply(lab, "Minimax (M) against game data (G)", DEEPEST, &table_10()),
};

/// What section VII wishes for.
pub(super) const SECTION_VII: Experiment = Experiment {
    name: "played",
    summary: "boards from play by an earlier set (P) against boards from random play (R), as section VII wishes",
    needs_data: false,
    run: |lab| by_ply(lab, "Training boards from play against random ones", DEEPEST, &section_7()),
};

/// Whether the drift of scores matters; the source does not mention it.
pub(super) const DRIFT: Experiment = Experiment {
    name: "drift",
    summary: "scores relative to the mean of their stage (R) against scores as they come (K), for all gaps",
    needs_data: false,
    run: |lab| by_ply(lab, "Drift removed against drift kept", DEEPEST, &drift()),
};

/// Two players and what was published about them: win ratio and stone difference for each ply, if anything was.
pub(super) struct Pairing {
    pub(super) name: &'static str,
    players: [TrainedPlayer; 2],
    published: [Option<(f64, f64)>; 5],
}

impl Pairing {
    /// The median over the plies of what was published.
    pub(super) fn published_median(&self, figure: fn((f64, f64)) -> f64) -> Option<f64> {
        let figures: Vec<_> = self.published.iter().flatten().map(|&pair| figure(pair)).collect();
        (!figures.is_empty()).then(|| median(figures))
    }

    /// The same players, trained with another seed and meeting in other openings.
    pub(super) fn numbered(&self, number: u64) -> Self {
        let players = self
            .players
            .map(|TrainedPlayer(set, between)| TrainedPlayer(TrainedSet { number, ..set }, between));
        Self { players, ..*self }
    }

    /// Trains the sets of both players, unless the run has them already.
    pub(super) fn train(&self, lab: &mut Lab<'_>) -> Result<(), ExperimentError> {
        self.players.iter().try_for_each(|player| player.0.set(lab).map(drop))
    }

    /// Plays a match at some ply.
    pub(super) fn play(
        &self,
        lab: &mut Lab<'_>,
        ply: u32,
        games: u64,
    ) -> Result<MatchSummary, ExperimentError> {
        let [first, second] = self.players;
        let (game, seed) = (first.0.game, first.0.seed(lab));
        let first = first.0.player(lab, first.1, ply)?;
        let second = second.0.player(lab, second.1, ply)?;
        lab.encounter(game, [&first, &second], games, OPENINGS, seed)
    }
}

/// A set and how it scores boards between its models.
#[derive(Clone, Copy)]
pub(super) struct TrainedPlayer(TrainedSet, &'static str);

/// A win ratio and a stone difference for each ply.
type ByPly = [(f64, f64); 5];

/// The source looks up to five plies ahead.
const DEEPEST: u32 = 5;

const LARGER: &str = "larger";
const INTERPOLATE: &str = "interpolate";

const fn published(figures: ByPly) -> [Option<(f64, f64)>; 5] {
    let [one, two, three, four, five] = figures;
    [Some(one), Some(two), Some(three), Some(four), Some(five)]
}

pub(super) fn table_2() -> Vec<Pairing> {
    let player = |kind| TrainedPlayer(large(kind, 4), LARGER);
    let [linear, logistic, svm] = ModelKind::ALL.map(player);
    vec![
        Pairing {
            name: "logistic vs linear",
            players: [logistic, linear],
            published: published([(0.526, 2.8), (0.522, 1.5), (0.523, 1.3), (0.525, 1.9), (0.523, 1.2)]),
        },
        Pairing {
            name: "svm vs linear",
            players: [svm, linear],
            published: published([(0.534, 3.6), (0.544, 3.4), (0.545, 3.2), (0.567, 5.5), (0.562, 4.7)]),
        },
        Pairing {
            name: "svm vs logistic",
            players: [svm, logistic],
            published: published([(0.507, 0.7), (0.534, 3.1), (0.529, 2.2), (0.552, 4.1), (0.536, 2.4)]),
        },
    ]
}

fn table_2_with_more_boards() -> Vec<Pairing> {
    let more = |TrainedPlayer(set, between)| TrainedPlayer(TrainedSet { times: 10, ..set }, between);
    table_2().into_iter().map(|pairing| Pairing { players: pairing.players.map(more), ..pairing }).collect()
}

fn table_8() -> Vec<Pairing> {
    const FIGURES: [ByPly; 4] = [
        [(0.487, -1.2), (0.485, -0.9), (0.479, -1.4), (0.480, -1.2), (0.479, -1.0)],
        [(0.473, -2.0), (0.474, -1.9), (0.484, -0.9), (0.490, -0.4), (0.498, 0.9)],
        [(0.466, -2.5), (0.463, -2.8), (0.472, -1.8), (0.481, -1.0), (0.486, -0.1)],
        [(0.463, -2.8), (0.462, -2.8), (0.469, -1.9), (0.479, -0.7), (0.498, 0.9)],
    ];
    let names = ["4(L) vs 4(I)", "6(L) vs 6(I)", "8(L) vs 8(I)", "10(L) vs 10(I)"];
    let pairing = |((gap, name), figures)| {
        let set = large(ModelKind::Svm, gap);
        Pairing {
            name,
            players: [TrainedPlayer(set, LARGER), TrainedPlayer(set, INTERPOLATE)],
            published: published(figures),
        }
    };
    GAPS.into_iter().zip(names).zip(FIGURES).map(pairing).collect()
}

pub(super) fn table_9() -> Vec<Pairing> {
    const FIGURES: [(&str, [u32; 2], ByPly); 6] = [
        ("4 vs 6", [4, 6], [(0.514, 1.5), (0.498, -0.2), (0.500, 0.1), (0.522, 2.3), (0.522, 2.0)]),
        ("4 vs 8", [4, 8], [(0.470, -2.0), (0.469, -2.0), (0.491, 0.3), (0.473, -1.2), (0.483, -0.9)]),
        ("4 vs 10", [4, 10], [(0.486, -1.3), (0.457, -4.2), (0.473, -2.4), (0.478, -2.3), (0.481, -1.6)]),
        ("6 vs 8", [6, 8], [(0.479, -2.4), (0.472, -1.9), (0.506, 0.5), (0.461, -3.2), (0.460, -3.0)]),
        ("6 vs 10", [6, 10], [(0.472, -3.2), (0.466, -3.3), (0.487, -1.6), (0.450, -5.1), (0.467, -3.3)]),
        ("8 vs 10", [8, 10], [(0.498, -0.6), (0.483, -1.9), (0.483, -1.9), (0.488, -1.7), (0.493, -1.2)]),
    ];
    let pairing = |(name, gaps, figures): (_, [u32; 2], _)| Pairing {
        name,
        players: gaps.map(|gap| TrainedPlayer(large(ModelKind::Svm, gap), INTERPOLATE)),
        published: published(figures),
    };
    FIGURES.into_iter().map(pairing).collect()
}

fn table_10() -> Vec<Pairing> {
    const FIGURES: [(&str, u32, ByPly); 2] = [
        ("4(M) vs 4(G)", 4, [(0.574, 5.4), (0.537, 3.2), (0.570, 5.7), (0.580, 5.7), (0.592, 6.8)]),
        ("10(M) vs 10(G)", 10, [(0.562, 4.7), (0.563, 4.5), (0.575, 5.8), (0.590, 6.1), (0.612, 7.6)]),
    ];
    let pairing = |(name, gap, figures)| Pairing {
        name,
        players: [Source::Minimax, Source::GameData]
            .map(|source| TrainedPlayer(usual(gap, source), INTERPOLATE)),
        published: published(figures),
    };
    FIGURES.into_iter().map(pairing).collect()
}

fn section_7() -> Vec<Pairing> {
    let pairing = |(name, set): (_, TrainedSet)| {
        let players = [Source::PlayedMinimax, Source::Minimax];
        Pairing {
            name,
            players: players.map(|source| TrainedPlayer(TrainedSet { source, ..set }, INTERPOLATE)),
            published: [None; 5],
        }
    };
    let sets = [("88: P vs R", large(ModelKind::Svm, 4)), ("64: P vs R", usual(4, Source::Minimax))];
    sets.into_iter().map(pairing).collect()
}

fn drift() -> Vec<Pairing> {
    let names = ["4: R vs K", "6: R vs K", "8: R vs K", "10: R vs K"];
    let pairing = |(name, gap)| {
        let set = large(ModelKind::Svm, gap);
        let players = [Source::WithoutDrift, Source::Minimax];
        Pairing {
            name,
            players: players.map(|source| TrainedPlayer(TrainedSet { source, ..set }, INTERPOLATE)),
            published: [None; 5],
        }
    };
    names.into_iter().zip(GAPS).map(pairing).collect()
}

/// Plays all pairings at all plies, pairings outside.
fn play(
    lab: &mut Lab<'_>,
    deepest: u32,
    pairings: &[Pairing],
) -> Result<Vec<Vec<MatchSummary>>, ExperimentError> {
    let plies = lab.either(deepest, 3);
    let games = lab.either(8000, 400);
    let of = pairings.len() as u64 * u64::from(plies);
    let mut done = 0;
    let mut all = Vec::new();
    for pairing in pairings {
        pairing.train(lab)?;
        let mut encounters = Vec::new();
        for ply in 1..=plies {
            lab.step(done, of, format!("{} at ply {ply}: {games} games", pairing.name))?;
            encounters.push(pairing.play(lab, ply, games)?);
            done += 1;
        }
        all.push(encounters);
    }
    Ok(all)
}

/// Until there are 16 stones.
const OPENINGS: Openings = Openings::Random(12);

fn cells(encounter: &MatchSummary, published: Option<(f64, f64)>) -> [ComparedFigure; 2] {
    [
        ComparedFigure::measured(&encounter.score, 3).beside(published.map(|(ratio, _)| ratio)),
        ComparedFigure::measured(&encounter.margin, 1).beside(published.map(|(_, stones)| stones)),
    ]
}

fn by_ply(
    lab: &mut Lab<'_>,
    title: &str,
    deepest: u32,
    pairings: &[Pairing],
) -> Result<ExperimentReport, ExperimentError> {
    let played = play(lab, deepest, pairings)?;
    let tables = pairings.iter().zip(&played).map(|(pairing, encounters)| {
        let columns = ["ply", "win ratio", "stone difference"];
        let mut table = ReportTable::new(&format!("{title}: {}", pairing.name), &columns);
        for (ply, (encounter, published)) in encounters.iter().zip(pairing.published).enumerate() {
            table.push((ply + 1).to_string(), cells(encounter, published).to_vec());
        }
        table
    });
    Ok(ExperimentReport { tables: tables.collect(), figures: Vec::new(), remarks: remarks(&played) })
}

fn medians(
    lab: &mut Lab<'_>,
    title: &str,
    pairings: &[Pairing],
) -> Result<ExperimentReport, ExperimentError> {
    let played = play(lab, DEEPEST, pairings)?;
    let mut table =
        ReportTable::new(&format!("{title}: medians over the plies"), &["", "win ratio", "stone difference"]);
    for (pairing, encounters) in pairings.iter().zip(&played) {
        let ours = |figure: fn(&MatchSummary) -> f64| median(encounters.iter().map(figure).collect());
        let ratio = ComparedFigure::ours(ours(|encounter| encounter.score.value), 3);
        let ratio = ratio.beside(pairing.published_median(|pair| pair.0));
        let stones = ComparedFigure::ours(ours(|encounter| encounter.margin.value), 1);
        let stones = stones.beside(pairing.published_median(|pair| pair.1));
        table.push(pairing.name, vec![ratio, stones]);
    }
    Ok(ExperimentReport { tables: vec![table], figures: Vec::new(), remarks: remarks(&played) })
}

fn remarks(played: &[Vec<MatchSummary>]) -> Vec<String> {
    let games = played.iter().flatten().map(|encounter| encounter.games).max().unwrap_or(0);
    vec![format!(
        "{games} games for each ply, every opening with both colours. Figures are for the player named first; the standard \
         errors of the published ones are 0.006 and 0.4."
    )]
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The programs of table VII are not to be had; players that come with Agon stand in.
fn other_programs(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    const STAND_INS: [(&str, &str); 3] = [
        ("thesis player, hard", "thesis-hard"),
        ("four heuristics, depth 4", "alphabeta(depth=4, eval=four-heuristics)"),
        ("monte carlo tree search, 10,000", "mcts(simulations=10000)"),
    ];
    const PUBLISHED: [(&str, [f64; 2]); 4] = [
        ("Springfrog, 8 ply", [51.0, 32.0]),
        ("Webversi, 8 ply", [42.0, -2.0]),
        ("WZebra, 8 ply against its 4", [10.0, -6.0]),
        ("WZebra, 4 ply", [-24.0, -34.0]),
    ];
    let columns = ["opponent", "minimax", "game data"];
    let mut theirs = ReportTable::new("Stone difference of single games, as published", &columns);
    for (name, figures) in PUBLISHED {
        theirs.push(name, figures.map(|figure| ComparedFigure::default().beside(figure)).to_vec());
    }
    let sets = [Source::Minimax, Source::GameData].map(|source| usual(4, source));
    let games = lab.either(200, 20);
    let mut ours = ReportTable::new("Mean stone difference against players that come with Agon", &columns);
    const PLIES: [u32; 2] = [4, 8];
    let of = (STAND_INS.len() * PLIES.len() * sets.len()) as u64;
    let mut done = 0;
    for (name, opponent) in STAND_INS {
        for ply in PLIES {
            let mut cells = Vec::new();
            for set in &sets {
                let player = set.player(lab, INTERPOLATE, ply)?;
                lab.step(done, of, format!("{ply} ply against {name}"))?;
                let games = if ply == 8 { games / 4 } else { games };
                let encounter = lab.encounter(USUAL, [&player, opponent], games, OPENINGS, set.seed(lab))?;
                cells.push(ComparedFigure::measured(&encounter.margin, 1));
                done += 1;
            }
            ours.push(format!("{name}, {ply} ply"), cells);
        }
    }
    let remark = format!(
        "The published programs cannot be had any more. Ours: {games} games at 4 ply, a quarter at 8."
    );
    Ok(ExperimentReport { tables: vec![theirs, ours], figures: Vec::new(), remarks: vec![remark] })
}

#[cfg(test)]
mod tests {
    use super::super::LARGE;
    use super::*;

    /// Tables IV, V and VI of the source are the medians of VIII, IX and X, but for one figure: the median stone
    /// difference of 4(M) vs 4(G) is 5.7, where table VI has the 5.4 of the first ply.
    #[test]
    fn published_medians_follow_from_the_published_figures() {
        let medians = |pairings: Vec<Pairing>| -> Vec<(f64, f64)> {
            let of = |pairing: &Pairing, figure| pairing.published_median(figure).unwrap();
            pairings.iter().map(|pairing| (of(pairing, |pair| pair.0), of(pairing, |pair| pair.1))).collect()
        };
        assert_eq!(medians(table_8()), [(0.480, -1.2), (0.484, -0.9), (0.472, -1.8), (0.469, -1.9)]);
        let table_5 =
            [(0.514, 1.5), (0.473, -1.2), (0.478, -2.3), (0.472, -2.4), (0.467, -3.3), (0.488, -1.7)];
        assert_eq!(medians(table_9()), table_5);
        assert_eq!(medians(table_10()), [(0.574, 5.7), (0.575, 5.8)]);
    }

    #[test]
    fn sides_of_a_pairing_play_the_same_game() {
        for pairing in
            [table_2(), table_8(), table_9(), table_10(), section_7(), drift()].into_iter().flatten()
        {
            assert_eq!(pairing.players[0].0.game, pairing.players[1].0.game, "{}", pairing.name);
            assert!([LARGE, USUAL].contains(&pairing.players[0].0.game));
        }
    }
}

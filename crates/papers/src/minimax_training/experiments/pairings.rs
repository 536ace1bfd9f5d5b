//! Who plays whom in tables II and IV to X of [Engel2015], and what was published about it.
//!
//! Boards from play (section VII, table `played`) and drift (table `drift`) are not in the source.

use agon_arena::Openings;
use agon_learn::models::ModelKind;

use super::sets::{Source, TrainedSet};
use super::{Board, GAPS, LARGE_BOARDS, OCTAGON, large, usual};
use crate::notebook::MatchSummary;
use crate::paper::{ExperimentError, Lab};

/// Until there are 16 stones.
pub(super) const OPENINGS: Openings = Openings::Random(12);

/// Two players and what was published about them: win ratio and stone difference for each ply, if anything was.
pub(super) struct Pairing {
    pub(super) names: [&'static str; 2],
    pub(super) players: [TrainedPlayer; 2],
    pub(super) published: [Option<(f64, f64)>; 5],
    /// A stone difference that the source prints instead of the median of its own figures.
    pub(super) published_stones: Option<f64>,
}

impl Pairing {
    pub(super) fn name(&self) -> String {
        let [first, second] = self.names;
        format!("{first} vs {second}, {}", self.players[0].0.board.name)
    }

    /// The median over the plies of what was published.
    pub(super) fn published_median(&self, figure: fn((f64, f64)) -> f64) -> Option<f64> {
        let figures: Vec<_> = self.published.iter().flatten().map(|&pair| figure(pair)).collect();
        (!figures.is_empty()).then(|| median(&figures))
    }

    /// Plays a match at some ply with one of the trainings, all of which have openings of their own.
    pub(super) fn play(
        &self,
        lab: &mut Lab<'_>,
        ply: u32,
        number: u64,
        games: u64,
    ) -> Result<MatchSummary, ExperimentError> {
        let [first, second] =
            self.players.map(|TrainedPlayer(set, between)| (TrainedSet { number, ..set }, between));
        let board = first.0.board.game;
        let openings = lab.seed.child("minimax-training/openings", number);
        let first = first.0.player(lab, first.1, ply)?;
        let second = second.0.player(lab, second.1, ply)?;
        lab.encounter(board, [&first, &second], games, OPENINGS, openings)
    }
}

/// A set and how it scores boards between its models.
#[derive(Clone, Copy)]
pub(super) struct TrainedPlayer(pub(super) TrainedSet, &'static str);

/// A win ratio and a stone difference for each ply.
type ByPly = [(f64, f64); 5];

const LARGER: &str = "larger";
pub(super) const INTERPOLATE: &str = "interpolate";

const fn published(figures: ByPly) -> [Option<(f64, f64)>; 5] {
    let [one, two, three, four, five] = figures;
    [Some(one), Some(two), Some(three), Some(four), Some(five)]
}

/// The same pairings on both boards of 88 cells.
fn on_large_boards(pairings: impl Fn(Board) -> Vec<Pairing>) -> Vec<Pairing> {
    LARGE_BOARDS.into_iter().flat_map(pairings).collect()
}

pub(super) fn kinds() -> Vec<Pairing> {
    const FIGURES: [([ModelKind; 2], ByPly); 3] = [
        (
            [ModelKind::Logistic, ModelKind::Linear],
            [(0.526, 2.8), (0.522, 1.5), (0.523, 1.3), (0.525, 1.9), (0.523, 1.2)],
        ),
        (
            [ModelKind::Svm, ModelKind::Linear],
            [(0.534, 3.6), (0.544, 3.4), (0.545, 3.2), (0.567, 5.5), (0.562, 4.7)],
        ),
        (
            [ModelKind::Svm, ModelKind::Logistic],
            [(0.507, 0.7), (0.534, 3.1), (0.529, 2.2), (0.552, 4.1), (0.536, 2.4)],
        ),
    ];
    let pairing = |board, (kinds, figures): ([ModelKind; 2], ByPly)| Pairing {
        names: kinds.map(ModelKind::name),
        players: kinds.map(|kind| TrainedPlayer(large(board, kind, 4), LARGER)),
        published: published(figures),
        published_stones: None,
    };
    on_large_boards(|board| FIGURES.into_iter().map(|figures| pairing(board, figures)).collect())
}

pub(super) fn kinds_with_more_boards() -> Vec<Pairing> {
    let more = |TrainedPlayer(set, between)| TrainedPlayer(TrainedSet { times: 10, ..set }, between);
    let octagon = kinds().into_iter().filter(|pairing| pairing.players[0].0.board == OCTAGON);
    octagon.map(|pairing| Pairing { players: pairing.players.map(more), ..pairing }).collect()
}

pub(super) fn between_models() -> Vec<Pairing> {
    const FIGURES: [(u32, [&str; 2], ByPly); 4] = [
        (4, ["4(L)", "4(I)"], [(0.487, -1.2), (0.485, -0.9), (0.479, -1.4), (0.480, -1.2), (0.479, -1.0)]),
        (6, ["6(L)", "6(I)"], [(0.473, -2.0), (0.474, -1.9), (0.484, -0.9), (0.490, -0.4), (0.498, 0.9)]),
        (8, ["8(L)", "8(I)"], [(0.466, -2.5), (0.463, -2.8), (0.472, -1.8), (0.481, -1.0), (0.486, -0.1)]),
        (10, ["10(L)", "10(I)"], [(0.463, -2.8), (0.462, -2.8), (0.469, -1.9), (0.479, -0.7), (0.498, 0.9)]),
    ];
    let pairing = |board, (gap, names, figures)| {
        let set = large(board, ModelKind::Svm, gap);
        let players = [LARGER, INTERPOLATE].map(|between| TrainedPlayer(set, between));
        Pairing { names, players, published: published(figures), published_stones: None }
    };
    on_large_boards(|board| FIGURES.into_iter().map(|figures| pairing(board, figures)).collect())
}

pub(super) fn gaps_between_models() -> Vec<Pairing> {
    const FIGURES: [([&str; 2], [u32; 2], ByPly); 6] = [
        (["4", "6"], [4, 6], [(0.514, 1.5), (0.498, -0.2), (0.500, 0.1), (0.522, 2.3), (0.522, 2.0)]),
        (["4", "8"], [4, 8], [(0.470, -2.0), (0.469, -2.0), (0.491, 0.3), (0.473, -1.2), (0.483, -0.9)]),
        (["4", "10"], [4, 10], [(0.486, -1.3), (0.457, -4.2), (0.473, -2.4), (0.478, -2.3), (0.481, -1.6)]),
        (["6", "8"], [6, 8], [(0.479, -2.4), (0.472, -1.9), (0.506, 0.5), (0.461, -3.2), (0.460, -3.0)]),
        (["6", "10"], [6, 10], [(0.472, -3.2), (0.466, -3.3), (0.487, -1.6), (0.450, -5.1), (0.467, -3.3)]),
        (["8", "10"], [8, 10], [(0.498, -0.6), (0.483, -1.9), (0.483, -1.9), (0.488, -1.7), (0.493, -1.2)]),
    ];
    let pairing = |board, (names, gaps, figures): ([&'static str; 2], [u32; 2], ByPly)| Pairing {
        names,
        players: gaps.map(|gap| TrainedPlayer(large(board, ModelKind::Svm, gap), INTERPOLATE)),
        published: published(figures),
        published_stones: None,
    };
    on_large_boards(|board| FIGURES.into_iter().map(|figures| pairing(board, figures)).collect())
}

pub(super) fn game_data() -> Vec<Pairing> {
    // Table VI prints 5.4 for the first, which is the figure of ply 1; the median of its five plies is 5.7.
    const FIGURES: [(u32, [&str; 2], Option<f64>, ByPly); 2] = [
        (
            4,
            ["4(M)", "4(G)"],
            Some(5.4),
            [(0.574, 5.4), (0.537, 3.2), (0.570, 5.7), (0.580, 5.7), (0.592, 6.8)],
        ),
        (
            10,
            ["10(M)", "10(G)"],
            None,
            [(0.562, 4.7), (0.563, 4.5), (0.575, 5.8), (0.590, 6.1), (0.612, 7.6)],
        ),
    ];
    let pairing = |(gap, names, published_stones, figures)| Pairing {
        names,
        players: [Source::Minimax, Source::GameData]
            .map(|source| TrainedPlayer(usual(gap, source), INTERPOLATE)),
        published: published(figures),
        published_stones,
    };
    FIGURES.into_iter().map(pairing).collect()
}

pub(super) fn boards_from_play() -> Vec<Pairing> {
    let sets = [large(OCTAGON, ModelKind::Svm, 4), usual(4, Source::Minimax)];
    sets.into_iter().map(|set| by_source(["P", "R"], [Source::PlayedMinimax, Source::Minimax], set)).collect()
}

pub(super) fn without_drift() -> Vec<Pairing> {
    const NAMES: [[&str; 2]; 4] = [["4(R)", "4(K)"], ["6(R)", "6(K)"], ["8(R)", "8(K)"], ["10(R)", "10(K)"]];
    let pairing = |(names, gap)| {
        by_source(names, [Source::WithoutDrift, Source::Minimax], large(OCTAGON, ModelKind::Svm, gap))
    };
    NAMES.into_iter().zip(GAPS).map(pairing).collect()
}

/// Two sets that differ in what they are trained with; nothing was published about them.
pub(super) fn by_source(names: [&'static str; 2], sources: [Source; 2], set: TrainedSet) -> Pairing {
    let players = sources.map(|source| TrainedPlayer(TrainedSet { source, ..set }, INTERPOLATE));
    Pairing { names, players, published: [None; 5], published_stones: None }
}

/// The one in the middle.
pub(super) fn median(figures: &[f64]) -> f64 {
    let mut figures = figures.to_vec();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::super::USUAL;
    use super::*;

    /// Tables IV, V and VI of the source are the medians of VIII, IX and X, but for one figure.
    #[test]
    fn published_medians_follow_from_the_published_figures() {
        let medians = |pairings: Vec<Pairing>, board: Board| -> Vec<(f64, f64)> {
            let of = |pairing: &Pairing, figure| pairing.published_median(figure).unwrap();
            let of_board = pairings.iter().filter(|pairing| pairing.players[0].0.board == board);
            of_board.map(|pairing| (of(pairing, |pair| pair.0), of(pairing, |pair| pair.1))).collect()
        };
        for board in LARGE_BOARDS {
            let table_4 = [(0.480, -1.2), (0.484, -0.9), (0.472, -1.8), (0.469, -1.9)];
            assert_eq!(medians(between_models(), board), table_4);
            let table_5 =
                [(0.514, 1.5), (0.473, -1.2), (0.478, -2.3), (0.472, -2.4), (0.467, -3.3), (0.488, -1.7)];
            assert_eq!(medians(gaps_between_models(), board), table_5);
        }
        assert_eq!(medians(game_data(), USUAL), [(0.574, 5.7), (0.575, 5.8)]);
        assert_eq!(game_data()[0].published_stones, Some(5.4));
    }

    #[test]
    fn sides_of_a_pairing_play_the_same_game() {
        let all = [kinds(), kinds_with_more_boards(), between_models(), gaps_between_models()];
        for pairing in
            all.into_iter().flatten().chain(game_data()).chain(boards_from_play()).chain(without_drift())
        {
            assert_eq!(pairing.players[0].0.board, pairing.players[1].0.board, "{}", pairing.name());
        }
    }
}

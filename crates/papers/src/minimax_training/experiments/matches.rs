//! Tables II and IV to X of [Engel2015]: model sets against each other, looking one to five plies ahead. Who meets whom is
//! in `pairings.rs`.

use agon_arena::stats::{Interval, standard_deviation};

use super::fits::BOARD_DECIDES;
use super::pairings::{
    INTERPOLATE, OPENINGS, Pairing, between_models, boards_from_play, game_data, gaps_between_models, kinds,
    kinds_with_more_boards, median, without_drift,
};
use super::sets::Source;
use super::{Board, LARGE_BOARDS, NOTCHES, QUICK_TRAININGS, TRAININGS, USUAL, cut, usual};
use crate::notebook::MatchSummary;
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, ReportTable};
use crate::verdict::Claim;

/// Table II.
pub(super) const TABLE_II: Experiment = Experiment {
    name: "II",
    summary: "linear, logistic and SVM models against each other",
    needs_data: false,
    run: |lab| by_ply(lab, &KINDS),
};

/// Table II with more boards.
pub(super) const TABLE_II_BOARDS: Experiment = Experiment {
    name: "II-boards",
    summary: "table II with ten times as many boards for each model, plies 1 to 3",
    needs_data: false,
    run: |lab| by_ply(lab, &KINDS_WITH_MORE_BOARDS),
};

/// Table IV.
pub(super) const TABLE_IV: Experiment = Experiment {
    name: "IV",
    summary: "boards between models by the larger one or by interpolation: medians over the plies",
    needs_data: false,
    run: |lab| medians(lab, &BETWEEN_MODELS),
};

/// Table V.
pub(super) const TABLE_V: Experiment = Experiment {
    name: "V",
    summary: "gaps of 4, 6, 8 and 10 stones between models: medians over the plies",
    needs_data: false,
    run: |lab| medians(lab, &GAPS_BETWEEN_MODELS),
};

/// Table VI.
pub(super) const TABLE_VI: Experiment = Experiment {
    name: "VI",
    summary: "trained backwards against trained on game data: medians over the plies (needs --data)",
    needs_data: true,
    run: |lab| medians(lab, &GAME_DATA),
};

/// Table VII.
pub(super) const TABLE_VII: Experiment = Experiment {
    name: "VII",
    summary: "both sets against other programs (needs --data; --engine adds one)",
    needs_data: true,
    run: other_programs,
};

/// Table VIII.
pub(super) const TABLE_VIII: Experiment = Experiment {
    name: "VIII",
    summary: "table IV for each ply",
    needs_data: false,
    run: |lab| by_ply(lab, &BETWEEN_MODELS),
};

/// Table IX.
pub(super) const TABLE_IX: Experiment = Experiment {
    name: "IX",
    summary: "table V for each ply",
    needs_data: false,
    run: |lab| by_ply(lab, &GAPS_BETWEEN_MODELS),
};

/// Table X.
pub(super) const TABLE_X: Experiment = Experiment {
    name: "X",
    summary: "table VI for each ply (needs --data)",
    needs_data: true,
    run: |lab| by_ply(lab, &GAME_DATA),
};

/// What section VII wishes for.
pub(super) const SECTION_VII: Experiment = Experiment {
    name: "played",
    summary: "boards from play by an earlier set (P) against boards from random play (R), as section VII wishes",
    needs_data: false,
    run: |lab| by_ply(lab, &BOARDS_FROM_PLAY),
};

/// Whether the drift of scores matters; the source does not mention it.
pub(super) const DRIFT: Experiment = Experiment {
    name: "drift",
    summary: "scores relative to the mean of their stage (R) against scores as they come (K), for all gaps",
    needs_data: false,
    run: |lab| by_ply(lab, &WITHOUT_DRIFT),
};

/// The source looks up to five plies ahead.
const DEEPEST: u32 = 5;

/// Matches that a table reports.
struct MatchTable {
    title: &'static str,
    deepest: u32,
    trainings: u64,
    pairings: fn() -> Vec<Pairing>,
    claims: SourceClaims,
    no_claims: Option<&'static str>,
}

/// What the source says of the matches of a table, besides the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SourceClaims {
    /// Nothing.
    None,
    /// In each pairing the player is better who was published as better.
    BetterOfEachPairing,
    /// The larger gap is better, over all pairings of a board.
    LargerGap,
}

const KINDS: MatchTable = MatchTable {
    title: "Kinds of models",
    deepest: DEEPEST,
    trainings: TRAININGS,
    pairings: kinds,
    claims: SourceClaims::BetterOfEachPairing,
    no_claims: None,
};

const KINDS_WITH_MORE_BOARDS: MatchTable = MatchTable {
    title: "Kinds of models, ten times the boards",
    deepest: 3,
    trainings: 3,
    pairings: kinds_with_more_boards,
    ..KINDS
};

const BETWEEN_MODELS: MatchTable = MatchTable {
    title: "By the larger model (L) against interpolated (I)",
    pairings: between_models,
    ..KINDS
};

const GAPS_BETWEEN_MODELS: MatchTable = MatchTable {
    title: "Gaps between models",
    pairings: gaps_between_models,
    claims: SourceClaims::LargerGap,
    ..KINDS
};

const GAME_DATA: MatchTable =
    MatchTable { title: "Minimax (M) against game data (G)", pairings: game_data, ..KINDS };

const BOARDS_FROM_PLAY: MatchTable = MatchTable {
    title: "Training boards from play (P) against random ones (R)",
    trainings: 4,
    pairings: boards_from_play,
    claims: SourceClaims::None,
    no_claims: Some("the source wishes for this and has no figures"),
    ..KINDS
};

const WITHOUT_DRIFT: MatchTable = MatchTable {
    title: "Drift removed (R) against drift kept (K)",
    trainings: 4,
    pairings: without_drift,
    claims: SourceClaims::None,
    no_claims: Some("the source does not speak of drift"),
    ..KINDS
};

/// How the matches of a pairing ended: for each ply, those of all trainings.
struct Played {
    pairing: Pairing,
    by_ply: Vec<Vec<MatchSummary>>,
}

impl Played {
    /// A figure of each training at a ply.
    fn at(&self, ply: usize, figure: fn(&MatchSummary) -> f64) -> Vec<f64> {
        self.by_ply[ply].iter().map(figure).collect()
    }

    /// A figure of each training, summed up over the plies.
    fn over_plies(&self, figure: fn(&MatchSummary) -> f64, sum_up: fn(&[f64]) -> f64) -> Vec<f64> {
        let trainings = self.by_ply.first().map_or(0, Vec::len);
        let of = |training: usize| {
            sum_up(&self.by_ply.iter().map(|all| figure(&all[training])).collect::<Vec<_>>())
        };
        (0..trainings).map(of).collect()
    }
}

/// The games of each training at each ply.
const GAMES: u64 = 300;
const QUICK_GAMES: u64 = 100;
const QUICK_DEEPEST: u32 = 3;

/// Plays all pairings at all plies with all trainings.
fn play(lab: &mut Lab<'_>, table: &MatchTable) -> Result<Vec<Played>, ExperimentError> {
    let plies = lab.either(table.deepest, QUICK_DEEPEST);
    let games = lab.either(GAMES, QUICK_GAMES);
    let trainings = lab.either(table.trainings, QUICK_TRAININGS);
    let pairings = (table.pairings)();
    let of = pairings.len() as u64 * u64::from(plies) * trainings;
    let mut done = 0;
    let mut all = Vec::new();
    for pairing in pairings {
        let mut by_ply = vec![Vec::new(); plies as usize];
        for number in 0..trainings {
            for (ply, played) in (1..).zip(&mut by_ply) {
                let what = format!("{}, training {} of {trainings}, ply {ply}", pairing.name(), number + 1);
                lab.step(done, of, what)?;
                played.push(pairing.play(lab, ply, number, games)?);
                done += 1;
            }
        }
        all.push(Played { pairing, by_ply });
    }
    Ok(all)
}

/// The standard errors of the games behind the published figures.
const PUBLISHED_ERRORS: (f64, f64) = (0.006, 0.4);

fn ratio(played: &MatchSummary) -> f64 {
    played.score.value
}

fn stones(played: &MatchSummary) -> f64 {
    played.margin.value
}

/// Win ratio, stone difference and how far single trainings lie apart.
fn cells(ratios: &[f64], stones: &[f64], published: (Option<f64>, Option<f64>)) -> Vec<ComparedFigure> {
    let (ratio_error, stones_error) = PUBLISHED_ERRORS;
    vec![
        ComparedFigure::over_trainings(ratios, 3).beside(published.0).with_published_error(ratio_error),
        ComparedFigure::over_trainings(stones, 1).beside(published.1).with_published_error(stones_error),
        ComparedFigure::ours(standard_deviation(stones), 1),
    ]
}

const COLUMNS: [&str; 4] = ["", "win ratio", "stone difference", "its spread between trainings"];

fn by_ply(lab: &mut Lab<'_>, table: &MatchTable) -> Result<ExperimentReport, ExperimentError> {
    let played = play(lab, table)?;
    let tables = played.iter().map(|played| {
        let pairing = &played.pairing;
        let mut rows = ReportTable::new(&format!("{}: {}", table.title, pairing.name()), &COLUMNS);
        for (index, published) in pairing.published.iter().enumerate().take(played.by_ply.len()) {
            let published = (published.map(|pair| pair.0), published.map(|pair| pair.1));
            let cells = cells(&played.at(index, ratio), &played.at(index, stones), published);
            rows.push(format!("ply {}", index + 1), cells);
        }
        rows
    });
    report(lab, table, &played, tables.collect())
}

fn medians(lab: &mut Lab<'_>, table: &MatchTable) -> Result<ExperimentReport, ExperimentError> {
    let played = play(lab, table)?;
    let title = format!("{}: medians over the plies", table.title);
    let mut rows = ReportTable::new(&title, &COLUMNS);
    for played in &played {
        let pairing = &played.pairing;
        let stones_published = pairing.published_stones.or_else(|| pairing.published_median(|pair| pair.1));
        let published = (pairing.published_median(|pair| pair.0), stones_published);
        let [ratios, stones] = [ratio, stones].map(|figure| played.over_plies(figure, median));
        rows.push(pairing.name(), cells(&ratios, &stones, published));
    }
    report(lab, table, &played, vec![rows])
}

fn report(
    lab: &Lab<'_>,
    table: &MatchTable,
    played: &[Played],
    tables: Vec<ReportTable>,
) -> Result<ExperimentReport, ExperimentError> {
    let mut claims = table.claims.judge(played);
    claims.extend(Claim::figures("the figures", &tables));
    let cut = cut(
        lab,
        &format!("{QUICK_GAMES} games instead of {GAMES} for each of them, plies 1 to {QUICK_DEEPEST}"),
    );
    Ok(ExperimentReport {
        claims,
        no_claims: table.no_claims.map(str::to_owned),
        cut,
        tables,
        remarks: remarks(lab, table),
        ..ExperimentReport::default()
    })
}

impl SourceClaims {
    fn judge(self, played: &[Played]) -> Vec<Claim> {
        match self {
            Self::None => Vec::new(),
            Self::BetterOfEachPairing => played.iter().filter_map(better_of_pairing).collect(),
            Self::LargerGap => {
                LARGE_BOARDS.into_iter().filter_map(|board| larger_gap(board, played)).collect()
            }
        }
    }
}

/// The mean stone difference over the plies decides, since what the source claims holds for all of them.
fn better_of_pairing(played: &Played) -> Option<Claim> {
    let difference = Interval::of_few(&played.over_plies(stones, mean))?;
    let [first, second] = played.pairing.names;
    let board = played.pairing.players[0].0.board.name;
    Some(match played.pairing.published_median(|pair| pair.1)? {
        published if published > 0.0 => {
            Claim::positive(format!("{first} is better than {second} ({board})"), &difference, 1)
        }
        _ => Claim::negative(format!("{second} is better than {first} ({board})"), &difference, 1),
    })
}

/// Stones that the larger gap gains, the mean over all pairings of a board.
fn larger_gap(board: Board, played: &[Played]) -> Option<Claim> {
    let of_board: Vec<_> =
        played.iter().filter(|played| played.pairing.players[0].0.board == board).collect();
    let by_pairing: Vec<_> = of_board.iter().map(|played| played.over_plies(stones, mean)).collect();
    let trainings = by_pairing.first()?.len();
    let gains: Vec<_> = (0..trainings)
        .map(|training| -mean(&by_pairing.iter().map(|stones| stones[training]).collect::<Vec<_>>()))
        .collect();
    let text = format!("larger gaps give better results ({})", board.name);
    Some(Claim::positive(text, &Interval::of_few(&gains)?, 1))
}

fn remarks(lab: &Lab<'_>, table: &MatchTable) -> Vec<String> {
    let (trainings, games) = (lab.either(table.trainings, QUICK_TRAININGS), lab.either(GAMES, QUICK_GAMES));
    let mut remarks = vec![format!(
        "Each set is trained {trainings} times; each training plays {games} games at each ply, every opening with both \
         colours. Figures are for the player named first; intervals and spread are those between trainings. The source \
         trained each set once and played 8,000 games; their standard errors are 0.006 and 0.4."
    )];
    let boards: Vec<_> = (table.pairings)().iter().map(|pairing| pairing.players[0].0.board).collect();
    if boards.contains(&NOTCHES) {
        remarks.push(BOARD_DECIDES.to_owned());
    }
    if let Some(data) = lab.data.as_ref().filter(|_| boards.contains(&USUAL)) {
        let until = data.until().map_or("in all".to_owned(), |year| format!("until {year}"));
        remarks.push(format!("Game data: {} games {until}; the source had those of May 2015.", data.games()));
    }
    remarks
}

fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len().max(1) as f64
}

/// The programs of table VII are not to be had; players that come with Agon stand in, and an outside engine where one is
/// named.
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
    let title = match lab.engine {
        Some(_) => "Mean stone difference against players that come with Agon and an outside engine",
        None => "Mean stone difference against players that come with Agon",
    };
    let mut ours = ReportTable::new(title, &columns);
    const PLIES: [u32; 2] = [4, 8];
    let engine = lab.engine.as_ref().map(ToString::to_string);
    let opponents: Vec<_> =
        STAND_INS.into_iter().chain(engine.as_deref().map(|engine| (engine, engine))).collect();
    let of = (opponents.len() * PLIES.len() * sets.len()) as u64;
    let mut done = 0;
    for (name, opponent) in opponents {
        for ply in PLIES {
            let mut cells = Vec::new();
            for set in &sets {
                let player = set.player(lab, INTERPOLATE, ply)?;
                lab.step(done, of, format!("{ply} ply against {name}"))?;
                let games = if ply == 8 { games / 4 } else { games };
                let openings = lab.seed.child("minimax-training/openings", 0);
                let encounter = lab.encounter(USUAL.game, [&player, opponent], games, OPENINGS, openings)?;
                cells.push(ComparedFigure::measured(&encounter.margin, 1));
                done += 1;
            }
            ours.push(format!("{name}, {ply} ply"), cells);
        }
    }
    let remark = format!("Ours: one training of each set, {games} games at 4 ply, a quarter at 8.");
    Ok(ExperimentReport {
        no_claims: Some(
            "the published programs cannot be had any more; players that come with Agon stand in".to_owned(),
        ),
        cut: cut(lab, "20 games instead of 200 against each player"),
        tables: vec![theirs, ours],
        remarks: vec![remark],
        ..ExperimentReport::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::pairings::by_source;
    use super::super::sets::TrainedSet;
    use super::*;
    use crate::paper::{TestFolder, in_lab_until};
    use crate::verdict::Finding;

    fn played(pairing: Pairing, stones: [[f64; 2]; 2]) -> Played {
        let at = |value: f64| Interval { value, low: value, high: value };
        let summary = |stones| MatchSummary { games: 2, score: at(0.5), margin: at(stones) };
        Played { pairing, by_ply: stones.map(|trainings| trainings.map(summary).to_vec()).to_vec() }
    }

    #[test]
    fn trainings_are_summed_up_each_by_itself() {
        let mut pairings = between_models();
        let played = played(pairings.remove(0), [[1.0, 5.0], [3.0, 9.0]]);
        assert_eq!(played.at(1, stones), [3.0, 9.0]);
        assert_eq!(played.over_plies(stones, mean), [2.0, 7.0]);
    }

    #[test]
    fn claims_follow_the_published_direction() {
        let judge =
            |number: usize, stones| better_of_pairing(&played(kinds().remove(number), stones)).unwrap();
        let for_the_first = judge(2, [[4.0, 4.1], [4.0, 4.1]]);
        assert_eq!(for_the_first.text, "svm is better than logistic (10x10 with two notches)");
        assert_eq!(for_the_first.finding, Finding::Holds);
        assert_eq!(judge(2, [[-4.0, -4.1], [-4.0, -4.1]]).finding, Finding::Fails);
        assert_eq!(judge(2, [[4.0, -3.0], [4.0, -3.0]]).finding, Finding::Open);
        let by_interpolation = between_models().remove(0);
        let claim = better_of_pairing(&played(by_interpolation, [[-4.0, -4.1], [-4.0, -4.1]])).unwrap();
        assert_eq!(
            (&claim.text[..], claim.finding),
            ("4(I) is better than 4(L) (10x10 with two notches)", Finding::Holds)
        );
        let gaps: Vec<_> = gaps_between_models()
            .into_iter()
            .map(|pairing| played(pairing, [[-4.0, -4.1], [-4.0, -4.1]]))
            .collect();
        let claims = SourceClaims::LargerGap.judge(&gaps);
        assert_eq!(claims.len(), 2);
        assert!(claims.iter().all(|claim| claim.finding == Finding::Holds), "{claims:?}");
    }

    /// Trainings, matches, and what is said of them: all of it is found again.
    #[test]
    fn a_table_that_was_stopped_twice_goes_on_to_the_same_bytes() {
        fn small() -> Vec<Pairing> {
            let board = Board { key: "small", name: "6x6", game: "reversi:6x6,discs" };
            let set = TrainedSet { board, last: 26, gap: 8, ..usual(8, Source::Minimax) };
            vec![by_source(["R", "K"], [Source::WithoutDrift, Source::Minimax], set)]
        }
        let table = MatchTable { pairings: small, ..WITHOUT_DRIFT };
        let [whole, stopped] = ["table-whole", "table-stopped"].map(TestFolder::new);
        let made = |steps: u64, folder: &TestFolder, resume: bool| {
            in_lab_until(steps, &folder.0, resume, |lab| {
                let report = by_ply(lab, &table)?;
                Ok::<_, ExperimentError>(serde_json::to_string(&(report, &lab.provenance)).unwrap())
            })
        };
        // A training has three steps, so these end in the middle of the matches.
        assert!(matches!(made(4, &stopped, false), Err(ExperimentError::Stopped)));
        assert!(matches!(made(7, &stopped, true), Err(ExperimentError::Stopped)));
        assert_eq!(made(u64::MAX, &stopped, true).unwrap(), made(u64::MAX, &whole, false).unwrap());
    }
}

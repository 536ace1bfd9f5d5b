//! Figures 5.1, 5.3 and 5.4 of [Cherry2011]: how many of six games each set of techniques wins at each depth, one as white
//! and one as black against each of the three agents that leave nothing to chance.
//!
//! Nothing random decides these games, but the network does, and which network a training finds is luck. The one that comes
//! with Agon is shown as the source shows its own; whether the source's claims hold is decided over those of many trainings.

use std::collections::BTreeMap;
use std::io;

use agon_arena::stats::Interval;
use agon_core::WHOLE_WIN;
use agon_core::spec::Spec;
use agon_files::{Fingerprint, digest};
use agon_plot::{Axis, Chart, Series};

use super::network_runs::eight_inputs;
use super::{
    DEPTHS, Min, QUICK_DEPTH, SHIPPED, SIX_GAMES, TECHNIQUES, count_six_games, cuts_at_depth_6, depths_cut,
    six_games,
};
use crate::paper::{Experiment, ExperimentError, Lab};
use crate::report::{ComparedFigure, ExperimentReport, Figure, ReportTable};
use crate::verdict::Claim;

/// Games won for each depth and set of techniques.
type Published = [[f64; 5]; 6];

const NORMAL: Published = [
    [6.0, 6.0, 5.0, 5.0, 5.0],
    [4.0, 4.5, 4.0, 4.0, 3.0],
    [4.0, 4.0, 4.5, 4.0, 4.5],
    [3.0, 4.0, 6.0, 5.0, 6.0],
    [4.0, 4.0, 6.0, 5.0, 6.0],
    [5.0, 5.0, 3.0, 6.0, 4.0],
];

const EXPECTED: Published = [
    [6.0, 6.0, 5.0, 5.0, 5.0],
    [1.5, 2.0, 4.0, 1.0, 4.0],
    [3.0, 3.0, 5.0, 3.0, 5.0],
    [3.0, 5.0, 6.0, 4.0, 5.0],
    [6.0, 5.0, 6.0, 6.0, 6.0],
    [4.0, 5.0, 4.5, 5.0, 4.5],
];

const EXPECTED_PRUNED: Published = [
    [6.0, 6.0, 5.0, 5.0, 5.0],
    [1.0, 1.0, 2.0, 3.0, 1.0],
    [3.0, 0.5, 5.0, 4.0, 5.0],
    [4.0, 3.0, 6.0, 3.0, 6.0],
    [4.0, 5.0, 3.0, 4.0, 3.0],
    [4.0, 5.0, 4.5, 5.0, 4.5],
];

/// Figure 5.1.
pub(super) const FIGURE_5_1: Experiment = Experiment {
    name: "fig-5.1",
    summary: "games won of six, by techniques and depth, with normal and expected min",
    needs_data: false,
    run: figure_5_1,
};

/// Figure 5.3.
pub(super) const FIGURE_5_3: Experiment = Experiment {
    name: "fig-5.3",
    summary: "the same for expected min with alpha-beta cuts",
    needs_data: false,
    run: figure_5_3,
};

/// Figure 5.4.
pub(super) const FIGURE_5_4: Experiment = Experiment {
    name: "fig-5.4",
    summary: "the share of games won by depth, normal against expected min",
    needs_data: false,
    run: figure_5_4,
};

/// Games won of six by one network: by depth, then by techniques.
type Won = Vec<[f64; 5]>;

/// What networks won with one way to value the opponent's nodes.
struct Victories {
    min: Min,
    published: &'static Published,
    shipped: Won,
    trained: Vec<Won>,
}

impl Victories {
    fn play(lab: &mut Lab<'_>, min: Min, published: &'static Published) -> Result<Self, ExperimentError> {
        let mut table = WonTable::open(lab)?;
        let shipped = table.won(lab, min, "shipped", SHIPPED)?;
        let mut trained = Vec::new();
        for (number, evaluator) in table.networks.clone().iter().enumerate() {
            trained.push(table.won(lab, min, &number.to_string(), evaluator)?);
        }
        Ok(Self { min, published, shipped, trained })
    }

    /// The network that comes with Agon, with the totals that the source prints.
    fn of_shipped(&self) -> ReportTable {
        self.table("the network that comes with Agon", |depth, techniques| {
            ComparedFigure::ours(cell(&self.shipped, depth, techniques), 1)
        })
    }

    /// The means over the trained networks.
    fn of_trained(&self) -> ReportTable {
        let title = format!("means over {} trained networks", self.trained.len());
        self.table(&title, |depth, techniques| {
            let won: Vec<_> = self.trained.iter().map(|won| cell(won, depth, techniques)).collect();
            ComparedFigure::over_trainings(&won, 1)
        })
    }

    /// A row for each depth and a column for each set of techniques, with totals at the ends.
    fn table(
        &self,
        whose: &str,
        ours: impl Fn(Option<usize>, Option<usize>) -> ComparedFigure,
    ) -> ReportTable {
        let title = format!("Games won of six, {}: {whose}", self.min.name());
        let mut table = ReportTable::new(&title, &["depth"]);
        table.columns.extend(TECHNIQUES.map(str::to_owned).into_iter().chain(["total".to_owned()]));
        let depths = self.shipped.len();
        let published: Won = self.published[..depths].to_vec();
        for depth in (0..depths).map(Some).chain([None]) {
            let columns = (0..TECHNIQUES.len()).map(Some).chain([None]);
            let cells =
                columns.map(|techniques| ours(depth, techniques).beside(cell(&published, depth, techniques)));
            table.push(depth.map_or("total".to_owned(), |depth| (depth + 1).to_string()), cells.collect());
        }
        table
    }

    /// A figure of each trained network.
    fn each(&self, figure: impl Fn(&Won) -> f64) -> Vec<f64> {
        self.trained.iter().map(figure).collect()
    }
}

/// Games won at a depth with a set of techniques; the sum over all where none is named.
fn cell(won: &Won, depth: Option<usize>, techniques: Option<usize>) -> f64 {
    let rows = won.iter().enumerate().filter(|(row, _)| depth.is_none_or(|depth| depth == *row));
    let of_row = |row: &[f64; 5]| techniques.map_or(row.iter().sum(), |column| row[column]);
    rows.map(|(_, row)| of_row(row)).sum()
}

/// That one of several sums is the lowest: it has to lie below each of the others, so the one that comes nearest decides.
fn lowest(
    text: &str,
    victories: &Victories,
    sums: fn(&Won) -> Vec<f64>,
    one: usize,
    names: &[String],
) -> Option<Claim> {
    let above = |other: usize| {
        let differences = victories.each(|won| sums(won)[one] - sums(won)[other]);
        Interval::of_few(&differences).map(|interval| (other, interval))
    };
    let others = (0..names.len()).filter(|&other| other != one).filter_map(above);
    let (nearest, interval) = others.max_by(|(_, first), (_, second)| first.high.total_cmp(&second.high))?;
    let text = format!("{}: {text}; here against {}", victories.min.name(), names[nearest]);
    Some(Claim::negative(text, &interval, 1))
}

fn by_depth(won: &Won) -> Vec<f64> {
    (0..won.len()).map(|depth| cell(won, Some(depth), None)).collect()
}

fn by_techniques(won: &Won) -> Vec<f64> {
    (0..TECHNIQUES.len()).map(|column| cell(won, None, Some(column))).collect()
}

/// The games that the run has played, and the networks that play.
struct WonTable {
    of: Fingerprint,
    known: BTreeMap<String, f64>,
    networks: Vec<String>,
    deepest: u32,
}

/// The file of the run that says who won how many games.
const FILE: &str = "victories.json";

impl WonTable {
    fn open(lab: &mut Lab<'_>) -> Result<Self, ExperimentError> {
        let trained = eight_inputs(lab)?;
        let mut networks = Vec::new();
        let mut all = String::new();
        for (number, result) in trained.iter().enumerate() {
            let name = format!("network-{number}.txt");
            let of = Fingerprint::new("network", 1).with("digest", digest(&result.artefact));
            if lab.notebook.text(&name, &of)?.is_none() {
                lab.notebook.keep(&name, &of, &result.artefact)?;
            }
            let path = lab.notebook.path(&name).display().to_string();
            networks.push(Spec::new("network").with("file", path).to_string());
            all += &result.artefact;
        }
        let of = Fingerprint::new("victories", 1).with("networks", digest(&all));
        let known = match lab.notebook.text(FILE, &of)? {
            Some(text) => serde_json::from_str(&text).map_err(io::Error::from)?,
            None => BTreeMap::new(),
        };
        Ok(Self { of, known, networks, deepest: lab.either(*DEPTHS.end(), QUICK_DEPTH) })
    }

    /// What a network wins, as far as it is not known from before.
    fn won(
        &mut self,
        lab: &mut Lab<'_>,
        min: Min,
        key: &str,
        evaluator: &str,
    ) -> Result<Won, ExperimentError> {
        let mut all = Vec::new();
        let known_before = self.known.len();
        let (done, of) = (key.parse().unwrap_or(0), self.networks.len() as u64);
        for depth in 1..=self.deepest {
            let mut row = [0.0; 5];
            for (won, techniques) in row.iter_mut().zip(TECHNIQUES) {
                let min = min.as_published(depth);
                let player = min.player(techniques, depth, evaluator);
                let key = format!("{key}: {}, {techniques}, depth {depth}", min.name());
                *won = match self.known.get(&key) {
                    Some(&won) => {
                        count_six_games(lab, &player, 1)?;
                        won
                    }
                    None => {
                        let what = format!("network {key}");
                        lab.step(done, of, what)?;
                        let won = won_of_six(lab, &player)?;
                        self.known.insert(key, won);
                        won
                    }
                };
            }
            all.push(row);
        }
        if self.known.len() > known_before {
            let text = serde_json::to_string_pretty(&self.known).map_err(io::Error::from)?;
            lab.notebook.keep(FILE, &self.of, &text)?;
        }
        Ok(all)
    }
}

/// Games won against the three agents, draws as half.
fn won_of_six(lab: &mut Lab<'_>, player: &str) -> Result<f64, ExperimentError> {
    let records = six_games(lab, player)?;
    let twelfths = records.iter().zip(SIX_GAMES).filter_map(|(record, seats)| {
        let seat = seats.iter().position(|&agent| agent == 0)?;
        record.twelfths()?.get(seat).copied()
    });
    Ok(twelfths.sum::<u64>() as f64 / WHOLE_WIN as f64)
}

fn figure_5_1(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let normal = Victories::play(lab, Min::Normal, &NORMAL)?;
    let expected = Victories::play(lab, Min::Expected, &EXPECTED)?;
    let trained = [&normal, &expected].map(Victories::of_trained);
    let mut claims = Vec::new();
    let techniques = TECHNIQUES.map(str::to_owned);
    let depths: Vec<_> = (1..=normal.shipped.len()).map(|depth| format!("depth {depth}")).collect();
    for victories in [&normal, &expected] {
        claims.extend(lowest("minimax alone is the worst", victories, by_techniques, 0, &techniques));
        claims.extend(lowest("depth 2 is the worst", victories, by_depth, 1, &depths));
    }
    let worse = paired(&expected, &normal, |won| cell(won, None, None));
    claims.extend(worse.map(|worse| Claim::negative("expected min wins fewer games in all", &worse, 1)));
    claims.extend(Claim::figures("the figures", &trained));
    let [of_normal, of_expected] = trained;
    let tables =
        vec![normal.of_shipped(), of_normal, expected.of_shipped(), of_expected, ties(lab, &normal)?];
    Ok(report(lab, claims, tables, Vec::new()))
}

fn figure_5_3(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let pruned = Victories::play(lab, Min::ExpectedPruned, &EXPECTED_PRUNED)?;
    let exact = Victories::play(lab, Min::Expected, &EXPECTED)?;
    let trained = pruned.of_trained();
    let worse = paired(&pruned, &exact, |won| cell(won, None, None));
    let claim = worse.map(|worse| Claim::negative("cuts make expected min win fewer games", &worse, 1));
    let claims = claim.into_iter().chain(Claim::figures("the figures", [&trained])).collect();
    Ok(report(lab, claims, vec![pruned.of_shipped(), trained], Vec::new()))
}

fn figure_5_4(lab: &mut Lab<'_>) -> Result<ExperimentReport, ExperimentError> {
    let normal = Victories::play(lab, Min::Normal, &NORMAL)?;
    let expected = Victories::play(lab, Min::Expected, &EXPECTED)?;
    let share = |won: &Won, depth: usize| cell(won, Some(depth), None) / MOST_OF_A_DEPTH;
    let mut table = ReportTable::new("Share of games won by depth", &["depth", "normal min", "expected min"]);
    for depth in 0..normal.shipped.len() {
        let cells = [&normal, &expected].map(|victories| {
            let ours = victories.each(|won| share(won, depth));
            ComparedFigure::over_trainings(&ours, 2).beside(share(&victories.published.to_vec(), depth))
        });
        table.push((depth + 1).to_string(), cells.to_vec());
    }
    let at = |depth: usize| paired(&expected, &normal, |won| share(won, depth));
    let mut claims = Vec::new();
    claims.extend(at(0).map(|Interval { value, low, high }| {
        let evidence = format!("{value:+.3} [{low:+.3}, {high:+.3}]");
        Claim::plain("at depth one both are the same", low == 0.0 && high == 0.0, evidence)
    }));
    let depths = normal.shipped.len();
    let worse = (1..4.min(depths)).filter_map(|depth| {
        let text = format!("expected min is worse at depth {}", depth + 1);
        Some(Claim::negative(text, &at(depth)?, 2))
    });
    claims.extend(worse);
    if depths > 4 {
        let better = at(4).map(|more| Claim::positive("expected min is better at depth 5", &more, 2));
        claims.extend(better);
    }
    claims.extend(Claim::figures("the figures", [&table]));
    let svg = chart(&table).to_svg();
    let mut report = report(lab, claims, vec![table], vec![Figure { name: "fig-5.4".to_owned(), svg }]);
    report.remarks.push(FINISHED_GAMES.to_owned());
    Ok(report)
}

/// Why depth one is not the same for both.
const FINISHED_GAMES: &str = "Minimax puts a finished game beyond every estimate, expected min counts its final score: one \
    ply before the end of a game they can differ even at depth one. The source does not say what it did.";

/// Six games with each set of techniques.
const MOST_OF_A_DEPTH: f64 = 30.0;

/// By how much the same networks do better with the first than with the second.
fn paired(first: &Victories, second: &Victories, figure: impl Fn(&Won) -> f64) -> Option<Interval> {
    let both = first.each(&figure).into_iter().zip(second.each(&figure));
    Interval::of_few(&both.map(|(first, second)| first - second).collect::<Vec<_>>())
}

/// How much it matters which of equal moves is taken: the same searches, to the same values, in another order.
fn ties(lab: &mut Lab<'_>, normal: &Victories) -> Result<ReportTable, ExperimentError> {
    let deepened = WonTable::open(lab)?.won(lab, Min::Deepened, "shipped", SHIPPED)?;
    let mut table = ReportTable::new(
        "Games won by depth, normal min, by which of equal moves is taken",
        &["equal moves go to"],
    );
    table.columns.extend((1..=deepened.len()).map(|depth| depth.to_string()).chain(["total".to_owned()]));
    let cells = |won: &Won| {
        let totals = by_depth(won);
        let all = totals.iter().sum();
        totals.into_iter().chain([all]).map(|won| ComparedFigure::ours(won, 1)).collect()
    };
    table.push("the first in board order", cells(&normal.shipped));
    table.push("the one that was best at the depth before", cells(&deepened));
    let differ =
        normal.shipped.iter().flatten().zip(deepened.iter().flatten()).filter(|(one, other)| one != other);
    let cells_of_both = deepened.len() * TECHNIQUES.len();
    table.title += &format!(": {} of {cells_of_both} figures differ", differ.count());
    Ok(table)
}

fn report(
    lab: &Lab<'_>,
    claims: Vec<Claim>,
    tables: Vec<ReportTable>,
    figures: Vec<Figure>,
) -> ExperimentReport {
    let remarks = [
        "Nothing random decides these games: each is played once by each network. Intervals are those between networks, \
         each the best of a training as in figure 4.3.",
        "Normal min is alpha-beta in board order, so that equal moves go to the first, as in the source.",
    ];
    let cut =
        depths_cut(lab).map(|depths| format!("the few networks of a quick run of figure 4.3, {depths}"));
    let remarks = remarks.into_iter().chain(cuts_at_depth_6(lab)).map(str::to_owned).collect();
    ExperimentReport { claims, cut, tables, figures, remarks, ..ExperimentReport::default() }
}

fn chart(table: &ReportTable) -> Chart {
    let series = |column: usize| {
        let cells = || (1..).map(f64::from).zip(table.rows.iter().map(move |row| &row.cells[column]));
        let points = cells().filter_map(|(depth, cell)| Some((depth, cell.ours?))).collect();
        let intervals = cells().filter_map(|(depth, cell)| Some((depth, cell.interval?))).collect();
        let published = cells().filter_map(|(depth, cell)| Some((depth, cell.published?))).collect();
        let name = &table.columns[column + 1];
        [
            Series::marked(&format!("{name}, ours"), points).with_intervals(intervals),
            Series::marked(&format!("{name}, thesis"), published),
        ]
    };
    Chart {
        title: table.title.clone(),
        x: Axis::counting("depth"),
        y: Axis::linear("share of games won"),
        series: [series(0), series(1)].into_iter().flatten().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello_thesis::appendix;
    use crate::verdict::Finding;

    /// Two transcriptions of the source that agree: the figure, and the games it sums up.
    #[test]
    fn figure_5_1_follows_from_the_appendix() {
        for (expected, published) in [(false, NORMAL), (true, EXPECTED)] {
            for (depth, row) in DEPTHS.zip(published) {
                for (techniques, cell) in TECHNIQUES.into_iter().zip(row) {
                    let games = appendix::single_games().into_iter().filter(|game| {
                        (game.expected_min, game.depth, game.techniques) == (expected, depth, techniques)
                    });
                    assert_eq!(
                        games.map(|game| game.agent.won()).sum::<f64>(),
                        cell,
                        "{techniques} at depth {depth}, {expected}"
                    );
                }
            }
        }
    }

    /// A run that goes on once said that it had played nothing.
    #[test]
    fn games_that_were_played_before_count_too() {
        use crate::paper::{TestFolder, in_lab_until};
        let folder = TestFolder::new("victories");
        let play = |resume| {
            in_lab_until(u64::MAX, &folder.0, resume, |lab| {
                let mut table = WonTable {
                    of: Fingerprint::new("test", 1),
                    known: BTreeMap::new(),
                    networks: vec![SHIPPED.to_owned()],
                    deepest: 1,
                };
                if let Some(text) = lab.notebook.text(FILE, &table.of).unwrap() {
                    table.known = serde_json::from_str(&text).unwrap();
                }
                let known = table.known.len();
                let won = table.won(lab, Min::Normal, "0", SHIPPED).unwrap();
                (known, won, lab.provenance.clone())
            })
        };
        let (first, again) = (play(false), play(true));
        assert_eq!((first.0, again.0), (0, 5));
        assert_eq!((&first.1, &first.2), (&again.1, &again.2));
        assert_eq!(first.2.games.values().sum::<u64>(), 30);
    }

    #[test]
    fn the_lowest_is_below_the_nearest() {
        let won = |second: f64| vec![[1.0, second, 6.0, 6.0, 6.0]];
        let victories = |second: [f64; 2]| Victories {
            min: Min::Normal,
            published: &NORMAL,
            shipped: won(2.0),
            trained: second.map(won).to_vec(),
        };
        let names = TECHNIQUES.map(str::to_owned);
        let claim = |second| lowest("M is the worst", &victories(second), by_techniques, 0, &names).unwrap();
        assert_eq!(claim([3.0, 3.1]).finding, Finding::Holds);
        assert_eq!(claim([3.0, 3.1]).text, "normal min: M is the worst; here against MCK");
        assert_eq!(claim([0.5, 0.51]).finding, Finding::Fails, "whatever the mean of the others");
        assert_eq!(claim([0.5, 1.8]).finding, Finding::Open);
    }

    /// The totals that the source prints beside its figures.
    #[test]
    fn totals_are_those_of_the_source() {
        let totals =
            |published: Published| (by_depth(&published.to_vec()), by_techniques(&published.to_vec()));
        assert_eq!(
            totals(NORMAL),
            (vec![27.0, 19.5, 21.0, 24.0, 25.0, 23.0], vec![26.0, 27.5, 28.5, 29.0, 28.5])
        );
        assert_eq!(
            totals(EXPECTED),
            (vec![27.0, 12.5, 19.0, 23.0, 29.0, 23.0], vec![23.5, 26.0, 30.5, 24.0, 29.5])
        );
        assert_eq!(
            totals(EXPECTED_PRUNED),
            (vec![27.0, 8.0, 17.5, 22.0, 19.0, 23.0], vec![22.0, 20.5, 25.5, 24.0, 24.5])
        );
    }
}

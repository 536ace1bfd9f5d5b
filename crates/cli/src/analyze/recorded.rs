//! A whole recorded game: the value of each position, as a graph in the terminal and as a picture.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_catalog::{Origin, Registry};
use agon_core::{Player, Session, Status, Unit, Value, counted, visible};
use agon_files::{FileKind, Output, Replace, refuse_used};
use agon_plot::{Axis, Chart, Series};
use agon_records::Record;
use serde::Serialize;

use super::{AnalysisReport, Analyze, Desk};
use crate::failure::Failure;
use crate::records::{MoveLists, begin};
use crate::terminal;

/// Time for each position when nothing else limits the search: a game has dozens.
const USUAL_TIME: Duration = Duration::from_millis(200);
/// The graph of a terminal whose width nobody knows.
const USUAL_COLUMNS: usize = 80;
/// How many of the moves that lost most are named.
const MISTAKES: usize = 3;
/// A move that was tried less often has no value worth the name: a single lost try would be a blunder.
const FEWEST_VISITS: u64 = 100;

/// A move of the game and what was found before it.
struct Ply {
    number: usize,
    player: Player,
    name: String,
    mv: String,
    report: AnalysisReport,
    /// What the position after the move was found to be worth for who made it, where there are two players.
    after: Option<Value>,
}

/// What the move that was played is worth for who made it.
struct PlayedValue {
    value: Value,
    /// Whether it is only known to be worth at most that.
    at_most: bool,
}

#[derive(Serialize)]
struct PlyReport<'a> {
    ply: usize,
    played: &'a str,
    /// The value of the move that was played, where the agent gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    played_value: Option<f64>,
    /// What that value counts, which need not be what the best one counts: one may be proven, the other not.
    #[serde(skip_serializing_if = "Option::is_none")]
    played_unit: Option<&'static str>,
    #[serde(flatten)]
    report: &'a AnalysisReport,
}

pub(super) fn run(options: &Analyze, catalog: &Registry, record: &[String]) -> Result<(), Failure> {
    let [file, number] = record else {
        return Err(Failure::File("--record takes a file and a number".into()));
    };
    let wanted = number.parse().ok().filter(|&number: &usize| number > 0).ok_or_else(|| {
        Failure::File(format!("`{number}` is not the number of a game, which are counted from 1"))
    })?;
    let file = PathBuf::from(file);
    let lists = match &options.game {
        Some(spec) => MoveLists { spec: spec.clone() },
        None => MoveLists::default(),
    };
    let record = lists.nth(catalog, &file, wanted)?;
    let desk = Desk::new(options, catalog.game(&record.game)?, USUAL_TIME)?;
    check(&desk, &record, &file)?;
    if let Some(path) = &options.svg {
        refuse_used(path, &[file])?;
        // Whether it can be written, before the time is spent.
        drop(Output::create(path, FileKind::SVG, Replace::forced(options.force))?);
    }
    let plies = follow(&desk, &record)?;
    let mut out = std::io::stdout().lock();
    if options.json {
        for ply in &plies {
            writeln!(out, "{}", serde_json::to_string(&ply.json())?)?;
        }
    } else {
        let columns = options.color.screen().columns.unwrap_or(USUAL_COLUMNS);
        write!(out, "{}", text(&desk, &record, &plies, columns))?;
    }
    if let Some(path) = &options.svg {
        let picture = chart(&desk, &record, &plies).to_svg();
        agon_files::write(path, FileKind::SVG, Replace::forced(options.force), picture)?;
    }
    match desk.stop.is_set() {
        true => {
            let all = counted(record.moves.len() as u64, "move", "moves");
            Err(Failure::Interrupted(format!("stopped after {} of {all}", plies.len())))
        }
        false => Ok(()),
    }
}

/// Plays the whole game, so that a wrong record is told before anything is analysed.
fn check(desk: &Desk<'_>, record: &Record, file: &Path) -> Result<(), Failure> {
    let mut session = begin(&desk.game, record)?;
    for (index, mv) in record.moves.iter().enumerate() {
        session.play(mv).map_err(|error| Failure::file(file, &format!("move {}: {error}", index + 1)))?;
    }
    Ok(())
}

/// Analyses the position before each move, until a signal comes.
fn follow(desk: &Desk<'_>, record: &Record) -> Result<Vec<Ply>, Failure> {
    let mut session = begin(&desk.game, record)?;
    let mut plies = Vec::new();
    for (index, mv) in record.moves.iter().enumerate() {
        let Status::ToMove(player) = session.status() else { break };
        let seen = desk.look(&Origin::Position(&session.position()))?;
        if desk.stop.is_set() {
            break;
        }
        let (name, report) = (session.player_name(player), AnalysisReport::new(desk, &seen));
        plies.push(Ply { number: index + 1, player, name, mv: mv.clone(), report, after: None });
        session.play(mv).map_err(|error| Failure::File(error.to_string()))?;
    }
    let players = desk.game.players();
    for index in (1..plies.len()).filter(|_| players == 2) {
        let after = plies[index].value(players);
        let mover = &mut plies[index - 1];
        mover.after = after.map(|value| mover.seen_by_first(value, players));
    }
    Ok(plies)
}

impl Ply {
    /// The value for the first of two players, or for the mover among more.
    fn value(&self, players: usize) -> Option<Value> {
        Some(self.seen_by_first(self.report.shown.clone()?, players))
    }

    /// A value for the mover as the first of two players sees it.
    fn seen_by_first(&self, value: Value, players: usize) -> Value {
        if self.is_turned(players) { value.for_opponent() } else { value }
    }

    /// Whether the mover is the opponent of the one whose values are told.
    fn is_turned(&self, players: usize) -> bool {
        players == 2 && self.player != Player::FIRST
    }

    /// What would have been better, in a line.
    fn mistake(&self, players: usize) -> String {
        let values = self.value(players).zip(self.played()).map(|(best, played)| {
            let bound = match (played.at_most, self.is_turned(players)) {
                (false, _) => "",
                (true, false) => "at most ",
                (true, true) => "at least ",
            };
            format!("{best} instead of {bound}{}", self.seen_by_first(played.value, players))
        });
        let Self { number, name, mv, report, .. } = self;
        format!("  move {number}, {name} {mv}: {} was better ({})\n", report.best, values.unwrap_or_default())
    }

    /// The value of the move that was played: what the search said of it or, where it hardly tried that move, of the
    /// position after it.
    fn played(&self) -> Option<PlayedValue> {
        let listed = self.report.moves.all.iter().find(|mv| mv.mv == self.mv);
        match listed.filter(|mv| mv.visits.is_none_or(|visits| visits >= FEWEST_VISITS)) {
            Some(mv) => Some(PlayedValue { value: mv.shown.clone(), at_most: mv.at_most }),
            None => self.after.clone().map(|value| PlayedValue { value, at_most: false }),
        }
    }

    /// How much lower than the best move the one that was played would stand in the graph.
    fn loss(&self, full: impl Fn(Unit) -> f64) -> Option<f64> {
        let at = |value: &Value| height(value, full(value.unit)).clamp(-1.0, 1.0);
        let loss = at(self.report.shown.as_ref()?) - at(&self.played()?.value);
        (self.mv != self.report.best && loss > 0.0).then_some(loss)
    }

    fn json(&self) -> PlyReport<'_> {
        let played = self.played().filter(|played| !played.at_most).map(|played| played.value);
        PlyReport {
            ply: self.number,
            played: &self.mv,
            played_value: played.as_ref().map(|value| value.score.to_f64()),
            played_unit: played.as_ref().map(|value| value.unit.name()),
            report: &self.report,
        }
    }
}

/// Where a value lies between a sure loss, -1, and a sure win, 1; a bar of full length stands for `full` of its unit.
fn height(value: &Value, full: f64) -> f64 {
    let score = value.score.to_f64();
    match value.unit {
        Unit::Chance => 2.0 * score - 1.0,
        Unit::Distance => score.partial_cmp(&0.0).map_or(0.0, |order| f64::from(order as i8)),
        Unit::Points | Unit::Rating => score / full,
    }
}

/// What a bar of full length stands for: the largest value of that unit in the game, but not less than one, so that
/// next to nothing looks like nothing.
fn full_bar(values: &[Option<Value>], unit: Unit) -> f64 {
    let same = values.iter().flatten().filter(|value| value.unit == unit);
    same.map(|value| value.score.to_f64().abs()).fold(1.0, f64::max).ceil()
}

/// `full bars: 12 points, 100 % to win`, of the units that occur.
fn scale(values: &[Option<Value>]) -> String {
    let occurs = |unit: &Unit| values.iter().flatten().any(|value| value.unit == *unit);
    let told = |unit: Unit| match unit {
        Unit::Points => counted(full_bar(values, unit) as u64, "point", "points"),
        Unit::Chance => "0 or 100 % to win".to_owned(),
        Unit::Distance => "won or lost".to_owned(),
        Unit::Rating => format!("rating {}", full_bar(values, unit)),
    };
    let units = [Unit::Points, Unit::Chance, Unit::Rating, Unit::Distance];
    let told: Vec<_> = units.into_iter().filter(occurs).map(told).collect();
    if told.is_empty() { String::new() } else { format!("a full bar: {}\n", told.join("; ")) }
}

/// The game and who played it, made safe to show.
fn title(record: &Record) -> String {
    visible(&format!("{}: {}", record.game, record.agents.join(" - "))).into_owned()
}

/// The graph: a line for each move, the first player to the right.
fn text(desk: &Desk<'_>, record: &Record, plies: &[Ply], columns: usize) -> String {
    let players = desk.game.players();
    let values: Vec<_> = plies.iter().map(|ply| ply.value(players)).collect();
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let moves = width(&mut plies.iter().map(|ply| ply.mv.chars().count())).min(12);
    let shown: Vec<_> = values.iter().map(|v| v.as_ref().map_or(String::new(), Value::to_string)).collect();
    let labels = width(&mut shown.iter().map(|text| text.chars().count()));
    let names = width(&mut plies.iter().map(|ply| ply.name.chars().count()));
    // Number, name, move and value, and a space after each.
    let half = (columns.saturating_sub(4 + names + 1 + moves + 1 + labels + 1) / 2).clamp(3, 20);
    let mut text = format!("{}\n", title(record));
    let first = first_of_two(desk, record, players);
    let viewpoint = match &first {
        Some([first, second]) => format!(
            "all values are for {first}: bars to the right are good for {first}, to the left for {second}"
        ),
        None => "every value is for the player who moves: bars to the right are good for them".to_owned(),
    };
    text += &terminal::wrapped(&viewpoint, 0, Some(columns));
    text += &scale(&values);
    for ((ply, value), shown) in plies.iter().zip(&values).zip(&shown) {
        let bar = value.as_ref().map_or(0.0, |value| height(value, full_bar(&values, value.unit)));
        let mv: String = ply.mv.chars().take(moves).collect();
        let line = format!(
            "{:>3} {:<names$} {mv:<moves$} {shown:<labels$} {}",
            ply.number,
            ply.name,
            drawn_bar(bar, half)
        );
        text += line.trim_end();
        text.push('\n');
    }
    text += &mistakes(plies, &values, players, first.as_ref().map(|[first, _]| first.as_str()));
    text += &format!("{}\n", visible(&record.end.to_string()));
    text
}

/// What players call the two who play, if there are two.
fn first_of_two(desk: &Desk<'_>, record: &Record, players: usize) -> Option<[String; 2]> {
    let session = begin(&desk.game, record).ok().filter(|_| players == 2)?;
    Some([Player::FIRST, Player::SECOND].map(|player| session.player_name(player)))
}

/// A bar from the middle, `half` characters long at most on either side.
fn drawn_bar(height: f64, half: usize) -> String {
    let length = ((height.abs() * half as f64).round() as usize).min(half);
    let marks = "#".repeat(length);
    match height < 0.0 {
        true => format!("{marks:>half$}|"),
        false => format!("{:half$}|{marks}", ""),
    }
}

/// The moves that lost most, with the same viewpoint as the graph: that of the `first` of two players.
///
/// Values of different kinds are compared by their bars: a proven loss counts more than any estimate.
fn mistakes(plies: &[Ply], values: &[Option<Value>], players: usize, first: Option<&str>) -> String {
    let loss = |ply: &Ply| ply.loss(|unit| full_bar(values, unit));
    let mut losses: Vec<_> = plies.iter().filter_map(|ply| Some((loss(ply)?, ply))).collect();
    losses.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let text: String = losses.iter().take(MISTAKES).map(|(_, ply)| ply.mistake(players)).collect();
    match (text.is_empty(), first) {
        (true, _) => text,
        (false, Some(first)) => format!("what lost most (values for {first}):\n{text}"),
        (false, None) => format!("what lost most (values for who moved):\n{text}"),
    }
}

/// The same as a picture: a line for the first of two players, or one for each of more.
fn chart(desk: &Desk<'_>, record: &Record, plies: &[Ply]) -> Chart {
    let players = desk.game.players();
    let names = |session: &dyn Session| -> Vec<String> {
        Player::all(players).map(|player| session.player_name(player)).collect()
    };
    let names = begin(&desk.game, record).map(|session| names(&*session)).unwrap_or_default();
    let point = |ply: &Ply| {
        let value = ply.value(players)?;
        let y = match value.unit {
            Unit::Chance => value.score.to_f64() * 100.0,
            // Beyond all ratings of undecided games, which stay below one.
            Unit::Distance => height(&value, 1.0),
            Unit::Points | Unit::Rating => value.score.to_f64(),
        };
        Some((value.unit, ply.player, (ply.number as f64, y)))
    };
    let points: Vec<_> = plies.iter().filter_map(point).collect();
    let label = |unit: Unit| match unit {
        Unit::Points => "points",
        Unit::Chance => "chance to win (%)",
        Unit::Distance => "decided (1: won, -1: lost)",
        Unit::Rating => "rating",
    };
    let series: Vec<Series> = if players == 2 {
        let of = |unit: Unit| {
            let same = points.iter().filter(|(other, ..)| *other == unit).map(|(.., point)| *point);
            Series::line(label(unit), same.collect())
        };
        [Unit::Points, Unit::Chance, Unit::Rating, Unit::Distance].map(of).into()
    } else {
        let of = |(index, name): (usize, &String)| {
            let same = points.iter().filter(|(_, player, _)| player.index() == index);
            Series::line(name, same.map(|(.., point)| *point).collect())
        };
        names.iter().enumerate().map(of).collect()
    };
    let series: Vec<_> = series.into_iter().filter(|series| !series.points.is_empty()).collect();
    let y = match (players, names.first()) {
        (2, Some(first)) => format!("value for {first}"),
        _ => points.first().map_or("value", |(unit, ..)| label(*unit)).to_owned(),
    };
    Chart { title: title(record), x: Axis::counting("move"), y: Axis::linear(&y), series }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Score;

    /// A rating of next to nothing had a bar of full length where no other was larger.
    #[test]
    fn bars_have_a_scale() {
        let value = |score, unit| Some(Value { score: Score(score), unit, plies: None });
        let quiet = [value(4, Unit::Rating), value(-2, Unit::Rating), None];
        assert_eq!(scale(&quiet), "a full bar: rating 1\n");
        assert!(height(quiet[0].as_ref().unwrap(), full_bar(&quiet, Unit::Rating)) < 0.01);
        let mixed = [value(-12_300, Unit::Points), value(500, Unit::Chance), value(3000, Unit::Distance)];
        assert_eq!(scale(&mixed), "a full bar: 13 points; 0 or 100 % to win; won or lost\n");
        assert_eq!(scale(&[None]), "");
    }

    #[test]
    fn bars_grow_from_the_middle() {
        assert_eq!(drawn_bar(1.0, 3), "   |###");
        assert_eq!(drawn_bar(-0.5, 4), "  ##|");
        assert_eq!(drawn_bar(0.0, 2), "  |");
        assert_eq!(drawn_bar(-7.0, 2), "##|");
    }
}

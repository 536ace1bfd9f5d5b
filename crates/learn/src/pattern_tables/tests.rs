//! Shapes, files, values and trainings of pattern tables.

use std::sync::Arc;

use agon_abilities::Stones;
use agon_core::{
    Agent, AgentError, Choice, Evaluator, Executor, Game, Keyed, Notation, Player, ReadError, Score, Seed,
    Status, Think, Unit,
};
use agon_line::Line;
use agon_reversi::{Move, Position, Reversi, Rules};
use proptest::prelude::*;

use super::*;
use crate::backwards::{Solve, Solver};

fn reversi(spec: &str) -> Reversi<u128> {
    Reversi::new(Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

/// Plain minimax.
struct Minimax;

impl Solver for Minimax {
    fn on<'g, G: Keyed>(&'g self, game: &'g G) -> Solve<'g, G::Position> {
        fn value<G: Game>(game: &G, pos: &G::Position, pov: Player) -> Score {
            let player = match game.status(pos) {
                Status::Over(outcome) => return game.final_score(pos, &outcome, pov),
                Status::ToMove(player) => player,
            };
            let mut moves = Vec::new();
            game.moves(pos, &mut moves);
            let values = moves.into_iter().map(|mv| value(game, &game.after(pos, mv), pov));
            if player == pov { values.max() } else { values.min() }.unwrap_or(Score::ZERO)
        }
        Box::new(|pos| value(game, pos, game.status(pos).to_move().unwrap_or(Player::FIRST)))
    }
}

/// Weights that differ from index to index, the same for symmetric indices.
fn odd_tables<G: Stones>(game: &G, spec: &str) -> PatternTables {
    let shapes = usual_shapes(game);
    let cells = placed::cells(game) as usize;
    let phase = |stones: u32| PhaseTables {
        stones,
        weights: shapes
            .iter()
            .map(|shape| {
                let weight =
                    |class: u32| ((class + 900 * stones).wrapping_mul(2_654_435_761) >> 16) as i16 / 16;
                shape.classes().into_iter().map(weight).collect()
            })
            .collect(),
    };
    PatternTables {
        origin: "a test".to_owned(),
        licence: "MIT OR Apache-2.0".to_owned(),
        game: spec.to_owned(),
        offsets: (0..=cells as i16).map(|stones| 7 * stones - 100).collect(),
        errors: vec![1.5; cells + 1],
        phases: [4, 11, 20].map(phase).to_vec(),
        shapes,
    }
}

fn random_positions<G: Game>(game: &G, games: u64) -> Vec<G::Position> {
    let mut positions = Vec::new();
    for index in 0..games {
        let mut rng = Seed(5).stream("positions", index);
        let mut pos = game.start();
        while let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
            positions.push(pos.clone());
            game.play_unchecked(&mut pos, mv);
        }
    }
    positions
}

#[test]
fn tables_are_joined_where_a_phase_begins() {
    let game = reversi("reversi:6x6");
    let one = odd_tables(&game, "reversi:6x6");
    let mut other = PatternTables { origin: "another".to_owned(), ..one.clone() };
    other.phases.iter_mut().flat_map(|phase| &mut phase.weights).for_each(|weights| weights.fill(9));
    other.offsets.fill(5);
    other.errors.fill(2.5);
    let begins = one.phases[1].stones;
    let joined = one.clone().until(begins, &other).unwrap();
    assert_eq!(joined.check(), Ok(()));
    assert_eq!((&joined.phases[0], &joined.phases[1..]), (&one.phases[0], &other.phases[1..]));
    for stones in 0..joined.offsets.len() {
        let from = if stones < begins as usize { &one } else { &other };
        assert_eq!(joined.offsets[stones], from.offsets[stones], "{stones} stones");
        assert!((joined.errors[stones] - from.errors[stones]).abs() < 1e-9, "{stones} stones");
    }
    assert_eq!(joined.origin, format!("a test; from {begins} stones: another"));
    let error = one.clone().until(begins + 1, &other).unwrap_err().to_string();
    assert!(error.contains(&format!("no phase begins with {} stones", begins + 1)), "{error}");
    assert!(one.clone().until(begins, &odd_tables(&reversi("reversi:8x6"), "reversi:8x6")).is_err());
}

/// 8x8 has shapes that were chosen for it; other boards have those that programs have used since Logistello, and some too.
#[test]
fn boards_have_shapes() {
    let counts = |spec: &str| {
        let game = reversi(spec);
        let shapes = usual_shapes(&game);
        let instances = |shape| PlacedShape::new(shape, &game).unwrap().instances.len();
        (shapes.len(), shapes.iter().map(instances).sum::<usize>())
    };
    assert_eq!(counts("reversi"), (10, 46));
    assert_eq!(counts("reversi:6x6"), (8, 34));
    for spec in ["reversi:88", "reversi:4x4", "reversi:4x6", "reversi:10x10", "reversi:#..#/..../..../#..#"] {
        let (shapes, instances) = counts(spec);
        assert!(shapes > 0 && instances >= shapes, "{spec}: {shapes} shapes, {instances} instances");
    }
    let names: Vec<_> = usual_shapes(&reversi("reversi")).into_iter().map(|shape| shape.name).collect();
    let proven = reversi("reversi").proven_shapes();
    assert!(proven.iter().map(|(name, _)| *name).eq(names.iter().map(String::as_str)), "{names:?}");
    assert!(reversi("reversi:8x6").proven_shapes().is_empty());
}

/// A sum over the board cell by cell, as the definition has it, without tables of bits or classes.
fn naive_value<G: Stones>(tables: &PatternTables, game: &G, pos: &G::Position, pov: Player) -> Score {
    let mut pos = pos.clone();
    crate::backwards::skip_pass(game, &mut pos);
    let player = game.status(&pos).to_move().unwrap();
    let holds = |who: Player, place| {
        game.cell_bit(place)
            .is_some_and(|bit| game.stones(&pos, who)[bit as usize / 64] >> (bit % 64) & 1 == 1)
    };
    let (columns, rows) = game.extent();
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let stones = all.filter(|&place| holds(player, place) || holds(player.other(), place)).count() as u32;
    let phase = tables.phases.iter().rev().find(|phase| phase.stones <= stones).unwrap_or(&tables.phases[0]);
    let mut sum = i32::from(tables.offsets[stones as usize]);
    for (shape, weights) in tables.shapes.iter().zip(&phase.weights) {
        let mut seen: Vec<Vec<_>> = Vec::new();
        for symmetry in 0..game.symmetries() {
            let cells: Vec<_> = shape.cells.iter().map(|&place| game.map_place(symmetry, place)).collect();
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            if !seen.contains(&sorted) {
                seen.push(sorted);
                let digit = |&place| {
                    if holds(player, place) { 1 } else { 2 * usize::from(holds(player.other(), place)) }
                };
                let index: usize = cells
                    .iter()
                    .enumerate()
                    .map(|(number, place)| digit(place) * 3usize.pow(number as u32))
                    .sum();
                sum += i32::from(weights[index]);
            }
        }
    }
    let value = PatternTables::score(sum);
    if player == pov { value } else { -value }
}

fn check_values<G: Stones + Notation>(game: &G, spec: &str) {
    let tables = odd_tables(game, spec);
    let evaluator = PatternEvaluator::new(Arc::new(tables.clone()), game).unwrap();
    for pos in random_positions(game, 12) {
        let value = evaluator.value(game, &pos, Player::FIRST);
        assert_eq!(value, naive_value(&tables, game, &pos, Player::FIRST), "{}", game.write_position(&pos));
        assert_eq!(value, -evaluator.value(game, &pos, Player::SECOND));
        for symmetry in 0..game.symmetries() {
            assert_eq!(evaluator.value(game, &game.map_position(symmetry, &pos), Player::FIRST), value);
        }
    }
}

/// Values are what the definition says, and those of symmetric positions are equal, on boards of every kind.
#[test]
fn values_are_sums_of_weights() {
    for spec in ["reversi", "reversi:6x6", "reversi:88", "reversi:4x6", "reversi:#..#/..../..../#..#"] {
        check_values(&reversi(spec), spec);
    }
    for spec in ["connect4", "gomoku:9x9", "line:m=6,n=5,k=4"] {
        let rules = agon_line::Rules::from_spec(&spec.parse().unwrap()).unwrap();
        check_values(&Line::<u128>::new(rules).unwrap(), spec);
    }
}

#[test]
fn files_hold_everything() {
    let game = reversi("reversi:6x6");
    let mut tables = odd_tables(&game, "reversi:6x6");
    // Differences of these do not fit into their type.
    (tables.phases[1].weights[0][0], tables.phases[2].weights[0][0]) = (i16::MIN, i16::MAX);
    let text = tables.to_string();
    assert_eq!(text.parse(), Ok(tables.clone()));
    for end in (0..text.len()).step_by(97) {
        assert!(text[..end].parse::<PatternTables>().is_err(), "cut short after {end} bytes");
    }
    let wrong =
        |from: &str, to: &str| text.replacen(from, to, 1).parse::<PatternTables>().unwrap_err().message;
    assert!(wrong("agon pattern tables 2", "agon pattern tables 9").contains("line 2"));
    assert!(wrong("game reversi:6x6", "game reversi").contains("checksum"));
    let error = PatternEvaluator::new(Arc::new(tables), &reversi("reversi")).unwrap_err();
    assert!(error.message.contains("reversi:6x6"), "{error}");
}

/// Files of version 1 hold weights, not differences.
#[test]
fn files_of_the_first_version_are_read() {
    let text = include_str!("../../testdata/pattern-tables-1.txt");
    let tables: PatternTables = text.parse().unwrap();
    let classes: Vec<_> = tables.shapes.iter().map(PatternShape::classes).collect();
    let mut by_class = Vec::new();
    for (weights, classes) in tables.phases.iter().flat_map(|phase| phase.weights.iter().zip(&classes)) {
        let first = |class| classes.iter().position(|&other| other == class).unwrap();
        by_class.extend((0..=classes.iter().copied().max().unwrap()).map(|class| weights[first(class)]));
    }
    // As they stand in the file.
    let known = [(5643, 1), (9045, -1), (13_919, 2), (13_926, -1)];
    assert!(known.iter().all(|&(place, weight)| by_class[place] == weight), "{by_class:?}");
    assert_eq!((by_class.len(), by_class.iter().filter(|&&weight| weight != 0).count()), (27_990, 40));
    let again = tables.to_string();
    assert!(again.contains("agon pattern tables 2"));
    assert_eq!(again.parse(), Ok(tables));
}

proptest! {
    /// Whatever a byte is changed to: an error, never a panic, and never another table.
    #[test]
    fn changed_files_are_refused(place in 0usize..30_000, byte in 32u8..127) {
        let text = odd_tables(&reversi("reversi:4x4"), "reversi:4x4").to_string();
        let mut bytes = text.clone().into_bytes();
        let place = place % bytes.len();
        bytes[place] = byte;
        let changed = String::from_utf8(bytes).unwrap();
        if changed != text {
            prop_assert!(changed.parse::<PatternTables>().is_err());
        }
    }
}

const SETTINGS: PatternSettings = PatternSettings {
    labels: Labels::Results,
    positions: 3000,
    width: 4,
    solve: 4,
    stray: 0.0,
    foresight: 0.0,
    ridge: 4.0,
    steps: 30,
    seed: Seed(3),
};

const OWN_GAMES: OwnGames<'_, Reversi<u128>> =
    OwnGames { games: 0, lines: &[], line_plies: 0, random_plies: 0, random_moves: 0.0, player: None };

fn trained(settings: &PatternSettings, games: u64, threads: usize) -> PatternTraining {
    let game = reversi("reversi:4x4");
    let trainer = trainer(&game, settings, games, threads);
    let mut training = trainer.begin("a test".to_owned(), "none".to_owned(), "reversi:4x4".to_owned());
    trainer.run(&mut training, |_, _| Ok::<_, ReadError>(true)).unwrap();
    training
}

fn trainer<'g>(
    game: &'g Reversi<u128>,
    settings: &PatternSettings,
    games: u64,
    threads: usize,
) -> PatternTrainer<'g, Reversi<u128>, Minimax> {
    let executor = Executor::new(threads);
    let mut trainer =
        PatternTrainer::new(game, usual_shapes(game), Minimax, settings.clone(), executor).unwrap();
    trainer.play(&OwnGames { games, random_plies: 20, ..OWN_GAMES }, |_| true);
    trainer
}

/// On a board that patterns cover nearly whole, solved positions are predicted well, and better than by nothing.
#[test]
fn solved_positions_are_learned() {
    let settings =
        PatternSettings { labels: Labels::Backwards { depth: 4 }, solve: 8, stray: 0.2, ..SETTINGS };
    let tables = trained(&settings, 3000, 2).tables;
    let late: Vec<_> = tables.fitted().into_iter().filter(|fit| fit.empties <= 6).collect();
    assert!(late.len() >= 4 && late.iter().all(|fit| fit.error < 4.0), "{late:?}");
}

#[test]
fn threads_and_interruptions_change_nothing() {
    for labels in [Labels::Results, Labels::Backwards { depth: 4 }] {
        let settings = PatternSettings { labels, positions: 400, ..SETTINGS };
        let whole = trained(&settings, 500, 1);
        assert_eq!(whole, trained(&settings, 500, 3));
        let game = reversi("reversi:4x4");
        let trainer = trainer(&game, &settings, 500, 2);
        let mut part = trainer.begin("a test".to_owned(), "none".to_owned(), "reversi:4x4".to_owned());
        trainer.run(&mut part, |_, part| Ok::<_, ReadError>(part.is_some())).unwrap();
        assert_eq!(part.tables.phases.len(), 1);
        let text = part.checkpoint("label");
        assert!(PatternTraining::resume(&text, "other").unwrap_err().message.contains("another run"));
        let mut part = PatternTraining::resume(&text, "label").unwrap();
        trainer.run(&mut part, |_, _| Ok::<_, ReadError>(true)).unwrap();
        assert_eq!(part, whole);
    }
}

/// Takes the first legal move, thinks that it is seven points ahead, and forgets between games how many moves it made.
struct First(u32);

impl Agent<Reversi<u128>> for First {
    fn name(&self) -> &str {
        "first"
    }

    fn choose(
        &mut self,
        game: &Reversi<u128>,
        pos: &Position<u128>,
        _: &mut Think<'_>,
    ) -> Result<Choice<Move>, AgentError> {
        self.0 += 1;
        assert!(self.0 <= 60, "a new game was begun");
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let first = moves.first().copied().ok_or(AgentError::GameOver)?;
        Ok(Choice { score: Some(Score::points(7)), unit: Unit::Points, ..Choice::unscored(first) })
    }

    fn new_game(&mut self) {
        self.0 = 0;
    }
}

#[test]
fn games_of_an_agent_are_learned_from_after_their_last_random_move() {
    let game = reversi("reversi:4x4");
    let play = |random_plies, random_moves, threads| {
        let mut samples = Samples::new(1000, 0.0, None, Seed(5));
        let player: &MakePlayer<'_, _> = &|| Box::new(First(0));
        let own = OwnGames { games: 40, random_plies, random_moves, player: Some(player), ..OWN_GAMES };
        assert!(samples.play(&game, &own, Executor::new(threads), |_| true));
        samples
    };
    let positions = |samples: &Samples<Position<u128>>| -> Vec<Position<u128>> {
        samples.by_stones.iter().flat_map(|drawn| &drawn.samples).map(|sample| sample.pos).collect()
    };
    // Without chance there is one game, from the start on, and all of it has its result.
    let always_the_same = play(0, 0.0, 1);
    let [only] = &always_the_same.by_stones[4..5] else { panic!("there are positions of four stones") };
    assert!(only.samples.len() == 40 && only.samples.iter().all(|sample| sample.result.is_some()));
    let all = always_the_same.by_stones.iter().flat_map(|drawn| &drawn.samples);
    assert!(all.into_iter().all(|sample| sample.foreseen == Some(7.0)), "also after a pass");
    // Random moves to the end: nothing is left to learn from.
    assert!(positions(&play(0, 1.0, 1)).is_empty());
    let mixed = play(6, 0.1, 1);
    assert!(mixed.by_stones[4].samples.len() < 20, "few games begin without a random move");
    assert!(positions(&mixed).len() > 100);
    assert_eq!(positions(&mixed), positions(&play(6, 0.1, 3)));
}

#[test]
fn games_may_begin_like_recorded_ones() {
    let game = reversi("reversi:4x4");
    let line = |text: &str| -> Vec<Move> {
        let mut pos = game.start();
        let play = |word: &str| {
            let mv = game.read_move(word).unwrap();
            game.play(&mut pos, mv).unwrap();
            mv
        };
        text.split(' ').map(play).collect()
    };
    let lines = [line("b1 a1 a2"), line("a2 a1 b1 a3")];
    let play = |lines: &[Vec<Move>], random_plies, threads| {
        let mut samples = Samples::new(1000, 0.0, None, Seed(5));
        let player: &MakePlayer<'_, _> = &|| Box::new(First(0));
        let own =
            OwnGames { games: 80, lines, line_plies: 4, random_plies, player: Some(player), ..OWN_GAMES };
        assert!(samples.play(&game, &own, Executor::new(threads), |_| true));
        let all = samples.by_stones.into_iter().map(|drawn| drawn.samples);
        all.map(|samples| samples.into_iter().map(|sample| (sample.pos, sample.foreseen)).collect()).collect()
    };
    let played: Vec<Vec<(Position<u128>, Option<f32>)>> = play(&lines, 0, 1);
    assert_eq!(played, play(&lines, 0, 3));
    assert!(
        played.iter().flatten().all(|(_, foreseen)| foreseen.is_some()),
        "of what is given nobody foresaw anything"
    );
    assert!((5..30).contains(&played[4].len()), "{} games have no given move, of about 16", played[4].len());
    assert_eq!(played[8].len(), 80, "after the lines everything is learned from");
    let after = |line: &[Move]| {
        let mut pos = game.start();
        line.iter().for_each(|&mv| game.play(&mut pos, mv).unwrap());
        pos
    };
    for line in &lines {
        let reached = played[6].iter().filter(|(pos, _)| *pos == after(&line[..2])).count();
        assert!((3..60).contains(&reached), "{reached}");
    }
    let then_random = play(&lines, 3, 1);
    assert_ne!(then_random, played);
    assert!(then_random[4].len() < 20, "only who has neither line nor random moves learns from the start");
    assert_eq!(
        play(&[], 0, 1)[4].iter().filter(|(_, foreseen)| foreseen.is_some()).count(),
        80,
        "no line at all"
    );
}

#[test]
fn what_a_player_foresees_can_stand_for_the_result() {
    let game = reversi("reversi:4x4");
    let learned = |foresight| {
        let settings = PatternSettings { foresight, solve: 0, ..SETTINGS };
        let executor = Executor::new(1);
        let mut trainer =
            PatternTrainer::new(&game, usual_shapes(&game), Minimax, settings, executor).unwrap();
        let player: &MakePlayer<'_, _> = &|| Box::new(First(0));
        let own = OwnGames { games: 400, random_plies: 8, player: Some(player), ..OWN_GAMES };
        trainer.play(&own, |_| true);
        let mut training = trainer.begin("a test".to_owned(), "none".to_owned(), "reversi:4x4".to_owned());
        trainer.run(&mut training, |_, _| Ok::<_, ReadError>(true)).unwrap();
        training.tables
    };
    let errors =
        |tables: &PatternTables| tables.fitted().into_iter().map(|fit| fit.error).collect::<Vec<_>>();
    let (foreseen, results) = (errors(&learned(1.0)), errors(&learned(0.0)));
    assert!(!foreseen.is_empty() && foreseen.iter().all(|error| *error < 1.0), "{foreseen:?}");
    assert!(results.iter().any(|error| *error > 1.0), "{results:?}");
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let game = reversi("reversi:4x4");
    let refused = |settings: PatternSettings| {
        let built = PatternTrainer::new(&game, usual_shapes(&game), Minimax, settings, Executor::new(1));
        built.err().unwrap().message
    };
    assert!(
        refused(PatternSettings { labels: Labels::Backwards { depth: 3 }, ..SETTINGS })
            .contains("depth of 3")
    );
    assert!(refused(PatternSettings { stray: 0.5, ..SETTINGS }).contains("stray"));
    let backwards = PatternSettings { labels: Labels::Backwards { depth: 4 }, foresight: 0.5, ..SETTINGS };
    assert!(refused(backwards).contains("foresees"));
    assert!(refused(PatternSettings { width: 0, ..SETTINGS }).contains("phase"));
}

//! What games, agents and evaluators get without writing it: provided methods, and pointers that pass everything on.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use agon_core::static_value::best_first;
use agon_core::{
    Agent, AgentError, Budget, Choice, Color, Drawn, Evaluator, Game, IllegalMove, Keyed, Notation, Outcome,
    PerPlayer, Player, ReadError, Score, Seed, Status, Symmetric, Think, Tile, Unit, View, least_key,
};

/// Take one or two stones of five; who takes the last one wins by three points.
struct Nim;

/// Stones left, and who is to move.
type Heap = (u8, Player);

impl Game for Nim {
    type Position = Heap;
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Heap {
        (5, Player::FIRST)
    }

    fn status(&self, &(left, player): &Heap) -> Status {
        match left {
            0 => Status::Over(Outcome { points: PerPlayer::new(2, |one| 3 * i32::from(one != player)) }),
            _ => Status::ToMove(player),
        }
    }

    fn moves(&self, &(left, _): &Heap, out: &mut Vec<u8>) {
        out.extend(1..=left.min(2));
    }

    fn is_legal(&self, &(left, _): &Heap, mv: u8) -> bool {
        (1..=left.min(2)).contains(&mv)
    }

    fn play_unchecked(&self, pos: &mut Heap, mv: u8) {
        *pos = (pos.0 - mv, pos.1.other());
    }
}

/// Stones are counted, and seen through symmetry `index` there are `index` fewer of them.
impl Symmetric for Nim {
    fn symmetries(&self) -> usize {
        3
    }

    fn map_position(&self, index: usize, &(left, player): &Heap) -> Heap {
        (left - index as u8, player)
    }
}

impl Keyed for Nim {
    fn key(&self, &(left, _): &Heap) -> u64 {
        100 - 10 * u64::from(left) % 40
    }
}

impl Notation for Nim {
    fn write_move(&self, mv: u8) -> String {
        mv.to_string()
    }

    fn read_move(&self, text: &str) -> Result<u8, ReadError> {
        text.parse().map_err(|_| ReadError::new(format!("`{text}` is not a number")))
    }

    fn write_position(&self, pos: &Heap) -> String {
        pos.0.to_string()
    }

    fn read_position(&self, text: &str) -> Result<Heap, ReadError> {
        Ok((self.read_move(text)?, Player::FIRST))
    }
}

impl Drawn for Nim {
    fn view(&self, &(left, player): &Heap) -> View {
        View {
            width: 3,
            tiles: (0..6).map(|stone| if stone < left { Tile::Held(0) } else { Tile::Empty }).collect(),
            colors: vec![Color::BLACK],
            to_move: Some(player.0),
            ..View::default()
        }
    }

    fn footprint(&self, _: &Heap, _: u8) -> Vec<usize> {
        Vec::new()
    }
}

#[test]
fn an_illegal_move_changes_nothing_and_is_named() {
    let mut pos = Nim.start();
    assert_eq!(Nim.play(&mut pos, 3), Err(IllegalMove(3)));
    assert_eq!(pos, Nim.start());
    assert_eq!(IllegalMove(3).to_string(), "3 is not a legal move here");
    assert_eq!(Nim.play(&mut pos, 2), Ok(()));
    assert_eq!(pos, (3, Player::SECOND));
    assert_eq!(Nim.after(&pos, 1), (2, Player::FIRST));
}

#[test]
fn a_game_that_says_nothing_of_its_end_counts_points() {
    let over = (0, Player::SECOND);
    let Status::Over(outcome) = Nim.status(&over) else { panic!("nobody has a stone") };
    assert_eq!(Nim.final_score(&over, &outcome, Player::FIRST), Score::points(3));
    assert_eq!(Nim.final_score(&over, &outcome, Player::SECOND), Score::points(-3));
    assert!(!Nim.sooner_is_better());
    assert_eq!(Nim.final_unit(), Unit::Points);
    assert_eq!(Nim.plies_to(&Nim.start(), Score::points(3)), None::<RangeInclusive<u32>>);
    assert_eq!(Nim.plies_left(&Nim.start()), u32::MAX);
}

#[test]
fn moves_are_counted_and_drawn_from_the_list() {
    assert_eq!([5, 2, 1, 0].map(|left| Nim.count_moves(&(left, Player::FIRST))), [2, 2, 1, 0]);
    let mut rng = Seed(1).stream("moves", 0);
    let mut scratch = vec![77];
    let mut drawn = [0; 3];
    for _ in 0..1000 {
        drawn[usize::from(Nim.random_move(&Nim.start(), &mut rng, &mut scratch).unwrap())] += 1;
    }
    assert!(drawn[0] == 0 && drawn[1] > 400 && drawn[2] > 400, "{drawn:?}");
    assert_eq!(Nim.random_move(&(0, Player::FIRST), &mut rng, &mut scratch), None);
}

#[test]
fn a_playout_ends_with_the_game() {
    let mut won = [0; 2];
    for index in 0..100 {
        let mut pos = Nim.start();
        let outcome = Nim.playout(&mut pos, &mut Seed(1).stream("playout", index), &mut Vec::new());
        assert_eq!(Nim.status(&pos), Status::Over(outcome));
        won[outcome.winners().next().unwrap().index()] += 1;
    }
    assert!(won.iter().all(|&games| games > 20), "{won:?}");
}

/// The key of five stones is 90, that of four 100, and that of three 70.
#[test]
fn the_canonical_key_is_the_least_of_symmetric_positions() {
    assert_eq!(Nim.key(&Nim.start()), 90);
    assert_eq!(Nim.canonical_key(&Nim.start()), 90, "without a word of symmetries it is the key");
    assert_eq!(least_key(&Nim, &Nim.start()), 70);
    assert_eq!(Nim.map_move(1, 2), 2);
}

#[test]
fn a_move_list_is_played_whole_or_not_at_all() {
    let mut pos = Nim.start();
    assert_eq!(Nim.play_moves(&mut pos, " 1  2 "), Ok(vec![1, 2]));
    assert_eq!(pos, (2, Player::FIRST));
    let illegal = Nim.play_moves(&mut pos, "1 2").unwrap_err();
    assert_eq!(illegal.to_string(), "move 2: `2` is not legal here\n  1 2\n    ^");
    let unreadable = Nim.play_moves(&mut pos, "two 1").unwrap_err();
    assert_eq!(unreadable.to_string(), "move 1: `two` is not a number\n  two 1\n  ^^^");
    assert_eq!(pos, (2, Player::FIRST));
}

#[test]
fn a_picture_has_rows_and_players_have_names() {
    let view = Nim.view(&(4, Player::FIRST));
    assert_eq!(view.height(), 2);
    assert_eq!(
        [view.tile(2, 0), view.tile(0, 1), view.tile(1, 1)],
        [Tile::Held(0), Tile::Held(0), Tile::Empty]
    );
    assert_eq!(View { width: 0, tiles: Vec::new(), ..view }.height(), 0);
    assert_eq!(Nim.player_name(Player::FIRST), "Black");
    assert_eq!(Nim.player_name(Player::SECOND), "P2", "without a colour it is the seat");
    assert_eq!(Nim.about(), None);
}

/// Likes odd heaps for the first player.
struct Odd;

impl Evaluator<Nim> for Odd {
    fn value(&self, _: &Nim, &(left, _): &Heap, pov: Player) -> Score {
        let odd = Score::points(i32::from(left % 2));
        if pov == Player::FIRST { odd } else { -odd }
    }

    fn unit(&self) -> Score {
        Score(7)
    }

    fn counts(&self, _: &Nim) -> Unit {
        Unit::Chance
    }
}

#[test]
fn pointers_to_an_evaluator_are_that_evaluator() {
    fn check(evaluator: &impl Evaluator<Nim>) {
        assert_eq!(evaluator.value(&Nim, &(3, Player::FIRST), Player::FIRST), Score::points(1));
        assert_eq!(evaluator.value(&Nim, &(3, Player::FIRST), Player::SECOND), Score::points(-1));
        assert_eq!(evaluator.unit(), Score(7));
        assert_eq!(evaluator.counts(&Nim), Unit::Chance);
    }
    check(&&Odd);
    check(&(Box::new(Odd) as Box<dyn Evaluator<Nim>>));
    check(&(Arc::new(Odd) as Arc<dyn Evaluator<Nim>>));
}

/// An evaluator that says nothing but values.
struct Level;

impl Evaluator<Nim> for Level {
    fn value(&self, _: &Nim, _: &Heap, _: Player) -> Score {
        Score::ZERO
    }
}

#[test]
fn an_evaluator_rates_in_points_unless_it_says_otherwise() {
    assert_eq!((Level.unit(), Level.counts(&Nim)), (Score::points(1), Unit::Rating));
}

#[test]
fn moves_are_sorted_for_who_moves() {
    let sorted = |pos: Heap| {
        let mut moves = vec![1, 2];
        best_first(&Nim, &Odd, &pos, &mut moves);
        moves
    };
    assert_eq!(sorted((5, Player::FIRST)), [2, 1], "three stones are odd");
    assert_eq!(sorted((5, Player::SECOND)), [1, 2], "the second player likes four better");
    assert_eq!(sorted((2, Player::FIRST)), [2, 1], "a win is better than anything");
    let mut moves = vec![2, 1];
    best_first(&Nim, &Level, &(4, Player::FIRST), &mut moves);
    assert_eq!(moves, [2, 1], "equal ones keep their order");
    best_first(&Nim, &Odd, &(0, Player::FIRST), &mut moves);
    assert_eq!(moves, [2, 1], "nobody moves");
}

/// Takes as many stones as it was told games of.
struct Learner(u8);

impl Agent<Nim> for Learner {
    fn name(&self) -> &str {
        "learner"
    }

    fn choose(&mut self, _: &Nim, _: &Heap, _: &mut Think<'_>) -> Result<Choice<u8>, AgentError> {
        Ok(Choice::unscored(self.0))
    }

    fn limits(&self, given: Budget) -> Budget {
        Budget::nodes(7).or(given)
    }

    fn new_game(&mut self) {
        self.0 += 1;
    }
}

#[test]
fn a_boxed_agent_is_that_agent() {
    fn check(mut agent: impl Agent<Nim>) {
        agent.new_game();
        agent.new_game();
        let mut think = Think::untimed(Budget::default(), Seed(1));
        let choice = agent.choose(&Nim, &Nim.start(), &mut think).unwrap();
        assert_eq!((choice.mv, choice.line, choice.score), (2, vec![2], None));
        assert_eq!(agent.name(), "learner");
        assert_eq!(agent.limits(Budget::default()), Budget::nodes(7));
    }
    check(Box::new(Learner(0)) as Box<dyn Agent<Nim>>);
}

#[test]
fn the_first_of_two_limits_counts() {
    let all = Budget { depth: Some(1), nodes: Some(2), time: Some(Duration::from_secs(3)) };
    assert_eq!(Budget::default().or(all), all);
    let other = Budget { depth: Some(4), nodes: Some(5), time: Some(Duration::from_secs(6)) };
    assert_eq!(all.or(other), all);
    assert_eq!(Budget::depth(9).or(all), Budget { depth: Some(9), ..all });
}

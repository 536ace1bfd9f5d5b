//! Single games between agents made for the test.

use super::*;
use agon_core::{ManualClock, Stop};
use agon_reversi::{Move, Reversi};
use agon_search::Random;

/// Always passes, legal or not.
struct Passer;
impl<W: agon_reversi::BoardWord> Agent<Reversi<W>> for Passer {
    fn name(&self) -> &str {
        "passer"
    }
    fn choose(
        &mut self,
        _: &Reversi<W>,
        _: &agon_reversi::Position<W>,
        _: &mut Think<'_>,
    ) -> Result<Choice<Move>, AgentError> {
        Ok(Choice::unscored(Move::Pass))
    }
}

/// Thinks until its time is up, then as long again as `late` says.
struct Thinker<'a> {
    clock: &'a ManualClock,
    late: Duration,
}
impl<G: Game> Agent<G> for Thinker<'_> {
    fn name(&self) -> &str {
        "thinker"
    }
    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        while think.node().is_ok() {
            self.clock.advance(Duration::from_micros(300));
        }
        self.clock.advance(self.late);
        Random.choose(game, pos, think)
    }
}

fn start<G: Game>(game: &G) -> OpeningOf<G> {
    OpeningOf::<G> { start: game.start(), moves: Vec::new(), reached: game.start() }
}

fn setting() -> GameSettings {
    GameSettings {
        budget: Budget::default(),
        clocks: PerPlayer::all_default(2),
        time_margin: Duration::ZERO,
        adjudication: Adjudication::default(),
        seed: Seed(1),
    }
}

fn think<'a>(clock: &'a ManualClock, stop: &Stop) -> Think<'a> {
    Think::new(Budget::default(), Seed(1), clock, stop.clone())
}

#[test]
fn an_illegal_move_forfeits() {
    let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
    let clock = ManualClock::new();
    let mut think = think(&clock, &Stop::default());
    let agents: &mut [&mut dyn Agent<_>] = &mut [&mut Random, &mut Passer];
    let played = play_game(&game, start(&game), agents, &setting(), &mut think).unwrap();
    let Ended::Forfeited { player, cause: Forfeit::IllegalMove(_) } = &played.ended else {
        panic!("{played:?}")
    };
    assert_eq!(*player, Player::SECOND);
    assert_eq!(played.ended.twelfths(Player::FIRST, &PerPlayer::new(2, Player::index)), 12);
    assert_eq!(played.moves.len(), 1);
}

#[test]
fn a_stopped_game_has_no_result() {
    let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
    let clock = ManualClock::new();
    let stop = Stop::default();
    let mut think = think(&clock, &stop);
    stop.set();
    let agents: &mut [&mut dyn Agent<_>] = &mut [&mut Random, &mut Random];
    assert_eq!(play_game(&game, start(&game), agents, &setting(), &mut think), Err(Stopped));
}

/// A game of two that use their time, the second one always later than it should be.
fn against_the_late(late: Duration, setting: &GameSettings) -> Played<Move> {
    let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
    let clock = ManualClock::new();
    let mut punctual = Thinker { clock: &clock, late: Duration::ZERO };
    let mut other = Thinker { clock: &clock, late };
    let mut think = think(&clock, &Stop::default());
    play_game(&game, start(&game), &mut [&mut punctual, &mut other], setting, &mut think).unwrap()
}

#[test]
fn who_thinks_too_long_loses_on_time() {
    let control = Some("1s+50ms".parse().unwrap());
    let setting = GameSettings { clocks: PerPlayer::new(2, |_| control), ..setting() };
    // Twenty milliseconds late at every move eat up the clock, but what is left is shared out again.
    let played = against_the_late(Duration::from_millis(20), &setting);
    assert!(matches!(played.ended, Ended::Regular(_)), "{:?}", played.ended);
    let used = played.seats[Player::FIRST];
    assert!(used.time > Duration::from_secs(2), "the time is used: {used:?}");
    let played = against_the_late(Duration::from_millis(600), &setting);
    let Ended::Forfeited { player, cause: Forfeit::Time(_) } = played.ended else { panic!("{played:?}") };
    assert_eq!(player, Player::SECOND);
}

/// Only clocks were once watched, not the time for a move.
#[test]
fn the_time_for_a_move_is_watched_too() {
    let budget = Budget::time(Duration::from_millis(100));
    let setting = GameSettings { budget, time_margin: Duration::from_millis(50), ..setting() };
    let played = against_the_late(Duration::from_millis(49), &setting);
    assert!(matches!(played.ended, Ended::Regular(_)), "{:?}", played.ended);
    let per_move = played.seats.as_slice().iter().map(|used| used.time.as_millis() as u64 / used.moves);
    assert_eq!(per_move.collect::<Vec<_>>(), [100, 149], "each move is timed for itself");
    let played = against_the_late(Duration::from_millis(60), &setting);
    let Ended::Forfeited { player, cause: Forfeit::Time(late) } = played.ended else { panic!("{played:?}") };
    assert_eq!((player, played.moves.len()), (Player::SECOND, 1));
    assert!((59..62).contains(&late.as_millis()), "{late:?}");
}

#[test]
fn places_are_shared() {
    let outcome =
        |points: [i32; 4]| Ended::Regular(Outcome { points: PerPlayer::new(4, |p| points[p.index()]) });
    let single = PerPlayer::new(4, Player::index);
    let places = |ended: Ended| Player::all(4).map(|p| ended.doubled_place(p, &single)).collect::<Vec<_>>();
    assert_eq!(places(outcome([9, 5, 5, 1])), [2, 5, 5, 8]);
    assert_eq!(places(outcome([0, 0, 0, 0])), [5, 5, 5, 5]);
    let cause = Forfeit::Time(Duration::ZERO);
    assert_eq!(places(Ended::Forfeited { player: Player(2), cause: cause.clone() }), [4, 4, 8, 4]);
    // The other seat of the loser once shared the win.
    let double = PerPlayer::new(4, |player| player.index() % 2);
    let ended = Ended::Forfeited { player: Player(2), cause };
    assert_eq!(Player::all(4).map(|p| ended.doubled_place(p, &double)).collect::<Vec<_>>(), [7, 3, 7, 3]);
    assert_eq!(Player::all(4).map(|p| ended.twelfths(p, &double)).collect::<Vec<_>>(), [0, 6, 0, 6]);
    let ruling = Ruling::Win;
    assert_eq!(places(Ended::Adjudicated { winner: Some(Player(3)), ruling }), [6, 6, 6, 2]);
}

/// Plays at random, says that the position is worth `score` points, and notes what it is told.
#[derive(Default)]
struct Talker {
    score: i32,
    limits: Option<Budget>,
    games: u32,
    told: Vec<(Budget, Seed)>,
}
impl<G: Game> Agent<G> for Talker {
    fn name(&self) -> &str {
        "talker"
    }
    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        self.told.push((think.budget(), think.seed()));
        let choice = Random.choose(game, pos, think)?;
        Ok(Choice { score: Some(agon_core::Score::points(self.score)), ..choice })
    }
    fn limits(&self, given: Budget) -> Budget {
        self.limits.unwrap_or_default().or(given)
    }
    fn new_game(&mut self) {
        self.games += 1;
    }
}

fn between(first: &mut Talker, second: &mut Talker, setting: &GameSettings) -> Played<Move> {
    let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
    let clock = ManualClock::new();
    let mut think = think(&clock, &Stop::default());
    play_game(&game, start(&game), &mut [first, second], setting, &mut think).unwrap()
}

#[test]
fn a_game_whose_result_nobody_doubts_is_cut_short() {
    let [mut sure, mut resigned] = [20, -20].map(|score| Talker { score, ..Talker::default() });
    let win = Adjudication { win: "10:5".parse().ok(), ..Adjudication::default() };
    let played = between(&mut sure, &mut resigned, &GameSettings { adjudication: win, ..setting() });
    let winner = Some(Player::FIRST);
    assert_eq!(played.ended, Ended::Adjudicated { winner, ruling: Ruling::Win });
    assert_eq!(played.moves.len(), 5);
    let seats = PerPlayer::new(2, Player::index);
    assert_eq!(
        Player::all(2).map(|player| played.ended.twelfths(player, &seats)).collect::<Vec<_>>(),
        [12, 0]
    );
    let length = Adjudication { max_plies: Some(8), ..Adjudication::default() };
    let played = between(&mut sure, &mut resigned, &GameSettings { adjudication: length, ..setting() });
    assert_eq!(played.ended, Ended::Adjudicated { winner: None, ruling: Ruling::Length });
    assert_eq!(played.moves.len(), 8);
    assert_eq!(
        Player::all(2).map(|player| played.ended.twelfths(player, &seats)).collect::<Vec<_>>(),
        [6, 6]
    );
}

/// The last ply brings both the end of the game and the greatest length.
#[test]
fn the_rules_come_before_a_ruling() {
    let [mut first, mut second] = [Talker::default(), Talker::default()];
    let whole = between(&mut first, &mut second, &setting());
    assert!(matches!(whole.ended, Ended::Regular(_)));
    let max_plies = Some(whole.moves.len() as u32);
    let adjudication = Adjudication { max_plies, ..Adjudication::default() };
    assert_eq!(between(&mut first, &mut second, &GameSettings { adjudication, ..setting() }), whole);
}

#[test]
fn agents_are_told_of_the_game_their_limits_and_a_seed_for_each_move() {
    let own = Budget::depth(3);
    let [mut first, mut second] = [Some(own), None].map(|limits| Talker { limits, ..Talker::default() });
    let budget = Budget { depth: Some(8), nodes: Some(100), time: None };
    let played = between(&mut first, &mut second, &GameSettings { budget, ..setting() });
    assert_eq!((first.games, second.games), (1, 1));
    assert!(first.told.iter().all(|(told, _)| *told == Budget { depth: Some(3), ..budget }));
    assert!(second.told.iter().all(|(told, _)| *told == budget));
    let seeds: std::collections::HashSet<_> =
        first.told.iter().chain(&second.told).map(|(_, seed)| *seed).collect();
    assert_eq!(seeds.len(), played.moves.len());
    let moves = played.seats.as_slice().iter().map(|used| used.moves).sum::<u64>();
    assert_eq!(moves, played.moves.len() as u64);
}

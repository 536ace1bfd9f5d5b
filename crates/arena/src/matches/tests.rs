//! Matches between small agents.

use agon_core::{Agent, Executor, Game, ManualClock, Seed, Stop};
use agon_reversi::{DiscDifference, Reversi};
use agon_search::{Greedy, Random};
use agon_testkit::Toy;

use super::*;
use crate::contest::Conditions;
use crate::first_games::FirstGames;
use crate::openings::Openings;
use crate::stats::Scale;
use crate::tally::AgentTally;
use crate::time_control::TimeControl;

type Agents = Vec<fn() -> Box<dyn Agent<Reversi<u64>>>>;

fn random() -> Box<dyn Agent<Reversi<u64>>> {
    Box::new(Random)
}

fn greedy() -> Box<dyn Agent<Reversi<u64>>> {
    Box::new(Greedy { evaluator: DiscDifference, reply: false })
}

fn contest(clock: &ManualClock, threads: usize) -> Contest<'_> {
    Contest::default().executor(Executor::new(threads)).clock(clock)
}

fn play(
    games: u64,
    threads: usize,
    agents: &Agents,
    change: impl Fn(&mut Match<'_>),
) -> Result<Tally, MatchError> {
    let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
    let clock = ManualClock::new();
    let mut settings = Match::new(games).contest(contest(&clock, threads));
    change(&mut settings);
    let agents: Vec<_> = agents.iter().map(|make| make as &dyn AgentMaker<_>).collect();
    settings.play(&game, &agents)
}

#[test]
fn the_tally_does_not_depend_on_the_threads() {
    let agents: Agents = vec![random, greedy];
    let one = play(101, 1, &agents, |_| {}).unwrap();
    assert_eq!(one, play(101, 3, &agents, |_| {}).unwrap());
    assert_eq!(one.games, 101);
    assert_eq!(one.agents[0].wins, one.agents[1].losses);
    assert_eq!(one.agents[0].twelfths() + one.agents[1].twelfths(), 12 * 101);
    assert!(one.score(1).value > 0.5, "greedy beats random");
    assert_eq!(one.pentanomial(0).unwrap().iter().sum::<u64>(), 50);
    let [own, other] = [0, 1].map(|agent| one.score(agent));
    assert!((own.low + other.high - 1.0).abs() < 1e-12 && (own.high + other.low - 1.0).abs() < 1e-12);
    assert!((one.elo(0).low + one.elo(1).high).abs() < 1e-9);
    assert!((one.superiority(0) + one.superiority(1) - 1.0).abs() < 1e-12);
    assert!((one.normalized_elo(0) + one.normalized_elo(1)).abs() < 1e-9);
}

#[test]
fn blocks_of_quick_rounds_add_up_to_the_same() {
    let agents: Agents = vec![random, greedy];
    let plain = |settings: &mut Match<'_>| settings.keep_moves = true;
    let blocks = play(2101, 2, &agents, |_| {}).unwrap();
    assert_eq!(blocks, play(2101, 1, &agents, plain).unwrap());
    assert_eq!(blocks.games, 2101);
}

#[test]
fn a_test_ends_at_the_same_game_at_any_thread_count() {
    let test = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    for rounds in [true, false] {
        let sprt = MatchSprt { test, rounds };
        let with = |threads| {
            play(10_000, threads, &vec![greedy, random], |settings| settings.sprt = Some(sprt)).unwrap()
        };
        let one = with(1);
        assert!(one.games < 1000, "{}", one.games);
        assert_eq!(one.sprt(&sprt).verdict(), Verdict::Elo1);
        assert_eq!(one, with(3));
        let kept = |settings: &mut Match<'_>| (settings.sprt, settings.keep_moves) = (Some(sprt), true);
        assert_eq!(one, play(10_000, 1, &vec![greedy, random], kept).unwrap(), "it is looked at every round");
    }
}

/// Plays a match and keeps its games.
fn played(games: u64, sprt: Option<MatchSprt>, kept: &[KeptGame]) -> (Tally, Vec<KeptGame>) {
    let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
    let clock = ManualClock::new();
    let settings = Match::new(games).sprt(sprt).keep_moves(true).kept(kept).contest(contest(&clock, 2));
    let mut seen = Vec::new();
    let tally = settings.play_from(&game, &Book::start(&game), &[&greedy, &random], |_, _, games| {
        let kept =
            |game: &SeatedGame<_>| KeptGame { ended: game.played.ended.clone(), seats: game.played.seats };
        seen.extend(games.iter().map(kept));
        true
    });
    // Kept games come without their moves, so a match that goes on looks at fewer of them.
    let mut tally = tally.unwrap();
    tally.first_games = FirstGames::default();
    (tally, seen)
}

#[test]
fn a_match_goes_on_after_the_games_that_were_kept() {
    let test = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    for (games, sprt) in [(41, None), (10_000, Some(MatchSprt { test, rounds: true }))] {
        let (whole, kept) = played(games, sprt, &[]);
        assert_eq!(kept.len() as u64, whole.games);
        for cut in [1, 2, 17, kept.len() - 1, kept.len()] {
            let (resumed, rest) = played(games, sprt, &kept[..cut]);
            assert_eq!(resumed, whole, "after {cut} games");
            let whole_rounds = if cut as u64 == games { cut } else { cut - cut % 2 };
            assert_eq!(rest.len(), kept.len() - whole_rounds);
        }
    }
}

#[test]
fn openings_are_played_with_seats_exchanged() {
    let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
    let clock = ManualClock::new();
    let settings = Match::new(20).keep_moves(true).contest(contest(&clock, 2)).random_openings(4);
    let book = Book::random(&game, 4).unwrap();
    let mut lines = Vec::new();
    let see = |_: &Referee<'_, _>, _: &Tally, games: &[SeatedGame<_>]| {
        assert_eq!(games[0].job.seats.as_slice(), [0, 1]);
        assert_eq!(games[1].job.seats.as_slice(), [1, 0]);
        assert_eq!(games[0].played.moves[..4], games[1].played.moves[..4]);
        assert_eq!(games[0].played.opening, 4);
        lines.push(games[0].played.moves[..4].to_vec());
        true
    };
    settings.play_from(&game, &book, &[&random, &random], see).unwrap();
    lines.sort_unstable();
    lines.dedup();
    assert!(lines.len() > 5, "rounds have openings of their own");
    assert_eq!(game.players(), 2);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let error = play(1, 1, &vec![random; 3], |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "3 agents cannot share the 2 seats of this game evenly: name fewer");
    assert_eq!(play(1, 1, &vec![random], |_| {}), Err(MatchError::Alone));
    assert_eq!(play(0, 1, &vec![random; 2], |_| {}), Err(MatchError::NoGames));
    let clocks = |settings: &mut Match<'_>| settings.contest.conditions.clocks = vec![Default::default(); 3];
    assert!(matches!(play(1, 1, &vec![random; 2], clocks), Err(MatchError::Clocks { .. })));
    let wrong = |settings: &mut Match<'_>| {
        settings.contest.conditions.openings = Openings::Listed(vec!["a1".into()]);
    };
    assert!(matches!(play(1, 1, &vec![random; 2], wrong), Err(MatchError::Conditions(_))));
}

/// Thinks as long as it may.
struct Thinker;

impl<G: Game> Agent<G> for Thinker {
    fn name(&self) -> &str {
        "thinker"
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut agon_core::Think<'_>,
    ) -> Result<agon_core::Choice<G::Move>, agon_core::AgentError> {
        while think.node().is_ok() {
            std::hint::black_box(game.count_moves(pos));
        }
        Random.choose(game, pos, think)
    }
}

/// Eight threads that do nothing but work stand for a busy machine.
#[test]
fn nobody_loses_on_time_on_a_busy_machine() {
    let rules = agon_line::Rules::from_spec(&"tictactoe".parse().unwrap()).unwrap();
    let game = agon_line::Line::<u64>::new(rules).unwrap();
    let clock = agon_core::SystemClock::start();
    let over = Stop::default();
    let conditions = Conditions {
        clocks: vec!["0s+50ms".parse().unwrap()],
        time_margin: crate::TIME_MARGIN,
        ..Conditions::default()
    };
    let contest = Contest::new(Seed(1), conditions).executor(Executor::new(2)).clock(&clock);
    let settings = Match::new(8).contest(contest);
    let tally = std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| while !over.is_set() {});
        }
        let tally = settings.play(&game, &[&|| Thinker, &|| Thinker]);
        over.set();
        tally.unwrap()
    });
    assert!(tally.agents.iter().all(|agent| agent.forfeits.total() == 0), "{tally:?}");
    assert!(tally.agents[0].ms_per_move() > 20.0, "the time was used: {}", tally.agents[0].ms_per_move());
}

/// Each of these was once taken: a draw in every game, or the first legal move every time.
#[test]
fn conditions_that_leave_nothing_to_play_are_refused() {
    let agreement = |text: &str| text.parse().ok();
    let wrong: [fn(&mut Conditions); 7] = [
        |conditions| conditions.budget.depth = Some(0),
        |conditions| conditions.budget.nodes = Some(0),
        |conditions| conditions.budget.time = Some(Duration::ZERO),
        |conditions| conditions.clocks = vec![TimeControl::default()],
        |conditions| conditions.adjudication.max_plies = Some(0),
        |conditions| {
            conditions.openings = Openings::Random(6);
            conditions.adjudication.max_plies = Some(6);
        },
        |conditions| conditions.openings = Openings::Random(100),
    ];
    for (index, change) in wrong.iter().enumerate() {
        let change = |settings: &mut Match<'_>| change(&mut settings.contest.conditions);
        let refused = play(1, 1, &vec![random; 2], change);
        assert!(matches!(refused, Err(MatchError::Conditions(_))), "{index}: {refused:?}");
    }
    let by_nothing =
        |settings: &mut Match<'_>| settings.contest.conditions.adjudication.win = agreement("0:2");
    assert!(matches!(play(1, 1, &vec![random; 2], by_nothing), Err(MatchError::Conditions(_))));
}

/// The number of the last game was once beyond all numbers.
#[test]
fn as_many_games_as_can_be_counted() {
    assert_eq!(Match::new(u64::MAX).round(2, 2, u64::MAX / 2).len(), 1);
}

/// A game of which nothing is known but its rules: no notation, three players, moves in any order.
#[test]
fn a_match_needs_no_notation() {
    let game = Toy { seed: 1, players: 3, branching: 4, depth: 12, zero_sum: false };
    let settings = Match::new(30).random_openings(1).seed(Seed(5));
    let tally = settings.clone().threads(2).play(&game, &[&|| Random, &|| Random, &|| Random]).unwrap();
    assert_eq!((tally.games, tally.rounds), (30, 10));
    assert_eq!(tally.agents.iter().map(AgentTally::twelfths).sum::<u64>(), 12 * 30);
    let mut listed = settings;
    listed.contest.conditions.openings = Openings::Listed(vec!["1".into()]);
    let refused = listed.play(&game, &[&|| Random, &|| Random, &|| Random]).unwrap_err().to_string();
    assert!(refused.contains("Book::read"), "{refused}");
}

#[test]
fn a_sequential_test_is_between_two() {
    let test = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    let game = Toy { seed: 1, players: 3, branching: 4, depth: 12, zero_sum: false };
    let settings = Match::new(3).sprt(Some(MatchSprt { test, rounds: true }));
    assert_eq!(settings.check(&game, 3), Err(MatchError::Sprt(3)));
    assert_eq!(Match::new(3).check(&game, 3), Ok(()));
    assert_eq!(Match::new(3).check(&game, 0), Err(MatchError::Seats { agents: 0, players: 3 }));
    let alone = Toy { players: 1, ..game };
    assert_eq!(Match::new(3).check(&alone, 1), Ok(()), "a game for one is played alone");
}

#[test]
fn clocks_are_for_all_or_for_each() {
    let with = |clocks: usize| {
        play(2, 1, &vec![random; 2], |settings| {
            settings.contest.conditions.clocks = vec!["10s".parse().unwrap(); clocks];
        })
    };
    assert!([0, 1, 2].iter().all(|&clocks| with(clocks).is_ok()));
    assert_eq!(with(3), Err(MatchError::Clocks { clocks: 3, agents: 2 }));
    let conditions = |clocks: &[&str]| {
        let clocks = clocks.iter().map(|text| text.parse().unwrap()).collect();
        let conditions = Conditions::default().clocks(clocks);
        [0, 1].map(|agent| conditions.clock(agent).map(|clock| clock.to_string()))
    };
    let clock = |text: &str| Some(text.to_owned());
    assert_eq!(conditions(&[]), [None, None]);
    assert_eq!(conditions(&["1s"]), [clock("1000ms+0ms"), clock("1000ms+0ms")]);
    assert_eq!(conditions(&["1s", "2s+1s"]), [clock("1000ms+0ms"), clock("2000ms+1000ms")]);
}

#[test]
fn a_match_is_over_when_all_is_played_or_decided() {
    let test = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    let sprt = MatchSprt { test, rounds: true };
    let played = play(20, 1, &vec![greedy, random], |_| {}).unwrap();
    assert!(Match::new(20).is_over(&played) && Match::new(19).is_over(&played));
    assert!(!Match::new(21).is_over(&played));
    assert!(!Match::new(21).sprt(Some(sprt)).is_over(&played), "twenty games do not decide");
    let decided = play(10_000, 1, &vec![greedy, random], |settings| settings.sprt = Some(sprt)).unwrap();
    assert!(Match::new(10_000).sprt(Some(sprt)).is_over(&decided));
    assert!(!Match::new(10_000).is_over(&decided));
}

/// Whoever looks on may end the match, after any round and before the first.
#[test]
fn a_match_ends_when_told() {
    let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
    let (_, kept) = played(4, None, &[]);
    for (kept, wanted, games) in [(&[][..], 1, 2), (&[], 3, 6), (&kept, 1, 4), (&kept, 2, 6)] {
        let clock = ManualClock::new();
        let settings = Match::new(20).keep_moves(true).kept(kept).contest(contest(&clock, 1));
        let mut seen = 0;
        let tally = settings.play_from(&game, &Book::start(&game), &[&greedy, &random], |_, _, _| {
            seen += 1;
            seen < wanted
        });
        assert_eq!(tally.unwrap().games, games, "{} kept, {wanted} wanted", kept.len());
    }
}

#[test]
fn a_stopped_match_counts_whole_rounds() {
    let stop = Stop::default();
    let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
    let clock = ManualClock::new();
    let settings = Match::new(20).keep_moves(true).contest(contest(&clock, 1).stop(stop.clone()));
    let tally = settings.play_from(&game, &Book::start(&game), &[&greedy, &random], |_, tally, _| {
        if tally.games == 4 {
            stop.set();
        }
        true
    });
    assert_eq!(tally.unwrap().games, 4);
}

/// Games that were kept of another game, or of fewer seats, belong to no round.
#[test]
fn kept_games_with_other_seats_do_not_count() {
    let (whole, kept) = played(4, None, &[]);
    let mut strange = kept.clone();
    strange[2].seats = PerPlayer::all_default(3);
    let (resumed, rest) = played(4, None, &strange);
    assert_eq!((resumed, rest.len()), (whole, 2));
}

#[test]
fn settings_reach_the_games() {
    let visited = |change: &dyn Fn(Match<'static>) -> Match<'static>| {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let settings = change(Match::new(4).threads(1));
        settings.play(&game, &[&|| Thinker, &|| Thinker]).unwrap()
    };
    let few = |settings: Match<'static>| settings.budget(Budget::nodes(3));
    let first = visited(&few);
    assert_eq!(first.agents[0].nodes_per_move(), 3.0);
    assert_eq!(visited(&|settings| few(settings).budget(Budget::nodes(7))).agents[0].nodes_per_move(), 7.0);
    let results = |tally: &Tally| tally.agents.iter().map(|agent| agent.margin).collect::<Vec<_>>();
    assert_eq!(results(&first), results(&visited(&few)));
    assert_ne!(results(&first), results(&visited(&|settings| few(settings).seed(Seed(2)))));
    assert_ne!(results(&first), results(&visited(&|settings| few(settings).random_openings(5))));
}

//! Rounds and games that are played elsewhere, against the same ones played here.

use super::*;
use crate::adjudication::Adjudication;
use crate::contest::{Conditions, Contest};
use crate::game::{Ended, Forfeit};
use crate::openings::{Book, Openings};
use agon_core::{AgentError, Budget, Cluster, ClusterLost, Executor, Outcome, Output, Player, Seed, WorkId};
use agon_search::Random;
use agon_testkit::Toy;
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

const TOY: Toy = Toy { seed: 1, players: 4, branching: 4, depth: 12, zero_sum: false };

type Answering = Arc<dyn Fn(&str) -> Result<String, ReadError> + Send + Sync>;

/// A cluster in this thread: parts of 1, 2, 3 and so on jobs, the last part first.
struct Backwards(Mutex<Answering>);

impl std::fmt::Debug for Backwards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Backwards")
    }
}

impl Cluster for Backwards {
    fn announce(&self, _: &str, _: String) -> WorkId {
        WorkId(0)
    }

    fn run(
        &self,
        _: WorkId,
        range: Range<u64>,
        input: &dyn Fn(Range<u64>) -> String,
        output: &mut Output<'_>,
    ) -> Result<(), ClusterLost> {
        let answer = self.0.lock().unwrap().clone();
        let (mut parts, mut from) = (Vec::new(), range.start);
        while from < range.end {
            let to = (from + parts.len() as u64 + 1).min(range.end);
            parts.push(from..to);
            from = to;
        }
        for part in parts.into_iter().rev() {
            let text = answer(&input(part.clone())).map_err(|_| ClusterLost)?;
            if !(output.on_output)(part, &text).map_err(|_| ClusterLost)? {
                break;
            }
        }
        Ok(())
    }
}

/// An executor whose jobs are answered by a referee of the same contest, as a worker would.
fn elsewhere(seed: Seed, conditions: Conditions) -> Executor {
    let answer = move |question: &str| {
        let contest = Contest::new(seed, Conditions::from_text(&conditions.to_text())?);
        let book = Book::unlisted(&TOY, &contest.conditions.openings)?;
        let referee = Referee::new(&TOY, &[&|| Random, &|| Random], &contest, &book);
        referee.answer(&mut referee.thread_agents(), question)
    };
    let cluster: &'static Backwards = Box::leak(Box::new(Backwards(Mutex::new(Arc::new(answer)))));
    Executor::new(1).on_cluster(cluster).for_work("games", || Ok::<_, ReadError>(String::new())).unwrap()
}

/// Times aside.
fn untimed(mut tally: Tally) -> Tally {
    tally.forget_times();
    tally
}

#[test]
fn a_match_elsewhere_is_the_same_match() {
    let conditions = Conditions::default().openings(Openings::Random(2));
    let play = |executor: Executor, games: u64, keep_moves: bool| {
        let contest = Contest::new(Seed(5), conditions.clone()).executor(executor);
        let book = Book::random(&TOY, 2).unwrap();
        let (mut seen, mut rounds) = (Vec::new(), 0);
        let tally = Match::new(games).contest(contest).keep_moves(keep_moves).play_from(
            &TOY,
            &book,
            &[&|| Random, &|| Random],
            |_, _, games| {
                rounds += 1;
                seen.extend(
                    games.iter().map(|game| (game.job, game.played.moves.clone(), game.played.ended.clone())),
                );
                rounds < 7 || games.is_empty()
            },
        );
        (untimed(tally.unwrap()), seen)
    };
    for (games, keep_moves) in [(1, true), (41, false), (41, true)] {
        let here = play(Executor::new(1), games, keep_moves);
        let there = play(elsewhere(Seed(5), conditions.clone()), games, keep_moves);
        assert_eq!(here, there, "{games} games, moves {keep_moves}");
    }
}

#[test]
fn a_sequential_test_ends_at_the_same_game_elsewhere() {
    use crate::stats::{Scale, Sprt};
    let play = |executor: Executor| {
        let test = Sprt { elo0: -400.0, elo1: 400.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
        let sprt = crate::MatchSprt { test, rounds: true };
        let contest = Contest::new(Seed(5), Conditions::default()).executor(executor);
        let book = Book::start(&TOY);
        let settings = Match::new(2000).contest(contest).sprt(Some(sprt));
        untimed(settings.play_from(&TOY, &book, &[&|| Random, &|| Random], |_, _, _| true).unwrap())
    };
    let here = play(Executor::new(1));
    assert!(here.games < 2000, "it was decided");
    assert_eq!(here, play(elsewhere(Seed(5), Conditions::default())));
}

#[test]
fn single_games_elsewhere_are_the_same_games() {
    let play = |executor: Executor| {
        let contest = Contest::new(Seed(2), Conditions::default()).executor(executor);
        let book = Book::start(&TOY);
        let referee = Referee::new(&TOY, &[&|| Random, &|| Random], &contest, &book);
        let seats = PerPlayer::new(4, |seat| seat.index() % 2);
        let jobs: Vec<_> = (3..20).map(|number| GameJob { number, round: number / 2, seats }).collect();
        let mut games = Vec::new();
        referee.play_all(&jobs, |game| {
            games.push((game.job, game.played.moves.clone(), game.played.ended.clone()));
            true
        });
        games.sort_by_key(|(job, _, _)| job.number);
        games
    };
    assert_eq!(play(Executor::new(1)), play(elsewhere(Seed(2), Conditions::default())));
}

#[test]
fn sums_of_other_matches_are_refused() {
    let (contest, book) = (Contest::default(), Book::start(&TOY));
    let referee = Referee::new(&TOY, &[&|| Random, &|| Random], &contest, &book);
    let settings = Match::new(12);
    let games = (0..2).map(|round| settings.round(2, 4, round).len() as u64).sum();
    let is_read = |agents, players, games| {
        let mut tally = Tally::new(agents, players);
        tally.games = games;
        referee.read_rounds(&settings, 0..2, &json(&Answer::Sum(Box::new(tally)))).is_ok()
    };
    assert!(is_read(2, 4, games));
    assert!(!is_read(2, 4, games + 1), "a game too many");
    assert!(!is_read(3, 4, games), "three agents");
    assert!(!is_read(2, 2, games), "two players");
}

#[test]
fn every_end_arrives_as_it_was() {
    let causes = [
        Forfeit::Failed(AgentError::GameOver),
        Forfeit::Failed(AgentError::NoAgent(Player(1))),
        Forfeit::Failed(AgentError::Failed { agent: "a".into(), cause: "b\n\"c\"".into() }),
        Forfeit::Failed(AgentError::Illegal { agent: "a".into(), cause: String::new() }),
        Forfeit::Failed(AgentError::Resigned),
        Forfeit::IllegalMove("h9".into()),
        Forfeit::Time(Duration::from_nanos(1_000_000_007)),
        Forfeit::Resigned,
    ];
    let forfeits = causes.map(|cause| Ended::Forfeited { player: Player(2), cause });
    let others = [
        Ended::Regular(Outcome { points: PerPlayer::new(3, |player| i32::from(player.0) - 1) }),
        Ended::Adjudicated { winner: None, ruling: crate::Ruling::Length },
        Ended::Adjudicated { winner: Some(Player(0)), ruling: crate::Ruling::Win },
    ];
    for ended in forfeits.into_iter().chain(others) {
        let text = json(&SentEnd::of(&ended));
        let read = serde_json::from_str::<SentEnd>(&text).unwrap().read(3).unwrap();
        assert_eq!(read, ended, "{text}");
        assert!(serde_json::from_str::<SentEnd>(&text).unwrap().read(0).is_err() || text.contains("null"));
    }
}

#[test]
fn conditions_arrive_as_they_were() {
    let usual = Conditions::default();
    let others = [
        usual.clone(),
        usual.clone().budget(Budget { depth: Some(3), nodes: Some(9), time: Some(Duration::from_nanos(5)) }),
        usual.clone().clocks(vec!["5s+1ms".parse().unwrap(), "1m".parse().unwrap()]),
        usual.clone().time_margin(Duration::from_micros(3)).openings(Openings::Every(2)),
        usual.clone().openings(Openings::Listed(vec!["f5d6".into(), "position \"".into()])),
        usual.adjudication(Adjudication {
            max_plies: Some(9),
            win: "10.5:4".parse().ok(),
            draw: "0:4".parse().ok(),
        }),
    ];
    for conditions in others {
        assert_eq!(Conditions::from_text(&conditions.to_text()), Ok(conditions));
    }
    assert!(Conditions::from_text("{}").is_err());
}

proptest! {
    /// Whatever a worker answers is read or refused.
    #[test]
    fn nonsense_is_refused(text in "\\PC{0,60}", places in prop::collection::vec(any::<u32>(), 0..5)) {
        let contest = Contest::default();
        let book = Book::start(&TOY);
        let referee = Referee::new(&TOY, &[&|| Random, &|| Random], &contest, &book);
        prop_assert!(referee.read_games(&[], &text).is_err());
        prop_assert!(referee.answer(&mut referee.thread_agents(), &text).is_err());
        let moves = referee.moves_at(0, &places);
        prop_assert_eq!(moves.is_ok(), places.iter().all(|&place| place < 4));
    }
}

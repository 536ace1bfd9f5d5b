//! Tournaments whose games are decided by a rule instead of being played.

use std::convert::Infallible;
use std::path::Path;

use super::*;
use agon_records::End;

fn plan(change: impl Fn(String) -> String) -> TournamentPlan {
    let text = "name = \"<test> & co\"\ngame = \"reversi\"\nformat = \"round-robin\"\nrounds = 3\n"
        .to_owned()
        + &["a", "b", "c", "d", "e"].map(|name| format!("[[agents]]\nspec = \"{name}\"\n")).concat();
    TournamentPlan::from_toml(&change(text), Path::new(".")).unwrap()
}

/// The agent listed first wins, whatever the seats; every seventh game is drawn.
fn decide(plan: &TournamentPlan, job: &GameJob) -> Record {
    let draw = job.number.is_multiple_of(7);
    let seats = job.seats.as_slice();
    let best = seats.iter().min().copied();
    let points = |agent: &usize| i32::from(!draw && Some(*agent) == best);
    let agents = seats.iter().map(|&agent| plan.agents[agent].spec.clone()).collect();
    let end = End::Rules { points: seats.iter().map(points).collect() };
    Record {
        number: Some(job.number),
        round: Some(job.round),
        seed: Some(plan.seed),
        ..Record::new(plan.game.clone(), agents, vec![format!("m{}", job.number)], end)
    }
}

/// Plays a tournament in runs of at most `most` games.
fn play(plan: &TournamentPlan, players: usize, most: usize) -> (Standings, usize) {
    let mut store = Store::in_memory().unwrap();
    let mut runs = 0;
    loop {
        runs += 1;
        let ended = run(
            plan,
            &plan.game,
            players,
            &mut store,
            |jobs, on_game| {
                // From the end, to show that the order does not matter.
                let _ = jobs.iter().rev().take(most).all(|job| on_game(decide(plan, job)));
                Ok::<_, Infallible>(())
            },
            |done, expected| assert!(done <= expected),
        );
        match ended {
            Ok(standings) => return (standings, runs),
            Err(TournamentError::Stopped) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_round_robin_ends_the_same_however_often_it_is_stopped() {
    let plan = plan(|text| text);
    let (whole, runs) = play(&plan, 2, usize::MAX);
    assert_eq!((whole.games, runs), (3 * 10 * 2, 1));
    let (pieces, runs) = play(&plan, 2, 7);
    assert!(runs > 5);
    assert_eq!(whole, pieces);
    let names: Vec<_> = whole.agents.iter().map(|agent| agent.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "d", "e"]);
    assert_eq!(whole.agents[0].against[1].games, 6);
    assert!(
        whole.agents[0].elo > 300.0 && whole.agents.iter().map(|agent| agent.elo).sum::<f64>().abs() < 1e-6
    );
}

#[test]
fn more_rounds_go_on_where_fewer_ended() {
    let short = plan(|text| text);
    let long = plan(|text| text.replace("rounds = 3", "rounds = 4"));
    let (short, long) = (schedule(&short, 2, &Results::new()), schedule(&long, 2, &Results::new()));
    assert_eq!(long.jobs[..short.jobs.len()], short.jobs);
}

#[test]
fn a_gauntlet_has_one_challenger_at_each_table() {
    let plan =
        plan(|text| text.replace("round-robin", "gauntlet").replace("\"b\"", "\"b\"\nchallenger = true"));
    let (standings, _) = play(&plan, 2, usize::MAX);
    assert_eq!(standings.games, 3 * 4 * 2);
    let challenger = standings.agents.iter().find(|agent| agent.name == "b").unwrap();
    assert_eq!(challenger.games, standings.games);
}

#[test]
fn a_knockout_puts_all_but_one_out() {
    let plan = plan(|text| text.replace("round-robin", "knockout"));
    let (whole, _) = play(&plan, 2, usize::MAX);
    assert_eq!(whole.games, 4 * 3 * 2);
    assert_eq!(whole.agents[0].name, "a");
    assert_eq!(play(&plan, 2, 5).0, whole);
}

/// People could not see who had met whom.
#[test]
fn a_knockout_is_drawn_as_a_bracket() {
    let plan = plan(|text| text.replace("round-robin", "knockout").replace("rounds = 3", "rounds = 1"));
    let (whole, _) = play(&plan, 2, usize::MAX);
    // The first three of the file need no first stage.
    let drawn = [
        "          a 2 ─┐",
        "               │",
        "               ├─ a 1.5 ─┐",
        "d 1.5 ─┐       │         │",
        "       ├─ d 0 ─┘         │",
        "e 0.5 ─┘                 │",
        "                         ├─ a",
        "                         │",
        "          b 2 ─┐         │",
        "               │         │",
        "               ├─ b 0.5 ─┘",
        "               │",
        "          c 0 ─┘",
    ];
    let shown = whole.to_text();
    assert!(shown.contains(&format!("\n\n{}\n\n", drawn.join("\n"))), "{shown}");
    assert!(whole.to_html().contains("├─ a"));
}

/// Intervals of games that are all the same promise too much.
#[test]
fn games_that_are_copies_are_told() {
    let plan = plan(|text| text);
    let (standings, _) = play(&plan, 2, usize::MAX);
    assert_eq!((standings.different_games, standings.warning()), (60, None));
    let same = |job: &GameJob| Record { moves: vec!["d3".to_owned()], ..decide(&plan, job) };
    let results: Results =
        schedule(&plan, 2, &Results::new()).jobs.iter().map(|job| (job.number, same(job))).collect();
    let copied = Standings::new(&plan, schedule(&plan, 2, &results), &results);
    assert_eq!(copied.different_games, 1);
    assert!(
        copied.warning().unwrap().starts_with("among the first 60 games there is only one, again and again")
    );
}

#[test]
fn larger_tables_are_rated_by_places() {
    let plan = plan(|text| text.replace("rounds = 3", "rounds = 1\nper-game = 4\nbootstrap = 50"));
    let (standings, _) = play(&plan, 4, usize::MAX);
    assert_eq!(standings.games, 5 * 4);
    assert_eq!(standings.agents[0].name, "a");
    let [low, high] = standings.agents[0].elo_interval;
    assert!(low <= standings.agents[0].elo && standings.agents[0].elo <= high);
    assert!(plan.check(2).is_err(), "two seats cannot hold four agents");
}

#[test]
fn tables_show_everybody_and_no_marks_slip_through() {
    let (standings, _) = play(&plan(|text| text), 2, usize::MAX);
    let (text, html, svg) = (standings.to_text(), standings.to_html(), standings.to_svg());
    for agent in &standings.agents {
        for table in [&text, &html, &svg] {
            assert!(table.contains(&agent.name), "{table}");
        }
    }
    assert!(text.starts_with("<test> & co: reversi, round-robin, 60 games\n"));
    assert!(html.contains("&lt;test&gt; &amp; co") && !html.contains("<test>"));
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    let limited = plan(|text| {
        let agent = "\"a\"\nname = \"first\"";
        text.replace("rounds = 3", "rounds = 2\nseed = 77\nlimits.nodes = 500\nopenings.random-plies = 6")
            .replace("\"a\"", agent)
    });
    let (standings, _) = play(&limited, 2, usize::MAX);
    let how = "seed: 77; rounds: 2; limit nodes: 500; openings: 6 random plies";
    for (page, spec) in [(standings.to_html(), "<code>a</code>"), (standings.to_svg(), ">first: a<")] {
        assert!(page.contains(how) && page.contains(spec), "{page}");
    }
}

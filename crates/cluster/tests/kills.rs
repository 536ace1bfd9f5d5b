//! Workers that are killed, refuse or crash: with real processes. This program is its own worker, so it has a main
//! function of its own (`harness = false`).
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::time::Duration;

use agon_cluster::{Connection, Setup, work};
use agon_core::{Desk, Executor, ReadError, SentJobs, Stop};

/// Notes that were said.
static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn main() {
    if std::env::args().nth(1).as_deref() == Some("worker") {
        return work("test", &serve, || ()).unwrap();
    }
    if std::env::args().any(|arg| arg == "--list") {
        return;
    }
    let checks: [(&str, fn()); 6] = [
        ("no job is lost or counted twice over 40 kills", kills),
        ("all results come in their order", map),
        ("a refusal ends the jobs and says why", refusal),
        ("a job that kills its worker is found", crash),
        ("whoever stops need not wait", stop),
        ("work of several kinds takes turns", turns),
    ];
    for (name, check) in checks {
        println!("{name} ...");
        check();
    }
    println!("ok");
}

/// What the workers do: `square` with a bound above which they refuse, or die.
fn serve(kind: &str, settings: &str, desk: &'static dyn Desk) -> Result<(), ReadError> {
    let bound: u64 = settings.parse().map_err(|_| ReadError::new("there is no such bound"))?;
    desk.serve(&mut |input| {
        let numbers = input.split(' ').map(|word| word.parse::<u64>().unwrap());
        let mut square = |number: u64| {
            std::thread::sleep(Duration::from_micros(300));
            match kind {
                "square" if number >= bound => Err(ReadError::new(format!("{number} is too large"))),
                "die" if number >= bound => std::process::exit(1),
                _ => Ok((number * number).to_string()),
            }
        };
        Ok(numbers.map(&mut square).collect::<Result<Vec<_>, _>>()?.join(" "))
    });
    Ok(())
}

fn connect() -> (&'static Connection, Stop) {
    let stop = Stop::default();
    let setup = Setup {
        address: "processes:3".parse().unwrap(),
        program: std::env::current_exe().unwrap(),
        loader: None,
        version: "test".to_owned(),
        python: String::new(),
        stop: stop.clone(),
        say: |text| SAID.lock().unwrap().push(text.to_owned()),
    };
    (Box::leak(Box::new(Connection::open(setup).unwrap())), stop)
}

fn executor(connection: &'static Connection, kind: &str, bound: u64) -> Executor {
    let settings = || Ok::<_, ReadError>(bound.to_string());
    Executor::new(1).on_cluster(connection).for_work(kind, settings).unwrap()
}

fn input(range: Range<u64>) -> String {
    range.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn read(range: Range<u64>, text: &str) -> Result<Vec<u64>, ReadError> {
    let numbers: Vec<u64> = text.split(' ').map_while(|word| word.parse().ok()).collect();
    assert_eq!(numbers.len() as u64, range.end - range.start);
    Ok(numbers)
}

const SQUARES: SentJobs<'_, Vec<u64>> = SentJobs { input: &input, read: &read };

fn kill(id: u32) {
    let id = rustix::process::Pid::from_raw(id as i32).unwrap();
    let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
}

fn kills() {
    let (connection, _) = connect();
    let executor = executor(connection, "square", u64::MAX);
    let (mut kills, mut next) = (0, 0);
    while kills < 40 {
        let mut seen = BTreeMap::new();
        executor.send(7..1507, &SQUARES, |range, squares| {
            for (number, square) in range.zip(squares) {
                assert_eq!(square, number * number);
                assert!(seen.insert(number, square).is_none(), "{number} was counted twice");
            }
            let ids = connection.processes().ids();
            next += 1;
            // A kill at every result would hit the same job ten times, which is then to blame itself.
            if let Some(&id) = ids.get(next % ids.len().max(1)).filter(|_| next % 4 == 0) {
                kill(id);
                kills += 1;
            }
            true
        });
        assert!(seen.keys().copied().eq(7..1507), "{} of 1500 jobs: {:?}", seen.len(), connection.failure());
    }
    connection.end();
    assert!(connection.processes().ids().is_empty(), "all processes are reaped");
    assert_eq!(connection.failure(), None);
}

fn map() {
    let (connection, _) = connect();
    let executor = executor(connection, "square", u64::MAX);

    assert_eq!(executor.map_sent(1000, &SQUARES, |_| 0), (0..1000).map(|n| n * n).collect::<Vec<u64>>());
    connection.end();
    // Without a cluster it goes on here.
    assert_eq!(executor.map_sent(5, &SQUARES, |n| n + 100), [100, 101, 102, 103, 104]);
}

fn refusal() {
    let (connection, stop) = connect();
    let executor = executor(connection, "square", 500);
    let squares = executor.map_sent(600, &SQUARES, |number| number * number);
    assert_eq!(squares, (0..600).map(|n| n * n).collect::<Vec<u64>>(), "the rest was done here");
    assert!(connection.failure().unwrap().ends_with("is too large"), "{:?}", connection.failure());
    assert!(stop.is_set() && SAID.lock().unwrap().pop().unwrap().contains("too large"));
}

fn crash() {
    let (connection, stop) = connect();
    let mut seen = 0;
    assert!(executor(connection, "die", 300).send(0..400, &SQUARES, |range, _| {
        seen += range.end - range.start;
        true
    }));
    assert!(seen < 400 && stop.is_set());
    assert!(connection.failure().unwrap().contains("died at the same job"), "{:?}", connection.failure());
}

fn stop() {
    let (connection, stop) = connect();
    let mut seen = 0;
    executor(connection, "square", u64::MAX).send(0..1_000_000_000, &SQUARES, |_, _| {
        seen += 1;
        if seen == 5 {
            stop.set();
        }
        true
    });
    assert_eq!(seen, 5);
    let mut seen = 0;
    let (connection, _) = connect();
    executor(connection, "square", u64::MAX).send(0..1_000_000_000, &SQUARES, |_, _| {
        seen += 1;
        seen < 5
    });
    assert_eq!((seen, connection.failure()), (5, None));
    connection.end();
}

fn turns() {
    let (connection, _) = connect();
    let executors = [executor(connection, "square", 1000), executor(connection, "die", 1000)];
    for round in 0..6 {
        let executor = executors[round % 2];
        assert_eq!(executor.map_sent(50, &SQUARES, |_| 0).len(), 50);
    }
    assert_eq!(connection.failure(), None);
    let wrong = Executor::new(1).on_cluster(connection);
    let wrong = wrong.for_work("square", || Ok::<_, ReadError>("x".to_owned())).unwrap();
    assert_eq!(wrong.map_sent(3, &SQUARES, |n| n), [0, 1, 2]);
    assert!(connection.failure().unwrap().contains("no such bound"));
}

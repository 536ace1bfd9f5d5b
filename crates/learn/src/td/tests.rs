//! It learns what can be known for sure, repeats at any thread count, and goes on from its checkpoint.

use super::*;
use agon_core::{Outcome, PerPlayer};

/// Take one or two stones; who takes the last one wins. Who leaves a multiple of three wins.
struct Nim;

impl Game for Nim {
    type Position = (u8, Player);
    type Move = u8;
    fn players(&self) -> usize {
        2
    }
    fn start(&self) -> (u8, Player) {
        (10, Player::FIRST)
    }
    fn status(&self, &(left, player): &(u8, Player)) -> Status {
        match left {
            0 => {
                let points = PerPlayer::new(2, |one| i32::from(one != player));
                Status::Over(Outcome { points })
            }
            _ => Status::ToMove(player),
        }
    }
    fn moves(&self, pos: &(u8, Player), out: &mut Vec<u8>) {
        out.extend(1..=pos.0.min(2));
    }
    fn is_legal(&self, pos: &(u8, Player), mv: u8) -> bool {
        (1..=pos.0.min(2)).contains(&mv)
    }
    fn play_unchecked(&self, pos: &mut (u8, Player), mv: u8) {
        *pos = (pos.0 - mv, pos.1.other());
    }
}

/// What is left after threes are taken away.
struct Remainder;

impl Features<Nim> for Remainder {
    fn names(&self) -> Vec<String> {
        vec!["none".to_owned(), "one".to_owned(), "two".to_owned()]
    }
    fn write(&self, _: &Nim, pos: &(u8, Player), _: Player, out: &mut [f64]) {
        out.fill(0.0);
        out[usize::from(pos.0 % 3)] = 1.0;
    }
}

fn learner() -> TdLearner<'static, Nim, Remainder> {
    TdLearner {
        game: &Nim,
        features: &Remainder,
        shape: MlpShape { scale: vec![1.0; 3], hidden: 3, bias: true, saturation: 0.1 },
        params: TdParams { lambda: 0.7, rate: 0.5, exploration: 0.2, games: 20 },
        seed: Seed(1),
    }
}

fn trained(from: Option<TdRun>, rounds: u64, threads: usize) -> TdRun {
    let learner = learner();
    let mut run = from.unwrap_or_else(|| learner.start().unwrap());
    while run.rounds < rounds {
        learner.round(&mut run, Executor::new(threads)).unwrap();
    }
    run
}

#[test]
fn it_learns_to_leave_a_multiple_of_three() {
    let network = trained(None, 60, 1).network;
    let value = |left| network.output(&learner().inputs(&(left, Player::FIRST), Player::SECOND));
    let (three, four, five) = (value(3), value(4), value(5));
    assert!(three > four + 0.3 && three > five + 0.3, "{three} {four} {five}");
}

#[test]
fn any_number_of_threads_and_any_interruption_give_the_same() {
    let whole = trained(None, 6, 1);
    assert_eq!(trained(None, 6, 3), whole);
    let text = learner().checkpoint(&trained(None, 2, 1), "nim");
    assert_eq!(trained(Some(learner().resume(&text, "nim").unwrap()), 6, 2), whole);
    let wrong = |text: &str, label: &str| learner().resume(text, label).unwrap_err().message;
    assert!(wrong(&text, "other").contains("line 2: the checkpoint belongs to another run"));
    assert!(wrong(&text.replace("rounds 2", "rounds x"), "nim").contains("line 3: `x`"));
    assert!(wrong(&text.replace("weights ", "weights 1 "), "nim").contains("values, 16 are expected"));
}

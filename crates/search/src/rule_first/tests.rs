//! Every technique against its plain meaning, over random games.

use super::*;
use agon_core::{Budget, Game, Notation, Score, Seed, Status};
use agon_line::{Line, LongestLines};
use agon_reversi::{DiscDifference, Move, Reversi};

use crate::{Deepening, Minimax};

fn reversi(spec: &str) -> Reversi<u64> {
    Reversi::new(agon_reversi::Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

fn line(spec: &str) -> Line<u128> {
    Line::new(agon_line::Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

fn player<G, E>(game: &G, techniques: &str, evaluator: E) -> RuleFirst<Deepening<Minimax<E>>>
where
    G: Exploits + Occupied,
{
    let fallback =
        Deepening { search: Minimax { evaluator, pruned: false }, default_depth: 1, endgame: Some(0) };
    RuleFirst::new(game, techniques.parse().unwrap(), &agon_patterns::shipped(), fallback)
}

fn chosen<G: Game>(game: &G, pos: &G::Position, agent: &mut dyn Agent<G>) -> Choice<G::Move> {
    agent.choose(game, pos, &mut Think::untimed(Budget::default(), Seed(1))).unwrap()
}

/// The positions of some random games that are not over.
fn positions<G: Game>(game: &G, games: u64) -> Vec<G::Position> {
    let mut found = Vec::new();
    for seed in 0..games {
        let (mut pos, mut rng) = (game.start(), Seed(seed).stream("positions", 0));
        while let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
            found.push(pos.clone());
            game.play_unchecked(&mut pos, mv);
        }
    }
    found
}

fn moves<G: Game>(game: &G, pos: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves
}

fn corners(game: &Reversi<u64>, pos: &agon_reversi::Position<u64>) -> Vec<Move> {
    let names = ["a1", "h1", "a8", "h8"].map(|name| game.read_move(name).unwrap());
    moves(game, pos).into_iter().filter(|mv| names.contains(mv)).collect()
}

#[test]
fn in_reversi_corners_come_before_passes_and_passes_before_search() {
    let game = reversi("reversi");
    let (mut taken, mut blocked) = (0, 0);
    for pos in positions(&game, 60) {
        let mut agent = player(&game, "MCBo", DiscDifference);
        let choice = chosen(&game, &pos, &mut agent);
        let block = |mv: &Move| *mv != Move::Pass && moves(&game, &game.after(&pos, *mv)) == [Move::Pass];
        if let Some(&corner) = corners(&game, &pos).first() {
            assert_eq!(choice.mv, corner);
            taken += 1;
        } else if let Some(mv) = moves(&game, &pos).into_iter().find(block) {
            assert_eq!(choice.mv, mv);
            blocked += 1;
        } else {
            assert_eq!(choice, chosen(&game, &pos, &mut agent.fallback), "the search chooses");
        }
    }
    assert!(taken > 100 && blocked > 10, "{taken} corners, {blocked} blocks");
}

#[test]
fn a_killer_comes_before_a_corner() {
    let game = reversi("reversi:4x4");
    // Black can take the corner a1, or both of white's discs from b4.
    let pos = game.read_position("-X-- -O-- -OX- ---- X").unwrap();
    let choose = |techniques: &str| {
        let mut agent = player(&game, techniques, DiscDifference);
        game.write_move(chosen(&game, &pos, &mut agent).mv)
    };
    assert_eq!(choose("MC"), "a1");
    assert_eq!(choose("MCK"), "b4");
}

#[test]
fn blacklisting_never_offers_a_corner_unless_every_move_does() {
    let game = reversi("reversi");
    let offers = |pos: &_, mv| !corners(&game, &game.after(pos, mv)).is_empty();
    let (mut mattered, mut cleared) = (0, 0);
    for pos in positions(&game, 60) {
        let mut agent = player(&game, "MBa", DiscDifference);
        let choice = chosen(&game, &pos, &mut agent);
        let free = chosen(&game, &pos, &mut agent.fallback);
        if moves(&game, &pos).into_iter().all(|mv| offers(&pos, mv)) {
            assert_eq!(choice, free, "the list is cleared");
            cleared += 1;
        } else {
            assert!(!offers(&pos, choice.mv));
            mattered += usize::from(choice.mv != free.mv);
        }
    }
    assert!(mattered > 50 && cleared > 20, "{mattered} moves changed, {cleared} lists cleared");
}

#[test]
fn the_best_of_some_moves_proves_nothing() {
    let game = reversi("reversi:4x4");
    for pos in positions(&game, 20).into_iter().filter(|pos| game.plies_left(pos) < 6) {
        let mut agent = player(&game, "MBa", DiscDifference);
        agent.fallback.endgame = Some(6);
        let all = chosen(&game, &pos, &mut agent.fallback);
        assert!(all.exact);
        let choice = chosen(&game, &pos, &mut agent);
        assert_eq!(choice.exact, choice.moves.len() == all.moves.len());
    }
}

/// In games of one stone a turn, a player with all techniques never overlooks a win or a threat that can be met.
#[test]
fn in_line_games_wins_are_taken_and_threats_met() {
    for spec in ["tictactoe", "connect4", "gomoku:7x7", "line:m=5,n=5,k=4,exact"] {
        let game = line(spec);
        let wins = |pos: &agon_line::Position<u128>, mv| {
            let me = pos.to_move();
            matches!(game.status(&game.after(pos, mv)), Status::Over(end) if end.score(me) > Score::ZERO)
        };
        let loses = |pos: &agon_line::Position<u128>, mv| {
            let child = game.after(pos, mv);
            moves(&game, &child).into_iter().any(|reply| wins(&child, reply))
        };
        for pos in positions(&game, 20) {
            let mv = chosen(&game, &pos, &mut player(&game, "ALL", LongestLines)).mv;
            let all = moves(&game, &pos);
            if all.iter().any(|&mv| wins(&pos, mv)) {
                assert!(wins(&pos, mv), "{spec}");
            } else if all.iter().any(|&mv| !loses(&pos, mv)) {
                assert!(!loses(&pos, mv), "{spec}: {}", game.write_position(&pos));
            }
        }
    }
}

/// Counts the games it is told of.
struct Counter(u32);

impl Agent<Reversi<u64>> for Counter {
    fn name(&self) -> &str {
        "counter"
    }

    fn choose(
        &mut self,
        _: &Reversi<u64>,
        _: &agon_reversi::Position<u64>,
        _: &mut Think<'_>,
    ) -> Result<Choice<Move>, AgentError> {
        Err(AgentError::GameOver)
    }

    fn new_game(&mut self) {
        self.0 += 1;
    }
}

impl ChooseAmong<Reversi<u64>> for Counter {
    fn choose_among(
        &mut self,
        game: &Reversi<u64>,
        pos: &agon_reversi::Position<u64>,
        _: Vec<Move>,
        think: &mut Think<'_>,
    ) -> Result<Choice<Move>, AgentError> {
        self.choose(game, pos, think)
    }
}

#[test]
fn who_chooses_where_no_rule_does_hears_of_every_game() {
    let game = reversi("reversi");
    let mut agent = RuleFirst::new(&game, "M".parse().unwrap(), &[], Counter(0));
    agent.new_game();
    agent.new_game();
    assert_eq!((agent.fallback.0, agent.name()), (2, "thesis"));
}

/// Each rule says that it was the one, and what it chose; without a rule, what was struck out.
#[test]
fn the_rule_that_holds_is_named() {
    let game = reversi("reversi");
    let why = |techniques: &str, position: &str| {
        let pos = game.read_position(position).unwrap();
        let agent = player(&game, techniques, DiscDifference);
        let mv = game.write_move(chosen(&game, &pos, &mut player(&game, techniques, DiscDifference)).mv);
        (mv, agent.explain(&game, &pos))
    };
    let corner = "-OX----- -------- -------- ---OX--- ---XO--- -------- -------- -------- X";
    let (mv, said) = why("MC", corner);
    assert_eq!(mv, "a1");
    assert_eq!(
        said.sentences,
        ["A rule plays a1 without search (corner, C): no move is better than one of this kind."]
    );
    let figure = "-------- -XOX---- -XXX---- -XXX---- ----X--- -------- -------- -------- O";
    let (mv, said) = why("MP", figure);
    assert_eq!(mv, "c5");
    assert!(said.sentences[0].ends_with("the pattern diagonal-2 fits here."), "{}", said.sentences[0]);
    assert_eq!(said.maps[0].name, "pattern diagonal-2");
    assert!(said.maps[0].cells.contains(&((2, 2), 2.0)), "the target is marked: {:?}", said.maps[0].cells);
    let (_, said) = why("MBa", "-------- -O------ --X----- ---OX--- ---XO--- -------- -------- -------- X");
    assert_eq!(said.sentences[0], "No rule knows a move here: the search chooses.");
    let mut struck = 0;
    for pos in positions(&game, 20) {
        let said = player(&game, "MBa", DiscDifference).explain(&game, &pos);
        let all = moves(&game, &pos);
        let spared = blacklist::spared(&game, &pos, all.clone());
        for mv in all.iter().filter(|mv| !spared.contains(mv)) {
            assert!(said.sentences[1].contains(&game.write_move(*mv)), "{:?}", said.sentences);
            struck += 1;
        }
    }
    assert!(struck > 50, "{struck}");
}

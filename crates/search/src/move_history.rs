//! The move history of [Cherry2011] section 6.2.5: a table of moves that did well in earlier games, to be repeated when
//! the same position comes again.
//!
//! For each position the table counts how often each move was played there and what the games were worth to those who
//! played it. [`Remembering`] plays the move with the best mean where it is known well enough, and lets another agent
//! choose elsewhere. The source also thinks of keeping node values; within a game the [`TranspositionTable`](crate::TranspositionTable) does that.
//!
//! Chosen here: a game is learned from when it is over, the table never holds more positions than its limit (the least
//! visited go first), and the agent does not change it while it plays, so that games do not depend on each other.

use std::collections::BTreeMap;
use std::sync::Arc;

use agon_core::{
    Agent, AgentError, Choice, Explanation, Keyed, Notation, Outcome, ReadError, Think, WHOLE_WIN, Wrapper,
    whole_lines,
};

/// What earlier games say about moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveHistory<M> {
    /// At most so many positions are kept.
    limit: usize,
    /// By the key of a position; its moves in their order.
    positions: BTreeMap<u64, BTreeMap<M, MoveRecord>>,
}

/// How often a move was played, and with what success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct MoveRecord {
    games: u32,
    /// In twelfths of a win, so that shared first places of up to four are whole numbers.
    twelfths: u32,
}

/// A whole win, as it is counted here.
const WIN: u32 = WHOLE_WIN as u32;
/// Positions kept unless something else is said: a few megabytes.
pub const USUAL_LIMIT: usize = 100_000;
/// More games of one move are not believed: sums of so many never overflow.
const MOST_GAMES: u32 = 100_000_000;
const HEADER: &str = "agon move history 2";
/// Written until move histories had an end, without which a file was cut short.
const FIRST_HEADER: &str = "agon move history 1";
const END: &str = "end";

impl<M: Copy + Ord> MoveHistory<M> {
    /// A table without any game.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { limit, positions: BTreeMap::new() }
    }

    /// How many positions are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Learns from a finished game: each move counts as the game was worth to who played it.
    pub fn learn<G: Keyed<Move = M>>(
        &mut self,
        game: &G,
        start: &G::Position,
        moves: &[M],
        outcome: &Outcome,
    ) {
        let (mut pos, twelfths) = (start.clone(), outcome.twelfths());
        for &mv in moves {
            let Some(player) = game.status(&pos).to_move() else { return };
            let record = self.positions.entry(game.key(&pos)).or_default().entry(mv).or_default();
            if record.games < MOST_GAMES {
                *record = MoveRecord {
                    games: record.games + 1,
                    twelfths: record.twelfths + twelfths[player] as u32,
                };
            }
            game.play_unchecked(&mut pos, mv);
        }
        // Room for as much again, so that tidying up stays rare.
        if self.positions.len() > 2 * self.limit {
            self.keep_most_visited();
        }
    }

    /// The move of the best mean among those played at least `least` times that won more than they lost; of equal ones
    /// the one played most, then the first.
    #[must_use]
    pub fn best(&self, key: u64, least: u32) -> Option<M> {
        let known = self.positions.get(&key)?.iter();
        let good =
            known.filter(|(_, record)| record.games >= least && 2 * record.twelfths > WIN * record.games);
        let better = |one: &MoveRecord, other: &MoveRecord| {
            let mean = u64::from(one.twelfths) * u64::from(other.games);
            mean.cmp(&(u64::from(other.twelfths) * u64::from(one.games))).then(one.games.cmp(&other.games))
        };
        good.rev().max_by(|(_, one), (_, other)| better(one, other)).map(|(&mv, _)| mv)
    }

    /// Forgets the positions visited least until the limit is kept.
    fn keep_most_visited(&mut self) {
        let visits = |moves: &BTreeMap<M, MoveRecord>| {
            moves.values().map(|record| u64::from(record.games)).sum::<u64>()
        };
        let mut order: Vec<(u64, u64)> =
            self.positions.iter().map(|(&key, moves)| (visits(moves), key)).collect();
        order.sort_unstable();
        for (_, key) in order.iter().take(self.positions.len().saturating_sub(self.limit)) {
            self.positions.remove(key);
        }
    }

    /// The table as text: a line for each move, with the key of its position, how often it was played, and twelfths of
    /// wins; and a line `end`.
    #[must_use]
    pub fn write<G: Notation<Move = M>>(&mut self, game: &G) -> String {
        self.keep_most_visited();
        let lines = self.positions.iter().flat_map(|(key, moves)| {
            moves.iter().map(move |(&mv, MoveRecord { games, twelfths })| {
                format!("{key:016x} {} {games} {twelfths}\n", game.write_move(mv))
            })
        });
        format!("{HEADER}\n{}{END}\n", lines.collect::<String>())
    }

    /// Reads what [`write`](Self::write) wrote, also of the first version, which had no `end`.
    ///
    /// # Errors
    /// If the text is something else; the error names the line.
    pub fn read<G: Notation<Move = M>>(game: &G, text: &str, limit: usize) -> Result<Self, ReadError> {
        let mut history = Self::new(limit);
        let mut lines =
            text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let header = lines.next().map(|(_, line)| line);
        if header != Some(HEADER) && header != Some(FIRST_HEADER) {
            return Err(ReadError::new(format!("a move history begins with `{HEADER}`")));
        }
        let mut has_end = header == Some(FIRST_HEADER);
        for (number, line) in lines {
            let wrong = |cause: &str| ReadError::new(format!("line {}: {cause}", number + 1));
            if header == Some(HEADER) && has_end {
                return Err(wrong("nothing can stand after `end`"));
            }
            if header == Some(HEADER) && line == END {
                has_end = true;
                continue;
            }
            let words: Vec<&str> = line.split(' ').collect();
            let [key, mv, games, twelfths] = words[..] else {
                return Err(wrong("a key, a move and two numbers can stand here"));
            };
            let key = u64::from_str_radix(key, 16).map_err(|_| wrong(&format!("`{key}` is not a key")))?;
            let mv = game.read_move(mv).map_err(|error| wrong(&error.message))?;
            let count = |word: &str, most: u32| {
                let number = word.parse().ok().filter(|number| *number <= most);
                number.ok_or_else(|| wrong(&format!("`{word}` is not a number from 0 to {most}")))
            };
            let record =
                MoveRecord { games: count(games, MOST_GAMES)?, twelfths: count(twelfths, WIN * MOST_GAMES)? };
            if u64::from(record.twelfths) > u64::from(WIN) * u64::from(record.games) {
                return Err(wrong("there are more wins than games"));
            }
            history.positions.entry(key).or_default().insert(mv, record);
        }
        whole_lines(text)?;
        if !has_end {
            return Err(ReadError::new("the last line is not `end`: the file was cut short"));
        }
        history.keep_most_visited();
        Ok(history)
    }
}

/// Repeats what did well before, and lets another agent choose where nothing is known.
#[derive(Clone, Debug)]
pub struct Remembering<M> {
    /// What earlier games say.
    pub history: Arc<MoveHistory<M>>,
    /// In how many games a move must have been played to be trusted.
    pub least: u32,
}

impl<M: Copy + Ord> Remembering<M> {
    /// The move that did well here.
    fn remembered<G: Keyed<Move = M>>(&self, game: &G, pos: &G::Position) -> Option<M> {
        // Two positions may share a key: only a legal move can be meant.
        self.history.best(game.key(pos), self.least).filter(|&mv| game.is_legal(pos, mv))
    }
}

impl<G: Keyed> Wrapper<G> for Remembering<G::Move> {
    fn choose(
        &mut self,
        agent: &mut impl Agent<G>,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        match self.remembered(game, pos) {
            Some(mv) => Ok(Choice::unscored(mv)),
            None => agent.choose(game, pos, think),
        }
    }

    fn explain(&self, agent: &impl Agent<G>, game: &G, pos: &G::Position) -> Explanation {
        match self.remembered(game, pos) {
            Some(_) => Explanation::saying("A move did well here in earlier games: it is repeated."),
            None => agent.explain(game, pos),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Budget, Game, Player, Seed, Wrapped};
    use agon_reversi::Reversi;

    fn game() -> Reversi<u64> {
        Reversi::new(Default::default()).unwrap()
    }

    /// Learns `count` random games.
    fn learned(limit: usize, count: u64) -> MoveHistory<agon_reversi::Move> {
        let game = game();
        let mut history = MoveHistory::new(limit);
        for index in 0..count {
            let (mut rng, mut pos, mut moves) = (Seed(1).stream("history", index), game.start(), Vec::new());
            while let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
                moves.push(mv);
                game.play_unchecked(&mut pos, mv);
            }
            history.learn(&game, &game.start(), &moves, game.status(&pos).outcome().unwrap());
        }
        history
    }

    #[test]
    fn what_won_is_repeated_and_what_lost_is_not() {
        let game = game();
        let line = |text: &str| game.play_moves(&mut game.start(), text).unwrap();
        let won_by = |winner: Player| Outcome {
            points: agon_core::PerPlayer::new(2, |player| 20 + 24 * i32::from(player == winner)),
        };
        let mut history = MoveHistory::new(100);
        history.learn(&game, &game.start(), &line("c4c3"), &won_by(Player::FIRST));
        history.learn(&game, &game.start(), &line("d3c3"), &won_by(Player::SECOND));
        let best = history.best(game.key(&game.start()), 1).map(|mv| game.write_move(mv));
        assert_eq!(best.as_deref(), Some("c4"));
        assert_eq!(history.best(game.key(&game.start()), 2), None, "one game is not enough");

        let wrapper = Remembering { history: Arc::new(history), least: 1 };
        let mut agent = Wrapped { wrapper, agent: crate::Random };
        let mut think = Think::untimed(Budget::default(), Seed(1));
        let choice = agent.choose(&game, &game.start(), &mut think).unwrap();
        assert_eq!(game.write_move(choice.mv), "c4");
        let mut lost = game.start();
        game.play_moves(&mut lost, "c4").unwrap();
        assert_eq!(agent.wrapper.history.best(game.key(&lost), 1), None, "c3 lost");
        assert!(game.is_legal(&lost, agent.choose(&game, &lost, &mut think).unwrap().mv));
    }

    /// A table of moves at the start of the game, as `move games twelfths`.
    fn at_start(moves: &[&str]) -> MoveHistory<agon_reversi::Move> {
        let game = game();
        let key = game.key(&game.start());
        let lines: String = moves.iter().map(|mv| format!("{key:016x} {mv}\n")).collect();
        MoveHistory::read(&game, &format!("{HEADER}\n{lines}{END}\n"), 100).unwrap()
    }

    #[test]
    fn the_best_mean_comes_first_then_the_most_games_then_the_order() {
        let game = game();
        let best = |moves: &[&str], least| {
            at_start(moves).best(game.key(&game.start()), least).map(|mv| game.write_move(mv))
        };
        assert_eq!(best(&["c4 10 90", "d3 4 40", "e6 3 27"], 1).as_deref(), Some("d3"));
        assert_eq!(
            best(&["c4 10 90", "d3 4 40", "e6 3 27"], 5).as_deref(),
            Some("c4"),
            "d3 is not known well"
        );
        assert_eq!(best(&["c4 10 90", "d3 4 40"], 10).as_deref(), Some("c4"), "ten games are ten");
        assert_eq!(best(&["c4 2 18", "e6 4 36", "f5 3 27"], 1).as_deref(), Some("e6"));
        assert_eq!(best(&["f5 4 36", "d3 4 36", "e6 4 36"], 1).as_deref(), Some("d3"));
        assert_eq!(best(&["c4 2 12", "d3 4 20"], 1), None, "neither won more than it lost");
    }

    /// Sums of more games than that could overflow.
    #[test]
    fn a_move_of_the_most_games_learns_nothing_more() {
        let game = game();
        let line = game.play_moves(&mut game.start(), "c4").unwrap();
        let won = Outcome { points: agon_core::PerPlayer::new(2, |player| 1 - i32::from(player.0)) };
        let learn = |record: &str| {
            let mut history = at_start(&[record]);
            history.learn(&game, &game.start(), &line, &won);
            history
        };
        assert_eq!(learn("c4 99999999 0"), at_start(&["c4 100000000 12"]));
        assert_eq!(learn("c4 100000000 0"), at_start(&["c4 100000000 0"]));
        assert_eq!(learn("c4 100000000 1200000000"), at_start(&["c4 100000000 1200000000"]));
    }

    #[test]
    fn the_least_visited_positions_go_first_and_only_above_twice_the_limit() {
        let game = game();
        let read = |limit| {
            let text = format!("{HEADER}\n01 c4 3 0\n02 c4 1 0\n02 d3 1 0\n03 c4 9 0\n04 c4 1 0\n{END}\n");
            MoveHistory::read(&game, &text, limit).unwrap().positions.into_keys().collect::<Vec<_>>()
        };
        assert_eq!(read(4), [1, 2, 3, 4]);
        assert_eq!(read(3), [1, 2, 3]);
        assert_eq!(read(2), [1, 3]);
        assert_eq!(read(1), [3]);

        let won = Outcome { points: agon_core::PerPlayer::new(2, |player| 1 - i32::from(player.0)) };
        let visits = |count: usize| {
            let mut history = MoveHistory::new(2);
            let line = game.play_moves(&mut game.start(), "c4c3d3c5").unwrap();
            history.learn(&game, &game.start(), &line[..count], &won);
            history.len()
        };
        assert_eq!([1, 2, 3, 4].map(visits), [1, 2, 3, 4]);
        let mut history = MoveHistory::new(1);
        let line = game.play_moves(&mut game.start(), "c4c3d3").unwrap();
        history.learn(&game, &game.start(), &line[..2], &won);
        assert_eq!(history.len(), 2);
        history.learn(&game, &game.start(), &line, &won);
        assert_eq!(history.len(), 1);
    }

    /// Counts the games it is told of.
    struct Counter(u32);

    impl<G: Keyed> Agent<G> for Counter {
        fn name(&self) -> &str {
            "counter"
        }

        fn choose(
            &mut self,
            _: &G,
            _: &G::Position,
            _: &mut Think<'_>,
        ) -> Result<Choice<G::Move>, AgentError> {
            Err(AgentError::GameOver)
        }

        fn new_game(&mut self) {
            self.0 += 1;
        }
    }

    /// Two positions may share a key, and then a move of the other one is remembered.
    #[test]
    fn who_remembers_nothing_legal_is_the_other_agent() {
        let game = game();
        let history = Arc::new(at_start(&["a1 5 60"]));
        let mut agent = Wrapped { wrapper: Remembering { history, least: 1 }, agent: Counter(0) };
        let mut think = Think::untimed(Budget::default(), Seed(1));
        assert_eq!(agent.choose(&game, &game.start(), &mut think), Err(AgentError::GameOver));
        let erased: &mut dyn Agent<Reversi<u64>> = &mut agent;
        assert_eq!(erased.name(), "counter");
        erased.new_game();
        assert_eq!(agent.agent.0, 1);
    }

    #[test]
    fn text_round_trips_and_the_limit_holds() {
        let game = game();
        let mut history = learned(200, 60);
        let text = history.write(&game);
        assert!(history.len() == 200 && !history.is_empty());
        assert_eq!(MoveHistory::read(&game, &text, 200), Ok(history));
        assert_eq!(learned(200, 60).write(&game), text, "the same games give the same file");
        let read = |text: &str| MoveHistory::read(&game, text, 10).unwrap_err().message;
        assert!(read("hello").starts_with("a move history begins with"));
        let line = |line: &str| read(&format!("{HEADER}\n{line}\n"));
        assert_eq!(line("00 c4 1"), "line 2: a key, a move and two numbers can stand here");
        assert_eq!(line("xx c4 1 12"), "line 2: `xx` is not a key");
        assert!(line("00 c99 1 12").starts_with("line 2: "));
        assert_eq!(line("00 c4 one 12"), "line 2: `one` is not a number from 0 to 100000000");
        assert_eq!(line("00 c4 1 13"), "line 2: there are more wins than games");
        assert_eq!(line("end\n00 c4 1 12"), "line 3: nothing can stand after `end`");
    }

    /// A file that was cut at the end of a line was once read as one of fewer moves.
    #[test]
    fn a_cut_is_seen_and_the_first_version_is_read() {
        let game = game();
        let mut history = learned(200, 2);
        let text = history.write(&game);
        for end in 0..text.len() {
            assert!(MoveHistory::read(&game, &text[..end], 200).is_err(), "cut short after {end} bytes");
        }
        let first = text.replacen(HEADER, FIRST_HEADER, 1);
        assert_eq!(MoveHistory::read(&game, first.strip_suffix("end\n").unwrap(), 200), Ok(history));
    }
}

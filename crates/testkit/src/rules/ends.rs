//! What a finished game is worth to each player.

use agon_core::{Game, Player, Score, Status};

/// The ends of games seen so far: how many moves each took and what it was worth to its winner.
#[derive(Debug, Default)]
pub(super) struct Ends {
    wins: Vec<(Player, usize, Score)>,
}

impl Ends {
    /// Asserts that [`Game::final_score`] agrees with the outcome of the position, and with its own custom of counting
    /// sooner wins higher.
    pub(super) fn check<G: Game>(&mut self, game: &G, pos: &G::Position, plies: usize) {
        let Status::Over(outcome) = game.status(pos) else { panic!("the game is not over in {pos:?}") };
        let scores: Vec<Score> =
            Player::all(game.players()).map(|player| game.final_score(pos, &outcome, player)).collect();
        if !game.sooner_is_better() {
            let margins: Vec<Score> =
                Player::all(game.players()).map(|player| outcome.score(player)).collect();
            assert_eq!(scores, margins, "a finished game is worth its margin in {pos:?}");
        }
        if let [first, second] = scores[..] {
            assert_eq!(first, -second, "what one player gains the other loses in {pos:?}");
        }
        let winners: Vec<Player> = outcome.winners().collect();
        for player in Player::all(game.players()) {
            let score = scores[player.index()];
            match (winners.contains(&player), winners.len()) {
                (true, 1) => assert!(score > Score::ZERO, "{player} won with {score} in {pos:?}"),
                (true, _) => assert_eq!(score, Score::ZERO, "{player} shares the win in {pos:?}"),
                (false, _) => assert!(score < Score::ZERO, "{player} lost with {score} in {pos:?}"),
            }
        }
        if let ([winner], true) = (&winners[..], game.sooner_is_better()) {
            self.wins.push((*winner, plies, scores[winner.index()]));
            for &(player, earlier, score) in &self.wins {
                let sooner_is_higher = earlier >= plies || score >= scores[winner.index()];
                assert!(
                    player != *winner || sooner_is_higher,
                    "{player}: {score} after {earlier} plies, more after {plies}"
                );
            }
        }
    }
}

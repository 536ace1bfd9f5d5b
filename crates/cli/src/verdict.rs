//! How a game ended, for people.

use agon_core::{Outcome, Player};

/// `Black wins (Black 40, White 24)`. `called` names the players, and `by` says who plays for the winners.
pub fn verdict(
    outcome: &Outcome,
    called: impl Fn(Player) -> String,
    by: impl Fn(Player) -> Option<String>,
) -> String {
    let winners: Vec<_> = outcome.winners().collect();
    let points: Vec<_> =
        outcome.points.iter().map(|(player, points)| format!("{} {points}", called(player))).collect();
    let played_by = |player| by(player).map_or_else(String::new, |who| format!(", played by {who}"));
    let verdict = match winners[..] {
        [winner] => format!("{} wins{}", called(winner), played_by(winner)),
        _ if winners.len() == points.len() => "a draw".to_owned(),
        _ => {
            let who = |player: &Player| match by(*player) {
                Some(who) => format!("{}, played by {who}", called(*player)),
                None => called(*player),
            };
            format!("shared by {}", winners.iter().map(who).collect::<Vec<_>>().join(" and "))
        }
    };
    format!("{verdict} ({})", points.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::PerPlayer;

    #[test]
    fn a_verdict_names_winners_and_who_played_for_them() {
        let told = |points: &[i32]| {
            let outcome = Outcome { points: PerPlayer::new(points.len(), |player| points[player.index()]) };
            let by = |player: Player| Some(["you", "easy", "hard"][player.index()].to_owned());
            verdict(&outcome, |player| ["Blue", "Red", "Green"][player.index()].to_owned(), by)
        };
        assert_eq!(told(&[5, 3]), "Blue wins, played by you (Blue 5, Red 3)");
        assert_eq!(told(&[4, 4]), "a draw (Blue 4, Red 4)");
        let shared = "shared by Red, played by easy and Green, played by hard (Blue 1, Red 3, Green 3)";
        assert_eq!(told(&[1, 3, 3]), shared);
    }
}

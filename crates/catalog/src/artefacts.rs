//! What was learned and comes with Agon: small text files, each with the command and the seed that made it.

/// The influence map of [Cherry2011], trained by `agon train othello-thesis/influence`.
pub const OTHELLO_THESIS_INFLUENCE: &str = include_str!("../artefacts/othello-thesis-influence.txt");

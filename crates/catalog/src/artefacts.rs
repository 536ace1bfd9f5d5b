//! What was learned and comes with Agon: small text files, each with the command and the seed that made it.

/// The model sets that come with Agon, by the game they are for ([Engel2015]).
pub const MODEL_SETS: [(&str, &str); 2] = [
    ("reversi:88", include_str!("../artefacts/models-reversi-88.txt")),
    ("reversi", include_str!("../artefacts/models-reversi.txt")),
];

/// The influence map of [Cherry2011], trained by `agon train othello-thesis/influence`.
pub const OTHELLO_THESIS_INFLUENCE: &str = include_str!("../artefacts/othello-thesis-influence.txt");
/// The network of 8 inputs of [Cherry2011], trained by `agon train othello-thesis/network`.
pub const OTHELLO_THESIS_NETWORK: &str = include_str!("../artefacts/othello-thesis-network.txt");
/// The weights of the four heuristics of [OReilly2016], tuned by `agon train reversi-report/weights`.
pub const REVERSI_REPORT_WEIGHTS: &str = include_str!("../artefacts/reversi-report-weights.txt");

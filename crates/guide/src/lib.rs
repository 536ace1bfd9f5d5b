//! The chapters of `docs/guide`, so that `cargo test` compiles and runs their code. Original design.
//!
//! Nobody depends on this crate. What mdBook includes from other files is tested where it comes from.

#[doc = include_str!("../../../docs/guide/src/adding-a-game.md")]
pub mod adding_a_game {}

#[doc = include_str!("../../../docs/guide/src/first-steps.md")]
pub mod first_steps {}

#[doc = include_str!("../../../docs/guide/src/honest-matches.md")]
pub mod honest_matches {}

#[doc = include_str!("../../../docs/guide/src/training.md")]
pub mod training {}

#[doc = include_str!("../../../docs/guide/src/writing-an-agent.md")]
pub mod writing_an_agent {}

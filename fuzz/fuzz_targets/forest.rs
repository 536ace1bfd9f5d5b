//! Checkpoints of trainings: what must hold of them is said in `readers.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| agon_fuzz::forest(text));

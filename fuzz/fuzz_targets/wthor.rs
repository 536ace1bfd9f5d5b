//! WTHOR databases and lists of names: what must hold of them is said in `readers.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| agon_fuzz::wthor(bytes));

//! Files of Agon: how they are written and read, and what they belong to.

mod digest;
mod fingerprint;

pub use digest::{digest, digest_path};
pub use fingerprint::{Fingerprint, NoFingerprint};

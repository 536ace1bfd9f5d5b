//! The web app with the games of Agon: `cargo run -p agon-web --example serve -- 8080 folder`.
//!
//! A program with games of its own hands over its own catalog. `AGON_WEB_ASSETS=crates/web/assets` serves pages from the
//! disk, so that a change is seen without compiling.

use agon_core::Stop;
use agon_web::{ServeError, Settings, serve};

#[expect(clippy::print_stdout, reason = "an example says where it is")]
fn main() -> Result<(), ServeError> {
    let mut args = std::env::args().skip(1);
    let port = args.next().and_then(|port| port.parse().ok());
    let data = args.next().unwrap_or_else(|| "agon-data".to_owned()).into();
    let settings = Settings { host: None, port, data };
    serve(agon_catalog::standard(), &settings, Stop::default(), |address| println!("{}", address.url))
}

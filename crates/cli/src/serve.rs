//! `agon serve`: the web app.

use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;

use agon_catalog::Registry;
use agon_web::{ServeError, Settings, serve};
use clap::Args;

use crate::failure::Failure;
use crate::interrupt;

/// Play, and look at games, in the browser.
///
/// The server answers on this machine only. With --host it answers others too, who must know its token: it is part of
/// the address that is printed. Everything is kept in the data folder; a server that starts again goes on with it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon serve\n  agon serve --port 0 --data evening\n\n\
    It goes on until Ctrl-C.")]
pub struct Serve {
    /// The port; 2466 if not given, or any if that is taken (0: any)
    #[arg(long)]
    port: Option<u16>,
    /// Answer at this address of the machine, to whoever knows the token (0.0.0.0: at all of them)
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,
    /// The folder in which games are kept
    #[arg(long, value_name = "FOLDER", default_value = "agon-data")]
    data: PathBuf,
}

impl Serve {
    pub fn run(&self, catalog: &'static Registry) -> Result<(), Failure> {
        let settings = Settings { host: self.host, port: self.port, data: self.data.clone() };
        let mut told = Ok(());
        let served = serve(catalog, &settings, &interrupt::stop(), |address| {
            let mut out = std::io::stdout().lock();
            told = writeln!(out, "Agon is at {}  (Ctrl-C ends it)", address.url).and_then(|()| out.flush());
        });
        served.map_err(|error| match error {
            ServeError::Data(error) => error.into(),
            error => Failure::File(error.to_string()),
        })?;
        told?;
        let kept = self.data.display();
        writeln!(std::io::stderr(), "Everything is kept in {kept}; the same command goes on with it.")?;
        Ok(())
    }
}

//! `agon worker`: does jobs for an `agon` elsewhere. Started by `--cluster`, not by people.

use agon_catalog::{Registry, remove_unpacked};
use agon_papers::serve_work;
use agon_records::PROGRAM;
use clap::Args;

use crate::failure::Failure;

/// Do jobs for another agon: work and inputs come in as lines of JSON, answers go out the same way.
#[derive(Debug, Args)]
pub struct Worker {}

impl Worker {
    pub fn run(&self, catalog: &'static Registry) -> Result<(), Failure> {
        let serve = |kind: &str, settings: &str, desk: &'static dyn agon_core::Desk| {
            serve_work(catalog, kind, settings, desk)
        };
        Ok(agon_cluster::work(PROGRAM, &serve, remove_unpacked)?)
    }
}

//! The `agon` command.

fn main() -> std::process::ExitCode {
    agon_cli::run(agon_catalog::Registry::standard())
}

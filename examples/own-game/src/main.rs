//! The agon command with a game of its own: `cargo run --release -- play chomp:5x4`.

mod chomp;

fn main() -> std::process::ExitCode {
    let mut registry = agon_catalog::Registry::standard();
    registry.add_family(chomp::family());
    agon_cli::run(registry)
}

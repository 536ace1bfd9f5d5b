//! The `agon` command, as a library: a program with games of its own gets the same command by [`run`].
//!
//! One file for each subcommand; this one only tells them apart.

mod agents;
mod analyze;
mod bench;
mod book;
mod cluster;
mod command_line;
mod complete;
mod convert;
mod data;
mod engine;
mod failure;
mod forest;
mod games;
mod interrupt;
mod known_games;
mod limits;
mod manual;
mod match_keeper;
mod matches;
mod notes;
mod paper;
mod perft;
mod play;
mod progress;
mod record_filter;
mod records;
mod serve;
mod terminal;
mod tournament;
mod train;
mod verdict;
mod worker;

use std::any::TypeId;
use std::process::ExitCode;

use agon_catalog::Registry;
use agon_core::visible_lines;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;

/// Longer lines are hard to read.
const WIDEST_HELP: usize = 100;

/// Agon: a laboratory for board-game intelligence. Play, analyse, train, compete.
#[derive(Debug, Parser)]
#[command(name = "agon", version, max_term_width = WIDEST_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play, and look at games, in the browser
    Serve(serve::Serve),
    /// Play a game in the terminal, against a level or any agents
    Play(play::Play),
    /// Find the best moves of positions and recorded games, with values and lines
    Analyze(analyze::Analyze),
    /// Play games between agents and see who is better
    Match(matches::MatchCommand),
    /// Play a tournament from a file; it goes on where it was
    Tournament(tournament::Tournament),
    /// List, show and replay recorded games
    Records(records::Records),
    /// Convert game records from one format to another
    Convert(convert::Convert),
    /// Be an engine for other programs: speak GTP, NBoard or the protocol of Gomocup
    Engine(engine::EngineCommand),
    /// Learn an evaluator
    Train(train::Train),
    /// Make opening books, and look at them
    Book(book::BookCommand),
    /// Collect the ends of games that forests learn from
    Data(data::Data),
    /// Check a forest file, and draw its patterns, a tree or its votes
    Forest(forest::ForestCommand),
    /// Run published experiments again, published figures beside ours
    Paper(paper::PaperCommand),
    /// Count the leaves of the game tree
    Perft(perft::Perft),
    /// Measure the speed of the machinery
    Bench(bench::Bench),
    /// List the games, or show one
    Games(games::Games),
    /// List the agents that can play a game
    Agents(agents::Agents),
    /// Print completions for a shell
    Completions(manual::Completions),
    /// Print what could stand at the end of a command line
    #[command(hide = true)]
    Complete(complete::Complete),
    /// Do jobs for another agon
    #[command(hide = true)]
    Worker(worker::Worker),
    /// Print or write manual pages
    Man(manual::Manual),
}

/// Runs the command line of this process with the games, agents and evaluators of a catalog.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     agon_cli::run(agon_catalog::Registry::standard())
/// }
/// ```
#[must_use]
pub fn run(catalog: Registry) -> ExitCode {
    // As long as the process lives: an engine opens games from threads of its own.
    let catalog: &'static Registry = Box::leak(Box::new(catalog));
    interrupt::outlive_file_limits();
    let typed = with_negative_numbers(command()).try_get_matches();
    let command = match typed.and_then(|typed| Cli::from_arg_matches(&typed)) {
        Ok(cli) => cli.command,
        Err(error) => return explain(&error),
    };
    let result = match command {
        Command::Serve(command) => command.run(catalog),
        Command::Play(command) => command.run(catalog),
        Command::Analyze(command) => command.run(catalog),
        Command::Match(command) => command.run(catalog),
        Command::Tournament(command) => command.run(catalog),
        Command::Records(command) => command.run(catalog),
        Command::Convert(command) => command.run(catalog),
        Command::Engine(command) => command.run(catalog),
        Command::Train(command) => command.run(catalog),
        Command::Book(command) => command.run(catalog),
        Command::Data(command) => command.run(catalog),
        Command::Forest(command) => command.run(catalog),
        Command::Paper(command) => command.run(),
        Command::Perft(command) => command.run(catalog),
        Command::Bench(command) => command.run(catalog),
        Command::Games(command) => command.run(catalog),
        Command::Agents(command) => command.run(catalog),
        Command::Completions(command) => command.run(Cli::command()),
        Command::Complete(command) => command.run(&Cli::command(), catalog),
        Command::Worker(command) => command.run(catalog),
        Command::Man(command) => command.run(Cli::command()),
    };
    let lost = cluster::end();
    for missing in agon_core::shortage::take() {
        notes::note(&missing);
    }
    let code = match result {
        Ok(()) | Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(Failure::Interrupted(how_to_go_on)) => {
            eprintln!("{}", visible_lines(&how_to_go_on));
            ExitCode::FAILURE
        }
        Err(failure) => {
            eprint!("{}", terminal::told(&format!("error: {}", visible_lines(&failure.to_string()))));
            ExitCode::FAILURE
        }
    };
    let code = match lost {
        Some(error) => {
            eprint!("{}", terminal::told(&format!("error: the cluster was lost: {}", visible_lines(&error))));
            ExitCode::FAILURE
        }
        None => code,
    };
    interrupt::exit_code().map_or(code, ExitCode::from)
}

/// The definition of the commands, as wide as the terminal is said to be.
fn command() -> clap::Command {
    match terminal::said_columns() {
        Some(columns) => Cli::command().term_width(columns.min(WIDEST_HELP)),
        None => Cli::command(),
    }
}

/// Lets numbers below 0 be read as what they are. Elsewhere clap takes `-1` for an option and gives advice that leads
/// nowhere.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let allow = |arg: clap::Arg| {
        let read = arg.get_value_parser().type_id();
        let numbers = [TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<usize>(), TypeId::of::<f64>()];
        if numbers.iter().any(|number| read == *number) { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(allow).mut_subcommands(with_negative_numbers)
}

/// Says what is wrong with a command line: as clap does, unless it would repeat what a terminal obeys, or only that a
/// digit is wrong.
fn explain(error: &clap::Error) -> ExitCode {
    let plain = error.render().to_string();
    let shown = plain.replace("invalid digit found in string", "a whole number is wanted, not below 0");
    let shown = visible_lines(&shown);
    if shown == plain {
        // There is nobody to tell if this fails.
        let _ = error.print();
    } else {
        eprint!("{shown}");
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

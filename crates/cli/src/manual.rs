//! `agon completions` and `agon man`: what shells and manuals want to know, from the definition of the commands itself.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_files::{FileError, FileKind, Replace};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::complete;
use crate::failure::{Failure, new_folder};

/// Print what a shell needs to complete the words of a command line.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  agon completions bash > agon.bash           then: source agon.bash
  agon completions zsh > _agon                in a folder of $fpath
  agon completions fish > agon.fish           in ~/.config/fish/completions")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self, mut program: Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        match self.shell {
            Shell::Bash => script.extend_from_slice(complete::BASH.as_bytes()),
            Shell::Zsh => script.extend_from_slice(complete::ZSH.as_bytes()),
            Shell::Fish => script.extend_from_slice(complete::FISH.as_bytes()),
            // These complete commands and options, but not what specs are made of.
            shell => clap_complete::generate(shell, &mut program, "agon", &mut script),
        }
        Ok(std::io::stdout().lock().write_all(&script)?)
    }
}

/// Print the manual page of agon, or write those of all its commands.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  agon man > agon.1                           then: man ./agon.1
  agon man man1                               agon.1, agon-match.1 and so on into a folder")]
pub struct Manual {
    /// The folder for a page of each command (made if it is not there)
    folder: Option<PathBuf>,
    /// Replace files that are no manual pages
    #[arg(long, requires = "folder")]
    force: bool,
}

/// As `clap_mangen` begins a page.
const PAGE: FileKind = FileKind { name: "manual page", begins: |head| head.starts_with(b".ie ") };

impl Manual {
    pub fn run(&self, mut program: Command) -> Result<(), Failure> {
        program.build();
        let Some(folder) = &self.folder else {
            return Ok(std::io::stdout().lock().write_all(&page(program)?)?);
        };
        new_folder(folder)?;
        let fail = |source| FileError { path: folder.clone(), source };
        std::fs::create_dir_all(folder).map_err(fail)?;
        self.write(&program, folder)
    }

    /// The page of a command and those of its subcommands.
    fn write(&self, command: &Command, folder: &Path) -> Result<(), Failure> {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = folder.join(format!("{name}.1"));
        agon_files::write(&path, PAGE, Replace::forced(self.force), page(command.clone())?)?;
        // `help` only shows the other pages.
        let is_page = |command: &&Command| command.get_name() != "help" && !command.is_hide_set();
        let mut shown = command.get_subcommands().filter(is_page);
        shown.try_for_each(|command| self.write(command, folder))
    }
}

fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}

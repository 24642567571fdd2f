//! `sql` and `batch`: handed over to `ludex-query`, a program of its own, since its engine takes ten minutes to build
//! and is larger than all the rest.

use crate::Outcome;
use anyhow::{Context, bail};
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program that answers.
const PROGRAM: &str = "ludex-query";

/// Ask in SQL over files (Parquet, CSV, NDJSON, text) and the store, with every function of Ludex (by ludex-query).
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
#[command(after_help = "Examples:
  ludex sql \"select ludex_name(line) as name, count(*) from 'puzzles/*.txt.gz' group by 1\"
  ludex sql \"select puzzle, sudoku_name(puzzle) as name from 'rated.csv'\" --out named.parquet
  ludex sql --help   # the options, by ludex-query")]
pub(crate) struct SqlArgs {
    /// What `ludex-query sql` takes
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

/// Name whole folders into sorted Parquet, resumable, without doubles (by ludex-query).
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
#[command(after_help = "Examples:
  ludex batch name puzzles/ --out named --dedupe
  ludex batch name 'games/*.parquet' --column fen --out named --memory 1GB
  ludex batch --help   # the options, by ludex-query")]
pub(crate) struct BatchArgs {
    /// What `ludex-query batch` takes
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

impl SqlArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        hand_over("sql", &self.rest)
    }
}

impl BatchArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        hand_over("batch", &self.rest)
    }
}

fn hand_over(verb: &str, rest: &[OsString]) -> anyhow::Result<Outcome> {
    let Some(program) = find() else {
        bail!(
            "`ludex {verb}` is answered by {PROGRAM}, which is neither beside this program nor on the path: build it \
             with `cargo build --release -p {PROGRAM}` (some ten minutes) and put it there"
        );
    };
    let mut command = Command::new(&program);
    command.arg(verb).args(rest);
    replace_by(command).with_context(|| format!("cannot start {}", program.display()))
}

/// The program beside this one, or the first on the path.
fn find() -> Option<PathBuf> {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let here = std::env::current_exe().ok();
    let beside = here.as_deref().and_then(Path::parent).map(|folder| folder.join(&name));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join(&name));
    beside.into_iter().chain(on_path).find(|program| program.is_file())
}

/// The other program takes the place of this one: signals and exit codes are its own.
#[cfg(unix)]
fn replace_by(mut command: Command) -> std::io::Result<Outcome> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn replace_by(mut command: Command) -> std::io::Result<Outcome> {
    let status = command.status()?;
    std::process::exit(status.code().unwrap_or(2));
}

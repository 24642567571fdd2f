//! `ludex tables`: all large tables of all families, one verb.
//!
//! A family lists its tables as [`Recipe`]s; the verbs here do the rest.

use crate::Outcome;
use crate::refuse::OrRefuse;
use anyhow::Context;
use clap::{Args, Subcommand};
use ludex_core::recipe::{Job, Recipe};
use ludex_core::{Refusal, cache};
use std::io::Write;

/// All tables of all families.
pub(crate) fn all() -> Vec<Box<dyn Recipe>> {
    ludex_sudoku::catalogue::recipe::recipes()
        .into_iter()
        .chain(ludex_cube::tables::recipes())
        .chain(ludex_xiangqi::endgame::recipes())
        .collect()
}

/// List, build, verify or remove the large tables.
///
/// Tables lie in `$XDG_CACHE_HOME/ludex` (else `~/.cache/ludex`), are made by this program alone, and
/// are refused when they are cut short, altered or of another version.
#[derive(Debug, Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Print every table: its word, whether it is there, its size, what it is for
    #[command(after_help = "Examples:
  ludex tables list
  ludex tables list | grep missing
  XDG_CACHE_HOME=/var/cache ludex tables list")]
    List,
    /// Build a table; a stopped build goes on where it was
    #[command(after_help = "Examples:
  ludex tables build sudoku-catalogue
  ludex tables build sudoku-catalogue --level row5 --jobs 2
  ludex tables build xiangqi-endgames --level 4M
  ludex tables list && ludex tables build cube3-optimal")]
    Build {
        /// Which table
        #[arg(value_name = "TABLE")]
        table: String,
        /// How fine the table is, where it has several levels (row5 of sudoku-catalogue; the most boards of an
        /// ending of xiangqi-endgames, such as 1M)
        #[arg(long)]
        level: Option<String>,
        /// Threads to use (default: all cores)
        #[arg(long, value_name = "N", default_value_t = 0)]
        jobs: usize,
    },
    /// Read every byte of the tables that are there, test all checksums, and make samples anew
    #[command(after_help = "Examples:
  ludex tables verify
  ludex tables verify sudoku-catalogue
  ludex tables verify && echo sound")]
    Verify {
        /// Which table (default: all that are there)
        #[arg(value_name = "TABLE")]
        table: Option<String>,
    },
    /// Remove a table from the cache folder
    #[command(after_help = "Examples:
  ludex tables remove sudoku-catalogue
  ludex tables remove cube3-optimal
  ludex tables list && ludex tables remove sudoku-catalogue")]
    Remove {
        /// Which table
        #[arg(value_name = "TABLE")]
        table: String,
    },
}

impl TablesArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::List => list(),
            Verb::Build { table, level, jobs } => build(&*find(&table)?, level.as_deref(), jobs),
            Verb::Verify { table } => verify(table.as_deref()),
            Verb::Remove { table } => remove(&*find(&table)?),
        }
    }
}

fn find(word: &str) -> anyhow::Result<Box<dyn Recipe>> {
    let words: Vec<&str> = all().iter().map(|recipe| recipe.word()).collect();
    let found = all().into_iter().find(|recipe| recipe.word() == word);
    found.with_context(|| format!("no table {word:?}: there are {}", words.join(", ")))
}

fn list() -> anyhow::Result<Outcome> {
    let mut out = std::io::stdout().lock();
    for recipe in all() {
        let state = match cache::open(recipe.word(), recipe.version()) {
            Ok(None) => match recipe.shipped() {
                Some(size) => format!("{size} bytes in the program"),
                None => "missing".to_owned(),
            },
            Ok(Some(table)) => {
                let parts = recipe.parts();
                let bytes: u64 = parts.iter().filter_map(|(word, version)| size(word, *version)).sum();
                match parts.len() {
                    0 => format!("{} bytes", table.len()),
                    files => format!("{bytes} bytes in {files} files"),
                }
            }
            Err(error) => format!("refused: {error}"),
        };
        writeln!(out, "{}\tv{}\t{state}\t{}", recipe.word(), recipe.version(), recipe.about())?;
    }
    Ok(Outcome::Fine)
}

/// Bytes of a file in the cache folder.
fn size(word: &str, version: u8) -> Option<u64> {
    cache::path(word, version).ok().and_then(|path| path.metadata().ok()).map(|file| file.len())
}

fn build(recipe: &dyn Recipe, level: Option<&str>, jobs: usize) -> anyhow::Result<Outcome> {
    let checkpoints = cache::folder()?.join(format!("{}-v{}.work", recipe.word(), recipe.version()));
    std::fs::create_dir_all(&checkpoints)
        .with_context(|| format!("cannot make the folder {}", checkpoints.display()))?;
    let bar = crate::progress::Bar::new(recipe.word());
    let proven = recipe.build(&Job { jobs, level, checkpoints: checkpoints.clone(), progress: &bar })?;
    std::fs::remove_dir_all(&checkpoints)
        .with_context(|| format!("cannot remove {}", checkpoints.display()))?;
    let mut out = std::io::stdout().lock();
    for (what, value) in proven {
        writeln!(out, "{what}\t{value}")?;
    }
    Ok(Outcome::Fine)
}

fn verify(word: Option<&str>) -> anyhow::Result<Outcome> {
    let recipes = match word {
        Some(word) => vec![find(word)?],
        None => all(),
    };
    let mut outcome = Outcome::Fine;
    let mut out = std::io::stdout().lock();
    for recipe in recipes {
        let check = || -> anyhow::Result<Option<()>> {
            let bar = crate::progress::Bar::new(recipe.word());
            if recipe.verify(&bar)? {
                return Ok(Some(()));
            }
            Ok(recipe.shipped().map(|_| recipe.verify_shipped(&bar)).transpose()?)
        };
        match check() {
            Ok(Some(())) => writeln!(out, "{}\tsound", recipe.word())?,
            Ok(None) => writeln!(out, "{}\tmissing", recipe.word())?,
            Err(error) => {
                outcome = Outcome::Refused;
                writeln!(out, "{}\tdamaged", recipe.word())?;
                eprintln!("ludex: {error:#}");
            }
        }
    }
    Ok(outcome)
}

fn remove(recipe: &dyn Recipe) -> anyhow::Result<Outcome> {
    // The list of them goes last: a removal that was stopped can be repeated.
    for (word, version) in recipe.parts() {
        cache::remove(&word, version)?;
    }
    if cache::remove(recipe.word(), recipe.version())? {
        return Ok(Outcome::Fine);
    }
    let path = cache::path(recipe.word(), recipe.version())?;
    Err(Refusal::new(format!("{} is not there", path.display()))).or_refuse()
}

//! `ludex-query batch`: whole folders named into Parquet, sorted by name, in parts that are ranges of names.
//!
//! ```text
//! input --cut--> units --name, sort--> runs --merge a range of names each--> parts --rename--> the folder
//! ```
//!
//! | module | noun |
//! |--|--|
//! | [`manifest`] | [`Manifest`]: what is in the folder, and how far a run has come |
//! | `plan` | which files are new, and their units |
//! | `unit` | a unit as a table |
//! | `long` | texts too long to be carried along |
//! | `run` | the rows of a unit, put in order |
//! | `writer` | a file of names on its way |
//! | `work` | a run, step by step |

mod long;
pub mod manifest;
mod plan;
mod run;
mod unit;
mod work;
mod writer;

use crate::engine::{EngineArgs, size};
use anyhow::{Context, bail, ensure};
use clap::Args;
use datafusion::prelude::SessionContext;
use ludex_arrow::{Function, Kind, find};
use manifest::Manifest;
use std::fs::File;
use std::path::PathBuf;

pub use plan::Cut;
pub use work::Runner;

/// Megabytes for sorting where no other number is asked for: more makes fewer files on the way, and little haste.
const MEMORY: u64 = 256;
/// The lock of a folder that a run works in.
const LOCK: &str = "lock";

/// What is named, from where to where.
#[derive(Debug, Clone, Args)]
pub struct BatchArgs {
    /// What is asked of each position: name, or another function that gives a text (exact_name, canonical)
    #[arg(value_name = "FUNCTION")]
    pub function: String,
    /// Files, folders and patterns of positions
    #[arg(value_name = "IN", required = true)]
    pub inputs: Vec<String>,
    /// The folder that gets the names; a second run adds to it
    #[arg(short, long, value_name = "DIR")]
    pub out: PathBuf,
    /// Every name once, with how often it was seen and the least of its texts
    #[arg(long)]
    pub dedupe: bool,
    /// How many parts, each a range of names (default: one for four million rows)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub partitions: Option<u16>,
    /// The column that holds the positions (default: the only text, or one called text, line, position, puzzle, fen)
    #[arg(long, value_name = "COLUMN")]
    pub column: Option<String>,
    /// The family, whose names are then bare (default: any, detected per row, with names like sudoku:...)
    #[arg(long, value_name = "FAMILY", default_value = "any", hide_default_value = true)]
    pub family: String,
    /// Forget what a run that did not come to its end has done
    #[arg(long)]
    pub restart: bool,
    /// How much of a large file is named at a time; a killed run loses no more
    #[arg(long, value_name = "SIZE", default_value = "64MB", value_parser = size, hide_short_help = true)]
    pub unit: u64,
}

/// What is done at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Together {
    /// Units that are named.
    pub units: usize,
    /// Parts that are merged.
    pub parts: usize,
    /// Bytes of a unit that are held in memory; the rest goes through files.
    pub held: u64,
}

/// What a run has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// Rows of all parts.
    pub rows: u64,
    /// The parts.
    pub parts: usize,
    /// Texts without a name.
    pub refused: u64,
    /// Files that were new.
    pub inputs: usize,
}

impl BatchArgs {
    /// The function that names.
    ///
    /// # Errors
    /// When there is none of that name, or it gives no text.
    pub fn function(&self) -> anyhow::Result<&'static Function> {
        let fits = |function: &Function| {
            let least = function.least_arguments();
            least == 1
                && function.arguments()[0].kind == Kind::Text
                && function.return_type() == datafusion::arrow::datatypes::DataType::Utf8
                && function.name() != "check"
        };
        let found = find(&self.family, &self.function).filter(|function| fits(function));
        found.with_context(|| {
            let all = ludex_arrow::functions().iter();
            let words: Vec<&str> = all
                .filter(|function| function.family() == self.family && fits(function))
                .map(Function::name)
                .collect();
            match words.is_empty() {
                true => format!(
                    "{:?} is no family; any, sudoku, tetris, cube or xiangqi would be one",
                    self.family
                ),
                false => {
                    format!("{:?} is nothing that gives a text; {} would be", self.function, words.join(", "))
                }
            }
        })
    }

    /// Names what is new on an engine, and merges on one of this process, which may be the same. Large files are cut into
    /// units where `inside` is true.
    ///
    /// # Errors
    /// When input cannot be read, or the folder cannot be written, is in use or holds something else.
    pub async fn work(
        &self,
        context: SessionContext,
        merging: SessionContext,
        together: Together,
        inside: bool,
    ) -> anyhow::Result<Report> {
        let function = self.function()?;
        let folder = &self.out;
        let missing = !folder.exists();
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let folder =
            std::fs::canonicalize(folder).with_context(|| format!("cannot read {}", folder.display()))?;
        let known = Manifest::read(&folder)?;
        if known.is_none()
            && !missing
            && !folder.join(LOCK).exists()
            && let Some(file) = work::strangers(&folder)
        {
            bail!(
                "{} holds {file} but no names: give a folder that is new, empty or made by this command",
                self.out.display()
            );
        }
        let lock = File::create(folder.join(LOCK))
            .with_context(|| format!("cannot write into {}", self.out.display()))?;
        ensure!(lock.try_lock().is_ok(), "another run works in {}", self.out.display());
        // Whoever held the lock may have changed it.
        let known = Manifest::read(&folder)?;
        let mut manifest = known.unwrap_or_else(|| Manifest::new(&function.sql_name(), self.dedupe));
        ensure!(
            manifest.function == function.sql_name() && manifest.dedupe == self.dedupe,
            "{} holds {} {}; give the same, or another folder",
            self.out.display(),
            manifest.function,
            if manifest.dedupe { "with --dedupe" } else { "without --dedupe" }
        );
        let runner = Runner { context, merging, folder: folder.clone(), function, together };
        if self.restart && manifest.work.as_ref().is_some_and(|work| !work.publishing) {
            manifest.work = None;
            manifest.write(&folder)?;
        }
        let mut added = 0;
        if let Some(work) = &mut manifest.work {
            runner.examine(work)?;
            added += work.inputs.len();
        }
        runner.sweep(&manifest)?;
        if manifest.work.is_some() {
            runner.finish(&mut manifest).await?;
        }
        let paths = plan::inputs(&self.inputs, &folder)?;
        let partitions = self.partitions.map(usize::from);
        let cut = Cut { unit: self.unit, inside };
        if let Some(work) = plan::plan(&manifest, &paths, self.column.as_deref(), partitions, cut)? {
            added += work.inputs.len();
            manifest.work = Some(work);
            manifest.write(&folder)?;
            runner.finish(&mut manifest).await?;
        }
        Ok(Report {
            rows: manifest.rows(),
            parts: manifest.parts.len(),
            refused: manifest.refused.as_ref().map_or(0, |part| part.rows),
            inputs: added,
        })
    }
}

impl Report {
    /// Says on stderr what was done.
    pub fn say(&self, folder: &std::path::Path) {
        let files =
            if self.inputs == 1 { "1 file was".to_owned() } else { format!("{} files were", self.inputs) };
        let parts = if self.parts == 1 { "1 part".to_owned() } else { format!("{} parts", self.parts) };
        eprintln!("{files} new: {} rows in {parts} in {}", self.rows, folder.display());
        if self.refused > 0 {
            eprintln!(
                "{} texts were refused: see {}",
                self.refused,
                folder.join("refused.parquet").display()
            );
        }
    }
}

/// Name whole folders into Parquet: sorted by name, in parts that are ranges of names.
///
/// Every row has the name and the text it was given for; with --dedupe every name is there once, with the least of its
/// texts and how often it was seen, over this run and all before. A run that was stopped or killed goes on where it
/// was when the command is given again. A second run takes only files that are new, by what is in them. Texts without
/// a name go to refused.parquet, with the reason.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex batch name puzzles/ --out named --dedupe
  ludex batch name 'games/*.parquet' --column fen --family xiangqi --out boards --memory 1GB
  ludex batch canonical scrambles.txt.zst --family cube --out cubes --partitions 8 --threads 4
  ludex sql \"select name, count from 'named/part-*.parquet' order by count desc limit 10\"")]
pub struct LocalBatchArgs {
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl LocalBatchArgs {
    /// Names what is new; whether nothing was refused.
    ///
    /// # Errors
    /// As [`BatchArgs::work`].
    pub fn run(self) -> anyhow::Result<bool> {
        let runtime = self.engine.runtime()?;
        // A unit, and a part, is one partition of the engine: as many as there are threads are worked on at once.
        let engine = self.engine.clone().with_default_memory(MEMORY);
        let context = engine.session_of(1)?;
        // A unit that is held takes twice its length, and some more on its way: where the memory is little, fewer are
        // named at the same time, and of one that is larger parts go through files.
        let (memory, threads) = (engine.shared_memory(), engine.thread_count());
        let fit = memory / (3 * self.batch.unit).max(1);
        let at_once = usize::try_from(fit).unwrap_or(usize::MAX).clamp(1, threads);
        let together = Together { units: at_once, parts: threads, held: memory / at_once as u64 / 3 * 2 };
        let done = runtime.block_on(self.batch.work(context.clone(), context, together, true));
        runtime.shutdown_background();
        let report = done?;
        report.say(&self.batch.out);
        Ok(report.refused == 0)
    }
}

//! `ludex-query sql`: a question in SQL over files and the store.

use crate::engine::{EngineArgs, register_store};
use crate::errors::plain;
use crate::functions;
use crate::output::{Output, Print};
use crate::progress::{Watched, rows_read};
use crate::stop;
use anyhow::{Context, bail};
use clap::Args;
use datafusion::execution::context::SQLOptions;
use datafusion::physical_plan::{displayable, execute_stream};
use datafusion::prelude::SessionContext;
use futures_util::StreamExt;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// Ask in SQL over files and the store, with every function of Ludex at hand.
///
/// A table is a file in quotes, a pattern of files ('games/*.parquet') or a folder: Parquet, CSV, TSV, NDJSON, or
/// text with the one column `line`; all but Parquet also packed (.gz, .zst, .xz). Cells of CSV are texts: `cast(rating as
/// double)`. With --store, `store` is the table of its records. Functions are called by family and name:
/// `sudoku_name(line)`, and `ludex_name(line)` for any family; `show functions` lists them. A value that is refused
/// gives null, and `ludex_check(line)` tells why; with --strict it ends the question. Nothing is changed: no statement but questions is taken.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sql \"select ludex_name(line), count(*) from 'puzzles/*.txt.gz' group by 1 having count(*) > 1\"
  ludex sql \"select puzzle, sudoku_name(puzzle) as name from 'rated.csv' where cast(rating as double) > 9\" --out named.parquet
  ludex sql --store mine.sqlite \"select name, count from store order by count desc limit 10\"
  ludex sql --memory 1GB --explain \"select distinct xiangqi_name(fen) from 'games/*.parquet'\"")]
pub struct SqlArgs {
    #[command(flatten)]
    question: QuestionArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// End at the first value that a function refuses, instead of giving null for it
    #[arg(long)]
    strict: bool,
}

/// A question and where its answer goes, whoever answers.
#[derive(Debug, Args)]
pub struct QuestionArgs {
    /// The question
    #[arg(value_name = "SQL")]
    question: String,
    /// Write the rows into a file: .parquet, .csv, .tsv, .ndjson, .txt, all but the first also with .gz, .zst, .xz
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How rows are printed (default: a table on a terminal, csv elsewhere)
    #[arg(long, value_enum, conflicts_with = "out")]
    format: Option<Print>,
    /// A store whose records are the table `store`: a file, or postgres://...
    #[arg(long, value_name = "PLACE")]
    store: Option<String>,
    /// Print how the question would be answered, and do nothing
    #[arg(long)]
    explain: bool,
}

impl SqlArgs {
    /// Answers the question.
    ///
    /// # Errors
    /// When it is none, or a file cannot be read or written.
    pub fn run(self) -> anyhow::Result<()> {
        let runtime = self.engine.runtime()?;
        let context = self.engine.session()?;
        if self.strict {
            for function in functions::functions_that(self.engine.thread_count(), true) {
                context.register_udf(function.as_ref().clone());
            }
        }
        let answered = runtime.block_on(self.question.answer(context));
        // What is left to do on other threads is not waited for.
        runtime.shutdown_background();
        answered
    }
}

impl QuestionArgs {
    /// Answers the question in a session.
    ///
    /// # Errors
    /// When it is none, or a file cannot be read or written.
    pub async fn answer(&self, context: SessionContext) -> anyhow::Result<()> {
        if let Some(place) = &self.store {
            // The store waits for its server by itself, which no thread of the engine may.
            let (context, place) = (context.clone(), place.clone());
            tokio::task::spawn_blocking(move || register_store(&context, &place)).await??;
        }
        let questions =
            SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
        let frame = tokio::select! {
            frame = context.sql_with_options(&self.question, questions) => frame.map_err(plain)?,
            () = stop::stopped() => bail!("stopped"),
        };
        let tasks = Arc::new(frame.task_ctx());
        let logical = self.explain.then(|| frame.logical_plan().display_indent().to_string());
        let plan = frame.create_physical_plan().await.map_err(plain)?;
        if let Some(logical) = logical {
            let mut out = std::io::stdout().lock();
            writeln!(out, "{logical}\n\n{}", displayable(plan.as_ref()).indent(true).to_string().trim_end())?;
            return Ok(out.flush()?);
        }
        let schema = plan.schema();
        let mut output = match &self.out {
            Some(path) => Output::to_file(path, &schema)?,
            None => Output::to_stdout(self.print(), &schema)?,
        };
        let watched = Watched::begin("rows");
        let mut stream = execute_stream(Arc::clone(&plan), tasks).map_err(plain)?;
        loop {
            let next = tokio::select! {
                next = stream.next() => next,
                () = stop::stopped() => bail!("stopped"),
            };
            let Some(batch) = next else { break };
            output.write(&batch.map_err(plain)?).context("cannot write the rows")?;
            watched.show(rows_read(plan.as_ref()));
        }
        drop(watched);
        let rows = output.finish()?;
        if let Some(path) = &self.out {
            eprintln!("{rows} rows in {}", path.display());
        }
        Ok(())
    }

    /// Whether it asks a store.
    #[must_use]
    pub const fn asks_store(&self) -> bool {
        self.store.is_some()
    }

    fn print(&self) -> Print {
        let default = if std::io::stdout().is_terminal() { Print::Table } else { Print::Csv };
        self.format.unwrap_or(default)
    }
}

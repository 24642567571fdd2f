//! The verbs for many records at once: query, import, export, merge, collisions, stats.

use super::records::show;
use super::{PlaceArgs, now};
use crate::output::{Answer, Format as Print, Output, is_spreadsheet_safe};
use crate::progress::Bar;
use crate::{Outcome, families, input};
use anyhow::Context;
use clap::{Args, ValueEnum};
use ludex_core::table::checksum;
use ludex_store::transfer::{self, CsvStyle, Format, Named, Row};
use ludex_store::{Query, Record};
use rayon::prelude::*;
use serde_json::json;
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// Find records by family, name, rank and facts, in the order of their names.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store query --family cube --limit 20
  ludex store query --prefix sudoku:eKE --fact 'rating>=9.0' --format ndjson
  ludex store query --rank cube2:1000..1999 --after cube2:0Fk0 --limit 100")]
pub(super) struct QueryArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Only this family: sudoku, tetris, cube, xiangqi
    #[arg(long, value_name = "FAMILY")]
    family: Option<String>,
    /// Only names that begin so, kind and colon included
    #[arg(long, value_name = "KIND:LETTERS")]
    prefix: Option<String>,
    /// Only names from this on
    #[arg(long, value_name = "NAME")]
    from: Option<String>,
    /// Only names up to this one
    #[arg(long, value_name = "NAME")]
    to: Option<String>,
    /// Only ranks in this range, for kinds whose names are ranks
    #[arg(long, value_name = "KIND:LOW..HIGH", conflicts_with_all = ["from", "to"])]
    rank: Option<String>,
    /// Only records with such a fact: rating>=9.0, length<12, solved=true
    #[arg(long = "fact", value_name = "CONDITION")]
    facts: Vec<String>,
    /// Only names after this one: the last of the page before
    #[arg(long, value_name = "NAME")]
    after: Option<String>,
    /// At most so many
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// How records are printed
    #[arg(long, value_enum, default_value_t)]
    format: Print,
}

impl QueryArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let query = self.query()?;
        let mut store = self.place.open_to_read()?;
        let mut output = Output::begin(self.format, &["name", "position", "count", "record"])?;
        let mut found = false;
        store.query(&query, &mut |record| {
            found = true;
            output.put(&record.name.to_string(), Ok(&show(&record)))?;
            Ok(true)
        })?;
        output.end().context("cannot write the output")?;
        Ok(if found { Outcome::Fine } else { Outcome::Refused })
    }

    fn query(&self) -> anyhow::Result<Query> {
        let mut query = Query {
            prefix: self.prefix.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
            after: self.after.clone(),
            limit: self.limit,
            ..Query::default()
        };
        let refused = |refusal: ludex_core::Refusal| anyhow::anyhow!("{refusal}");
        if let Some(word) = &self.family {
            query = query.of_family(&families::all(), word).map_err(refused)?;
        }
        if let Some(range) = &self.rank {
            query = query.of_ranks(&families::all(), range).map_err(refused)?;
        }
        for fact in &self.facts {
            query.facts.push(fact.parse()?);
        }
        Ok(query)
    }
}

/// The form of a file of records, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// One position or name per line
    Items,
    /// One JSON object per line
    Ndjson,
    /// A header line, then one record per line
    Csv,
}

impl FormatArg {
    /// By the ending of the file, unless it is given.
    fn of(given: Option<FormatArg>, path: Option<&Path>) -> Format {
        match (given, path.map_or("", input::ending)) {
            (Some(FormatArg::Items), _) => Format::Items,
            (Some(FormatArg::Ndjson), _) | (None, "ndjson" | "jsonl") => Format::Ndjson,
            (Some(FormatArg::Csv), _) | (None, "csv") => Format::Csv,
            (None, _) => Format::Items,
        }
    }
}

/// Import a file of positions, names or records; an interrupted import goes on where it was.
///
/// Rows are written in batches, each whole or not at all, with how far the import has come. A refused
/// row is reported with its line and the reason. A file that was imported to its end is not imported
/// again, so that nothing is counted twice; `--again` does.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store import puzzles.txt
  ludex store import --format csv --source ratings ratings.csv
  ludex store import --store postgres://me@localhost/ludex names.ndjson")]
pub(super) struct ImportArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The file (`-` is stdin); it may be compressed with gzip, zstd or xz
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form of the file (default: by its ending, .csv, .ndjson, else items)
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// Who brings these (default: the name of the file)
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
    /// What to call this import when it is resumed (default: made of the file's name and content)
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Import again what was imported to its end before
    #[arg(long)]
    again: bool,
    /// Go from each name back to its position before it is taken
    #[arg(long)]
    verify: bool,
    /// When the items were seen, in seconds since 1970 (default: now)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    at: Option<i64>,
    /// Rows written at once; fewer where they are long
    #[arg(long, value_name = "N", default_value_t = 2_500_000, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
}

/// A file by its name, its size and all of its bytes; nothing for what can be read only once.
fn fingerprint(path: &Path) -> anyhow::Result<Option<String>> {
    let context = || format!("cannot read {}", path.display());
    let data = std::fs::metadata(path).with_context(|| format!("cannot open {}", path.display()))?;
    if !data.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    // Part by part: the checksum of all checksums tells whether any byte is another.
    let (mut part, mut sums, mut size) = (Vec::new(), [0; 16], 0);
    loop {
        part.clear();
        let read = Read::by_ref(&mut file).take(1 << 20).read_to_end(&mut part).with_context(context)?;
        if read == 0 {
            break;
        }
        size += read;
        sums[8..].copy_from_slice(&checksum(&part).to_le_bytes());
        let all = checksum(&sums);
        sums[..8].copy_from_slice(&all.to_le_bytes());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Some(format!("{name}:{size}:{:016x}", checksum(&sums))))
}

impl ImportArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let from_stdin = self.file == Path::new("-");
        let format = FormatArg::of(self.format, Some(&self.file));
        let known = if from_stdin || self.id.is_some() { None } else { fingerprint(&self.file)? };
        // What comes from a pipe cannot be told apart from what came before.
        let id = self.id.clone().or(known);
        let id = id.unwrap_or_else(|| format!("stdin:{}:{}", now(), std::process::id()));
        let title = self.file.display().to_string();
        let reader = input::open_plain(&self.file)?;
        let mut store = self.place.open()?;
        if self.again {
            store.forget_import(&id)?;
        }
        let before = store.settled_import_state(&id)?;
        if before.as_ref().is_some_and(|state| state.finished) {
            eprintln!("ludex: {title} is in the store already (--again imports it once more)");
            return Ok(Outcome::Fine);
        }
        if let Some(state) = before {
            eprintln!("ludex: going on after line {}", state.line);
        }
        let seen = self.at.unwrap_or_else(now);
        let file_name = self.file.file_name().map(|name| name.to_string_lossy().into_owned());
        let source = self.source.clone().or(file_name.filter(|_| format == Format::Items && !from_stdin));
        let families = families::all();
        let read = |item: &str| {
            Named::read(&families, item, self.verify)
                .map(|(named, _)| named)
                .map_err(|refusal| refusal.to_string())
        };
        let understand = |rows: &[Row]| -> Vec<Result<Record, String>> {
            let one = |row: &Row| match &row.content {
                Ok(content) => transfer::record(content, seen, source.as_deref(), &read),
                Err(reason) => Err(reason.clone()),
            };
            rows.par_iter().map(one).collect()
        };
        let mut refused = |line: i64, reason: &str| eprintln!("ludex: {title}:{line}: {reason}");
        let state = transfer::import(
            &mut store,
            &id,
            &mut transfer::rows(BufReader::with_capacity(1 << 20, reader), format),
            self.batch as usize,
            &understand,
            &mut refused,
            &Bar::new("importing"),
        )?;
        writeln!(std::io::stdout(), "{} taken\t{} refused", state.taken, state.refused)?;
        Ok(if state.refused == 0 { Outcome::Fine } else { Outcome::Refused })
    }
}

/// Write all records to stdout or a file, in the order of their names.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store export > records.ndjson
  ludex store export --format csv --output records.csv
  ludex store export --format items --store mine.sqlite | head")]
pub(super) struct ExportArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The form (default: by the ending of the file, else ndjson)
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// The file (default: stdout); it is written beside and put in place when it is whole
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// End csv with a row `#end` that counts the records, so that a cut file can be told; import tests it
    #[arg(long)]
    end_row: bool,
}

impl ExportArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_to_read()?;
        let format = match (self.format, &self.output) {
            (None, None) => Format::Ndjson,
            (given, path) => FormatArg::of(given, path.as_deref()),
        };
        let place = store.place().to_owned();
        let style = CsvStyle { end_row: self.end_row, spreadsheet_safe: is_spreadsheet_safe() };
        super::into_output(&place, self.output.as_deref(), &mut |out| {
            transfer::export(&mut store, format, style, out).map(drop)
        })?;
        Ok(Outcome::Fine)
    }
}

/// Take in all records of another store; sightings add up, and no fact is lost.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store merge other.sqlite
  ludex store merge --store all.sqlite mine.sqlite
  ludex store merge --store postgres://me@localhost/ludex mine.sqlite")]
pub(super) struct MergeArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The other store: a file or postgres://...
    #[arg(value_name = "OTHER")]
    other: String,
}

impl MergeArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut other = PlaceArgs::of(Some(&self.other)).open_to_read()?;
        let mut store = self.place.open()?;
        let state = store.merge(&mut other, 50_000)?;
        writeln!(std::io::stdout(), "{} taken", state.taken)?;
        Ok(Outcome::Fine)
    }
}

/// Print every short code that more than one position has.
///
/// One line per code: kind, code, and the names that share it. No line is the best answer.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store collisions
  ludex store collisions --format ndjson
  ludex store collisions --store mine.sqlite | wc -l")]
pub(super) struct CollisionsArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// How codes are printed
    #[arg(long, value_enum, default_value_t)]
    format: Print,
}

impl CollisionsArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_to_read()?;
        let mut output = Output::begin(self.format, &["kind", "code", "names"])?;
        store.collisions(&mut |kind, key, names| {
            let values = vec![kind.into(), key.into(), names.to_vec().into()];
            let answer = Answer::new(values).with_text(format!("{kind}\t{key}\t{}", names.join(" ")));
            output.put(&format!("{kind}:{key}"), Ok(&answer))?;
            Ok(())
        })?;
        output.end().context("cannot write the output")?;
        Ok(Outcome::Fine)
    }
}

/// Print how many records of each kind there are, and the imports with how far they came.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store stats
  ludex store stats --format json
  ludex store stats --store mine.sqlite")]
pub(super) struct StatsArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// How they are printed
    #[arg(long, value_enum, default_value_t)]
    format: Print,
}

impl StatsArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_to_read()?;
        let mut output = Output::begin(self.format, &["what", "records", "seen"])?;
        for kind in store.kinds()? {
            let values = vec![kind.kind.clone().into(), kind.records.into(), kind.seen.into()];
            output.put(&kind.kind, Ok(&Answer::new(values)))?;
        }
        for (id, state) in store.imports()? {
            let end = if state.finished { "finished" } else { "interrupted" };
            let text = format!("import {id}\t{} taken\t{} refused\t{end}", state.taken, state.refused);
            let values = vec![
                json!({"import": id, "line": state.line, "refused": state.refused, "finished": state.finished}),
                state.taken.into(),
                serde_json::Value::Null,
            ];
            output.put(&id, Ok(&Answer::new(values).with_text(text)))?;
        }
        output.end().context("cannot write the output")?;
        Ok(Outcome::Fine)
    }
}

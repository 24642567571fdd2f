//! The whole database: import, export, lint, stats, schema.

use super::PrintArgs;
use crate::output::Format;
use crate::progress::Bar;
use crate::refuse::OrRefuse;
use crate::store::{PlaceArgs, into_output};
use crate::tetris::rules::{RuleArgs, kicks_file};
use crate::{Outcome, input};
use anyhow::Context;
use clap::{Args, ValueEnum};
use ludex_setups::formats::{EachRow, SetupFormat, each_row};
use ludex_setups::import::Imported;
use ludex_setups::{Setups, pathfiles};
use ludex_tetris::FourRule;
use serde_json::{Value, json};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The form of a file of setups, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FileFormat {
    /// Tab separated with a header
    Tsv,
    /// Comma separated with a header
    Csv,
    /// One object with an array per table
    Json,
    /// A PostgreSQL dump
    Dump,
}

impl FileFormat {
    /// By the ending of the file, unless it is given.
    fn of(given: Option<FileFormat>, path: &Path) -> SetupFormat {
        match (given, input::ending(path)) {
            (Some(FileFormat::Csv), _) | (None, "csv") => SetupFormat::Csv,
            (Some(FileFormat::Json), _) | (None, "json") => SetupFormat::Json,
            (Some(FileFormat::Dump), _) | (None, "sql" | "dump") => SetupFormat::Dump,
            (Some(FileFormat::Tsv), _) | (None, _) => SetupFormat::Tsv,
        }
    }
}

/// Import setups and what hangs on them, all in one transaction.
///
/// Rows are of any table of the database, told apart by their table or their columns; dumps of the public database are
/// read in every version of its schema, and its older tab separated files. Setups without an id get one. A refused row
/// is reported with its line and left out, and so is what has no place here. A header or a table that is not known is
/// an error. A file ID-KICKTABLE.csvd.xz or ID-KICKTABLE-HOLD.csvd.xz is a path file, and a folder all path files in
/// it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups import setups.tsv
  ludex tetris setups import --as dump setups.sql
  ludex tetris setups import --starter")]
pub(super) struct ImportArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The file (`-` is stdin; it may be compressed with gzip, zstd or xz), or a folder of path files
    #[arg(value_name = "FILE", required_unless_present = "starter", conflicts_with = "starter")]
    file: Option<PathBuf>,
    /// Import the collection that comes with the program
    #[arg(long)]
    starter: bool,
    /// The form of the file (default: by its ending, .tsv, .csv, .json, .sql)
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<FileFormat>,
    /// Mint ids with the four bit of every eighth and ninth perfect clear set, as published ids have it
    #[arg(long)]
    compat: bool,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    print: PrintArgs,
}

impl ImportArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_setups()?;
        let Some(file) = &self.file else {
            let done = store.import_starter()?;
            return self.told("the starter collection", &done);
        };
        let title = file.display().to_string();
        let path_file = |path: &Path| path.to_string_lossy().ends_with(pathfiles::ENDING);
        if file.is_dir() {
            let entries = std::fs::read_dir(file).with_context(|| format!("cannot read {title}"))?;
            let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            paths.retain(|path| path_file(path));
            paths.sort();
            return self.path_files(&mut store, &paths);
        }
        if path_file(file) {
            return self.path_files(&mut store, std::slice::from_ref(file));
        }
        let mut reader = Some(BufReader::with_capacity(1 << 16, input::open_plain(file)?));
        let form = FileFormat::of(self.form, file);
        let rule = if self.compat { FourRule::Published } else { FourRule::Counted };
        let mut rows = |each: &mut EachRow<'_>| match reader.take() {
            Some(reader) => each_row(reader, form, each),
            None => Ok(()),
        };
        let done = store.import_setups_from(&mut rows, rule).with_context(|| title.clone())?;
        store.prepare_lookups(self.rules.database()?)?;
        self.told(&title, &done)
    }

    /// Takes in path files, each by itself; those that are refused are told and left out.
    fn path_files(&self, store: &mut Setups, paths: &[PathBuf]) -> anyhow::Result<Outcome> {
        let mut done = Imported::default();
        for path in paths {
            let data = input::read_whole(path)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match store.import_path_file(&name, &data) {
                Ok(()) => done.others += 1,
                Err(error) if error.is_refusal() => {
                    eprintln!("ludex: {}: {error}", path.display());
                    done.refused.push((0, error.to_string()));
                }
                Err(error) => return Err(error.into()),
            }
        }
        self.summary(&done)
    }

    fn told(&self, title: &str, done: &Imported) -> anyhow::Result<Outcome> {
        for (line, remark) in done.refused.iter().chain(&done.notes) {
            eprintln!("ludex: {title}:{line}: {remark}");
        }
        self.summary(done)
    }

    fn summary(&self, done: &Imported) -> anyhow::Result<Outcome> {
        let line = format!(
            "{} setups\t{} known\t{} other rows\t{} refused",
            done.setups,
            done.known,
            done.others,
            done.refused.len()
        );
        let pairs = |list: &[(usize, String)]| -> Value {
            list.iter().map(|(line, text)| json!({"line": line, "reason": text})).collect()
        };
        let json = json!({
            "setups": done.setups, "known": done.known, "others": done.others,
            "refused": pairs(&done.refused), "notes": pairs(&done.notes),
        });
        self.print.put(&[line], json)?;
        Ok(if done.refused.is_empty() { Outcome::Fine } else { Outcome::Refused })
    }
}

/// Export the database: setups alone as tsv or csv, every table as json or as a PostgreSQL dump.
///
/// What is exported as json or dump and imported elsewhere is the same database, to the checksum.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups export > setups.tsv
  ludex tetris setups export --output setups.json
  ludex tetris setups export --as dump --store mine.sqlite | psql")]
pub(super) struct ExportArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The form (default: by the ending of the file, else tsv)
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<FileFormat>,
    /// The file (default: stdout)
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write every path file into this folder, as ID-KICKTABLE-HOLD.csvd.xz
    #[arg(long, value_name = "DIR")]
    path_files: Option<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
}

impl ExportArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_setups_to_read()?;
        let mut form = FileFormat::of(self.form, self.output.as_deref().unwrap_or(Path::new("")));
        if self.print.format == Format::Json && self.form.is_none() {
            form = SetupFormat::Json;
        }
        if let Some(folder) = &self.path_files {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
            for (setup, rules) in store.path_file_list()? {
                // One that was removed meanwhile is left out.
                let Some(data) = store.path_file(setup, rules)? else { continue };
                let path = folder.join(pathfiles::file_name(setup, rules));
                crate::replace::write(&path, data)?;
            }
            // Rows go to stdout only where nothing else was asked for.
            if self.output.is_none() {
                return Ok(Outcome::Fine);
            }
        }
        let place = store.store().place().to_owned();
        into_output(&place, self.output.as_deref(), &mut |out| {
            store.export_setups_as(form, crate::output::is_spreadsheet_safe(), out)
        })?;
        Ok(Outcome::Fine)
    }
}

/// Tell what is wrong in the database: fields that contradict each other, setups that are there twice, figures that
/// cannot be right.
///
/// Ids are identities and stay; one that a recomputation would not give is told. One line per finding: id, field,
/// what; no line is the best answer. With --recompute every completed statistic is computed again too: solve
/// fractions, cover bits and saves. Those that were computed with the kick table of a file want the file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups lint
  ludex tetris setups lint --recompute
  ludex tetris setups lint --recompute --kicktable my-kicks.properties
  ludex tetris setups lint --format json
  ludex tetris setups lint --store mine.sqlite | cut -f 2 | sort | uniq -c")]
pub(super) struct LintArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Compute all statistics again and compare
    #[arg(long)]
    recompute: bool,
    /// The file of a kick table with which statistics were computed
    #[arg(long, value_name = "FILE", requires = "recompute")]
    kicktable: Vec<String>,
    /// List setups that are the shape of another one, shifted along the floor or mirrored, instead
    #[arg(long, conflicts_with = "recompute")]
    congruent: bool,
    #[command(flatten)]
    print: PrintArgs,
}

impl LintArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut tables = Vec::new();
        for path in &self.kicktable {
            match kicks_file(path)? {
                Ok(table) => tables.push(table),
                Err(refusal) => return Err(refusal).or_refuse(),
            }
        }
        let mut store = self.place.open_setups_to_read()?;
        let findings = if self.congruent {
            store.congruent_setups()?
        } else if self.recompute {
            for (file, count) in store.kicks_files()? {
                if !tables.iter().any(|table| table.to_string() == file) {
                    eprintln!(
                        "ludex: {count} statistics are of the kick table {file}: --kicktable FILE computes them again"
                    );
                }
            }
            store.lint_recomputed_with(&tables, &Bar::new("statistics computed"))?
        } else {
            store.lint_setups()?
        };
        let lines: Vec<String> =
            findings.iter().map(|f| format!("{}\t{}\t{}", f.id, f.field, f.what)).collect();
        let json = findings.iter().map(|f| json!({"id": f.id.to_string(), "field": f.field, "what": f.what}));
        self.print.put(&lines, json.collect())
    }
}

/// Print how many setups of each perfect clear there are, how many statistics of each kick table and hold
/// are completed, processing or failed, and a checksum of all.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups stats
  ludex tetris setups stats --format json
  ludex tetris setups stats --store postgres://me@localhost/ludex")]
pub(super) struct StatsArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    print: PrintArgs,
}

impl StatsArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_setups_to_read()?;
        let counts = store.setup_counts()?;
        let checksum = format!("{:016x}", store.setups_checksum()?.hash);
        let mut lines: Vec<String> = counts
            .iter()
            .map(|count| format!("pc {}\t{} setups\t{} computed", count.pc, count.setups, count.computed))
            .collect();
        let statuses = store.status_counts()?;
        lines.extend(statuses.iter().map(|s| format!("{}\t{} {}", s.rules, s.count, s.status)));
        lines.push(format!("checksum\t{checksum}"));
        let list = counts
            .iter()
            .map(|count| json!({"pc": count.pc, "setups": count.setups, "computed": count.computed}));
        let list: Value = list.collect();
        let statuses = statuses.iter().map(|s| {
            json!({
                "kicktable": s.rules.kicks.as_str(), "hold": s.rules.hold.as_str(),
                "status": s.status.as_str(), "count": s.count,
            })
        });
        let statuses: Value = statuses.collect();
        self.print.put(&lines, json!({"counts": list, "statistics": statuses, "checksum": checksum}))
    }
}

/// Print the schema of the store as it is: tables, columns, keys; as a drawing with --svg.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups schema
  ludex tetris setups schema --svg schema.svg
  ludex tetris setups schema --roles | psql")]
pub(super) struct SchemaArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Draw it into a file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print the statements that make readers, editors and admins on a PostgreSQL server
    #[arg(long)]
    roles: bool,
    #[command(flatten)]
    print: PrintArgs,
}

impl SchemaArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        if self.roles {
            let text = ludex_setups::schema::ROLES.trim_end().to_owned();
            return self.print.put(std::slice::from_ref(&text), json!({ "sql": text }));
        }
        let tables = self.place.open_to_read()?.live_schema()?;
        if let Some(path) = &self.svg {
            crate::replace::write(path, ludex_store::diagram::svg(&tables))?;
            return Ok(Outcome::Fine);
        }
        let mut lines = Vec::new();
        for table in &tables {
            lines.push(table.name.clone());
            for column in &table.columns {
                let points = column.points_to.as_ref().map_or_else(String::new, |to| format!("\t-> {to}"));
                let key = if column.key { "\tkey" } else { "" };
                lines.push(format!("  {}\t{}{key}{points}", column.name, column.kind));
            }
        }
        let json = tables.iter().map(|table| {
            let columns: Value = table
                .columns
                .iter()
                .map(|c| json!({"name": c.name, "type": c.kind, "key": c.key, "points_to": c.points_to}))
                .collect();
            json!({"table": table.name, "columns": columns})
        });
        self.print.put(&lines, json.collect())
    }
}

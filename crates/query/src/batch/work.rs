//! A run: units are named, ranges of names merged, parts put in their place; each step once, whoever is killed.

use super::manifest::{Manifest, Part, Work, checksum_of};
use super::run::RunWriter;
use super::writer::{NameWriter, PartFile, bounds, refused_batch, refused_schema, schema};
use super::{Together, long, plan, unit};
use crate::engine::narrow;
use crate::errors::plain;
use crate::files::Files;
use crate::progress::Watched;
use crate::stop;
use anyhow::{Context, bail, ensure};
use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, UInt64Type};
use datafusion::common::DataFusionError;
use datafusion::dataframe::DataFrame;
use datafusion::datasource::listing::ListingTable;
use datafusion::execution::{FunctionRegistry, SendableRecordBatchStream};
use datafusion::logical_expr::{Expr, cast, col, lit};
use datafusion::physical_expr::expressions::col as physical_column;
use datafusion::physical_expr::{LexOrdering, PhysicalSortExpr};
use datafusion::physical_plan::execute_stream;
use datafusion::physical_plan::sorts::sort_preserving_merge::SortPreservingMergeExec;
use datafusion::physical_plan::union::UnionExec;
use datafusion::prelude::SessionContext;
use futures_util::StreamExt;
use ludex_arrow::{Function, Input, Settings};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::task::JoinSet;

/// The folder of what is on its way.
const WORK: &str = "work";
/// Rows of a part where their number is left to us.
const ROWS_OF_A_PART: u64 = 4_000_000;
/// Files that are merged at the same time, each of them open; more are sorted anew.
const MERGED: usize = 200;
/// Rows whose reasons are asked for at a time.
const STEP: usize = 8192;

/// What a run works with.
#[derive(Clone)]
pub struct Runner {
    /// The engine.
    pub context: SessionContext,
    /// The folder of names.
    pub folder: PathBuf,
    /// The function that names.
    pub function: &'static Function,
    /// An engine of this process, with one partition, for what is merged here.
    pub merging: SessionContext,
    /// What is done at the same time.
    pub together: Together,
}

impl Runner {
    fn work_folder(&self) -> PathBuf {
        self.folder.join(WORK)
    }

    /// Removes what killed runs left and nobody knows of.
    pub(crate) fn sweep(&self, manifest: &Manifest) -> anyhow::Result<()> {
        let ours = |name: &str| {
            name.ends_with(".unfinished")
                || ((name.starts_with("part-") || name.starts_with("run-") || name == "refused.parquet")
                    && name.ends_with(".parquet"))
        };
        let mut there: HashSet<&str> = manifest.parts.iter().map(|part| part.file.as_str()).collect();
        there.extend(manifest.refused.iter().map(|part| part.file.as_str()));
        let mut coming = HashSet::new();
        if let Some(work) = &manifest.work {
            let runs = work.units.iter().filter_map(|unit| unit.run.as_ref());
            coming.extend(
                runs.chain(work.parts.iter().flatten()).chain(&work.refused).map(|part| part.file.as_str()),
            );
            if work.publishing {
                // Some are in their place already.
                there.extend(coming.iter());
            }
        }
        for (folder, known) in [(self.folder.clone(), there), (self.work_folder(), coming)] {
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                if ours(&name) && !known.contains(name.as_str()) {
                    std::fs::remove_file(entry.path())
                        .with_context(|| format!("cannot remove {}", entry.path().display()))?;
                }
            }
        }
        Ok(())
    }

    /// Whether what a work has done is still there and its input unchanged; what is not is to be done again.
    pub(crate) fn examine(&self, work: &mut Work) -> anyhow::Result<()> {
        if work.publishing {
            return Ok(());
        }
        for source in &work.inputs {
            ensure!(
                plan::is_unchanged(source),
                "{} was changed while it was being named: --restart begins that run anew",
                source.path
            );
        }
        let folder = self.work_folder();
        let is_whole = |part: &Part| {
            let path = folder.join(&part.file);
            std::fs::metadata(&path).is_ok_and(|data| data.len() == part.bytes)
                && checksum_of(&path).is_ok_and(|sum| sum == part.sha256)
        };
        for unit in &mut work.units {
            unit.run = unit.run.take().filter(is_whole);
        }
        if work.units.iter().any(|unit| unit.run.is_none()) {
            (work.bounds, work.parts, work.refused) = (None, Vec::new(), None);
        }
        for part in &mut work.parts {
            *part = part.take().filter(is_whole);
        }
        work.refused = work.refused.take().filter(is_whole);
        Ok(())
    }

    /// Brings the work of a manifest to its end.
    pub(crate) async fn finish(&self, manifest: &mut Manifest) -> anyhow::Result<()> {
        std::fs::create_dir_all(self.work_folder())
            .with_context(|| format!("cannot make the folder {}", self.work_folder().display()))?;
        if let Some(work) = &manifest.work {
            narrow(&self.context, work.rows_at_once);
            narrow(&self.merging, work.rows_at_once);
        }
        self.name_units(manifest).await?;
        self.merge_parts(manifest).await?;
        self.publish(manifest)
    }

    async fn name_units(&self, manifest: &mut Manifest) -> anyhow::Result<()> {
        let Some(work) = manifest.work.as_ref() else { return Ok(()) };
        let total = work.units.len();
        let mut open: Vec<usize> = (0..total).rev().filter(|&unit| work.units[unit].run.is_none()).collect();
        let shared = Arc::new(work.clone());
        let watched = Watched::begin("names");
        let mut rows: u64 = work.units.iter().filter_map(|unit| unit.run.as_ref()).map(|run| run.rows).sum();
        let mut tasks: JoinSet<anyhow::Result<(usize, Part)>> = JoinSet::new();
        loop {
            while tasks.len() < self.together.units
                && let Some(index) = open.pop()
            {
                let (runner, work, dedupe) = (self.clone(), Arc::clone(&shared), manifest.dedupe);
                tasks.spawn(async move { Ok((index, runner.name_unit(&work, index, dedupe).await?)) });
            }
            let Some((index, run)) = next(&mut tasks).await? else { return Ok(()) };
            rows += run.rows;
            let Some(work) = manifest.work.as_mut() else { return Ok(()) };
            work.units[index].run = Some(run);
            let done = work.units.iter().filter(|unit| unit.run.is_some()).count();
            watched.say(format!("names, {done} of {total} units"));
            watched.show(rows);
            manifest.write(&self.folder)?;
        }
    }

    /// Names a unit: its rows in the order of name and text, those without a name first.
    async fn name_unit(&self, work: &Work, index: usize, dedupe: bool) -> anyhow::Result<Part> {
        let unit = &work.units[index];
        let source = &work.inputs[unit.input];
        let state = self.context.state();
        let (table, column) = unit::table(&state, source, unit, work.column.as_deref()).await?;
        let function = state.udf(&self.function.sql_name()).map_err(plain)?;
        let position = Expr::Column(datafusion::common::Column::new_unqualified(column));
        let frame = self.context.read_table(table).map_err(plain)?;
        let name = long::name(position.clone(), cast(function.call(vec![position.clone()]), DataType::Utf8))?;
        let rows = frame
            .filter(position.clone().is_not_null())
            .and_then(|frame| {
                frame.select(vec![name.alias("name"), cast(position, DataType::Utf8).alias("text")])
            })
            .map_err(plain)?;
        let place = self.work_folder().join(format!("run-{index:05}.parquet"));
        let mut run = RunWriter::begin(&place, dedupe, self.together.held);
        let named = async { each_batch(stream(rows).await?, |batch| run.take(batch)).await };
        named.await.with_context(|| source.path.clone())?;
        ensure!(plan::is_unchanged(source), "{} was changed while it was being named", source.path);
        if let Some(part) = run.finish()? {
            return Ok(part);
        }
        let mut writer = NameWriter::begin(&place, dedupe)?;
        let merged = self.merged(&run.pieces, lit(true), dedupe).await?;
        each_batch(merged, |batch| writer.write(batch)).await?;
        for piece in &run.pieces {
            std::fs::remove_file(piece).with_context(|| format!("cannot remove {}", piece.display()))?;
        }
        writer.finish()
    }

    async fn merge_parts(&self, manifest: &mut Manifest) -> anyhow::Result<()> {
        let Some(work) = manifest.work.as_mut() else { return Ok(()) };
        if work.publishing {
            return Ok(());
        }
        if work.bounds.is_none() {
            let runs = work.units.iter().filter_map(|unit| unit.run.as_ref());
            let files: Vec<&Part> = runs.chain(&manifest.parts).collect();
            let rows: u64 = files.iter().map(|file| file.rows).sum();
            let asked = work.partitions.filter(|&asked| asked != manifest.parts.len());
            let keeps = !manifest.parts.is_empty() && asked.is_none();
            let count = work.partitions.unwrap_or(rows.div_ceil(ROWS_OF_A_PART).max(1) as usize);
            let found = if keeps { manifest.bounds.clone() } else { bounds(&files, count) };
            work.parts = vec![None; found.len() + 1];
            work.bounds = Some(found);
            manifest.write(&self.folder)?;
        }
        // What is merged must be what was written.
        for part in manifest.parts.iter().chain(&manifest.refused) {
            let path = self.folder.join(&part.file);
            ensure!(
                std::fs::metadata(&path).is_ok_and(|data| data.len() == part.bytes)
                    && checksum_of(&path)? == part.sha256,
                "{} is missing or was changed since it was written",
                path.display()
            );
        }
        let Some(work) = manifest.work.as_ref() else { return Ok(()) };
        let total = work.parts.len();
        let mut open: Vec<usize> = (0..total).rev().filter(|&part| work.parts[part].is_none()).collect();
        let shared = Arc::new(manifest.clone());
        let watched = Watched::begin("parts");
        let mut tasks: JoinSet<anyhow::Result<(usize, Part)>> = JoinSet::new();
        loop {
            while tasks.len() < self.together.parts
                && let Some(index) = open.pop()
            {
                let (runner, manifest) = (self.clone(), Arc::clone(&shared));
                tasks.spawn(async move { Ok((index, runner.merge_part(&manifest, index).await?)) });
            }
            let Some((index, part)) = next(&mut tasks).await? else { break };
            let Some(work) = manifest.work.as_mut() else { return Ok(()) };
            work.parts[index] = Some(part);
            watched.show(work.parts.iter().flatten().count() as u64);
            manifest.write(&self.folder)?;
        }
        let refused = self.merge_refused(&shared).await?;
        if let Some(work) = manifest.work.as_mut() {
            work.refused = refused;
            work.publishing = true;
        }
        manifest.write(&self.folder)
    }

    /// Merges a range of names of all runs and of the parts that are there.
    async fn merge_part(&self, manifest: &Manifest, index: usize) -> anyhow::Result<Part> {
        let work = manifest.work.as_ref().context("a run is on its way")?;
        let bounds = work.bounds.as_deref().unwrap_or_default();
        let mut paths = self.runs(work);
        if *bounds == *manifest.bounds {
            paths.extend(manifest.parts.get(index).map(|part| self.folder.join(&part.file)));
        } else {
            paths.extend(manifest.parts.iter().map(|part| self.folder.join(&part.file)));
        }
        let mut within = col("name").is_not_null();
        if let Some(from) = index.checked_sub(1).map(|before| &bounds[before]) {
            within = within.and(col("name").gt_eq(lit(from.as_str())));
        }
        if let Some(to) = bounds.get(index) {
            within = within.and(col("name").lt(lit(to.as_str())));
        }
        let rows = self.merged(&paths, within, manifest.dedupe).await?;
        let mut writer =
            NameWriter::begin(&self.work_folder().join(format!("part-{index:05}.parquet")), manifest.dedupe)?;
        each_batch(rows, |batch| writer.write(batch)).await?;
        writer.finish()
    }

    fn runs(&self, work: &Work) -> Vec<PathBuf> {
        let folder = self.work_folder();
        let runs = work.units.iter().filter_map(|unit| unit.run.as_ref()).filter(|run| run.rows > 0);
        runs.map(|run| folder.join(&run.file)).collect()
    }

    /// Rows of files of names that meet a condition.
    async fn rows(&self, paths: &[PathBuf], condition: Expr, dedupe: bool) -> anyhow::Result<DataFrame> {
        let mut columns = vec![
            cast(col("name"), DataType::Utf8).alias("name"),
            cast(col("text"), DataType::Utf8).alias("text"),
        ];
        if dedupe {
            columns.push(col("count"));
        }
        let frame = if paths.is_empty() {
            self.merging.read_batch(RecordBatch::new_empty(schema(dedupe)))
        } else {
            self.merging.read_table(Arc::new(self.table(paths).await?))
        };
        frame.and_then(|frame| frame.filter(condition)).and_then(|frame| frame.select(columns)).map_err(plain)
    }

    async fn table(&self, paths: &[PathBuf]) -> anyhow::Result<ListingTable> {
        Files::of(paths)?.measured_table(|rows| Some(narrow(&self.merging, rows))).await
    }

    /// The same in the order of name and text, in which every one of the files is.
    async fn merged(
        &self,
        paths: &[PathBuf],
        condition: Expr,
        dedupe: bool,
    ) -> anyhow::Result<SendableRecordBatchStream> {
        if paths.is_empty() || paths.len() > MERGED {
            let rows = self.rows(paths, condition, dedupe).await?;
            let rows = rows.sort(vec![col("name").sort(true, true), col("text").sort(true, true)]);
            return stream(rows.map_err(plain)?).await;
        }
        let mut runs = Vec::new();
        for path in paths {
            let rows = self.rows(std::slice::from_ref(path), condition.clone(), dedupe).await?;
            runs.push(rows.create_physical_plan().await.map_err(plain)?);
        }
        let all = match <[_; 1]>::try_from(runs) {
            Ok([one]) => one,
            Err(runs) => UnionExec::try_new(runs).map_err(plain)?,
        };
        let key = |name: &str| Ok(PhysicalSortExpr::new_default(physical_column(name, &all.schema())?));
        let keys = [key("name"), key("text")].into_iter().collect::<Result<Vec<_>, DataFusionError>>();
        let order = LexOrdering::new(keys.map_err(plain)?).context("two columns are an order")?;
        let merge = Arc::new(SortPreservingMergeExec::new(order, all));
        execute_stream(merge, self.merging.task_ctx()).map_err(plain)
    }

    /// What has no name, each text once, with the reason.
    async fn merge_refused(&self, manifest: &Manifest) -> anyhow::Result<Option<Part>> {
        let work = manifest.work.as_ref().context("a run is on its way")?;
        let rows = self.merged(&self.runs(work), col("name").is_null(), manifest.dedupe).await?;
        let name = "refused.parquet";
        let fresh = self.work_folder().join("run-refused.parquet");
        let mut writer = NameWriter::begin(&fresh, true)?;
        each_batch(rows, |batch| writer.write(batch)).await?;
        let mut found = writer.finish()?;
        if let Some(before) = &manifest.refused {
            // Those of earlier runs, with no name again.
            let old = self.table(&[self.folder.join(&before.file)]).await?;
            let new = self.table(std::slice::from_ref(&fresh)).await?;
            let texts = || {
                vec![
                    cast(lit(datafusion::common::ScalarValue::Utf8(None)), DataType::Utf8).alias("name"),
                    cast(col("text"), DataType::Utf8).alias("text"),
                    col("count"),
                ]
            };
            let both = self
                .merging
                .read_table(Arc::new(old))
                .and_then(|frame| frame.select(texts()))
                .and_then(|old| old.union(self.merging.read_table(Arc::new(new))?.select(texts())?))
                .and_then(|frame| frame.sort(vec![col("text").sort(true, true)]))
                .map_err(plain)?;
            let merged = self.work_folder().join("run-refused-all.parquet");
            let mut writer = NameWriter::begin(&merged, true)?;
            each_batch(stream(both).await?, |batch| writer.write(batch)).await?;
            found = writer.finish()?;
            std::fs::rename(&merged, &fresh).context("cannot rename a file of the run")?;
        }
        if found.rows == 0 {
            std::fs::remove_file(&fresh).context("cannot remove a file of the run")?;
            return Ok(None);
        }
        // In order as it is: one partition reads it from its beginning to its end.
        let rows = self
            .merging
            .read_table(Arc::new(self.table(std::slice::from_ref(&fresh)).await?))
            .and_then(|frame| {
                frame.select(vec![cast(col("text"), DataType::Utf8).alias("text"), col("count")])
            })
            .map_err(plain)?;
        let mut file = PartFile::begin(&self.work_folder().join(name), &refused_schema())?;
        each_batch(stream(rows).await?, |batch| {
            for start in (0..batch.num_rows()).step_by(STEP) {
                file.write(&self.reasons(&batch.slice(start, STEP.min(batch.num_rows() - start)))?)?;
            }
            Ok(())
        })
        .await?;
        std::fs::remove_file(&fresh).context("cannot remove a file of the run")?;
        file.finish(Vec::new()).map(Some)
    }

    fn reasons(&self, batch: &RecordBatch) -> anyhow::Result<RecordBatch> {
        let settings = Settings::default().with_progress(&stop::Listening);
        let texts = Input::from(Arc::clone(batch.column(0)));
        let reasons = self.function.reasons(&[texts], batch.num_rows(), &settings)?;
        let reasons = long::reasons(batch.column(0).as_string(), reasons);
        refused_batch(batch.column(0).as_string(), reasons, batch.column(1).as_primitive::<UInt64Type>())
    }

    /// Puts the parts in their place. A range that is there already is replaced whole.
    fn publish(&self, manifest: &mut Manifest) -> anyhow::Result<()> {
        let Some(work) = manifest.work.take() else { return Ok(()) };
        let parts: Vec<Part> = work.parts.into_iter().flatten().collect();
        for part in parts.iter().chain(&work.refused) {
            let (from, to) = (self.work_folder().join(&part.file), self.folder.join(&part.file));
            // A run that was killed here may have moved it already.
            if from.exists() {
                std::fs::rename(&from, &to).with_context(|| format!("cannot write {}", to.display()))?;
            }
            let bytes = std::fs::metadata(&to).map(|data| data.len());
            ensure!(bytes.is_ok_and(|bytes| bytes == part.bytes), "{} is missing or not whole", to.display());
        }
        manifest.parts = parts;
        manifest.refused = work.refused;
        manifest.bounds = work.bounds.unwrap_or_default();
        manifest.inputs.extend(work.inputs);
        manifest.write(&self.folder)?;
        self.sweep(manifest)?;
        // Nothing is in it any more.
        let _ = std::fs::remove_dir(self.work_folder());
        Ok(())
    }
}

/// The next of some tasks that ends; nothing where there is none. An error, and a stop, ends them all.
async fn next<T: 'static>(tasks: &mut JoinSet<anyhow::Result<T>>) -> anyhow::Result<Option<T>> {
    tokio::select! {
        ended = tasks.join_next() => match ended {
            None => Ok(None),
            Some(Ok(done)) => done.map(Some),
            Some(Err(error)) => bail!("a defect: {error}"),
        },
        () = stop::stopped() => bail!("stopped"),
    }
}

async fn stream(rows: DataFrame) -> anyhow::Result<SendableRecordBatchStream> {
    rows.execute_stream().await.map_err(plain)
}

async fn each_batch(
    mut rows: SendableRecordBatchStream,
    mut each: impl FnMut(&RecordBatch) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    while let Some(batch) = rows.next().await {
        each(&batch.map_err(plain)?)?;
        if stop::is_stopped() {
            bail!("stopped");
        }
    }
    Ok(())
}

/// The files of a folder that are no business of a run, named in words; nothing where there are none.
pub(crate) fn strangers(folder: &Path) -> Option<String> {
    let entries = std::fs::read_dir(folder).ok()?;
    let name = entries.flatten().next()?.file_name().to_string_lossy().into_owned();
    Some(name)
}

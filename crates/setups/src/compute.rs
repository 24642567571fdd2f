//! Statistics by our own solver: cover, solve percentage, solutions, path files, saves.
//!
//! A run goes through the setups that lack their statistics, a batch at a time: the batch is marked
//! `processing`, computed on all cores, and written as `completed` or `failed` in one transaction. Only
//! then it is reported. A run that is killed loses the batch at hand at most, and the next one does it
//! again.

use crate::Setups;
use crate::rules::{HoldRule, Rules, Status};
use crate::saves::{Save, SaveFigures, put_save_data};
use crate::setup::{SetupRow, id_value};
use crate::statistics::{Statistics, key, put_path_file, put_statistics};
use crate::variant::Variant;
use ludex_core::{Progress, Signature, Silent};
use ludex_store::Result;
use ludex_store::sql::{Sql, transaction};
use ludex_tetris::fumen::{Flags, Page};
use ludex_tetris::pathfile::{PathFile, xz};
use ludex_tetris::pattern::Budget;
use ludex_tetris::saves::{Bags, BagsInput, Saves, Wanted, filter};
use ludex_tetris::solve::{Building, Drop, Hold, Path, Problem, cover_bits, cover_until, is_cleared};
use ludex_tetris::{Field, Fumen, KickTable, Pattern, Piece, Queue, SetupId, minimal};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// What to compute.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Job {
    /// Kick table and hold.
    pub rules: Rules,
    /// Only this perfect clear.
    pub pc: Option<i64>,
    /// Only these setups; all where it is empty.
    pub ids: Vec<SetupId>,
    /// Solutions, path files and saves too, which takes longer.
    pub paths: bool,
    /// Saves, but neither solutions nor path files.
    pub saves_only: bool,
    /// Also those that are computed already, or failed.
    pub again: bool,
    /// Setups computed and written at once; 0 counts as 1.
    pub batch: usize,
    /// How many pieces are seen, one more after each placement; nothing where every piece is known.
    pub see: Option<u8>,
    /// A kick table to compute with in place of the one that the rules name.
    pub kicks: Option<KicksFile>,
}

/// A kick table that does not come with the program.
///
/// # Examples
/// ```
/// use ludex_setups::compute::KicksFile;
/// use ludex_tetris::KickTable;
/// let file = KicksFile::new("mine.properties", KickTable::named("srs")?);
/// assert!(file.to_string().starts_with("mine.properties "));
/// # Ok::<(), ludex_tetris::KicksError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KicksFile {
    name: String,
    table: KickTable,
}

impl KicksFile {
    /// A table under the name of its file.
    #[must_use]
    pub fn new(name: &str, table: KickTable) -> Self {
        KicksFile { name: name.chars().filter(|letter| !letter.is_control()).take(100).collect(), table }
    }
}

/// The name, and a checksum of all tests: a file that is changed is another table.
impl std::fmt::Display for KicksFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut signature = Signature::new("kicks");
        signature.fold(format!("{:?}", self.table).as_bytes());
        write!(f, "{} {:016x}", self.name, signature.hash)
    }
}

/// What a setup gives of a save.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SaveCounts {
    /// The queues that have each part of it.
    pub parts: Vec<i64>,
    /// How many queues there are.
    pub all: i64,
    /// The solutions that give it, one fumen, where they are wanted.
    pub all_solves: Option<String>,
    /// The fewest of them that serve every queue that has it, where they are wanted.
    pub minimal_solves: Option<String>,
    /// How many those are.
    pub minimal_count: Option<i64>,
}

/// What came out for one setup.
#[derive(Debug, Clone, PartialEq)]
pub struct Computed {
    /// The row to write; its status says whether it came to an end.
    pub statistics: Statistics,
    /// The path file, where one was asked for.
    pub path_file: Option<Vec<u8>>,
    /// Per save: its number, and the queues of each part with the number of all queues; nothing where
    /// the bags of the setup do not tell.
    pub saves: Vec<(i64, Option<SaveCounts>)>,
    /// Why it failed.
    pub failure: Option<String>,
}

type Refused = Box<dyn std::error::Error + Send + Sync>;

/// Computes one setup.
#[must_use]
pub fn compute(setup: &SetupRow, variants: &[Variant], saves: &[Save], job: &Job) -> Computed {
    compute_until(setup, variants, saves, job, &Silent)
}

/// The same, given up with a failure when the progress says so.
fn compute_until(
    setup: &SetupRow,
    variants: &[Variant],
    saves: &[Save],
    job: &Job,
    progress: &dyn Progress,
) -> Computed {
    let mut done = Computed {
        statistics: Statistics::new(setup.id, job.rules),
        path_file: None,
        saves: Vec::new(),
        failure: None,
    };
    if let Err(error) = fill((setup, variants, saves), job, &mut done, progress) {
        done.statistics.status = Status::Failed;
        done.failure = Some(error.to_string());
    }
    done
}

fn fill(
    (setup, variants, saves): (&SetupRow, &[Variant], &[Save]),
    job: &Job,
    done: &mut Computed,
    progress: &dyn Progress,
) -> std::result::Result<(), Refused> {
    let table = match &job.kicks {
        Some(file) => file.table.clone(),
        None => KickTable::named(job.rules.kicks.as_str())?,
    };
    done.statistics.kicks_file = job.kicks.as_ref().map(KicksFile::to_string);
    let slots = u8::try_from(setup.hold)?;
    let hold = match job.rules.hold {
        HoldRule::None => Hold::AVOID,
        HoldRule::Cyclic => Hold::Cyclic(slots),
        HoldRule::Any => Hold::Any(slots),
    };
    let drop = Drop::of(&table);
    let queues = Pattern::read(&setup.cover_pattern)?.queues_until(Budget::USUAL, progress)?;
    let mut buildings = Vec::new();
    for fumen in std::iter::once(&setup.fumen).chain(variants.iter().map(|variant| &variant.fumen)) {
        buildings.extend(Building::of_fumen(&Fumen::decode(fumen)?)?);
    }
    let covered = cover_until(&buildings, &queues, (&table, drop, hold), progress)?;
    if !covered.iter().all(|&covered| covered) {
        done.statistics.cover_data = Some(cover_bits(&covered));
    }
    let Some(pattern) = &setup.solve_pattern else { return Ok(()) };
    done.statistics.see = job.see.map(i64::from);
    let field =
        Fumen::decode(&setup.fumen)?.pages.into_iter().next().map(|page| page.field).unwrap_or_default();
    let queues = Pattern::read(pattern)?.queues_until(Budget::USUAL, progress)?;
    if is_cleared(&field) {
        // The setup is a perfect clear by itself, as those of two lines are: every queue is solved.
        done.statistics.solve = Some((queues.len() as i64, queues.len() as i64));
        return Ok(());
    }
    let problem = Problem::new(&field, 4, table, drop, hold)?;
    // Where the whole queue is seen from the start, every piece is known.
    let hidden = job.see.map(usize::from).filter(|see| *see < problem.needed() + usize::from(slots));
    if let Some(see) = hidden {
        let chance = problem.chance(&queues, see, progress)?;
        done.statistics.solve = Some((chance.success as i64, chance.total as i64));
    }
    if !job.paths && (!job.saves_only || saves.is_empty()) {
        if hidden.is_none() {
            let percent = problem.percent(&queues, progress)?;
            done.statistics.solve = Some((percent.success() as i64, percent.queues.len() as i64));
        }
        return Ok(());
    }
    let path = problem.path(&queues, progress)?;
    if hidden.is_none() {
        let solved = path.by_queue.iter().filter(|list| !list.is_empty()).count();
        done.statistics.solve = Some((solved as i64, path.queues.len() as i64));
    }
    let count_saves = |file: &PathFile| -> Vec<(i64, Option<SaveCounts>)> {
        let own = saves.iter().filter(|save| save.pc == setup.pc);
        own.map(|save| (save.id, count(save, setup, file, &path, (problem.needed(), slots), progress).ok()))
            .collect()
    };
    if !job.paths {
        done.saves = count_saves(&PathFile::of_until(&path, progress)?);
        return Ok(());
    }
    done.statistics.all_solves = pages(path.solutions.iter().map(|solution| solution.field.clone()));
    let least = minimal::minimal_with(&path.by_queue, minimal::BRISK, progress)?;
    done.statistics.minimal_count = Some(least.chosen.len() as i64);
    done.statistics.minimal_solves =
        pages(least.chosen.iter().map(|&i| path.solutions[i as usize].field.clone()));
    let file = PathFile::of_until(&path, progress)?;
    done.path_file = Some(xz::pack_until(&file.pack(pattern)?, 9, progress)?);
    done.saves = count_saves(&file);
    Ok(())
}

/// Fields as the pages of one fumen.
fn pages(fields: impl Iterator<Item = Field>) -> Option<String> {
    let page =
        |field: Field| Page { field, flags: Flags { colour: true, ..Flags::default() }, ..Page::default() };
    let pages: Vec<Page> = fields.map(page).collect();
    (!pages.is_empty()).then(|| Fumen { pages }.encode())
}

fn count(
    save: &Save,
    setup: &SetupRow,
    file: &PathFile,
    path: &Path,
    (needed, slots): (usize, u8),
    progress: &dyn Progress,
) -> std::result::Result<SaveCounts, Refused> {
    let build = Piece::word(&setup.build)?;
    let length = path.queues.first().map_or(0, |queue: &Queue| queue.len());
    let total = build.len() + needed + usize::from(slots);
    let bags = Bags::new(&BagsInput {
        pc: u32::try_from(setup.pc).ok(),
        length: None,
        leftover: Some(&setup.leftover),
        build: Some(&build),
        build_length: build.len(),
        queue_length: length,
        total,
        hold: usize::from(slots),
    })?;
    let wanted = Wanted::read(&save.save)?;
    let hits = Saves::of(file, &bags).wanted(&wanted, true)?;
    let parts = hits.iter().map(|list| list.iter().filter(|&&hit| hit).count() as i64).collect();
    let mut counts = SaveCounts { parts, all: path.queues.len() as i64, ..SaveCounts::default() };
    if save.gen_minimal || save.gen_all_solves {
        // A queue is served by the solutions that give the first part it has.
        let mut demands = vec![Vec::new(); file.rows.len()];
        for wanted in &wanted {
            for (demand, row) in demands.iter_mut().zip(filter(file, &bags, wanted)?.rows) {
                if demand.is_empty() {
                    *demand = row.solutions;
                }
            }
        }
        let used: BTreeSet<u32> = demands.iter().flatten().copied().collect();
        let pages_of =
            |chosen: &mut dyn Iterator<Item = u32>| -> std::result::Result<Option<String>, Refused> {
                let mut all = Vec::new();
                for solution in chosen {
                    all.extend(Fumen::decode(&file.fumens[solution as usize])?.pages);
                }
                Ok(pages(all.into_iter().map(|page| page.field)))
            };
        if save.gen_all_solves {
            counts.all_solves = pages_of(&mut used.iter().copied())?;
        }
        if save.gen_minimal {
            let least = minimal::minimal_with(&demands, minimal::BRISK, progress)?;
            counts.minimal_count = Some(least.chosen.len() as i64);
            counts.minimal_solves = pages_of(&mut least.chosen.iter().copied())?;
        }
    }
    Ok(counts)
}

impl Setups {
    /// The setups a job has still to do, in the order of their ids.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn pending(&mut self, job: &Job) -> Result<Vec<SetupId>> {
        let rows = self.sql().all(
            "SELECT u.id, u.pc, u.solve_pattern IS NOT NULL, \
             CASE WHEN s.status = 'completed' AND s.revision <> u.revision THEN 'stale' ELSE s.status END, \
             coalesce(s.path_file, (1 = 0)), s.see, s.kicks_file FROM setups u \
             LEFT JOIN statistics s ON s.setup = u.id AND s.kicktable = ?1 AND s.hold = ?2 ORDER BY u.id",
            &[job.rules.kicks.into(), job.rules.hold.into()],
        )?;
        let mut pending = Vec::new();
        let kicks = job.kicks.as_ref().map(KicksFile::to_string);
        for mut row in rows {
            let (id, pc, solved): (SetupId, _, _) =
                (row.parsed("id")?, row.int("pc")?, row.flag("solve_pattern")?);
            let (status, path_file) = (row.optional_parsed("status")?, row.flag("path_file")?);
            let (see, file) = (row.optional_int("see")?, row.optional_text("kicks_file")?);
            // Figures of another view, or of another table, do not answer the question.
            let asked = (job.see.is_none() || !solved || see == job.see.map(i64::from))
                && (kicks.is_none() || file == kicks);
            let done = match status {
                Some(Status::Completed) => asked && (!job.paths || path_file || !solved),
                Some(Status::Failed) => true,
                Some(Status::Processing | Status::Stale) | None => false,
            };
            if (job.again || !done)
                && job.pc.is_none_or(|wanted| wanted == pc)
                && (job.ids.is_empty() || job.ids.contains(&id))
            {
                pending.push(id);
            }
        }
        Ok(pending)
    }

    /// Computes the statistics of all setups a job has still to do. `each_done` is called for each setup
    /// once its row is written. Answers how many were completed and how many failed.
    ///
    /// # Errors
    /// When the database is in trouble, or the progress asked to stop; what was reported stays.
    pub fn compute_setups(
        &mut self,
        job: &Job,
        each_done: &mut dyn FnMut(&Computed),
        progress: &dyn Progress,
    ) -> Result<(u64, u64)> {
        let pending = self.pending(job)?;
        let saves = if job.paths { self.saves()? } else { Vec::new() };
        let (mut completed, mut failed) = (0, 0);
        for batch in pending.chunks(job.batch.max(1)) {
            progress.report(completed + failed, pending.len() as u64)?;
            let mut work = Vec::new();
            for &id in batch {
                // The revision first: an edit after it makes the figures stale, whoever ends first.
                let revision =
                    self.sql().one("SELECT revision FROM setups WHERE id = ?1", &[id_value(id)])?;
                let revision = revision.map(|mut row| row.int("revision")).transpose()?;
                work.push((self.setup(id)?, self.variants(id)?, revision));
            }
            transaction(self.sql(), |sql| batch.iter().try_for_each(|id| mark(sql, *id, job.rules)))?;
            // What one setup reports is not how far the job is; whether to stop is.
            let (done, total) = (completed + failed, pending.len() as u64);
            let stop = |_: u64, _: u64| progress.report(done, total);
            let results: Vec<Computed> = work
                .par_iter()
                .map(|(setup, variants, revision)| {
                    let mut done = compute_until(setup, variants, &saves, job, &stop);
                    done.statistics.revision = *revision;
                    done
                })
                .collect();
            // A setup that was broken off has not failed: the next run does it again.
            stop.report(done, total)?;
            transaction(self.sql(), |sql| results.iter().try_for_each(|result| write(sql, result)))?;
            for result in &results {
                if result.failure.is_none() {
                    completed += 1;
                } else {
                    failed += 1;
                }
                each_done(result);
            }
        }
        progress.report(completed + failed, pending.len() as u64)?;
        self.prepare_lookups(job.rules)?;
        Ok((completed, failed))
    }
}

/// Says that a setup is being computed; what is known of it stays until the new figures are there.
fn mark(sql: &mut dyn Sql, id: SetupId, rules: Rules) -> Result<()> {
    sql.run(
        "INSERT INTO statistics (setup, kicktable, hold, status) VALUES (?1, ?2, ?3, 'processing') \
         ON CONFLICT (setup, kicktable, hold) DO UPDATE SET status = 'processing'",
        &key(id, rules),
    )
    .map(drop)
}

fn write(sql: &mut dyn Sql, done: &Computed) -> Result<()> {
    let row = &done.statistics;
    if done.failure.is_some() {
        return sql
            .run(
                "UPDATE statistics SET status = 'failed' WHERE setup = ?1 AND kicktable = ?2 AND hold = ?3",
                &key(row.setup, row.rules),
            )
            .map(drop);
    }
    put_statistics(sql, row)?;
    if let Some(data) = &done.path_file {
        put_path_file(sql, row.setup, row.rules, Some(data))?;
    }
    for (save, counts) in &done.saves {
        let status = if counts.is_some() { Status::Completed } else { Status::Failed };
        put_save_data(sql, (row.setup, row.rules), *save, status, &SaveFigures::of(counts.as_ref()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::SetupFields;

    /// A setup that is a clear of two lines by itself failed, and lost its cover with it.
    #[test]
    fn two_line_clears_are_computed() {
        let mut fields = SetupFields::new(3, "O", "ILJOO", "O,*p5{ILJO=1}", "v115@RhRpili0Tpglzhg0RpJeAgH");
        fields.solve_pattern = Some("[TSZ]".into());
        let id = "30fcaeaf73ff".parse().unwrap();
        let setup = SetupRow { id, fields, oqb_path: None, oqb_depth: None };
        for paths in [false, true] {
            let job = Job { paths, batch: 1, ..Job::default() };
            let done = compute(&setup, &[], &[], &job);
            assert_eq!(done.failure, None);
            assert_eq!(done.statistics.solve, Some((3, 3)));
            assert!(done.statistics.cover_data.is_some(), "not every queue builds it");
        }
    }
}

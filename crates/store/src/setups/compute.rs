//! Statistics by our own solver: cover, solve percentage, solutions, path files, saves.
//!
//! A run goes through the setups that lack their statistics, a batch at a time: the batch is marked
//! `processing`, computed on all cores, and written as `completed` or `failed` in one transaction. Only
//! then it is reported. A run that is killed loses the batch at hand at most, and the next one does it
//! again.

use super::edit::{put_path_file, put_statistics};
use super::model::{SetupRow, Statistics, Variant};
use crate::error::{Result, StoreError};
use crate::sql::{Sql, Value, check_text, transaction};
use crate::store::Store;
use ludex_core::{Progress, Silent};
use ludex_tetris::fumen::{Flags, Page};
use ludex_tetris::pathfile::{PathFile, xz};
use ludex_tetris::saves::{Bags, Saves, Wanted};
use ludex_tetris::solve::{Building, Drop, Hold, Path, Problem, cover};
use ludex_tetris::{Field, Fumen, KickTable, Pattern, Piece, Queue, minimal::minimal};
use rayon::prelude::*;

/// What to compute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// The kick table.
    pub kicktable: String,
    /// The hold: `any`, `cyclic`, `none`.
    pub hold: String,
    /// Only this perfect clear.
    pub pc: Option<i64>,
    /// Only these setups; all where it is empty.
    pub ids: Vec<String>,
    /// Solutions, path files and saves too, which takes longer.
    pub paths: bool,
    /// Also those that are computed already, or failed.
    pub again: bool,
    /// Setups computed and written at once.
    pub batch: usize,
}

/// A wanted save of a perfect clear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Save {
    /// Its number.
    pub id: i64,
    /// The perfect clear.
    pub pc: i64,
    /// The expression; several with commas are priorities, the first that holds counts.
    pub save: String,
}

/// The queues that have each part of a save, and how many queues there are.
pub type SaveCounts = (Vec<i64>, i64);

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
    let mut done = Computed {
        statistics: Statistics {
            setup: setup.id.clone(),
            kicktable: job.kicktable.clone(),
            hold: job.hold.clone(),
            status: "completed".into(),
            ..Statistics::default()
        },
        path_file: None,
        saves: Vec::new(),
        failure: None,
    };
    if let Err(error) = fill(setup, variants, saves, job, &mut done) {
        done.statistics.status = "failed".into();
        done.failure = Some(error.to_string());
    }
    done
}

fn fill(
    setup: &SetupRow,
    variants: &[Variant],
    saves: &[Save],
    job: &Job,
    done: &mut Computed,
) -> std::result::Result<(), Refused> {
    let table = KickTable::named(&job.kicktable)?;
    let slots = u8::try_from(setup.hold)?;
    let hold = match job.hold.as_str() {
        "none" => Hold::AVOID,
        "cyclic" => Hold::Cyclic(slots),
        _ => Hold::Any(slots),
    };
    let drop = Drop::of(&table);
    let queues = Pattern::read(&setup.cover_pattern)?.queues()?;
    let mut buildings = Vec::new();
    for fumen in std::iter::once(&setup.fumen).chain(variants.iter().map(|variant| &variant.fumen)) {
        buildings.extend(Building::of_fumen(&Fumen::decode(fumen)?)?);
    }
    let covered = cover(&buildings, &queues, &table, drop, hold)?;
    if !covered.iter().all(|&covered| covered) {
        let byte = |eight: &[bool]| {
            eight.iter().enumerate().fold(0u8, |byte, (i, &covered)| byte | u8::from(covered) << (7 - i))
        };
        done.statistics.cover_data = Some(covered.chunks(8).map(byte).collect());
    }
    let Some(pattern) = &setup.solve_pattern else { return Ok(()) };
    let field =
        Fumen::decode(&setup.fumen)?.pages.into_iter().next().map(|page| page.field).unwrap_or_default();
    let queues = Pattern::read(pattern)?.queues()?;
    let problem = Problem::new(&field, 4, table, drop, hold)?;
    if !job.paths {
        let percent = problem.percent(&queues, &Silent)??;
        done.statistics.solve = Some((percent.success() as i64, percent.queues.len() as i64));
        return Ok(());
    }
    let path = problem.path(&queues, &Silent)??;
    let finished = problem.needed() == 0;
    let solved = path.by_queue.iter().filter(|list| finished || !list.is_empty()).count();
    done.statistics.solve = Some((solved as i64, path.queues.len() as i64));
    if finished {
        return Ok(());
    }
    done.statistics.all_solves = pages(path.solutions.iter().map(|solution| solution.field.clone()));
    let least = minimal(&path.by_queue, &Silent)?;
    done.statistics.minimal_count = Some(least.chosen.len() as i64);
    done.statistics.minimal_solves =
        pages(least.chosen.iter().map(|&i| path.solutions[i as usize].field.clone()));
    let file = PathFile::of(&path);
    done.path_file = Some(xz::pack(&file.pack(pattern)?, 9)?);
    for save in saves.iter().filter(|save| save.pc == setup.pc) {
        done.saves.push((save.id, count(save, setup, &file, &path, problem.needed(), slots).ok()));
    }
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
    needed: usize,
    slots: u8,
) -> std::result::Result<SaveCounts, Refused> {
    let build = Piece::word(&setup.build)?;
    let length = path.queues.first().map_or(0, |queue: &Queue| queue.len());
    let total = build.len() + needed + usize::from(slots);
    let bags = Bags::new(
        u32::try_from(setup.pc).ok(),
        None,
        Some(&setup.leftover),
        Some(&build),
        build.len(),
        length,
        total,
    )?;
    let wanted = Wanted::read(&save.save)?;
    let hits = Saves::of(file, &bags).wanted(&wanted, true);
    let counts = hits.iter().map(|list| list.iter().filter(|&&hit| hit).count() as i64).collect();
    Ok((counts, path.queues.len() as i64))
}

impl Store {
    /// Adds a wanted save of a perfect clear; answers its number.
    ///
    /// # Errors
    /// When the expression is none.
    pub fn add_save(&mut self, pc: i64, save: &str, description: Option<&str>) -> Result<i64> {
        transaction(&mut *self.sql, |sql| put_save(sql, pc, save, description, 0, false))
    }

    /// Removes a wanted save and all that is known of it.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove_save(&mut self, pc: i64, save: &str) -> Result<()> {
        let touched =
            self.sql.run("DELETE FROM saves WHERE pc = ?1 AND save = ?2", &[pc.into(), save.into()])?;
        let id = format!("{save} of perfect clear {pc}");
        if touched == 0 { Err(StoreError::Missing { what: "save", id }) } else { Ok(()) }
    }

    /// All wanted saves.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn saves(&mut self) -> Result<Vec<Save>> {
        let rows = self.sql.all("SELECT id, pc, save FROM saves ORDER BY pc, save", &[])?;
        let save = |row: Vec<Value>| Save {
            id: row[0].as_int().unwrap_or(0),
            pc: row[1].as_int().unwrap_or(0),
            save: row[2].clone().into_text().unwrap_or_default(),
        };
        Ok(rows.into_iter().map(save).collect())
    }

    /// The saves of a setup: expression, kick table, hold, and the fractions of its parts as JSON.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn save_data(&mut self, setup: &str) -> Result<Vec<(String, String, String, String)>> {
        let rows = self.sql.all(
            "SELECT s.save, d.kicktable, d.hold, d.numerator, d.denominator, d.priority FROM save_data d \
             JOIN saves s ON s.id = d.save WHERE d.setup = ?1 ORDER BY d.kicktable, d.hold, s.save",
            &[setup.into()],
        )?;
        let text = |value: &Value| value.clone().into_text().unwrap_or_default();
        let row = |row: Vec<Value>| {
            let fraction = match (&row[3], &row[4]) {
                (Value::Int(part), Value::Int(all)) => format!("[[{part},{all}]]"),
                _ => text(&row[5]),
            };
            (text(&row[0]), text(&row[1]), text(&row[2]), fraction)
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// The setups a job has still to do, in the order of their ids.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn pending(&mut self, job: &Job) -> Result<Vec<String>> {
        let rows = self.sql.all(
            "SELECT u.id, u.pc, s.status, s.path_file, u.solve_pattern IS NOT NULL FROM setups u \
             LEFT JOIN statistics s ON s.setup = u.id AND s.kicktable = ?1 AND s.hold = ?2 ORDER BY u.id",
            &[job.kicktable.as_str().into(), job.hold.as_str().into()],
        )?;
        let wanted = |row: &Vec<Value>| {
            let id = row[0].clone().into_text().unwrap_or_default();
            let status = row[2].clone().into_text();
            let whole = !job.paths || row[3].as_int() == Some(1) || row[4].as_int() == Some(0);
            let done = match status.as_deref() {
                Some("completed") => whole,
                Some("failed") => true,
                _ => false,
            };
            (job.again || !done)
                && job.pc.is_none_or(|pc| row[1].as_int() == Some(pc))
                && (job.ids.is_empty() || job.ids.contains(&id))
        };
        Ok(rows.iter().filter(|row| wanted(row)).filter_map(|row| row[0].clone().into_text()).collect())
    }

    /// Computes the statistics of all setups a job has still to do. `told` hears of each setup once its
    /// row is written. Answers how many were completed and how many failed.
    ///
    /// # Errors
    /// When the database is in trouble, or the progress asked to stop; what was told stays.
    pub fn compute_setups(
        &mut self,
        job: &Job,
        told: &mut dyn FnMut(&Computed),
        progress: &dyn Progress,
    ) -> Result<(u64, u64)> {
        let pending = self.pending(job)?;
        let saves = if job.paths { self.saves()? } else { Vec::new() };
        let (mut completed, mut failed) = (0, 0);
        for batch in pending.chunks(job.batch.max(1)) {
            progress.report(completed + failed, pending.len() as u64)?;
            let mut work = Vec::new();
            for id in batch {
                work.push((self.setup(id)?, self.variants(id)?));
            }
            transaction(&mut *self.sql, |sql| batch.iter().try_for_each(|id| mark(sql, id, job)))?;
            let results: Vec<Computed> =
                work.par_iter().map(|(setup, variants)| compute(setup, variants, &saves, job)).collect();
            transaction(&mut *self.sql, |sql| results.iter().try_for_each(|result| write(sql, result)))?;
            for result in &results {
                if result.failure.is_none() {
                    completed += 1;
                } else {
                    failed += 1;
                }
                told(result);
            }
        }
        progress.report(completed + failed, pending.len() as u64)?;
        self.prepare_lookups(&job.kicktable, &job.hold)?;
        Ok((completed, failed))
    }
}

/// Says that a setup is being computed; what is known of it stays until the new figures are there.
fn mark(sql: &mut dyn Sql, id: &str, job: &Job) -> Result<()> {
    sql.run(
        "INSERT INTO statistics (setup, kicktable, hold, status) VALUES (?1, ?2, ?3, 'processing') \
         ON CONFLICT (setup, kicktable, hold) DO UPDATE SET status = 'processing'",
        &[id.into(), job.kicktable.as_str().into(), job.hold.as_str().into()],
    )
    .map(drop)
}

fn write(sql: &mut dyn Sql, done: &Computed) -> Result<()> {
    let row = &done.statistics;
    if done.failure.is_some() {
        return sql
            .run(
                "UPDATE statistics SET status = 'failed' WHERE setup = ?1 AND kicktable = ?2 AND hold = ?3",
                &[row.setup.as_str().into(), row.kicktable.as_str().into(), row.hold.as_str().into()],
            )
            .map(drop);
    }
    put_statistics(sql, row)?;
    if let Some(data) = &done.path_file {
        put_path_file(sql, &row.setup, &row.kicktable, &row.hold, Some(data))?;
    }
    for (save, counts) in &done.saves {
        // One wanted save is a fraction, several are priorities.
        let single =
            counts.as_ref().filter(|(parts, _)| parts.len() == 1).map(|(parts, all)| (parts[0], *all));
        let priority = counts.as_ref().filter(|(parts, _)| parts.len() > 1).map(|(parts, all)| {
            serde_json::json!(parts.iter().map(|part| [*part, *all]).collect::<Vec<_>>()).to_string()
        });
        let status = if counts.is_some() { "completed" } else { "failed" };
        let of = [&row.setup, &row.kicktable, &row.hold];
        put_save_data(sql, of, *save, status, single, priority.as_deref())?;
    }
    Ok(())
}

/// Writes a wanted save; answers its number.
pub(crate) fn put_save(
    sql: &mut dyn Sql,
    pc: i64,
    save: &str,
    description: Option<&str>,
    importance: i64,
    auto: bool,
) -> Result<i64> {
    Wanted::read(save).map_err(|e| StoreError::Value(format!("{save:?}: {e}")))?;
    check_text("the description", description.unwrap_or_default())?;
    let values =
        [pc.into(), save.into(), description.map(str::to_owned).into(), importance.into(), auto.into()];
    sql.run(
        "INSERT INTO saves (pc, save, description, importance, auto) VALUES (?1, ?2, ?3, ?4, ?5) \
         ON CONFLICT (pc, save) DO UPDATE SET description = excluded.description, \
         importance = excluded.importance, auto = excluded.auto",
        &values,
    )?;
    let id = sql.one("SELECT id FROM saves WHERE pc = ?1 AND save = ?2", &values[..2])?;
    Ok(id.and_then(|v| v.as_int()).unwrap_or(0))
}

/// Writes what a setup gives of a save: a fraction, or the fractions of its priorities as JSON.
pub(crate) fn put_save_data(
    sql: &mut dyn Sql,
    of: [&String; 3],
    save: i64,
    status: &str,
    fraction: Option<(i64, i64)>,
    priority: Option<&str>,
) -> Result<()> {
    let percent = fraction.map(|(part, all)| (part as f64 * 10_000.0 / all.max(1) as f64).round() / 100.0);
    sql.run(
        "INSERT INTO save_data (setup, kicktable, hold, save, status, percent, numerator, denominator, priority) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (setup, kicktable, hold, save) \
         DO UPDATE SET status = excluded.status, percent = excluded.percent, numerator = excluded.numerator, \
         denominator = excluded.denominator, priority = excluded.priority",
        &[
            of[0].as_str().into(),
            of[1].as_str().into(),
            of[2].as_str().into(),
            save.into(),
            status.into(),
            percent.into(),
            fraction.map(|(part, _)| part).into(),
            fraction.map(|(_, all)| all).into(),
            priority.map(str::to_owned).into(),
        ],
    )
    .map(drop)
}

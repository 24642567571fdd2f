//! What is known of a setup under one kick table and hold.

use crate::rules::{Rules, Status};
use crate::setup::{id_value, object};
use crate::{Filter, Order, Setups};
use ludex_core::Signature;
use ludex_store::sql::{Sql, transaction};
use ludex_store::{Result, Row, Value};
use ludex_tetris::SetupId;
use serde_json::{Map, Value as Json};

/// What is known of a setup under one kick table and hold.
///
/// # Examples
/// ```
/// use ludex_setups::{Rules, Statistics};
/// let mut statistics = Statistics::new("213ceaff91ff".parse()?, Rules::default());
/// statistics.solve = Some((626, 840));
/// assert_eq!(statistics.percent(), Some(74.52));
/// # Ok::<(), ludex_tetris::IdError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    /// Which setup.
    pub setup: SetupId,
    /// Kick table and hold.
    pub rules: Rules,
    /// How far the computation came.
    pub status: Status,
    /// One bit per queue of the cover pattern, in its order, the first in the highest bit of the first
    /// byte; nothing where all are covered.
    pub cover_data: Option<Vec<u8>>,
    /// Solved queues and all queues.
    pub solve: Option<(i64, i64)>,
    /// The percentage that stands beside the fraction where it is another one, as a file brought it.
    pub told_percent: Option<f64>,
    /// All solutions, one fumen.
    pub all_solves: Option<String>,
    /// The least set of solutions that serves every queue, one fumen.
    pub minimal_solves: Option<String>,
    /// How many those are.
    pub minimal_count: Option<i64>,
    /// Whether the path file is there; kept by the database.
    pub path_file: bool,
    /// How many pieces the solve fraction takes as seen, one more after each placement; nothing where every piece is
    /// known.
    pub see: Option<i64>,
    /// The kick table of a file, by name and checksum, in place of the one of that name.
    pub kicks_file: Option<String>,
    /// The revision of the setup from which it was computed; nothing stands for the present one. What is read
    /// says by its status whether the setup has changed since.
    pub revision: Option<i64>,
}

/// How many statistics of a kick table and hold have a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusCount {
    /// Kick table and hold.
    pub rules: Rules,
    /// The status.
    pub status: Status,
    /// How many.
    pub count: i64,
}

/// How many setups of a perfect clear there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetupCount {
    /// The perfect clear.
    pub pc: i64,
    /// Its setups.
    pub setups: i64,
    /// Those with statistics that are completed.
    pub computed: i64,
}

/// A part of a whole in per cent, with two decimals.
#[must_use]
pub fn percent(part: i64, all: i64) -> f64 {
    (part as f64 * 10_000.0 / all.max(1) as f64).round() / 100.0
}

/// Whether a percentage is not that of a fraction, rounded or cut.
pub(crate) fn contradicts(told: f64, fraction: Option<(i64, i64)>) -> bool {
    fraction.is_some_and(|(part, all)| (told - percent(part, all)).abs() > 0.011)
}

/// Setup, kick table and hold as the values of a statement.
pub(crate) fn key(setup: SetupId, rules: Rules) -> [Value; 3] {
    [id_value(setup), rules.kicks.into(), rules.hold.into()]
}

/// Reads the columns kicktable and hold.
pub(crate) fn read_rules(row: &mut Row) -> Result<Rules> {
    Ok(Rules { kicks: row.parsed("kicktable")?, hold: row.parsed("hold")? })
}

impl Statistics {
    /// Nothing known yet, of a computation that came to its end.
    #[must_use]
    pub fn new(setup: SetupId, rules: Rules) -> Self {
        Statistics {
            setup,
            rules,
            status: Status::Completed,
            cover_data: None,
            solve: None,
            told_percent: None,
            all_solves: None,
            minimal_solves: None,
            minimal_count: None,
            path_file: false,
            see: None,
            kicks_file: None,
            revision: None,
        }
    }

    /// The solve percentage with two decimals.
    #[must_use]
    pub fn percent(&self) -> Option<f64> {
        self.solve.map(|(solved, all)| percent(solved, all))
    }

    /// The percentage as it is written: what somebody told, even where it is not that of the fraction.
    fn stored_percent(&self) -> Option<f64> {
        self.told_percent.or_else(|| self.percent())
    }

    fn to_values(&self) -> Vec<Value> {
        let [setup, kicks, hold] = key(self.setup, self.rules);
        vec![
            setup,
            kicks,
            hold,
            if self.status == Status::Stale { Status::Completed } else { self.status }.into(),
            self.cover_data.clone().into(),
            self.stored_percent().into(),
            self.solve.map(|(solved, _)| solved).into(),
            self.solve.map(|(_, all)| all).into(),
            self.all_solves.clone().into(),
            self.minimal_solves.clone().into(),
            self.minimal_count.into(),
            // What is stale was computed from a revision that is no more.
            if self.status == Status::Stale { Some(0) } else { self.revision }.into(),
            self.see.into(),
            self.kicks_file.clone().into(),
        ]
    }

    fn from_row(mut row: Row) -> Result<Self> {
        let (setup, rules) = (row.parsed("setup")?, read_rules(&mut row)?);
        let (status, cover_data) = (row.parsed("status")?, row.optional_bytes("cover_data")?);
        let told = row.optional_real("solve_percent")?;
        let solve = row.optional_int("solve_numerator")?.zip(row.optional_int("solve_denominator")?);
        Ok(Statistics {
            setup,
            rules,
            status,
            cover_data,
            solve,
            told_percent: told.filter(|&told| contradicts(told, solve)),
            all_solves: row.optional_text("all_solves")?,
            minimal_solves: row.optional_text("minimal_solves")?,
            minimal_count: row.optional_int("minimal_count")?,
            path_file: row.flag("path_file")?,
            see: row.optional_int("see")?,
            kicks_file: row.optional_text("kicks_file")?,
            revision: None,
        })
    }

    /// The statistics as one JSON object; cover bits in hexadecimal digits.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Json> {
        object([
            ("setup", self.setup.to_string().into()),
            ("kicktable", self.rules.kicks.into()),
            ("hold", self.rules.hold.into()),
            ("status", self.status.into()),
            ("cover_data", self.cover_data.as_deref().map(hex).into()),
            ("solve_percent", self.stored_percent().into()),
            ("solve_fraction", self.solve.map(|(solved, all)| format!("{solved}/{all}")).into()),
            ("all_solves", self.all_solves.clone().into()),
            ("minimal_solves", self.minimal_solves.clone().into()),
            ("minimal_count", self.minimal_count.into()),
            ("path_file", self.path_file.into()),
            ("see", self.see.into()),
            ("kicks_file", self.kicks_file.clone().into()),
        ])
    }
}

/// The columns that are written; `path_file` is kept by the database.
const WRITTEN: &str = "setup, kicktable, hold, status, cover_data, solve_percent, \
    solve_numerator, solve_denominator, all_solves, minimal_solves, minimal_count";

/// Whether a row of statistics was computed from a revision of its setup that is no longer the present one.
pub(crate) const STALE: &str = "(statistics.status = 'completed' AND statistics.revision <> \
    (SELECT u.revision FROM setups u WHERE u.id = statistics.setup))";

/// The columns that are read.
fn read_columns() -> String {
    WRITTEN.replace("status", &format!("CASE WHEN {STALE} THEN 'stale' ELSE statistics.status END"))
        + ", path_file, see, kicks_file"
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hexadecimal digits as bytes.
#[must_use]
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok()).collect()
}

impl Setups {
    /// The statistics of a setup.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn statistics(&mut self, setup: SetupId) -> Result<Vec<Statistics>> {
        let rows = self.sql().all(
            &format!("SELECT {} FROM statistics WHERE setup = ?1 ORDER BY kicktable, hold", read_columns()),
            &[id_value(setup)],
        )?;
        rows.into_iter().map(Statistics::from_row).collect()
    }

    /// Writes the statistics of a setup under one kick table and hold.
    ///
    /// # Errors
    /// When a rule forbids it.
    pub fn put_statistics(&mut self, statistics: &Statistics) -> Result<()> {
        transaction(self.sql(), |sql| put_statistics(sql, statistics))
    }

    /// Stores a path file with its row, or removes it.
    ///
    /// # Errors
    /// When there are no statistics of the setup under those rules.
    pub fn put_path_file(&mut self, setup: SetupId, rules: Rules, data: Option<&[u8]>) -> Result<()> {
        transaction(self.sql(), |sql| put_path_file(sql, setup, rules, data))
    }

    /// A path file.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn path_file(&mut self, setup: SetupId, rules: Rules) -> Result<Option<Vec<u8>>> {
        let row = self.sql().one(
            "SELECT data FROM path_files WHERE setup = ?1 AND kicktable = ?2 AND hold = ?3",
            &key(setup, rules),
        )?;
        row.map(|mut row| row.bytes("data")).transpose()
    }

    /// Which path files there are.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn path_file_list(&mut self) -> Result<Vec<(SetupId, Rules)>> {
        let rows = self
            .sql()
            .all("SELECT setup, kicktable, hold FROM path_files ORDER BY setup, kicktable, hold", &[])?;
        rows.into_iter().map(|mut row| Ok((row.parsed("setup")?, read_rules(&mut row)?))).collect()
    }

    /// Folds the whole setup database into one number, equal on both databases.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn setups_checksum(&mut self) -> Result<Signature> {
        let mut signature = Signature::new("setups");
        for setup in self.setups(&Filter::default(), Order::Id)? {
            signature.fold(Json::Object(setup.to_json()).to_string().as_bytes());
        }
        crate::transfer::each_line(self.sql(), &mut |line| signature.fold(line.as_bytes()))?;
        Ok(signature)
    }

    /// How many setups of each perfect clear there are, and how many have statistics.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn setup_counts(&mut self) -> Result<Vec<SetupCount>> {
        let rows = self.sql().all(
            "SELECT pc, count(*), sum(CASE WHEN EXISTS (SELECT 1 FROM statistics s WHERE s.setup = setups.id \
             AND s.status = 'completed' AND s.revision = setups.revision) THEN 1 ELSE 0 END) FROM setups GROUP BY pc ORDER BY pc",
            &[],
        )?;
        let count = |mut row: Row| {
            Ok(SetupCount { pc: row.int("pc")?, setups: row.int("setups")?, computed: row.int("computed")? })
        };
        rows.into_iter().map(count).collect()
    }

    /// How many statistics of each kick table and hold have which status.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn status_counts(&mut self) -> Result<Vec<StatusCount>> {
        let rows = self.sql().all(
            &format!(
                "SELECT kicktable, hold, CASE WHEN {STALE} THEN 'stale' ELSE statistics.status END, count(*) \
                 FROM statistics GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
            ),
            &[],
        )?;
        let count = |mut row: Row| {
            Ok(StatusCount {
                rules: read_rules(&mut row)?,
                status: row.parsed("status")?,
                count: row.int("count")?,
            })
        };
        rows.into_iter().map(count).collect()
    }
}

/// Puts statistics in the place of those that are there.
pub(crate) fn put_statistics(sql: &mut dyn Sql, statistics: &Statistics) -> Result<()> {
    write_statistics(sql, statistics, replaced)
}

/// Puts statistics, which keep what is there of what they do not know: a file may bring the cover in one table and the
/// percentages in another.
pub(crate) fn join_statistics(sql: &mut dyn Sql, statistics: &Statistics) -> Result<()> {
    write_statistics(sql, statistics, joined)
}

/// What is computed.
const FIGURES: [&str; 7] = [
    "cover_data",
    "solve_percent",
    "solve_numerator",
    "solve_denominator",
    "all_solves",
    "minimal_solves",
    "minimal_count",
];

/// What the figures were computed with.
const SEEN: [&str; 2] = ["see", "kicks_file"];

fn replaced(column: &str) -> String {
    format!("{column} = excluded.{column}")
}

fn joined(column: &str) -> String {
    format!("{column} = coalesce(excluded.{column}, statistics.{column})")
}

/// What becomes of a row that is there.
fn on_conflict(how: fn(&str) -> String) -> String {
    let figures = FIGURES.map(how).join(", ");
    format!("ON CONFLICT (setup, kicktable, hold) DO UPDATE SET status = excluded.status, {figures}")
}

/// Puts many statistics as [`join_statistics`] does, in one statement of a server; no two of one setup and rules.
pub(crate) fn join_many(sql: &mut dyn Sql, many: &[Statistics]) -> Result<()> {
    let rows: Vec<Vec<Value>> = many.iter().map(Statistics::to_values).collect();
    let revision = "coalesce(r.revision, (SELECT u.revision FROM setups u WHERE u.id = r.setup))";
    let columns = format!("{WRITTEN}, revision, see, kicks_file");
    let written: Vec<String> = WRITTEN.split(", ").map(|column| format!("r.{}", column.trim())).collect();
    let select = format!("{}, {revision}, r.see, r.kicks_file", written.join(", "));
    let end =
        format!("{}, revision = excluded.revision, {}", on_conflict(joined), SEEN.map(joined).join(", "));
    crate::bulk::insert(sql, "statistics", &columns, &select, &rows, &end)
}

fn write_statistics(sql: &mut dyn Sql, statistics: &Statistics, how: fn(&str) -> String) -> Result<()> {
    // Revisions came with the fourth version, and what was seen with the eighth.
    let (mut column, mut value, mut newer, mut count) = (String::new(), String::new(), String::new(), 11);
    if sql.version() >= 4 {
        column.push_str(", revision");
        value.push_str(", coalesce(?12, (SELECT u.revision FROM setups u WHERE u.id = ?1))");
        newer.push_str(", revision = excluded.revision");
        count = 12;
    }
    if sql.version() >= 8 {
        column.push_str(", see, kicks_file");
        value.push_str(", ?13, ?14");
        newer.push_str(&format!(", {}", SEEN.map(how).join(", ")));
        count = 14;
    }
    let values = statistics.to_values();
    sql.run(
        &format!(
            "INSERT INTO statistics ({WRITTEN}{column}) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11{value}) {}{newer}",
            on_conflict(how)
        ),
        &values[..count],
    )
    .map(drop)
}

/// What is there for a setup, kick table and hold.
pub(crate) fn stored_statistics(
    sql: &mut dyn Sql,
    setup: SetupId,
    rules: Rules,
) -> Result<Option<Statistics>> {
    let select = format!(
        "SELECT {} FROM statistics WHERE setup = ?1 AND kicktable = ?2 AND hold = ?3",
        read_columns()
    );
    sql.one(&select, &key(setup, rules))?.map(Statistics::from_row).transpose()
}

pub(crate) fn put_path_file(
    sql: &mut dyn Sql,
    setup: SetupId,
    rules: Rules,
    data: Option<&[u8]>,
) -> Result<()> {
    let key = key(setup, rules);
    sql.run("DELETE FROM path_files WHERE setup = ?1 AND kicktable = ?2 AND hold = ?3", &key)?;
    if let Some(data) = data {
        let [setup, kicks, hold] = key;
        sql.run(
            "INSERT INTO path_files (setup, kicktable, hold, data) VALUES (?1, ?2, ?3, ?4)",
            &[setup, kicks, hold, data.to_vec().into()],
        )?;
    }
    Ok(())
}

//! The rows of the setup database.

use crate::error::{Result, StoreError};
use crate::sql::{Value, check_text};
use ludex_tetris::{Canonical, Pattern, Piece, Scheme, Setup, SetupPosition};
use serde_json::{Map, Value as Json, json};

/// The kick tables a statistic can be of.
pub const KICKTABLES: [&str; 8] = ["srs", "srs_plus", "srsx", "srs180", "tetrax", "asc", "ars", "none"];
/// The holds a statistic can be of.
pub const HOLDS: [&str; 3] = ["any", "cyclic", "none"];

/// What a setup is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SetupType {
    /// Built and solved.
    #[default]
    Regular,
    /// Quick build.
    Qb,
    /// One of several that look alike until a later piece decides; a node of the OQB tree.
    Oqb,
}

impl SetupType {
    /// The word in the table.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            SetupType::Regular => "regular",
            SetupType::Qb => "qb",
            SetupType::Oqb => "oqb",
        }
    }

    /// Reads the word.
    ///
    /// # Errors
    /// When it is none of the three.
    pub fn read(word: &str) -> Result<Self> {
        match word {
            "regular" => Ok(SetupType::Regular),
            "qb" => Ok(SetupType::Qb),
            "oqb" => Ok(SetupType::Oqb),
            _ => Err(StoreError::Value(format!("{word:?} is no type of setup: regular, qb, oqb are"))),
        }
    }
}

/// A setup as it is stored. The id may be empty before it is minted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetupRow {
    /// Twelve hexadecimal digits, an identity for ever.
    pub id: String,
    /// By which scheme the id was minted.
    pub scheme: Scheme,
    /// Which perfect clear, 1 to 9.
    pub pc: i64,
    /// Pieces left over, in the order TILJSZO.
    pub leftover: String,
    /// Pieces of the setup, in the order TILJSZO.
    pub build: String,
    /// When to build it.
    pub cover_pattern: String,
    /// What it is for.
    pub kind: SetupType,
    /// What it looks like; never encoded anew.
    pub fumen: String,
    /// The pieces it is solved with; nothing for an OQB setup that is not solved from here.
    pub solve_pattern: Option<String>,
    /// The setup in the mirror.
    pub mirror: Option<String>,
    /// Pieces one sees.
    pub see: i64,
    /// Pieces one can hold.
    pub hold: i64,
    /// Who found it.
    pub credit: Option<String>,
    /// The first path of the OQB tree; derived.
    pub oqb_path: Option<String>,
    /// Its depth; derived.
    pub oqb_depth: Option<i64>,
}

/// The columns of the table, in the order of [`SetupRow::to_row`].
pub(crate) const SETUP_COLUMNS: &str = "id, scheme, pc, leftover, build, cover_pattern, type, fumen, \
    solve_pattern, mirror, see, hold, credit";

impl SetupRow {
    /// A setup of the fields an id is made of.
    #[must_use]
    pub fn new(pc: i64, leftover: &str, build: &str, cover_pattern: &str, fumen: &str) -> Self {
        SetupRow {
            id: String::new(),
            scheme: Scheme::V1,
            pc,
            leftover: leftover.to_owned(),
            build: build.to_owned(),
            cover_pattern: cover_pattern.to_owned(),
            kind: SetupType::Regular,
            fumen: fumen.to_owned(),
            solve_pattern: None,
            mirror: None,
            see: 7,
            hold: 1,
            credit: None,
            oqb_path: None,
            oqb_depth: None,
        }
    }

    /// Checks all fields and puts the letters in order; answers what the id is made of.
    ///
    /// # Errors
    /// The first field that does not hold.
    pub fn settle(&mut self) -> Result<Canonical> {
        let refused = |error: &dyn std::fmt::Display| StoreError::Value(error.to_string());
        let oqb = if self.kind == SetupType::Oqb { "1" } else { "0" };
        let typed = Setup::of([
            &self.pc.to_string(),
            oqb,
            &self.leftover,
            &self.build,
            &self.cover_pattern,
            &self.fumen,
        ]);
        let position = SetupPosition::check(&typed).map_err(|e| refused(&e))?;
        let canonical = Canonical::of(&position);
        self.leftover = Piece::spell(&canonical.leftover().sorted());
        self.build = Piece::spell(&canonical.build().sorted());
        self.fumen = canonical.fumen().to_owned();
        self.solve_pattern = self.solve_pattern.take().filter(|pattern| !pattern.is_empty());
        if self.solve_pattern.is_none() && self.kind != SetupType::Oqb {
            return Err(StoreError::Value("only an oqb setup may go without a solve pattern".into()));
        }
        for (field, text) in [
            ("the cover pattern", Some(&self.cover_pattern)),
            ("the solve pattern", self.solve_pattern.as_ref()),
        ] {
            if let Some(text) = text {
                check_text(field, text)?;
                Pattern::read(text).map_err(|e| StoreError::Value(format!("{field} {text:?}: {e}")))?;
            }
        }
        check_text("the credit", self.credit.as_deref().unwrap_or_default())?;
        check_text("the fumen", &self.fumen)?;
        if !(1..=11).contains(&self.see) || !(0..=11).contains(&self.hold) {
            return Err(StoreError::Value(format!(
                "one sees 1 to 11 pieces and holds 0 to 11, not {} and {}",
                self.see, self.hold
            )));
        }
        Ok(canonical)
    }

    pub(crate) fn to_row(&self) -> Vec<Value> {
        vec![
            self.id.as_str().into(),
            scheme_word(self.scheme).into(),
            self.pc.into(),
            self.leftover.as_str().into(),
            self.build.as_str().into(),
            self.cover_pattern.as_str().into(),
            self.kind.word().into(),
            self.fumen.as_str().into(),
            self.solve_pattern.clone().into(),
            self.mirror.clone().into(),
            self.see.into(),
            self.hold.into(),
            self.credit.clone().into(),
        ]
    }

    pub(crate) fn from_row(row: Vec<Value>) -> Result<Self> {
        let mut row = row.into_iter();
        let mut next = || row.next().unwrap_or(Value::Null);
        let id = next().into_text().unwrap_or_default();
        let scheme = if next().into_text().as_deref() == Some("v2") { Scheme::V2 } else { Scheme::V1 };
        let pc = next().as_int().unwrap_or(0);
        let mut text = || next().into_text().unwrap_or_default();
        let (leftover, build, cover_pattern, kind, fumen) = (text(), text(), text(), text(), text());
        let (solve_pattern, mirror) = (next().into_text(), next().into_text());
        Ok(SetupRow {
            id,
            scheme,
            pc,
            leftover,
            build,
            cover_pattern,
            kind: SetupType::read(&kind)?,
            fumen,
            solve_pattern,
            mirror,
            see: next().as_int().unwrap_or(7),
            hold: next().as_int().unwrap_or(1),
            credit: next().into_text(),
            oqb_path: next().into_text(),
            oqb_depth: next().as_int(),
        })
    }

    /// The setup as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Json> {
        object([
            ("id", self.id.clone().into()),
            ("scheme", scheme_word(self.scheme).into()),
            ("pc", self.pc.into()),
            ("leftover", self.leftover.clone().into()),
            ("build", self.build.clone().into()),
            ("cover_pattern", self.cover_pattern.clone().into()),
            ("type", self.kind.word().into()),
            ("fumen", self.fumen.clone().into()),
            ("solve_pattern", self.solve_pattern.clone().into()),
            ("mirror", self.mirror.clone().into()),
            ("see", self.see.into()),
            ("hold", self.hold.into()),
            ("credit", self.credit.clone().into()),
            ("oqb_path", self.oqb_path.clone().into()),
            ("oqb_depth", self.oqb_depth.into()),
        ])
    }
}

/// One JSON object of the fields that have a value.
fn object<const N: usize>(fields: [(&str, Json); N]) -> Map<String, Json> {
    let there = fields.into_iter().filter(|(_, value)| !value.is_null());
    there.map(|(field, value)| (field.to_owned(), value)).collect()
}

/// The word of a scheme in the table.
#[must_use]
pub const fn scheme_word(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::V1 => "v1",
        Scheme::V2 => "v2",
    }
}

/// Other pieces placed before the base of a setup is complete: they widen its cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Which setup.
    pub setup: String,
    /// From 1, given out by the database.
    pub number: i64,
    /// All pieces placed.
    pub build: String,
    /// What it looks like.
    pub fumen: String,
    /// The pieces it is solved with.
    pub solve_pattern: Option<String>,
}

impl Variant {
    /// The variant as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Json {
        json!({
            "number": self.number, "build": self.build, "fumen": self.fumen, "solve_pattern": self.solve_pattern,
        })
    }
}

/// What is known of a setup under one kick table and hold.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Statistics {
    /// Which setup.
    pub setup: String,
    /// One of [`KICKTABLES`].
    pub kicktable: String,
    /// One of [`HOLDS`].
    pub hold: String,
    /// `processing`, `completed` or `failed`.
    pub status: String,
    /// One bit per queue of the cover pattern, in its order, the first in the highest bit of the first
    /// byte; nothing where all are covered.
    pub cover_data: Option<Vec<u8>>,
    /// Solved queues and all queues.
    pub solve: Option<(i64, i64)>,
    /// All solutions, one fumen.
    pub all_solves: Option<String>,
    /// The least set of solutions that serves every queue, one fumen.
    pub minimal_solves: Option<String>,
    /// How many those are.
    pub minimal_count: Option<i64>,
    /// Whether the path file is there; kept by the database.
    pub path_file: bool,
}

impl Statistics {
    /// The solve percentage with two decimals.
    #[must_use]
    pub fn percent(&self) -> Option<f64> {
        self.solve.map(|(solved, all)| (solved as f64 * 10_000.0 / all as f64).round() / 100.0)
    }

    pub(crate) fn to_row(&self) -> Vec<Value> {
        vec![
            self.setup.as_str().into(),
            self.kicktable.as_str().into(),
            self.hold.as_str().into(),
            self.status.as_str().into(),
            self.cover_data.clone().into(),
            self.percent().into(),
            self.solve.map(|(solved, _)| solved).into(),
            self.solve.map(|(_, all)| all).into(),
            self.all_solves.clone().into(),
            self.minimal_solves.clone().into(),
            self.minimal_count.into(),
        ]
    }

    pub(crate) fn from_row(row: Vec<Value>) -> Self {
        let mut row = row.into_iter();
        let mut next = || row.next().unwrap_or(Value::Null);
        let mut text = || next().into_text().unwrap_or_default();
        let (setup, kicktable, hold, status) = (text(), text(), text(), text());
        let cover_data = next().into_bytes();
        let _percent = next();
        let solve = next().as_int().zip(next().as_int());
        Statistics {
            setup,
            kicktable,
            hold,
            status,
            cover_data,
            solve,
            all_solves: next().into_text(),
            minimal_solves: next().into_text(),
            minimal_count: next().as_int(),
            path_file: next().as_int() == Some(1),
        }
    }

    /// The statistics as one JSON object; cover bits in hexadecimal digits.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Json> {
        object([
            ("setup", self.setup.clone().into()),
            ("kicktable", self.kicktable.clone().into()),
            ("hold", self.hold.clone().into()),
            ("status", self.status.clone().into()),
            ("cover_data", self.cover_data.as_deref().map(hex).into()),
            ("solve_percent", self.percent().into()),
            ("solve_fraction", self.solve.map(|(solved, all)| format!("{solved}/{all}")).into()),
            ("all_solves", self.all_solves.clone().into()),
            ("minimal_solves", self.minimal_solves.clone().into()),
            ("minimal_count", self.minimal_count.into()),
            ("path_file", self.path_file.into()),
        ])
    }
}

/// The columns of the table of statistics, the path flag last.
pub(crate) const STATISTICS_COLUMNS: &str = "setup, kicktable, hold, status, cover_data, solve_percent, \
    solve_numerator, solve_denominator, all_solves, minimal_solves, minimal_count";

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

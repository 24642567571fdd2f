//! Variants: other pieces placed before the base of a setup is complete; they widen its cover.

use crate::Setups;
use crate::setup::{check_budget, id_value};
use ludex_store::sql::{check_text, transaction};
use ludex_store::{Result, Row, StoreError};
use ludex_tetris::{Pattern, SetupId};
use serde_json::{Value as Json, json};

/// Other pieces placed before the base of a setup is complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Which setup.
    pub setup: SetupId,
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

/// Refuses a solve pattern whose queues take too long to list.
pub(crate) fn check_solve_pattern(solve: Option<&str>) -> Result<()> {
    match solve.map(|text| (text, Pattern::read(text))) {
        Some((text, Ok(pattern))) => check_budget("the solve pattern", text, &pattern),
        // What is no pattern is told by lint.
        _ => Ok(()),
    }
}

impl Setups {
    /// Adds a variant; answers its number.
    ///
    /// # Errors
    /// When there is no such setup, or a field does not hold.
    pub fn add_variant(
        &mut self,
        setup: SetupId,
        build: &str,
        fumen: &str,
        solve: Option<&str>,
    ) -> Result<i64> {
        self.setup(setup)?;
        for (field, text) in
            [("the build", Some(build)), ("the fumen", Some(fumen)), ("the solve pattern", solve)]
        {
            check_text(field, text.unwrap_or_default())?;
        }
        check_solve_pattern(solve)?;
        transaction(self.sql(), |sql| {
            sql.run(
                "INSERT INTO setup_variants (setup, build, fumen, solve_pattern) VALUES (?1, ?2, ?3, ?4)",
                &[id_value(setup), build.into(), fumen.into(), solve.map(str::to_owned).into()],
            )?;
            let number =
                sql.one("SELECT max(number) FROM setup_variants WHERE setup = ?1", &[id_value(setup)])?;
            number.map_or(Ok(1), |mut row| row.int("number"))
        })
    }

    /// The variants of a setup, by number.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn variants(&mut self, setup: SetupId) -> Result<Vec<Variant>> {
        let rows = self.sql().all(
            "SELECT setup, number, build, fumen, solve_pattern FROM setup_variants WHERE setup = ?1 ORDER BY number",
            &[id_value(setup)],
        )?;
        let variant = |mut row: Row| {
            Ok(Variant {
                setup: row.parsed("setup")?,
                number: row.int("number")?,
                build: row.text("build")?,
                fumen: row.text("fumen")?,
                solve_pattern: row.optional_text("solve_pattern")?,
            })
        };
        rows.into_iter().map(variant).collect()
    }

    /// Removes a variant.
    ///
    /// # Errors
    /// When there is none of that number.
    pub fn remove_variant(&mut self, setup: SetupId, number: i64) -> Result<()> {
        let touched = self.write(
            "DELETE FROM setup_variants WHERE setup = ?1 AND number = ?2",
            &[id_value(setup), number.into()],
        )?;
        let id = format!("{number} of {setup}");
        if touched == 0 { Err(StoreError::Missing { what: "variant", id }) } else { Ok(()) }
    }
}

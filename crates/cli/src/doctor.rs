//! `ludex doctor`: is everything in order here?

use crate::{Outcome, families, tables};
use clap::Args;
use ludex_core::cache;
use std::io::Write;

/// Check this installation: CPU features, tables, and a quick self-test of every family.
///
/// A table that is missing is no fault; one that is damaged is.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex doctor
  ludex doctor && echo all well
  ludex doctor | grep -v ok")]
pub(crate) struct DoctorArgs {}

impl DoctorArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut out = std::io::stdout().lock();
        writeln!(out, "ludex\t{}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "system\t{} {}", std::env::consts::ARCH, std::env::consts::OS)?;
        writeln!(out, "threads\t{}", std::thread::available_parallelism().map_or(1, std::num::NonZero::get))?;
        writeln!(out, "cpu\t{}", cpu_features())?;
        let mut outcome = Outcome::Fine;
        for family in families::all().iter() {
            match family.self_test() {
                Ok(()) => writeln!(out, "{}\tok", family.word())?,
                Err(refusal) => {
                    outcome = Outcome::Refused;
                    writeln!(out, "{}\twrong: {refusal}", family.word())?;
                }
            }
        }
        for recipe in tables::all() {
            let state = match cache::open(recipe.word(), recipe.version()) {
                Ok(None) if recipe.shipped().is_some() => "in the program".to_owned(),
                Ok(None) => "not built".to_owned(),
                Ok(Some(_)) => "ok".to_owned(),
                Err(error) => {
                    outcome = Outcome::Refused;
                    format!("wrong: {error:#}")
                }
            };
            writeln!(out, "table {}\t{state}", recipe.word())?;
        }
        Ok(outcome)
    }
}

#[cfg(target_arch = "x86_64")]
fn cpu_features() -> String {
    // Those that some solver's choice of code looks at.
    let features = [
        ("avx2", is_x86_feature_detected!("avx2")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("avx512", ludex_sudoku::uses_avx512()),
    ];
    let there: Vec<&str> = features.iter().filter(|(_, there)| *there).map(|(name, _)| *name).collect();
    if there.is_empty() { "no faster paths".to_owned() } else { there.join(" ") }
}

#[cfg(not(target_arch = "x86_64"))]
fn cpu_features() -> String {
    "plain paths".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 11, defect 1: what the solver's choice of code looks at is listed.
    #[test]
    fn avx_512_is_listed_where_the_solver_uses_it() {
        let listed = cpu_features().split(' ').any(|feature| feature == "avx512");
        assert_eq!(listed, ludex_sudoku::uses_avx512());
    }
}

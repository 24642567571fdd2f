//! `ludex cube scramble`: seeded scrambles by the rules.

use super::SizeArgs;
use super::tables::Solvers;
use crate::Outcome;
use clap::Args;
use ludex_core::{Random, Silent};
use ludex_cube::{notation, nxn, scramble};
use std::io::Write;

/// Print scrambles: random states of the 2x2 (at least 4 moves away), 3x3 (at least 2) and 4x4, random
/// moves beyond (60 on the 5x5, 20 more with every size).
///
/// The same seed gives the same scrambles on every machine.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube scramble
  ludex cube scramble --size 2 --count 5 --seed 7
  ludex cube scramble --count 3 --seed 1 | ludex cube solve")]
pub(crate) struct ScrambleArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// How many
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: u64,
    /// Where the random numbers start (default: the time of day)
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

impl ScrambleArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let now =
            || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |t| t.as_nanos());
        let mut random = Random::new(self.seed.unwrap_or_else(|| now() as u64));
        let solvers = Solvers::default();
        let mut out = std::io::stdout().lock();
        for _ in 0..self.count {
            let (size, turns) = match self.size.or_default() {
                2 => (2, scramble::scramble2(&mut random)),
                3 => (3, scramble::scramble3(&mut random, solvers.two_phase(), &Silent)?),
                size => (size, nxn::scramble(size, &mut random, &Silent)?),
            };
            writeln!(out, "{}", notation::write(&turns, size))?;
        }
        Ok(Outcome::Fine)
    }
}

//! `ludex bench`: a signature per family.

use crate::progress::Bar;
use crate::{Outcome, families};
use clap::Args;
use std::io::Write;

/// Print a signature per family: a fixed piece of work folded into one number.
///
/// The signature is the same on every machine and at every thread count; a change of it means that
/// some answer changed. The time taken goes to stderr.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex bench
  ludex bench cube
  ludex bench sudoku xiangqi")]
pub(crate) struct BenchArgs {
    /// Families to run (default: all)
    #[arg(value_name = "FAMILY")]
    families: Vec<String>,
}

impl BenchArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let families = families::all();
        for word in &self.families {
            families.find(word).map_err(|refusal| anyhow::anyhow!("{refusal}"))?;
        }
        let chosen = |word: &str| self.families.is_empty() || self.families.iter().any(|w| w == word);
        for family in families.iter().filter(|family| chosen(family.word())) {
            let start = std::time::Instant::now();
            let signature = family.signature(&Bar::new(family.word()))?;
            writeln!(
                std::io::stdout(),
                "{}\t{:016x}\t{} {}",
                family.word(),
                signature.hash,
                signature.count,
                signature.work
            )?;
            eprintln!("{}: {:.2} s", family.word(), start.elapsed().as_secs_f64());
        }
        Ok(Outcome::Fine)
    }
}

//! `ludex tetris queues`: the queues of a pattern.

use super::refuse;
use super::rules::queues_of;
use crate::Outcome;
use clap::Args;
use std::io::Write;

/// List the queues of an extended-pieces pattern.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris queues '[SZ]!,*p2{T=1}'
  ludex tetris queues --count '*p7{T<[LZ]&&!LZO<S}'
  ludex tetris queues @patterns.txt")]
pub(crate) struct QueuesArgs {
    /// Print only how many there are
    #[arg(long)]
    count: bool,
    /// The pattern, or @FILE for a file of patterns
    #[arg(value_name = "PATTERN")]
    pattern: String,
}

impl QueuesArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let queues = match queues_of(&self.pattern) {
            Ok(queues) => queues,
            Err(refusal) => {
                if let Some(column) = refusal.column() {
                    eprintln!("{}\n{}^", self.pattern, " ".repeat(column.saturating_sub(1)));
                }
                return refuse(refusal);
            }
        };
        let mut out = std::io::BufWriter::new(std::io::stdout());
        if self.count {
            writeln!(out, "{}", queues.len())?;
        } else {
            for queue in queues {
                writeln!(out, "{queue}")?;
            }
        }
        out.flush()?;
        Ok(Outcome::Fine)
    }
}

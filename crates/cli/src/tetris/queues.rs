//! `ludex tetris queues`: the queues of a pattern.

use super::refuse;
use super::rules::queues_of;
use crate::Outcome;
use clap::Args;
use ludex_tetris::Queue;
use std::io::Write;

/// List the queues of an extended-pieces pattern.
///
/// With --forward the orders in which their pieces can be placed with one hold, one piece less than a queue has;
/// with --backward the queues from which theirs can be placed, one piece more.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris queues --forward TIOL
  ludex tetris queues '[SZ]!,*p2{T=1}'
  ludex tetris queues --count '*p7{T<[LZ]&&!LZO<S}'
  ludex tetris queues @patterns.txt")]
pub(crate) struct QueuesArgs {
    /// Print only how many there are
    #[arg(long)]
    count: bool,
    /// Print the orders in which the pieces of the queues can be placed with hold
    #[arg(long, conflicts_with = "backward")]
    forward: bool,
    /// Print the queues whose pieces can be placed with hold in the order of the pattern's
    #[arg(long)]
    backward: bool,
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
        let through = |each: fn(Queue) -> Vec<Queue>| -> Vec<Queue> {
            let mut all: Vec<Queue> = queues.iter().copied().flat_map(each).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let queues = if self.forward {
            through(Queue::placed_orders)
        } else if self.backward {
            through(Queue::origins)
        } else {
            queues
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

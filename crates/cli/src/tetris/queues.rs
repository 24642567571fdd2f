//! `ludex tetris queues`: the queues of a pattern.

use super::refuse;
use super::rules::queues_of;
use crate::Outcome;
use clap::Args;
use ludex_tetris::Queue;
use ludex_tetris::pattern::Filter;
use std::io::Write;

/// List the queues of an extended-pieces pattern.
///
/// With --forward the orders in which their pieces can be placed with one hold, one piece less than a queue has;
/// with --backward the queues from which theirs can be placed, one piece more.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris queues --forward TIOLJ --holds 1
  ludex tetris queues --backward TIOL --length 4 --where 'T<O'
  ludex tetris queues '[SZ]!,*p2{T=1}'
  ludex tetris queues --count '*p7{T<[LZ]&&!LZO<S}'
  ludex tetris queues @patterns.txt")]
pub(crate) struct QueuesArgs {
    /// Print only how many there are
    #[arg(long)]
    count: bool,
    /// Print the orders in which the pieces of the queues can be placed with hold
    #[arg(long, group = "way")]
    forward: bool,
    /// Print the queues whose pieces can be placed with hold in the order of the pattern's
    #[arg(long, group = "way")]
    backward: bool,
    /// Use the hold so many times at most
    #[arg(long, value_name = "N", requires = "way")]
    holds: Option<usize>,
    /// Begin with nothing held, where otherwise the first piece of a queue is
    #[arg(long, requires = "holds")]
    empty_hold: bool,
    /// Print so many pieces of each queue, each beginning once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=21))]
    length: Option<u8>,
    /// Print only queues that pass a filter, which is written as in the braces of a pattern
    #[arg(long = "where", value_name = "FILTER")]
    filter: Option<String>,
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
        let filter = match self.filter.as_deref().map(Filter::read).transpose() {
            Ok(filter) => filter,
            Err(error) => return refuse(format!("--where: {error}")),
        };
        let mut queues = self.through_the_hold(queues);
        if let Some(length) = self.length {
            queues = queues.into_iter().map(|queue| queue.cut(usize::from(length))).collect();
            queues.dedup();
        }
        if let Some(filter) = filter {
            let mut passing = Vec::new();
            for queue in queues {
                match filter.passes(queue) {
                    Ok(true) => passing.push(queue),
                    Ok(false) => {}
                    Err(error) => return refuse(format!("--where: {error}")),
                }
            }
            queues = passing;
        }
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

    /// The queues as they come out of the hold, or as they were before it.
    fn through_the_hold(&self, queues: Vec<Queue>) -> Vec<Queue> {
        let (most, head_held) = (self.holds.unwrap_or(usize::MAX), !self.empty_hold);
        let each = |queue: Queue| -> Vec<Queue> {
            let fits = |order: &Queue, from: &Queue| {
                self.holds.is_none() || from.placed_orders_by_holds(head_held)[order] <= most
            };
            match (self.forward, self.backward) {
                (true, _) if self.holds.is_none() => queue.placed_orders(),
                (true, _) => {
                    let orders = queue.placed_orders_by_holds(head_held);
                    orders.into_iter().filter(|(_, holds)| *holds <= most).map(|(order, _)| order).collect()
                }
                (_, true) => queue.origins().into_iter().filter(|from| fits(&queue, from)).collect(),
                _ => vec![queue],
            }
        };
        let mut all: Vec<Queue> = queues.into_iter().flat_map(each).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

//! `ludex tetris setups loop`: perfect clears in a row.

use super::{PrintArgs, starter};
use crate::Outcome;
use crate::progress::Bar;
use crate::refuse::OrRefuse;
use crate::store::PlaceArgs;
use crate::tetris::rules::RuleArgs;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::saves::leftover_length;
use ludex_tetris::{Counts, Piece};

/// Tell how many perfect clears in a row a collection gives.
///
/// What is left over after a perfect clear, the unused piece and the rest of the last bag, is where the next one begins.
/// At each the player builds the setup, and keeps the piece, that give the most perfect clears up to the last one. Prints
/// the chance to get to each perfect clear and past it, and the expected number in a row; --states every perfect clear
/// and leftover that may come up: its setups, queues won, perfect clears in a row from there on, what is left over then.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups loop --last 2
  ludex tetris setups loop --from 2 --leftover LSZO --last 3 --states
  ludex tetris setups loop --set mine --see 6 --format json")]
pub(super) struct LoopArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The perfect clear to begin with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=9))]
    from: u32,
    /// The last perfect clear that is counted
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=9))]
    last: u32,
    /// What is left over at the beginning (needed unless a whole bag is)
    #[arg(long, value_name = "PIECES")]
    leftover: Option<String>,
    /// Only setups of this set and of those below it
    #[arg(long, value_name = "ID")]
    set: Option<String>,
    /// Pieces one sees when a setup is chosen
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u8).range(1..))]
    see: u8,
    /// Print every perfect clear and leftover that may come up
    #[arg(long)]
    states: bool,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    print: PrintArgs,
}

impl LoopArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let leftover = match &self.leftover {
            Some(text) => Piece::word(text).map_err(Refusal::from),
            None if leftover_length(self.from) == 7 => Ok(Piece::ALL.to_vec()),
            None => Err(Refusal::new(format!("perfect clear {}: --leftover is needed", self.from))),
        };
        let leftover = match leftover {
            Ok(pieces) => Counts::of(&pieces),
            Err(refusal) => return Err(refusal).or_refuse(),
        };
        let mut store = starter::open(&self.place)?;
        let bar = Bar::new("leftovers");
        let rules = (self.rules.database()?, usize::from(self.see));
        let run = store.run_of_clears((self.from, self.last), leftover, self.set.as_deref(), rules, &bar)?;
        drop(bar);
        let mut lines = Vec::new();
        if self.states {
            for state in &run.states {
                let next: Vec<String> =
                    state.next.iter().map(|(word, count)| format!("{word} {count}")).collect();
                let (won, all) = state.won;
                lines.push(format!(
                    "{}\t{}\t{}\t{won}/{all}\t{:.4}\t{}",
                    state.pc,
                    state.leftover,
                    state.setups,
                    state.expected,
                    next.join(", ")
                ));
            }
        }
        for (pc, chance) in &run.reached {
            lines.push(format!("perfect clear {pc}\t{:.2}%", chance * 100.0));
        }
        lines.push(format!("in a row\t{:.4}", run.expected));
        self.print.put(&lines, run.to_json())
    }
}

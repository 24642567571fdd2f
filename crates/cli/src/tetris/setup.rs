//! `ludex tetris setup`: a search for setups.

use super::refuse;
use super::rules::{SolverArgs, queues_of};
use crate::Outcome;
use crate::progress::Bar;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::fumen::Page;
use ludex_tetris::saves::leftover_length;
use ludex_tetris::solve::SetupSearch;
use ludex_tetris::{Counts, Fumen, Piece, Queue};
use std::collections::HashMap;
use std::io::Write;
use std::sync::Mutex;

/// Search for setups of a few pieces from which many queues lead to a perfect clear.
///
/// A beam search over neat shapes: the shares are exact, but better setups may be left out. One line per
/// setup, the best first: share, success/total, pieces, the pattern of the queues that follow, fumen.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setup --pieces 4
  ludex tetris setup --pieces 5 --min 99 --kicks srs
  ludex tetris setup --pieces 4 --pc 2 --leftover TILJ --top 20")]
pub(crate) struct SetupArgs {
    /// Most pieces of a setup
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=9))]
    pieces: u8,
    /// Which perfect clear
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=9))]
    pc: u32,
    /// The pieces left over from the bag before (needed unless a whole bag is)
    #[arg(long, value_name = "PIECES")]
    leftover: Option<String>,
    /// Leave out setups below this share
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0)]
    min: f64,
    /// The queues that follow, instead of the rest of the leftover and further bags
    #[arg(long, value_name = "PATTERN")]
    pattern: Option<String>,
    #[command(flatten)]
    rules: SolverArgs,
    /// Lines to clear
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=6))]
    lines: u32,
    /// Shapes kept at each number of pieces
    #[arg(long, value_name = "N", default_value_t = 150)]
    beam: usize,
    /// Setups counted with all queues
    #[arg(long, value_name = "N", default_value_t = 24)]
    top: usize,
}

impl SetupArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.search()? {
            Ok(()) => Ok(Outcome::Fine),
            Err(refusal) => refuse(refusal),
        }
    }

    fn search(&self) -> anyhow::Result<Result<(), Refusal>> {
        let rules = match self.rules.plan()? {
            Ok(rules) => rules,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let length = leftover_length(self.pc);
        let bag = match &self.leftover {
            None if length == 7 => Counts([1; 7]),
            None => {
                let what =
                    format!("perfect clear {} has {length} pieces left over: --leftover is needed", self.pc);
                return Ok(Err(Refusal::new(what)));
            }
            Some(text) => match Piece::word(text) {
                Ok(pieces) if pieces.len() == length => Counts::of(&pieces),
                Ok(pieces) => {
                    let what = format!(
                        "perfect clear {} has {length} pieces left over, not {}",
                        self.pc,
                        pieces.len()
                    );
                    return Ok(Err(Refusal::new(what)));
                }
                Err(error) => return Ok(Err(error.into())),
            },
        };
        let search = SetupSearch {
            pieces: usize::from(self.pieces),
            bag,
            lines: self.lines,
            table: rules.table,
            drop: rules.drop,
            hold: rules.hold,
            beam: self.beam,
            top: self.top,
        };
        if let Some(pattern) = &self.pattern
            && let Err(refusal) = queues_of(pattern)
        {
            return Ok(Err(refusal));
        }
        let known: Mutex<HashMap<String, Vec<Queue>>> = Mutex::default();
        let pattern_of = |built: &Counts| self.pattern.clone().unwrap_or_else(|| search.pattern_after(built));
        let queues = |built: &Counts| {
            let pattern = pattern_of(built);
            if let Some(queues) = known.lock().ok().and_then(|k| k.get(&pattern).cloned()) {
                return queues;
            }
            let queues = queues_of(&pattern).unwrap_or_default();
            if let Ok(mut known) = known.lock() {
                known.insert(pattern, queues.clone());
            }
            queues
        };
        let bar = Bar::new("shapes tried");
        let found = match search.run(&queues, &bar) {
            Ok(found) => found,
            Err(error) => return Ok(Err(error.into())),
        };
        drop(bar);
        let mut out = std::io::BufWriter::new(std::io::stdout());
        for setup in found.iter().filter(|s| s.percent() >= self.min && s.success > 0) {
            writeln!(
                out,
                "{:.2}%\t{}/{}\t{}\t{}\t{}",
                setup.percent(),
                setup.success,
                setup.total,
                Piece::spell(&setup.pieces.sorted()),
                pattern_of(&setup.pieces),
                Fumen { pages: vec![Page::of(setup.field.clone())] }.encode()
            )?;
        }
        out.flush()?;
        Ok(Ok(()))
    }
}

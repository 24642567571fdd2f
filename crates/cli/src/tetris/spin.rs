//! `ludex tetris spin`: ways to set up a T-spin.

use super::refuse;
use super::rules::{SolverArgs, field_of, queues_of};
use crate::Outcome;
use crate::progress::Bar;
use clap::Args;
use ludex_core::{Progress, Refusal, Stopped};
use ludex_tetris::fumen::{Flags, Page};
use ludex_tetris::solve::{ProblemError, SpinSetup, SpinTask};
use ludex_tetris::{Fumen, Piece};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// List ways to set up a T-spin: pieces after which a T can be spun in and clears lines.
///
/// One line per way, from which no piece can be left out: lines the T clears, pieces (the T last), fumen. The pattern
/// says which pieces there are, in any order.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris spin --fumen v115@zgD8FeF8DeG8CeH8BeI8KeAgH --pattern TSLI --top 5 --kicks srs
  ludex tetris spin --fumen v115@HhB8AeH8BeI8AeG8JeAgH --pattern '*!' --max-roof 1 --kicks srs
  ludex tetris spin --fumen v115@HhE8CeF8DeG8AeD8JeAgH --pattern JTO --top 3 --height 5 --kicks srs")]
pub(crate) struct SpinArgs {
    /// The field: a fumen whose first page counts, FUMEN#3 for another page, or @FILE with rows of letters
    #[arg(long, value_name = "FUMEN")]
    fumen: String,
    /// The pieces, as extended pieces, or @FILE
    #[arg(long, value_name = "PATTERN")]
    pattern: String,
    /// The lowest row that may be cleared, the floor being 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    bottom: u32,
    /// The row above the highest that may be cleared (default: as high as the field)
    #[arg(long, value_name = "N")]
    top: Option<u32>,
    /// Rows in which pieces may lie, 12 at most (default: two more than --top)
    #[arg(long, value_name = "N")]
    height: Option<u32>,
    /// Fewest lines the T clears
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=3))]
    lines: u32,
    /// Most pieces added for the T's turn once the shape stands (default: any number; given up where it takes too long)
    #[arg(long, value_name = "N")]
    max_roof: Option<usize>,
    #[command(flatten)]
    rules: SolverArgs,
}

/// Steps of the search between two reports.
const STEPS: u64 = 1024;
/// Reports after which a search without a bound is given up.
const MOST_REPORTS: u64 = 20_000;

/// A progress that ends.
struct Bounded<'a> {
    bar: &'a Bar,
    left: AtomicU64,
}

impl Bounded<'_> {
    fn is_spent(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

impl Progress for Bounded<'_> {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        // One thread searches.
        self.left.store(self.left.load(Ordering::Relaxed).saturating_sub(1), Ordering::Relaxed);
        if self.is_spent() { Err(Stopped) } else { self.bar.report(done, total) }
    }
}

impl SpinArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let rules = match self.rules.plan()? {
            Ok(rules) => rules,
            Err(refusal) => return refuse(refusal),
        };
        let bar = Bar::new("placements tried");
        let left = if self.max_roof.is_some() { u64::MAX } else { MOST_REPORTS };
        let bounded = Bounded { bar: &bar, left: AtomicU64::new(left) };
        let search = || -> Result<Vec<SpinSetup>, Refusal> {
            let field = field_of(&self.fumen)?;
            let top = self.top.unwrap_or(field.height() as u32);
            let task = SpinTask {
                field: &field,
                queues: &queues_of(&self.pattern)?,
                bottom: self.bottom,
                top,
                height: self.height.unwrap_or_else(|| top.saturating_add(2)),
                lines: self.lines,
                most_roof: self.max_roof,
            };
            match rules.spins(&task, &bounded) {
                // Whoever bounds the roof has asked for all of it.
                Err(ProblemError::Stopped(_)) if bounded.is_spent() => Err(Refusal::new(format!(
                    "given up after {} steps: --max-roof N bounds the pieces added for the turn",
                    MOST_REPORTS * STEPS
                ))),
                done => Ok(done?),
            }
        };
        let found = match search() {
            Ok(found) => found,
            Err(refusal) => return refuse(refusal),
        };
        drop(bar);
        let mut out = std::io::BufWriter::new(crate::talk::Screen::new());
        for spin in &found {
            let flags = Flags { colour: true, ..Flags::default() };
            let page = Page { field: spin.building.field(), flags, ..Page::default() };
            let pieces = Piece::spell(&spin.building.pieces());
            writeln!(out, "{}\t{pieces}\t{}", spin.lines, Fumen { pages: vec![page] }.encode())?;
        }
        out.flush()?;
        Ok(Outcome::Fine)
    }
}

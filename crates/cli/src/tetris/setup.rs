//! `ludex tetris setup`: all ways to fill certain cells.

use super::refuse;
use super::rules::{SolverArgs, field_of, queues_of};
use crate::Outcome;
use crate::progress::Bar;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::fumen::{Flags, Page};
use ludex_tetris::solve::{Exclude, FillTask, Filled, Operation};
use ludex_tetris::{Cell, Counts, Fumen, Piece};
use std::collections::BTreeSet;
use std::io::Write;

/// Which empty cells a solution may not have, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum ExcludeArg {
    /// All are allowed
    #[default]
    None,
    /// Empty cells with something above them
    Holes,
    /// Empty cells closed in on all sides
    StrictHoles,
}

/// List all ways to fill certain cells, with room around them that may be used.
///
/// Colours of the fumen say which cells: --fill those that must be filled, --margin and --free those that may
/// (with --exclude a margin may have no holes, free cells may). What has another colour stands already. One line per
/// solution: fumen, pieces, in how many orders they can be placed. Every piece fills something, unless --pieces says
/// how many there are.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setup --fumen v115@9gzhFezhFezhFezhPeAgH --pattern IOOI --fill I
  ludex tetris setup --fumen v115@9gTpFeTpFeTpFezhPeAgH --pattern '*!' --fill I --margin O --combination
  ludex tetris setup --fumen v115@9gQpBewhVpwhCe3hAe2hZpJeAgH --pattern '[^T]!' --fill I --margin O --combination \\
    --exclude holes --operate 'T-Reverse(2,2)'")]
pub(crate) struct SetupArgs {
    /// The field: a fumen whose first page counts, FUMEN#3 for another page, or @FILE with rows of letters
    #[arg(long, value_name = "FUMEN")]
    fumen: String,
    /// The queues, as extended pieces, or @FILE
    #[arg(long, value_name = "PATTERN")]
    pattern: String,
    /// Colours of the cells that must be filled, as pieces
    #[arg(long, value_name = "COLOURS")]
    fill: String,
    /// Colours of the cells that may be filled
    #[arg(long, value_name = "COLOURS", default_value = "")]
    margin: String,
    /// Colours of the cells that may be filled and may have holes
    #[arg(long, value_name = "COLOURS", default_value = "")]
    free: String,
    /// Take the pattern for pieces in any order
    #[arg(long)]
    combination: bool,
    /// How many pieces a solution has
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// Rows that are looked at (default: as high as the field)
    #[arg(long, value_name = "N")]
    lines: Option<u32>,
    /// Which holes a solution may not have
    #[arg(long, value_enum, default_value_t)]
    exclude: ExcludeArg,
    /// What is done before holes are looked for: T-Reverse(4,2), block(1,2), row(1), clear()
    #[arg(long, value_name = "OPERATION")]
    operate: Vec<String>,
    /// Print only how many solutions there are, and how many without the pieces that only join
    #[arg(long)]
    count: bool,
    #[command(flatten)]
    rules: SolverArgs,
}

fn colours(text: &str) -> Result<Vec<Cell>, Refusal> {
    let upper = text.to_ascii_uppercase();
    if upper == "NONE" {
        return Ok(Vec::new());
    }
    Ok(Piece::word(&upper)?.into_iter().map(Cell::of).collect())
}

impl SetupArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let rules = match self.rules.plan()? {
            Ok(rules) => rules,
            Err(refusal) => return refuse(refusal),
        };
        let search = || -> Result<Vec<Filled>, Refusal> {
            let field = field_of(&self.fumen)?;
            let operations =
                self.operate.iter().map(|text| text.parse()).collect::<Result<Vec<Operation>, _>>()?;
            let (fill, margin, free) = (colours(&self.fill)?, colours(&self.margin)?, colours(&self.free)?);
            let task = FillTask {
                field: &field,
                fill: &fill,
                margin: &margin,
                free: &free,
                lines: self.lines.unwrap_or(field.height() as u32),
                queues: &queues_of(&self.pattern)?,
                combination: self.combination,
                pieces: self.pieces,
                exclude: match self.exclude {
                    ExcludeArg::None => Exclude::None,
                    ExcludeArg::Holes => Exclude::Holes,
                    ExcludeArg::StrictHoles => Exclude::StrictHoles,
                },
                operations: &operations,
            };
            let bar = Bar::new("placements tried");
            Ok(rules.fills(&task, &bar)?)
        };
        let found = match search() {
            Ok(found) => found,
            Err(refusal) => return refuse(refusal),
        };
        let mut out = std::io::BufWriter::new(crate::talk::Screen::new());
        if self.count {
            let cores: BTreeSet<Vec<String>> = found.iter().map(core).collect();
            writeln!(out, "{}\t{}", found.len(), cores.len())?;
        } else {
            for filled in &found {
                let pieces = Piece::spell(&Counts::of(&filled.building.pieces()).sorted());
                let flags = Flags { colour: true, ..Flags::default() };
                let page = Page { field: filled.building.field(), flags, ..Page::default() };
                writeln!(out, "{}\t{pieces}\t{}", Fumen { pages: vec![page] }.encode(), filled.orders)?;
            }
        }
        out.flush()?;
        Ok(Outcome::Fine)
    }
}

/// The pieces of a solution that fill something, as text.
fn core(filled: &Filled) -> Vec<String> {
    filled.core_field().rows()
}

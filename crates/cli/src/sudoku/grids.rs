//! `ludex sudoku rank`, `grid`.

use super::items::{ItemArgs, Takes};
use super::{family, seed};
use crate::Outcome;
use crate::lines::{LineArgs, in_parallel};
use crate::output::Answer;
use crate::refuse::OrRefuse;
use clap::Args;
use ludex_core::{Random, Refusal};
use ludex_sudoku::catalogue::{CatalogueError, GRIDS};
use ludex_sudoku::{Position, Sudoku};
use std::io::Write;

/// Rank solved grids among the 5,472,730,538 essentially different ones.
///
/// Any disguise of a grid has its rank; a puzzle has the rank of its solution.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku rank 123456789457893612986217354274538196531964827698721435342685971715349268869172543
  ludex sudoku rank --file grids.txt
  ludex sudoku grid --random 3 | ludex sudoku rank")]
pub(super) struct RankArgs {
    #[command(flatten)]
    lines: ItemArgs,
}

impl RankArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let family = family();
        self.lines.plan(Takes::Puzzles)?.run(&["rank"], |line| {
            let (position, rest) = Position::from_line(line)?;
            let rank = position.solution().canonical().rank(family.tables())?;
            Ok(Answer::one(rank).with_rest(rest))
        })
    }
}

/// Find min-lex grids by rank, list the catalogue, or draw grids at random.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku grid 1 5472730538
  ludex sudoku grid --from 1000000 --count 20
  ludex sudoku grid --random 5 --seed 7")]
pub(super) struct GridArgs {
    /// List the catalogue from this rank on
    #[arg(long, value_name = "RANK", conflicts_with_all = ["random", "items", "file"])]
    from: Option<u64>,
    /// How many grids to list
    #[arg(long, value_name = "N", default_value_t = 1, requires = "from")]
    count: u64,
    /// Draw so many grids, every essentially different one equally likely
    #[arg(long, value_name = "N", conflicts_with_all = ["items", "file"])]
    random: Option<u64>,
    /// The seed of the draw: the same seed draws the same grids (default: a new one, told on stderr)
    #[arg(long, value_name = "SEED", requires = "random")]
    seed: Option<u64>,
    #[command(flatten)]
    lines: LineArgs,
}

impl GridArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let family = family();
        if let Some(from) = self.from {
            if !(1..=GRIDS).contains(&from) {
                return Err(CatalogueError::Rank(from)).or_refuse();
            }
            return print(&family, from..from.saturating_add(self.count).min(GRIDS + 1));
        }
        if let Some(count) = self.random {
            let mut random = Random::new(seed(self.seed));
            return print(&family, (0..count).map(move |_| random.below(GRIDS) + 1));
        }
        self.lines.plan()?.run(&["grid"], |line| {
            let (rank, rest) = rank(line)?;
            let grid = family.tables().grid(rank)?;
            Ok(Answer::one(grid.grid().to_string()).with_rest(rest))
        })
    }
}

/// The rank at the start of a line, and its trailing columns.
fn rank(line: &str) -> Result<(u64, &str), Refusal> {
    let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let (item, rest) = line.split_at(end);
    // `5,472,730,538` and `1.5` are no rank 5 or 1 with columns behind it.
    let mut after = rest.chars();
    let border = match after.next() {
        None | Some(' ' | '\t' | ';') => true,
        Some(',') => !after.next().is_some_and(|next| next.is_ascii_digit()),
        _ => false,
    };
    item.parse().ok().filter(|_| border).map(|rank| (rank, rest)).ok_or_else(|| {
        let shown: String = line.chars().take(40).collect();
        Refusal::new(format!("{shown:?} is no rank: a number from 1 to {GRIDS}, without separators"))
    })
}

/// Grids that one thread looks up in a row.
const PIECE: usize = 512;

/// Prints the grids of ranks in the order they come.
fn print(family: &Sudoku, mut ranks: impl Iterator<Item = u64>) -> anyhow::Result<Outcome> {
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    loop {
        let batch: Vec<u64> = ranks.by_ref().take(16 * PIECE).collect();
        if batch.is_empty() {
            break;
        }
        let pieces: Vec<&[u64]> = batch.chunks(PIECE).collect();
        let texts = in_parallel(&pieces, |piece| {
            family.tables().seek(|seeker| {
                let mut text = String::with_capacity(82 * piece.len());
                for &rank in *piece {
                    text.push_str(&seeker.grid(rank)?.grid().to_string());
                    text.push('\n');
                }
                Ok::<_, CatalogueError>(text)
            })
        });
        for text in texts {
            match text {
                Ok(text) => out.write_all(text.as_bytes())?,
                Err(error) => {
                    out.flush()?;
                    return Err(error.into());
                }
            }
        }
    }
    out.flush()?;
    Ok(Outcome::Fine)
}

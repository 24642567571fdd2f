//! `ludex sudoku rank`, `grid`.

use super::items::{ItemArgs, Takes};
use super::{family, seed};
use crate::Outcome;
use crate::lines::{LineArgs, in_parallel};
use crate::output::Answer;
use crate::refuse::OrRefuse;
use clap::Args;
use ludex_core::{Progress, Random, Refusal};
use ludex_sudoku::catalogue::{BAND_GRIDS, CatalogueError, GRIDS};
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
  ludex sudoku grid --random 5 --seed 7
  ludex sudoku grid --band 416
  ludex sudoku grid --automorphisms 6.. --count 10")]
pub(super) struct GridArgs {
    /// List the catalogue from this rank on
    #[arg(long, value_name = "RANK", conflicts_with_all = ["random", "items", "file"])]
    from: Option<u64>,
    /// List the grids whose first band is this one of the 416
    #[arg(long, value_name = "N", conflicts_with_all = ["random", "items", "file"], value_parser = clap::value_parser!(u16).range(1..=416))]
    band: Option<u16>,
    /// List only grids with so many automorphisms, the rank before each: 2, 6.., 2..6
    #[arg(long, value_name = "N|FROM..TO", conflicts_with_all = ["random", "items", "file"], value_parser = automorphism_range)]
    automorphisms: Option<(usize, usize)>,
    /// How many grids to list (default: 1)
    #[arg(long, value_name = "N")]
    count: Option<u64>,
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
        if self.from.is_some() || self.band.is_some() || self.automorphisms.is_some() {
            let whole = match self.band {
                Some(band) => {
                    let before: u64 =
                        BAND_GRIDS[..usize::from(band - 1)].iter().copied().map(u64::from).sum();
                    before + 1..before + u64::from(BAND_GRIDS[usize::from(band - 1)]) + 1
                }
                None => 1..GRIDS + 1,
            };
            let from = self.from.unwrap_or(whole.start);
            if !(1..=GRIDS).contains(&from) {
                return Err(CatalogueError::Rank(from)).or_refuse();
            }
            let (from, count) = (from.max(whole.start), self.count.unwrap_or(1));
            return match self.automorphisms {
                Some(wanted) => print_symmetric(&family, from..whole.end, wanted, count),
                None => print(&family, from..from.saturating_add(count).min(whole.end)),
            };
        }
        anyhow::ensure!(self.count.is_none(), "--count goes with --from, --band or --automorphisms");
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

/// A range of automorphism counts as typed, both ends included.
fn automorphism_range(text: &str) -> Result<(usize, usize), String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text: &str, open: usize| if text.is_empty() { Some(open) } else { text.parse().ok() };
    match (end(from, 1), end(to, 648)) {
        (Some(from), Some(to)) if 1 <= from && from <= to => Ok((from, to)),
        _ => Err(format!("{text:?} is no number of automorphisms: 2, 6.. and 2..6 are, from 1 to 648")),
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

/// Prints the first grids with so many automorphisms, the rank before each.
fn print_symmetric(
    family: &Sudoku,
    ranks: std::ops::Range<u64>,
    (least, most): (usize, usize),
    mut count: u64,
) -> anyhow::Result<Outcome> {
    let bar = crate::progress::Bar::new("grids");
    let mut out = std::io::stdout().lock();
    let mut next = ranks.start;
    while next < ranks.end && count > 0 {
        bar.report(next - ranks.start, ranks.end - ranks.start)?;
        let pieces: Vec<u64> = (next..ranks.end).step_by(PIECE).take(64).collect();
        next = pieces.last().map_or(ranks.end, |last| last + PIECE as u64);
        let found = in_parallel(&pieces, |&from| {
            family.tables().seek(|seeker| {
                let mut found = Vec::new();
                for rank in from..(from + PIECE as u64).min(ranks.end) {
                    let grid = seeker.grid(rank)?;
                    if (least..=most).contains(&grid.automorphisms()) {
                        found.push(format!("{rank}\t{}", grid.grid()));
                    }
                }
                Ok::<_, CatalogueError>(found)
            })
        });
        for found in found {
            for line in found? {
                if count > 0 {
                    writeln!(out, "{line}")?;
                    count -= 1;
                }
            }
        }
    }
    Ok(Outcome::Fine)
}

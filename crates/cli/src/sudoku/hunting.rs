//! `ludex sudoku unavoidable`, `backdoors`, `maximal`, `neighbours`.

use super::family;
use super::items::{ItemArgs, Takes};
use crate::Outcome;
use crate::output::Answer;
use clap::Args;
use ludex_core::Refusal;
use ludex_sudoku::catalogue::{CatalogueError, GRIDS};
use ludex_sudoku::{
    CellSet, LARGEST_UNAVOIDABLE, Position, Setup, addable, backdoors, maximise, unavoidable,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A cell as people write it: `r1c5`.
fn cell_name(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

fn cell_names(cells: CellSet, between: &str) -> String {
    cells.cells().map(cell_name).collect::<Vec<_>>().join(between)
}

/// Find the unavoidable sets of grids: cells that can be filled in another way.
///
/// Every puzzle of a grid has a given in each of them. Prints the size and the cells of all minimal sets, small
/// ones first; of a puzzle those of its solution.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku unavoidable 123456789456789123789123456214365897365897214897214365531642978642978531978531642
  ludex sudoku unavoidable --max-size 12 --sizes --file grids.txt
  ludex sudoku grid --random 3 | ludex sudoku unavoidable --sizes")]
pub(super) struct UnavoidableArgs {
    /// The most cells of a set
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(4..=LARGEST_UNAVOIDABLE as i64))]
    max_size: u8,
    /// Only tell how many sets of each size there are: `4:11 6:17`
    #[arg(long)]
    sizes: bool,
    #[command(flatten)]
    lines: ItemArgs,
}

impl UnavoidableArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let (max, sizes) = (usize::from(self.max_size), self.sizes);
        self.lines.plan(Takes::Puzzles)?.run_some(&["sets"], |line| {
            let (position, rest) = Position::from_line(line)?;
            let sets = unavoidable(position.solution(), max, &ludex_core::Silent).map_err(stopped)?;
            if sizes {
                let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
                for set in &sets {
                    *counts.entry(set.cells.len()).or_default() += 1;
                }
                let text: Vec<String> =
                    counts.iter().map(|(size, count)| format!("{size}:{count}")).collect();
                return Ok(Some(Answer::one(text.join(" ")).with_rest(rest)));
            }
            let told = |set: &ludex_sudoku::Unavoidable| {
                format!("{}\t{}", set.cells.len(), cell_names(set.cells, " "))
            };
            let texts: Vec<String> = sets.iter().map(told).collect();
            let values: Vec<Value> = sets.iter().map(|set| cell_names(set.cells, " ").into()).collect();
            // Several lines have no one place for trailing columns.
            Ok((!texts.is_empty()).then(|| Answer::new(vec![values.into()]).with_text(texts.join("\n"))))
        })
    }
}

fn stopped(error: ludex_core::Stopped) -> Refusal {
    Refusal::new(error.to_string())
}

/// Find backdoors: the fewest cells whose digits, once known, leave a puzzle to singles.
///
/// Prints how many cells it takes (0 where singles solve it) and all choices of so many cells.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku backdoors 3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5
  ludex sudoku backdoors --max-size 3 --file hardest.txt
  ludex sudoku generate --rating 8.0.. | ludex sudoku backdoors")]
pub(super) struct BackdoorsArgs {
    /// The most cells that are tried together
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    max_size: u8,
    #[command(flatten)]
    lines: ItemArgs,
}

impl BackdoorsArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let max = usize::from(self.max_size);
        self.lines.plan(Takes::Puzzles)?.run(&["size", "backdoors"], |line| {
            let (puzzle, rest) = Position::from_line(line)?;
            for size in 0..=max {
                let sets = backdoors(&puzzle, size);
                if sets == [CellSet::default()] {
                    return Ok(Answer::new(vec![0.into(), "".into()]).with_text("0").with_rest(rest));
                }
                if !sets.is_empty() {
                    let texts: Vec<String> = sets.iter().map(|set| cell_names(*set, "+")).collect();
                    return Ok(Answer::new(vec![size.into(), texts.join(" ").into()]).with_rest(rest));
                }
            }
            let text = format!(">{max}");
            Ok(Answer::new(vec![Value::Null, "".into()]).with_text(text).with_rest(rest))
        })
    }
}

/// Tell whether sudokus with several solutions are maximal: any further given leaves one.
///
/// Prints `yes`, or `no` and the givens that can be put in and leave several solutions. `--make` puts them in,
/// from the first cell on, and prints the maximal sudoku.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku maximal .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6...2
  ludex sudoku maximal --make --file loose.txt
  ludex sudoku maximal --format csv --file loose.txt")]
pub(super) struct MaximalArgs {
    /// Print the maximal sudoku instead
    #[arg(long)]
    make: bool,
    #[command(flatten)]
    lines: ItemArgs,
}

impl MaximalArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        if self.make {
            return self.lines.plan(Takes::Puzzles)?.run(&["sudoku"], |line| {
                let (setup, rest) = Setup::from_line(line)?;
                let most = maximise(&setup).map_err(|error| Refusal::new(error.to_string()))?;
                Ok(Answer::one(most.to_string()).with_rest(rest))
            });
        }
        self.lines.plan(Takes::Puzzles)?.run(&["maximal", "addable"], |line| {
            let (setup, rest) = Setup::from_line(line)?;
            let open = addable(&setup).map_err(|error| Refusal::new(error.to_string()))?;
            let texts: Vec<String> =
                open.iter().map(|(cell, digit)| format!("{}={digit}", cell_name(*cell))).collect();
            Ok(if texts.is_empty() {
                Answer::new(vec!["yes".into(), "".into()]).with_text("yes").with_rest(rest)
            } else {
                Answer::new(vec!["no".into(), texts.join(" ").into()]).with_rest(rest)
            })
        })
    }
}

/// Find the neighbours of grids: before and behind in the catalogue, and one unavoidable set away.
///
/// Prints `previous` and `next`, then for each size of set (4 cells, 6, ...) the grids that come of filling
/// such a set in another way; each with its rank and in its min-lex form, and each once.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku neighbours 123456789456789123789123456214365897365897214897214365531642978642978531978531642
  ludex sudoku neighbours --max-size 4 --file grids.txt
  ludex sudoku grid 5472730538 | ludex sudoku neighbours --max-size 9")]
pub(super) struct NeighboursArgs {
    /// The most cells that are filled in another way; 0 for none
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(0..=LARGEST_UNAVOIDABLE as i64))]
    max_size: u8,
    #[command(flatten)]
    lines: ItemArgs,
}

impl NeighboursArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let (family, max) = (family(), usize::from(self.max_size));
        let near = |line: &str| -> Result<Answer, Refusal> {
            let (position, _) = Position::from_line(line)?;
            let rank = position.solution().canonical().rank(family.tables())?;
            let mut found: Vec<(String, u64)> = Vec::new();
            found.extend((rank > 1).then(|| ("previous".into(), rank - 1)));
            found.extend((rank < GRIDS).then(|| ("next".into(), rank + 1)));
            let mut sizes: BTreeMap<u64, usize> = BTreeMap::new();
            for set in unavoidable(position.solution(), max, &ludex_core::Silent).map_err(stopped)? {
                let other = set.other.canonical().rank(family.tables())?;
                if other != rank {
                    sizes.entry(other).or_insert(set.cells.len());
                }
            }
            let mut sizes: Vec<(usize, u64)> = sizes.into_iter().map(|(rank, size)| (size, rank)).collect();
            sizes.sort_unstable();
            found.extend(sizes.into_iter().map(|(size, rank)| (size.to_string(), rank)));
            let (mut texts, mut values) = (Vec::new(), Vec::new());
            for (how, rank) in found {
                let grid = family
                    .tables()
                    .seek(|seeker| seeker.grid(rank))
                    .map_err(|error: CatalogueError| Refusal::new(error.to_string()))?;
                texts.push(format!("{how}\t{rank}\t{}", grid.grid()));
                values.push(json!({"by": how, "rank": rank, "grid": grid.grid().to_string()}));
            }
            Ok(Answer::new(vec![values.into()]).with_text(texts.join("\n")))
        };
        self.lines.plan(Takes::Puzzles)?.run(&["neighbours"], near)
    }
}

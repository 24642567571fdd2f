//! `ludex sudoku solve`, `count`, `canon`, `automorphisms`.

use super::items::{ItemArgs, Takes};
use crate::Outcome;
use crate::output::Answer;
use clap::Args;
use ludex_core::Refusal;
use ludex_sudoku::{Position, Setup, count, first_solution, minlex_puzzle};

/// Solve puzzles with one solution.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku solve .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex sudoku solve --file puzzles.txt.xz
  ludex sudoku solve --any 1................................................................................")]
pub(super) struct SolveArgs {
    /// Print some solution of sudokus that have several
    #[arg(long)]
    any: bool,
    #[command(flatten)]
    lines: ItemArgs,
}

impl SolveArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan(Takes::Puzzles)?.run(&["solution"], |line| {
            if self.any {
                let (setup, rest) = Setup::from_line(line)?;
                let solution = first_solution(&setup).ok_or_else(|| Refusal::new("it has no solution"))?;
                return Ok(Answer::one(solution.to_string()).with_rest(rest));
            }
            let (position, rest) = Position::from_line(line)?;
            Ok(Answer::one(position.solution().to_string()).with_rest(rest))
        })
    }
}

/// Count solutions.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku count .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex sudoku count --limit 2 --file puzzles.txt
  ludex sudoku count --limit 100000000 < loose.txt")]
pub(super) struct CountArgs {
    /// Stop counting here; a sudoku with more is answered with this number
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    limit: u64,
    #[command(flatten)]
    lines: ItemArgs,
}

impl CountArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan(Takes::Puzzles)?.run(&["solutions"], |line| {
            let (setup, rest) = Setup::from_line(line)?;
            Ok(Answer::one(count(&setup, self.limit)).with_rest(rest))
        })
    }
}

/// Print canonical puzzles: the givens on the min-lex solution grid.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku canon 3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5
  ludex sudoku canon --file puzzles.txt
  ludex sudoku canon --puzzle --file scrambled.txt")]
pub(super) struct CanonArgs {
    /// The form of published lists: the emptiest first band, then the least text. It needs no unique solution
    #[arg(long)]
    puzzle: bool,
    #[command(flatten)]
    lines: ItemArgs,
}

impl CanonArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan(Takes::Puzzles)?.run(&["canonical"], |line| {
            if self.puzzle {
                let (setup, rest) = Setup::from_line(line)?;
                return Ok(Answer::one(minlex_puzzle(&setup).to_string()).with_rest(rest));
            }
            let (position, rest) = Position::from_line(line)?;
            Ok(Answer::one(position.canonical().setup().to_string()).with_rest(rest))
        })
    }
}

/// Count automorphisms: the maps that turn a puzzle into itself; `--maps` lists them with their symmetry.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku automorphisms 123456789456789123789123456231564897564897231897231564312645978645978312978312645
  ludex sudoku automorphisms --grid --file puzzles.txt
  ludex sudoku automorphisms --maps 123456789457893612986217354274538196531964827698721435342685971715349268869172543
  ludex sudoku grid --from 1 --count 5 | ludex sudoku automorphisms")]
pub(super) struct AutomorphismsArgs {
    /// Count those of the solution grid, whether or not they keep the givens in place
    #[arg(long)]
    grid: bool,
    /// List the maps but the identity: the symmetry of the cells, where rows and columns come from, what digits
    /// become
    #[arg(long)]
    maps: bool,
    #[command(flatten)]
    lines: ItemArgs,
}

impl AutomorphismsArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan(Takes::Puzzles)?.run(&["automorphisms"], |line| {
            let (position, rest) = Position::from_line(line)?;
            if self.maps {
                return Ok(maps(&position, self.grid));
            }
            let count = if self.grid {
                position.solution().canonical().automorphisms()
            } else {
                position.canonical().automorphisms()
            };
            Ok(Answer::one(count).with_rest(rest))
        })
    }
}

/// The number of automorphisms, then each but the identity on a line of its own.
fn maps(position: &Position, grid: bool) -> Answer {
    let maps = position.automorphism_maps(grid);
    let mut text = maps.len().to_string();
    let told: Vec<serde_json::Value> = maps[1..]
        .iter()
        .map(|map| {
            text += &format!("\n  {}: {map}", map.symmetry());
            serde_json::json!({"symmetry": map.symmetry(), "order": map.order(), "map": map.to_string()})
        })
        .collect();
    Answer::new(vec![serde_json::json!({"count": maps.len(), "maps": told})]).with_text(text)
}

//! `ludex sudoku`: the verbs of the family.
//!
//! | file | verbs |
//! |--|--|
//! | `names` | `name`, `puzzle`, `convert`, `dedupe` |
//! | `rate` | `rate` |
//! | `hint` | `hint` |
//! | `steps` | what `rate`, `hint` and `ludex show --steps` share |
//! | `rated` | `rated` |
//! | `grids` | `rank`, `grid` |
//! | `solving` | `solve`, `count`, `canon`, `automorphisms` |
//! | `making` | `minimal`, `minimise` |
//! | `vicinity` | `vicinity` |
//! | `generate` | `generate` |
//! | `hunting` | `unavoidable`, `backdoors`, `maximal`, `neighbours` |
//! | `subpuzzles` | `subpuzzles` |
//! | `checkpoint` | long searches that can be gone on with |
//! | `known` | puzzles that are known already |
//! | `sku06` | the command line of the naming package this family goes back to |
//! | `items` | what the verbs read: puzzles in files of every kind |
//! | `columns` | the columns a name is printed in |

mod checkpoint;
mod columns;
mod generate;
mod grids;
mod hint;
mod hunting;
mod items;
mod known;
mod making;
mod names;
mod rate;
mod rated;
mod sku06;
mod solving;
mod steps;
mod subpuzzles;
mod vicinity;

use crate::Outcome;
use clap::{Args, Subcommand};
use ludex_sudoku::{Sudoku, Tables};

pub(crate) use sku06::command_line;
pub(crate) use steps::{DrawArgs, show_steps};

/// Sudoku: names, ranks, solving, searching
#[derive(Debug, Args)]
pub(crate) struct SudokuArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Name(names::NameArgs),
    Puzzle(names::PuzzleArgs),
    Convert(names::ConvertArgs),
    Rate(rate::RateArgs),
    Hint(hint::HintArgs),
    Rated(rated::RatedArgs),
    Dedupe(names::DedupeArgs),
    Rank(grids::RankArgs),
    Grid(grids::GridArgs),
    Solve(solving::SolveArgs),
    Count(solving::CountArgs),
    Canon(solving::CanonArgs),
    Automorphisms(solving::AutomorphismsArgs),
    Minimal(making::MinimalArgs),
    Minimise(making::MinimiseArgs),
    Vicinity(vicinity::VicinityArgs),
    Generate(generate::GenerateArgs),
    Subpuzzles(subpuzzles::SubpuzzlesArgs),
    Unavoidable(hunting::UnavoidableArgs),
    Backdoors(hunting::BackdoorsArgs),
    Maximal(hunting::MaximalArgs),
    Neighbours(hunting::NeighboursArgs),
    Sku06(sku06::Sku06Args),
}

impl SudokuArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::Name(args) => args.run(),
            Verb::Puzzle(args) => args.run(),
            Verb::Convert(args) => args.run(),
            Verb::Rate(args) => args.run(),
            Verb::Hint(args) => args.run(),
            Verb::Rated(args) => args.run(),
            Verb::Dedupe(args) => args.run(),
            Verb::Rank(args) => args.run(),
            Verb::Grid(args) => args.run(),
            Verb::Solve(args) => args.run(),
            Verb::Count(args) => args.run(),
            Verb::Canon(args) => args.run(),
            Verb::Automorphisms(args) => args.run(),
            Verb::Minimal(args) => args.run(),
            Verb::Minimise(args) => args.run(),
            Verb::Vicinity(args) => args.run(),
            Verb::Generate(args) => args.run(),
            Verb::Subpuzzles(args) => args.run(),
            Verb::Unavoidable(args) => args.run(),
            Verb::Backdoors(args) => args.run(),
            Verb::Maximal(args) => args.run(),
            Verb::Neighbours(args) => args.run(),
            Verb::Sku06(args) => args.run(),
        }
    }
}

/// The family with the finest index at hand.
pub(crate) fn family() -> Sudoku {
    Sudoku::new(Tables::cached(|reason| eprintln!("ludex: {reason}")))
}

/// The seed that was asked for, or a new one, which is told so that the run can be repeated.
fn seed(asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| {
        use std::hash::{BuildHasher, Hasher};
        // The standard library's keys differ from process to process; six digits are enough to retype.
        let fresh = std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000;
        eprintln!("ludex: --seed {fresh}");
        fresh
    })
}

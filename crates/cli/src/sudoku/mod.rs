//! `ludex sudoku`: the verbs of the family.
//!
//! | file | verbs |
//! |--|--|
//! | `names` | `name`, `puzzle`, `convert`, `dedupe` |
//! | `rated` | `rated` |
//! | `grids` | `rank`, `grid` |
//! | `solving` | `solve`, `count`, `canon`, `automorphisms` |
//! | `making` | `minimal`, `minimise`, `vicinity`, `generate` |
//! | `sku06` | the command line of the naming package this family goes back to |
//! | `columns` | the columns a name is printed in |
//! | `table` | the catalogue's index as a table of the house |

mod columns;
mod grids;
mod making;
mod names;
mod rated;
mod sku06;
mod solving;
mod table;

use crate::Outcome;
use clap::{Args, Subcommand};
use ludex_core::cache;
use ludex_sudoku::catalogue::{Catalogue, Level, VERSION};
use ludex_sudoku::{Sudoku, Tables};

pub(crate) use sku06::command_line;
pub(crate) use table::tables;

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
    Vicinity(making::VicinityArgs),
    Generate(making::GenerateArgs),
    Sku06(sku06::Sku06Args),
}

impl SudokuArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::Name(args) => args.run(),
            Verb::Puzzle(args) => args.run(),
            Verb::Convert(args) => args.run(),
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
            Verb::Sku06(args) => args.run(),
        }
    }
}

/// The family with the finest index at hand: the row5 level from the cache folder where it was built,
/// else the index that comes with the program.
pub(crate) fn family() -> Sudoku {
    Sudoku::new(Tables::new(|| {
        let finer = || -> anyhow::Result<Option<Catalogue>> {
            let Some(bytes) = cache::file(Level::Row5.word(), VERSION)? else { return Ok(None) };
            Ok(Some(Catalogue::open(bytes, Level::Row5)?))
        };
        // No cache folder is no reason to complain; a damaged file is, once.
        match cache::path(Level::Row5.word(), VERSION).map(|path| (path, finer())) {
            Ok((_, Ok(Some(catalogue)))) => return Ok(catalogue),
            Ok((path, Err(error))) => {
                let word = Level::Small.word();
                eprintln!(
                    "ludex: {}: {error:#}; make it anew with `ludex tables build {word} --level row5`",
                    path.display()
                );
            }
            _ => {}
        }
        Ok(Catalogue::shipped())
    }))
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

//! `ludex sudoku generate`.

use super::checkpoint::{Checkpoint, DONE, Units};
use super::{family, seed};
use crate::Outcome;
use crate::lines::in_parallel;
use crate::progress::Bar;
use crate::refuse::OrRefuse;
use anyhow::Context;
use clap::{Args, ValueEnum};
use ludex_core::Progress;
use ludex_sudoku::rate::TechniqueWord;
use ludex_sudoku::{CellSet, ClueSymmetry, GenerateOptions, PatternSearch, RatingRange, Series, Stem};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The symmetry of given cells, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ClueSymmetryArg {
    /// Anyhow
    None,
    /// Half a turn
    Half,
    /// A quarter turn
    Quarter,
    /// Mirrored at the middle row
    Horizontal,
    /// Mirrored at the middle column
    Vertical,
    /// Mirrored at the main diagonal
    Diagonal,
    /// Mirrored at the other diagonal
    Antidiagonal,
    /// All turns and mirrors
    Full,
}

impl ClueSymmetryArg {
    const fn symmetry(self) -> ClueSymmetry {
        match self {
            ClueSymmetryArg::None => ClueSymmetry::None,
            ClueSymmetryArg::Half => ClueSymmetry::Half,
            ClueSymmetryArg::Quarter => ClueSymmetry::Quarter,
            ClueSymmetryArg::Horizontal => ClueSymmetry::Horizontal,
            ClueSymmetryArg::Vertical => ClueSymmetry::Vertical,
            ClueSymmetryArg::Diagonal => ClueSymmetry::Diagonal,
            ClueSymmetryArg::Antidiagonal => ClueSymmetry::Antidiagonal,
            ClueSymmetryArg::Full => ClueSymmetry::Full,
        }
    }
}

/// Make new puzzles from solution grids that are uniformly random among all essentially different ones.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku generate
  ludex sudoku generate --count 10 --clues 26 --symmetry half --seed 7
  ludex sudoku generate --rating 3.0..4.0 --technique swordfish
  ludex sudoku generate --all --pattern cross.msk --checkpoint cross.checkpoint --count 10000 >> found.txt
  ludex sudoku generate --pattern 1.1...1.1...1.1.....1.1.1.1.1.1...1.1.....1.1...1.1.1.1.1.1.....1.1...1.1...1.1.1")]
pub(super) struct GenerateArgs {
    /// How many puzzles (default: 1; with --all all there are)
    #[arg(long, visible_alias = "number", value_name = "N")]
    count: Option<u64>,
    /// How many givens each has (default: a minimal puzzle); 18 take seconds to minutes each, 17 far longer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(17..=81))]
    clues: Option<u16>,
    /// How the givens lie
    #[arg(long, value_enum, default_value = "none", value_name = "S")]
    symmetry: ClueSymmetryArg,
    /// Exactly these cells are given: 81 cells, x or a digit where given, . or 0 where not; or a file with them
    #[arg(long, value_name = "P|FILE", conflicts_with_all = ["clues", "symmetry"])]
    pattern: Option<String>,
    /// All puzzles of the pattern in a fixed order, each essentially different one once
    #[arg(long, requires = "pattern", conflicts_with = "seed")]
    all: bool,
    /// With --all: morphs that differ by more than the names of digits, too
    #[arg(long, requires = "all")]
    morphs: bool,
    /// With --all: remember in this file how far the search has come, and go on from there
    #[arg(long, value_name = "FILE", requires = "all")]
    checkpoint: Option<PathBuf>,
    /// Only puzzles whose ER lies in this range, both ends included: 3.0..4.0, 7.1.., ..2.5
    #[arg(long, value_name = "FROM..TO", value_parser = rating_range)]
    rating: Option<RatingRange>,
    /// Only puzzles that need this technique on their way: swordfish, xy-wing, unique-rectangle, aic, ...
    #[arg(long, value_name = "WORD")]
    technique: Option<TechniqueWord>,
    /// The same seed makes the same puzzles (default: a new one, told on stderr)
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Threads to use (default: all cores); the puzzles are the same for every number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// Puzzles that are made before the first of them is printed.
const PIECE: u64 = 64;

/// A range of ratings as typed.
fn rating_range(text: &str) -> Result<RatingRange, String> {
    text.parse().map_err(|error: ludex_sudoku::RatingRangeError| error.to_string())
}

impl GenerateArgs {
    /// The puzzles that are asked for, by number.
    fn series(&self, seed: u64, cells: Option<CellSet>) -> Series {
        let clues = self.clues.map(usize::from);
        let options = GenerateOptions { clues, symmetry: self.symmetry.symmetry(), cells };
        Series { seed, options, rating: self.rating, technique: self.technique }
    }

    /// The cells of `--pattern`, typed or from a file.
    fn cells(&self) -> anyhow::Result<Option<CellSet>> {
        let Some(text) = &self.pattern else { return Ok(None) };
        let cells: CellSet = if Path::new(text).is_file() {
            let read = std::fs::read_to_string(text).with_context(|| format!("cannot read {text}"))?;
            let lines: Vec<&str> =
                read.lines().filter(|line| !line.starts_with('#') && !line.starts_with('[')).collect();
            lines.join("\n").parse().map_err(|error| anyhow::anyhow!("--pattern {text}: {error}"))?
        } else {
            text.parse().map_err(|error| anyhow::anyhow!("--pattern: {error}"))?
        };
        anyhow::ensure!(
            cells.len() >= ludex_sudoku::FEWEST_CLUES,
            "--pattern has {} cells: a puzzle has {} givens or more",
            cells.len(),
            ludex_sudoku::FEWEST_CLUES
        );
        Ok(Some(cells))
    }

    /// All puzzles of the pattern.
    fn run_all(&self, cells: CellSet) -> anyhow::Result<Outcome> {
        let search = PatternSearch::new(cells).or_refuse()?;
        let series = self.series(0, Some(cells));
        let opened = match &self.checkpoint {
            Some(path) => {
                let morphs = if self.morphs { " morphs" } else { "" };
                let text: String = (0..81).map(|cell| if cells.has(cell) { 'x' } else { '.' }).collect();
                Some(Checkpoint::open(path, format!("generate --all {text}{morphs}"))?)
            }
            None => None,
        };
        let mut stem = match opened.as_ref().and_then(|(_, place)| place.as_deref()) {
            Some(DONE) => None,
            Some(place) => Some(search.stem(place).context("the checkpoint's third line")?),
            None => Some(search.first()),
        };
        let units = Units {
            jobs: self.jobs,
            checkpoint: opened.as_ref().map(|(checkpoint, _)| checkpoint),
            limit: self.count,
            bar: Bar::new("stems"),
            total: 0,
        };
        let next = || {
            let unit = stem.clone()?;
            let mut behind = unit.clone();
            stem = search.next(&mut behind).then_some(behind);
            Some((unit, stem.as_ref().map_or_else(|| DONE.to_owned(), Stem::to_string)))
        };
        units.run(0, next, |unit| {
            let mut found = Vec::new();
            search.search(unit, &mut |setup| {
                if (self.morphs || search.is_first(&setup))
                    && series.suits(&setup, &ludex_core::Silent) == Ok(true)
                {
                    found.push(setup.to_string());
                }
            });
            found
        })
    }

    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let cells = self.cells()?;
        if let Some(cells) = cells.filter(|_| self.all) {
            return self.run_all(cells);
        }
        let count = self.count.unwrap_or(1);
        let (family, seed) = (family(), seed(self.seed));
        let series = self.series(seed, cells);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.map_or(0, usize::from)).build()?;
        let bar = Bar::new("puzzles");
        let mut out = std::io::stdout().lock();
        for from in (0..count).step_by(PIECE as usize) {
            bar.report(from, count)?;
            let numbers: Vec<u64> = (from..count.min(from + PIECE)).collect();
            let make = |number: &u64| series.puzzle(family.tables(), *number, &ludex_core::Silent);
            for made in pool.install(|| in_parallel(&numbers, make)) {
                match made {
                    Ok(setup) => writeln!(out, "{setup}")?,
                    Err(error) => {
                        eprintln!("ludex: {error}");
                        return Ok(Outcome::Refused);
                    }
                }
            }
        }
        Ok(Outcome::Fine)
    }
}

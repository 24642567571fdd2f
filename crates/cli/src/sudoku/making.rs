//! `ludex sudoku minimal`, `minimise`, `vicinity`, `generate`.

use super::items::{self, ItemArgs, Takes};
use super::names::canonical;
use super::rated::tenths;
use super::steps::judge;
use super::{family, seed};
use crate::Outcome;
use crate::input::Line;
use crate::lines::in_parallel;
use crate::output::Answer;
use clap::{Args, ValueEnum};
use ludex_core::{Progress, Random, Refusal};
use ludex_sudoku::rate::{Step, TechniqueWord};
use ludex_sudoku::{
    Canonical, CellSet, ClueSymmetry, GenerateOptions, Position, Setup, generate, is_minimal, minimise,
    needless, vicinity,
};
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Tell whether every given of a puzzle is needed: `yes`, or `no` and the cells that are not.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku minimal .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex sudoku minimal --file puzzles.txt
  ludex sudoku minimal --format csv --file puzzles.txt")]
pub(super) struct MinimalArgs {
    #[command(flatten)]
    lines: ItemArgs,
}

impl MinimalArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan(Takes::Puzzles)?.run(&["minimal", "needless"], |line| {
            let (puzzle, rest) = Position::from_line(line)?;
            let cells: Vec<String> = needless(&puzzle)
                .into_iter()
                .map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1))
                .collect();
            let cells = cells.join(" ");
            Ok(if cells.is_empty() {
                Answer::new(vec!["yes".into(), "".into()]).with_text("yes").with_rest(rest)
            } else {
                Answer::new(vec!["no".into(), cells.into()]).with_rest(rest)
            })
        })
    }
}

/// Leave needless givens out until none is left.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku minimise 123456789456789123789123456231564897564897231897231564312645978645978312978312645
  ludex sudoku minimise --seed 3 --file puzzles.txt
  ludex sudoku grid --random 5 | ludex sudoku minimise | ludex sudoku name")]
pub(super) struct MinimiseArgs {
    /// Try the givens in a random order of this seed (default: from the first cell on)
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    #[command(flatten)]
    lines: ItemArgs,
}

impl MinimiseArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan(Takes::Puzzles)?.run(&["puzzle"], |line| {
            let (puzzle, rest) = Position::from_line(line)?;
            // Every line has its own sequence, so that no thread changes another's.
            let mut random =
                self.seed.map(|seed| Random::new(seed ^ ludex_core::table::checksum(line.as_bytes())));
            Ok(Answer::one(minimise(&puzzle, random.as_mut()).to_string()).with_rest(rest))
        })
    }
}

/// Find the neighbours of puzzles: all that come of taking some givens out and putting others in.
///
/// Prints canonical puzzles in their order, each once up to disguise, those of the first puzzle first.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku vicinity --remove 1 --add 1 .....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
  ludex sudoku vicinity --remove 2 --add 1 --file puzzles.txt
  ludex sudoku vicinity --minimal --known bank.txt --file puzzles.txt")]
pub(super) struct VicinityArgs {
    /// Givens to take out
    #[arg(long, value_name = "N", default_value_t = 1)]
    remove: usize,
    /// Givens to put in
    #[arg(long, value_name = "M", default_value_t = 1)]
    add: usize,
    /// Keep only puzzles without a needless given
    #[arg(long)]
    minimal: bool,
    /// Print only what is new: neither in this file (puzzles or names, one per line) nor printed before
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    #[command(flatten)]
    lines: ItemArgs,
}

impl VicinityArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut known = self.known.as_deref().map(known).transpose()?;
        self.lines.plan(Takes::Puzzles)?.run_batches(
            &["puzzles"],
            |line| {
                let (puzzle, _) = Position::from_line(line)?;
                let mut found = vicinity(&puzzle, self.remove, self.add, &ludex_core::Silent)?;
                if self.minimal {
                    found.retain(|canonical| is_minimal(&canonical.position()));
                }
                Ok(found)
            },
            |_, answers| {
                let new = |found: Vec<Canonical>| {
                    let fresh = |canonical: &Canonical| match &mut known {
                        Some(known) => known.insert(*canonical),
                        None => true,
                    };
                    let texts: Vec<String> = found
                        .into_iter()
                        .filter(fresh)
                        .map(|canonical| canonical.setup().to_string())
                        .collect();
                    let text = texts.join("\n");
                    (!texts.is_empty()).then(|| Answer::new(vec![texts.into()]).with_text(text))
                };
                let mut new = new;
                Ok(answers.into_iter().map(|answer| answer.map(&mut new)).collect())
            },
        )
    }
}

/// The puzzles of a file, sudokus or names; what passes through a line verb is passed over.
fn known(path: &Path) -> anyhow::Result<HashSet<Canonical>> {
    let family = family();
    let mut input = items::open(path)?;
    let mut known = HashSet::new();
    loop {
        let batch = input.batch()?;
        if batch.is_empty() {
            return Ok(known);
        }
        let read = |line: &Line| -> Result<Option<Canonical>, Refusal> {
            if line.frame.remark {
                return Ok(None);
            }
            canonical(&family, line.text()?).map(|(canonical, _)| Some(canonical))
        };
        for (line, found) in batch.iter().zip(in_parallel(&batch, read)) {
            match found {
                Ok(found) => known.extend(found),
                Err(refusal) => anyhow::bail!("--known {}: {refusal}", input.place(line.number)),
            }
        }
    }
}

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
  ludex sudoku generate --pattern 1.1...1.1...1.1.....1.1.1.1.1.1...1.1.....1.1...1.1.1.1.1.1.....1.1...1.1...1.1.1")]
pub(super) struct GenerateArgs {
    /// How many puzzles
    #[arg(long, visible_alias = "number", value_name = "N", default_value_t = 1)]
    count: u64,
    /// How many givens each has (default: a minimal puzzle)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(17..=81))]
    clues: Option<u16>,
    /// How the givens lie
    #[arg(long, value_enum, default_value = "none", value_name = "S")]
    symmetry: ClueSymmetryArg,
    /// Exactly these cells are given: 81 cells, x or a digit where given, . or 0 where not
    #[arg(long, value_name = "P", conflicts_with_all = ["clues", "symmetry"])]
    pattern: Option<String>,
    /// Only puzzles whose ER lies in this range, both ends included: 3.0..4.0, 7.1.., ..2.5
    #[arg(long, value_name = "FROM..TO", value_parser = rating_range)]
    rating: Option<(u32, u32)>,
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

/// Puzzles rated before a range or technique is given up.
const RATED_TRIES: u32 = 200_000;

/// A range of ratings as typed, in tenths; an end left out is open.
fn rating_range(text: &str) -> Result<(u32, u32), String> {
    let wrong = || format!("{text:?} is no range of ratings: 3.0..4.0 is one");
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text: &str, open: u32| if text.is_empty() { Ok(open) } else { tenths(text).ok_or_else(wrong) };
    let (from, to) = (end(from, 0)?, end(to, u32::MAX)?);
    if from > to { Err(wrong()) } else { Ok((from, to)) }
}

impl GenerateArgs {
    /// Whether a puzzle has the rating and the technique that are asked for.
    fn suits(&self, setup: &Setup) -> bool {
        if self.rating.is_none() && self.technique.is_none() {
            return true;
        }
        let (from, to) = self.rating.unwrap_or((0, u32::MAX));
        let wanted = |step: &Step| self.technique.is_none_or(|word| word.names(step.technique()));
        judge(setup, to, wanted).is_some_and(|(rating, passed)| rating.er >= from && passed)
    }

    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let cells: Option<CellSet> = match &self.pattern {
            Some(text) => Some(text.parse().map_err(|error| anyhow::anyhow!("--pattern: {error}"))?),
            None => None,
        };
        if let Some(few) = cells.map(CellSet::len).filter(|&cells| cells < ludex_sudoku::FEWEST_CLUES) {
            anyhow::bail!(
                "--pattern has {few} cells: a puzzle has {} givens or more",
                ludex_sudoku::FEWEST_CLUES
            );
        }
        let options =
            GenerateOptions { clues: self.clues.map(usize::from), symmetry: self.symmetry.symmetry(), cells };
        let (family, seed) = (family(), seed(self.seed));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.map_or(0, usize::from)).build()?;
        let bar = crate::progress::Bar::new("puzzles");
        let mut out = std::io::stdout().lock();
        for from in (0..self.count).step_by(PIECE as usize) {
            bar.report(from, self.count)?;
            let numbers: Vec<u64> = (from..self.count.min(from + PIECE)).collect();
            // Every puzzle has its own sequence, so that no thread changes another's.
            let make = |number: &u64| {
                let mut random = Random::new(seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
                for _ in 0..RATED_TRIES {
                    let made = family
                        .tables()
                        .seek(|seeker| generate(seeker, &mut random, &options, &ludex_core::Silent))
                        .map_err(|error| error.to_string())?;
                    if self.suits(&made) {
                        return Ok(made);
                    }
                }
                Err(format!("none of {RATED_TRIES} puzzles is rated so: ask for a wider range"))
            };
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

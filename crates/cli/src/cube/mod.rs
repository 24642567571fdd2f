//! `ludex cube`: the verbs of the cube family.

mod check;
mod colours;
mod fmc;
mod moves;
mod name;
mod pattern;
mod scramble;
mod solve;
mod talk;
mod turn;

use crate::Outcome;
use clap::{Args, Subcommand};
use ludex_core::Refusal;
use ludex_cube::{DEFAULT_SIZE, MAX_SIZE, Position, text};

/// Twisty cubes.
#[derive(Debug, Args)]
pub(crate) struct CubeArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Turn(turn::TurnArgs),
    Solve(solve::SolveArgs),
    Fmc(fmc::FmcArgs),
    Name(name::NameArgs),
    State(name::StateArgs),
    Check(check::CheckArgs),
    Colours(colours::ColoursArgs),
    Invert(moves::InvertArgs),
    Simplify(moves::SimplifyArgs),
    Scramble(scramble::ScrambleArgs),
    Pattern(pattern::PatternArgs),
    View(pattern::ViewArgs),
}

impl CubeArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::Turn(args) => args.run(),
            Verb::Solve(args) => args.run(),
            Verb::Fmc(args) => args.run(),
            Verb::Name(args) => args.run(),
            Verb::State(args) => args.run(),
            Verb::Check(args) => args.run(),
            Verb::Colours(args) => args.run(),
            Verb::Invert(args) => args.run(),
            Verb::Simplify(args) => args.run(),
            Verb::Scramble(args) => args.run(),
            Verb::Pattern(args) => args.run(),
            Verb::View(args) => args.run(),
        }
    }
}

/// The size of the cube, as typed.
#[derive(Debug, Clone, Copy, Args)]
struct SizeArgs {
    /// Stickers along an edge, 2 to 17 (default: what facelets and names say, 3 for moves)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MAX_SIZE as i64))]
    size: Option<u8>,
}

impl SizeArgs {
    fn size(self) -> Option<usize> {
        self.size.map(usize::from)
    }

    fn or_default(self) -> usize {
        self.size().unwrap_or(DEFAULT_SIZE)
    }

    /// Reads an item: facelets, the seed's text or hex faces, moves from solved, or a name.
    fn read(self, item: &str) -> Result<Position, Refusal> {
        text::read(item, self.size()).map_err(|error| error.refusal())
    }

    /// Reads the item at the start of a line; what follows are trailing columns.
    fn read_line(self, line: &str) -> Result<(Position, &str), Refusal> {
        text::read_line(line, self.size()).map_err(|error| error.refusal())
    }
}

/// A move text's error as a refusal that points at its column.
fn refusal(error: &ludex_cube::notation::NotationError) -> Refusal {
    Refusal::new(error.to_string()).at(error.column)
}

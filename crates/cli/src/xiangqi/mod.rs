//! `ludex xiangqi`: the verbs of the family.
//!
//! | file | verbs |
//! |--|--|
//! | `names` | `code`, `name`, `fen` |
//! | `tree` | `moves`, `perft` |

mod names;
mod tree;

use crate::Outcome;
use clap::{Args, Subcommand};
use ludex_core::Refusal;
use ludex_xiangqi::{Position, Setup, Xiangqi, text};

/// Xiangqi: codes, names, moves
#[derive(Debug, Args)]
pub(crate) struct XiangqiArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Code(names::CodeArgs),
    Name(names::NameArgs),
    Fen(names::FenArgs),
    Moves(tree::MovesArgs),
    Perft(tree::PerftArgs),
}

impl XiangqiArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::Code(args) => args.run(),
            Verb::Name(args) => args.run(),
            Verb::Fen(args) => args.run(),
            Verb::Moves(args) => args.run(),
            Verb::Perft(args) => args.run(),
        }
    }
}

/// The FEN at the start of a line, and its trailing columns.
fn split(line: &str) -> (&str, &str) {
    line.split_at(text::measure(line).unwrap_or(line.len()))
}

/// The board at the start of a line, whatever stands on it.
fn setup(line: &str) -> Result<(Setup, &str), Refusal> {
    let (fen, rest) = split(line);
    Ok((fen.parse::<Setup>()?, rest))
}

/// The position at the start of a line, if a game can go on from it.
fn playable(line: &str) -> Result<(Position, &str), Refusal> {
    let (fen, rest) = split(line);
    Ok((Xiangqi::position(fen)?.playable()?, rest))
}

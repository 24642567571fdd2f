//! `ludex xiangqi`: the verbs of the family.
//!
//! | file | verbs |
//! |--|--|
//! | `names` | `code`, `name`, `fen` |
//! | `tree` | `moves`, `perft` |
//! | `think` | `go`, `mate`, `judge` |
//! | `convert` | `convert` |
//! | `seen` | `seen`, `near` |
//! | `book` | `book build`, `book probe` |
//! | `engine` | `uci`, `ucci` |
//! | `play` | `play` |
//!
//! `memory` is how positions lie in the store.

mod book;
mod convert;
mod engine;
mod memory;
mod names;
mod play;
mod seen;
mod think;
mod tree;

use crate::Outcome;
use clap::{Args, Subcommand};
use ludex_core::Refusal;
use ludex_xiangqi::{Move, Notation, Position, Setup, Xiangqi, text};

/// Xiangqi: codes, names, moves, rules, an engine, an opening book
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
    Judge(think::JudgeArgs),
    Go(think::GoArgs),
    Mate(think::MateArgs),
    Seen(seen::SeenArgs),
    Near(seen::NearArgs),
    Book(book::BookArgs),
    Convert(convert::ConvertArgs),
    Uci(engine::UciArgs),
    Ucci(engine::UcciArgs),
    Play(play::PlayArgs),
}

impl XiangqiArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::Code(args) => args.run(),
            Verb::Name(args) => args.run(),
            Verb::Fen(args) => args.run(),
            Verb::Moves(args) => args.run(),
            Verb::Perft(args) => args.run(),
            Verb::Judge(args) => args.run(),
            Verb::Go(args) => args.run(),
            Verb::Mate(args) => args.run(),
            Verb::Seen(args) => args.run(),
            Verb::Near(args) => args.run(),
            Verb::Book(args) => args.run(),
            Verb::Convert(args) => args.run(),
            Verb::Uci(args) => args.run(),
            Verb::Ucci(args) => args.run(),
            Verb::Play(args) => args.run(),
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

/// The moves after a FEN (or of a whole line), each legal where it stands, and the columns after them.
fn rest_moves<'a>(
    start: &Position,
    rest: &'a str,
    notation: Notation,
) -> Result<(Vec<Move>, &'a str), Refusal> {
    let column = rest.strip_prefix('\t').unwrap_or(rest);
    let end = column.find('\t').unwrap_or(column.len());
    let mut board = start.clone();
    let mut moves = Vec::new();
    for (i, text) in column[..end].split_whitespace().enumerate() {
        let m = notation
            .read_any(&board, text)
            .map_err(|error| Refusal::new(format!("move {}: {error}", i + 1)))?;
        let _ = board.make(m);
        moves.push(m);
    }
    Ok((moves, &column[end..]))
}

//! `ludex xiangqi`: the verbs of the family.
//!
//! | file | verbs |
//! |--|--|
//! | `names` | `code`, `name`, `fen` |
//! | `tree` | `moves`, `perft` |
//! | `think` | `go`, `mate`, `judge` |
//! | `analyse` | `analyse`, `puzzle` |
//! | `convert` | `convert` |
//! | `seen` | `seen`, `near` |
//! | `book` | `book build`, `book probe` |
//! | `ending` | `ending` |
//! | `engine` | `uci`, `ucci`, `xboard` |
//! | `play` | `play` |

mod analyse;
mod book;
mod convert;
mod ending;
mod engine;
mod names;
mod play;
mod seen;
mod think;
mod tree;

use crate::Outcome;
use clap::{Args, Subcommand};

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
    Ending(ending::EndingArgs),
    Seen(seen::SeenArgs),
    Near(seen::NearArgs),
    Book(book::BookArgs),
    Convert(convert::ConvertArgs),
    Analyse(analyse::AnalyseArgs),
    Puzzle(analyse::PuzzleArgs),
    Uci(engine::UciArgs),
    Ucci(engine::UcciArgs),
    Xboard(engine::XboardArgs),
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
            Verb::Ending(args) => args.run(),
            Verb::Seen(args) => args.run(),
            Verb::Near(args) => args.run(),
            Verb::Book(args) => args.run(),
            Verb::Convert(args) => args.run(),
            Verb::Analyse(args) => args.run(),
            Verb::Puzzle(args) => args.run(),
            Verb::Uci(args) => args.run(),
            Verb::Ucci(args) => args.run(),
            Verb::Xboard(args) => args.run(),
            Verb::Play(args) => args.run(),
        }
    }
}

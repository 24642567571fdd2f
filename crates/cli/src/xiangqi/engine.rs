//! `uci`, `ucci`: the engine for graphical boards.

use crate::Outcome;
use clap::Args;
use ludex_xiangqi::protocol::{Dialect, Session};

/// Speak UCI (variant xiangqi) on stdin and stdout.
///
/// The option `Ranks` chooses between ranks 1-10 (as Fairy-Stockfish) and 0-9; `go perft N` counts
/// leaves.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi uci
  printf 'position startpos moves h3e3\\ngo nodes 100000\\n' | ludex xiangqi uci
  printf 'position startpos\\ngo perft 4\\n' | ludex xiangqi uci")]
pub(crate) struct UciArgs {}

/// Speak UCCI on stdin and stdout.
///
/// Ranks are 0-9; `banmoves` is obeyed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi ucci
  printf 'position startpos moves h2e2\\ngo depth 8\\n' | ludex xiangqi ucci
  printf 'position startpos\\nbanmoves h2e2\\ngo nodes 100000\\n' | ludex xiangqi ucci")]
pub(crate) struct UcciArgs {}

fn run(dialect: Dialect) -> anyhow::Result<Outcome> {
    Session::new(dialect, std::io::stdout()).run(std::io::stdin().lock())?;
    Ok(Outcome::Fine)
}

impl UciArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        run(Dialect::Uci)
    }
}

impl UcciArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        run(Dialect::Ucci)
    }
}

//! `uci`, `ucci`, `xboard`: the engine for graphical boards.

use super::play::open_book;
use crate::Outcome;
use clap::Args;
use ludex_xiangqi::Probe;
use ludex_xiangqi::endgame::Endgames;
use ludex_xiangqi::engine::Evaluation;
use ludex_xiangqi::engine::network::Network;
use ludex_xiangqi::protocol::{Protocol, Session};
use std::sync::Arc;

/// Speak UCI (variant xiangqi) on stdin and stdout.
///
/// Whether ranks are counted 1-10 (as Fairy-Stockfish) or 0-9 (as Pikafish) is found out from the moves a
/// board sends; until one shows it they are written 1-10, and the option `Ranks` forces either. `go perft
/// N` counts leaves, `d` draws the board, `eval` and `flip` do what they say. With a book (a store that `book build` wrote; --book or the option `BookFile`) its heaviest
/// move is played at once where it knows the position; `OwnBook` switches it off, `BookChance` chooses by
/// weight instead.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi uci
  printf 'position startpos moves h3e3\\ngo nodes 100000\\n' | ludex xiangqi uci
  ludex xiangqi uci --book openings.sqlite")]
pub(crate) struct UciArgs {
    /// An opening book: a store that `book build` wrote
    #[arg(long, value_name = "FILE|URL")]
    book: Option<String>,
    /// How positions are judged: network, classic
    #[arg(long, value_name = "WORD", default_value = "network")]
    eval: Evaluation,
}

/// Speak UCCI on stdin and stdout.
///
/// Ranks are 0-9; `banmoves`, `probe` and offers of a draw are answered. With a book (a store that `book build` wrote; --book or the option
/// `bookfiles`) its heaviest move is played at once where it knows the position; `usebook` switches it off.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi ucci
  printf 'position startpos moves h2e2\\ngo depth 8\\n' | ludex xiangqi ucci
  printf 'position startpos\\nbanmoves h2e2\\ngo nodes 100000\\n' | ludex xiangqi ucci")]
pub(crate) struct UcciArgs {
    /// An opening book: a store that `book build` wrote
    #[arg(long, value_name = "FILE|URL")]
    book: Option<String>,
    /// How positions are judged: network, classic
    #[arg(long, value_name = "WORD", default_value = "network")]
    eval: Evaluation,
}

/// Speak XBoard's protocol (version 2, variant xiangqi) on stdin and stdout.
///
/// Ranks are 0-9. For boards that speak neither UCI nor UCCI.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi xboard
  xboard -variant xiangqi -fcp 'ludex xiangqi xboard'
  printf 'new\nvariant xiangqi\nsd 6\nusermove h2e2\nping 1\n' | ludex xiangqi xboard")]
pub(crate) struct XboardArgs {
    /// An opening book: a store that `book build` wrote
    #[arg(long, value_name = "FILE|URL")]
    book: Option<String>,
    /// How positions are judged: network, classic
    #[arg(long, value_name = "WORD", default_value = "network")]
    eval: Evaluation,
}

/// The tables of endgames in the cache folder; none where there are none, or where they cannot be used,
/// which is told.
pub(super) fn endgames() -> Endgames {
    Endgames::cached().unwrap_or_else(|error| {
        eprintln!("ludex: {error}");
        Endgames::default()
    })
}

fn run(protocol: Protocol, book: Option<&str>, evaluation: Evaluation) -> anyhow::Result<Outcome> {
    let open = |place: &str| -> Result<Box<dyn Probe>, String> {
        Ok(Box::new(open_book(place).map_err(|error| error.to_string())?))
    };
    let network = |place: &str| -> Result<Network, String> {
        let bytes = std::fs::read(place).map_err(|error| format!("{place}: {error}"))?;
        Network::read(&bytes).map_err(|error| format!("{place}: {error}"))
    };
    let mut session = Session::new(protocol, std::io::stdout())
        .with_evaluation(evaluation)
        .with_books(Box::new(open))
        .with_networks(Box::new(network));
    let endgames = endgames();
    if !endgames.is_empty() {
        session = session.with_endgames(Arc::new(endgames));
    }
    if let Some(place) = book {
        session = session.with_book(open(place).map_err(anyhow::Error::msg)?);
    }
    session.run(std::io::stdin().lock())?;
    Ok(Outcome::Fine)
}

impl UciArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        run(Protocol::Uci, self.book.as_deref(), self.eval)
    }
}

impl UcciArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        run(Protocol::Ucci, self.book.as_deref(), self.eval)
    }
}

impl XboardArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        run(Protocol::Xboard, self.book.as_deref(), self.eval)
    }
}

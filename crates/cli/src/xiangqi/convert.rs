//! `convert`: moves from any notation into another.

use super::{playable, rest_moves};
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_core::Refusal;
use ludex_xiangqi::{Notation, Position, text};

/// Rewrite the moves of games in another notation.
///
/// A line is a FEN, a tab and moves in any notation, or just moves from the start. Prints the moves.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi convert --to chinese 'h3e3 h10g8 h1g3'
  ludex xiangqi convert --to uci '炮二平五 马８进７'
  ludex xiangqi convert --to wxf --file games.tsv")]
pub(crate) struct ConvertArgs {
    /// How moves are written: uci, ucci, iccs, wxf, chinese
    #[arg(long, value_name = "NOTATION")]
    to: Notation,
    /// How lower-case coordinates that are read count ranks: uci (1-10) or ucci (0-9)
    #[arg(long, value_name = "NOTATION", default_value = "uci")]
    from: Notation,
    #[command(flatten)]
    lines: LineArgs,
}

impl ConvertArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan()?.run(&["moves"], |line| -> Result<Answer, Refusal> {
            let (start, rest) = match text::measure(line) {
                Some(_) => playable(line)?,
                None => (Position::start(), line),
            };
            let (moves, rest) = rest_moves(&start, rest, self.from)?;
            let mut board = start;
            let mut texts = Vec::with_capacity(moves.len());
            for m in moves {
                texts.push(self.to.write(&board, m));
                let _ = board.make(m);
            }
            Ok(Answer::one(texts.join(" ")).with_rest(rest))
        })
    }
}

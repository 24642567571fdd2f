//! `ending`: what the tables of endgames prove.

use super::engine::endgames;
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_core::Refusal;
use ludex_xiangqi::endgame::listing;
use ludex_xiangqi::{Notation, line};
use std::io::Write;

/// Say what the endgame tables prove about positions.
///
/// Prints `win N`, `draw` or `loss N` for the side to move (N own moves with best play; `loss 0`: it has
/// none), the legal moves with what each is worth, the best first, and a best line to the end. The tables
/// are made by `ludex tables build xiangqi-endgames`; a position that they have not is refused with the
/// name of its ending. Repetitions count as draws: the book says where a rule of repetition changes that.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi ending '4k4/4a4/9/9/9/9/9/9/R8/3K5 w'
  ludex xiangqi ending --notation chinese --format ndjson --file positions.txt
  ludex xiangqi ending --list")]
pub(crate) struct EndingArgs {
    /// How moves are written: uci, ucci, iccs, wxf, chinese, traditional
    #[arg(long, value_name = "NOTATION", default_value = "uci")]
    notation: Notation,
    /// Print the endings that were built: name, boards, bytes, seconds, won drawn lost with the greater army
    /// to move, the same with the lesser, plies of the longest win, a board that has it
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    lines: LineArgs,
}

impl EndingArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if self.list {
            let mut out = std::io::stdout().lock();
            for row in listing()? {
                writeln!(out, "{row}")?;
            }
            return Ok(Outcome::Fine);
        }
        let endgames = endgames();
        self.lines.plan()?.run(&["value", "moves", "line"], |text| -> Result<Answer, Refusal> {
            let (position, rest) = line::playable(text)?;
            let proof = endgames.prove(&position)?;
            let moves: Vec<String> = proof
                .moves
                .iter()
                .map(|&(m, value)| format!("{}: {value}", self.notation.write(&position, m)))
                .collect();
            let line = self.notation.write_line(&position, &proof.line);
            Ok(Answer::new(vec![proof.value.to_string().into(), moves.join(", ").into(), line.into()])
                .with_rest(rest))
        })
    }
}

//! `ending`: what the tables of endgames prove.

use super::engine::endgames;
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_core::Refusal;
use ludex_xiangqi::endgame::{EndgameError, Ending, listing};
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
            let value = endgames.value(&position).map_err(|error| match error {
                EndgameError::Missing(ending) => Refusal::new(missing(ending)),
                EndgameError::Misplaced => Refusal::new(
                    "no ending of a table: each side may have two of rook, horse, cannon and pawn, two advisors \
                     and two elephants, all on points that they can reach",
                ),
                error => Refusal::new(error.to_string()),
            })?;
            let moves = endgames.moves(&position).ok_or_else(|| Refusal::new("a table that a capture leads to is missing"))?;
            let moves: Vec<String> = moves
                .iter()
                .map(|&(m, value)| format!("{}: {value}", self.notation.write(&position, m)))
                .collect();
            let line = self.notation.write_line(&position, &endgames.line(&position));
            Ok(Answer::new(vec![value.to_string().into(), moves.join(", ").into(), line.into()]).with_rest(rest))
        })
    }
}

fn missing(ending: Ending) -> String {
    let boards = ludex_xiangqi::endgame::places(ending);
    format!(
        "there is no table of {ending}, which has {boards} boards: build it with `ludex tables build \
         xiangqi-endgames --level {boards}`"
    )
}

//! `moves` and `perft`: the tree of legal moves.

use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use crate::progress::Bar;
use crate::refuse::OrRefuse;
use anyhow::anyhow;
use clap::Args;
use ludex_xiangqi::line;
use std::io::Write;

/// Print the legal moves of positions, sorted, with ranks 1 to 10.
///
/// A side without a move has lost: its line is empty.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi moves 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
  ludex xiangqi moves --file positions.txt
  ludex xiangqi moves --format ndjson < positions.txt")]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    lines: LineArgs,
}

impl MovesArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan()?.run(&["moves"], |text| {
            let (position, rest) = line::playable(text)?;
            let mut moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
            moves.sort_unstable();
            Ok(Answer::one(moves.join(" ")).with_rest(rest))
        })
    }
}

/// Count the leaves of the tree of legal moves.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi perft 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w' 4
  ludex xiangqi perft '9/4a4/3k5/4R4/4r4/2p6/9/9/3c5/5K3 w' 3 --divide
  ludex xiangqi perft \"$FEN\" 5")]
pub(crate) struct PerftArgs {
    /// The position
    fen: String,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=12))]
    depth: u32,
    /// Print the leaves below each first move, then their sum
    #[arg(long)]
    divide: bool,
}

impl PerftArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let (position, rest) = line::playable(&self.fen).or_refuse()?;
        if !rest.is_empty() {
            return Err(anyhow!("{rest:?} follows after the FEN"));
        }
        let mut out = std::io::stdout().lock();
        if self.depth == 0 {
            writeln!(out, "1")?;
            return Ok(Outcome::Fine);
        }
        let bar = Bar::new("perft");
        let counts = ludex_xiangqi::divide(&position, self.depth, &bar)?;
        if self.divide {
            for (m, nodes) in &counts {
                writeln!(out, "{m}\t{nodes}")?;
            }
        }
        writeln!(out, "{}", counts.iter().map(|(_, nodes)| nodes).sum::<u64>())?;
        Ok(Outcome::Fine)
    }
}

//! `ludex tetris ren`: the longest runs of clears.

use super::refuse;
use super::rules::{SolverArgs, field_of};
use crate::Outcome;
use crate::progress::Bar;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::fumen::Quiz;
use ludex_tetris::solve::Ren;
use ludex_tetris::{Fumen, Piece};
use std::io::Write;

/// Find the longest runs of clears (combos): every piece clears a line.
///
/// One line per run that no further piece continues, the longest first: how many clears follow the first one, the
/// order of the pieces, a fumen with one piece per page. Without a queue the quiz in the fumen's comment is played.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris ren --fumen v115@VgF8DeF8DeF8DeF8DeF8DeF8DeF8DeI8KeAgH TOLJISZ --kicks srs
  ludex tetris ren --fumen v115@VgF8DeF8DeF8DeF8DeF8DeF8DeF8DeI8KeAgH TOLJISZ --kicks srs --hold none
  ludex tetris ren --fumen v115@VgF8DeF8DeF8DeF8DeF8DeF8DeF8DeI8KeAgH TOLJISZ --top 1")]
pub(crate) struct RenArgs {
    /// The field: a fumen whose first page counts, FUMEN#3 for another page, or @FILE with rows of letters
    #[arg(long, value_name = "FUMEN")]
    fumen: String,
    /// The pieces in the order they come
    #[arg(value_name = "QUEUE")]
    queue: Option<String>,
    /// Print the first N runs only
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    #[command(flatten)]
    rules: SolverArgs,
}

impl RenArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let rules = match self.rules.plan()? {
            Ok(rules) => rules,
            Err(refusal) => return refuse(refusal),
        };
        let bar = Bar::new("pieces tried");
        let search = || -> Result<Vec<Ren>, Refusal> {
            let queue = match &self.queue {
                Some(text) => Piece::word(&text.to_ascii_uppercase())?,
                None => quiz_of(&self.fumen)?,
            };
            if queue.is_empty() {
                return Err(Refusal::new("the queue is empty"));
            }
            Ok(rules.rens(&field_of(&self.fumen)?, &queue, &bar)?)
        };
        let runs = match search() {
            Ok(runs) => runs,
            Err(refusal) => return refuse(refusal),
        };
        drop(bar);
        let mut out = std::io::BufWriter::new(crate::talk::Screen::new());
        for run in runs.iter().take(self.top.unwrap_or(usize::MAX)) {
            writeln!(out, "{}\t{}\t{}", run.count, Piece::spell(&run.order), run.fumen.encode())?;
        }
        out.flush()?;
        Ok(Outcome::Fine)
    }
}

/// The pieces of the quiz in a fumen's first comment.
fn quiz_of(fumen: &str) -> Result<Vec<Piece>, Refusal> {
    let comment = Fumen::decode(fumen)?.pages.into_iter().next().map(|page| page.comment).unwrap_or_default();
    let missing = || Refusal::new("a queue is needed: the fumen has no quiz (#Q=[hold](current)next)");
    let quiz = Quiz::read(&comment).map_err(|_| missing())?;
    Ok(quiz.pieces())
}

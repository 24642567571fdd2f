//! `ludex tetris openers`: a search for setups.

use super::refuse;
use super::rules::{SolverArgs, queues_of};
use crate::Outcome;
use crate::progress::Bar;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::fumen::Page;
use ludex_tetris::saves::leftover_length;
use ludex_tetris::solve::{Chance, Opener, OpenerSearch, Problem};
use ludex_tetris::{Counts, Fumen, Piece, PositionError, Queue};
use std::collections::HashMap;
use std::io::Write;
use std::sync::Mutex;

/// Search for openers: shapes of a few pieces from which many queues lead to a perfect clear.
///
/// Exact up to four pieces: every opener of --min percent or more is found. With more pieces only the neatest
/// shapes are looked at (--beam); shares are exact, but an opener may be missed. One line per opener, the best
/// first: share, success/total, pieces, the pattern of the queues that follow, fumen. Shares are those of a player who
/// knows every piece; --see N adds the chance of one who sees N, and sorts by it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris openers --pieces 4
  ludex tetris openers --pieces 4 --pc 2 --leftover TILJ --min 99.5 --see 7 --top 20
  ludex tetris openers --pieces 5 --min 99 --kicks srs")]
pub(crate) struct OpenersArgs {
    /// Pieces of an opener
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=9))]
    pieces: u8,
    /// Which perfect clear
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=9))]
    pc: u32,
    /// The pieces left over from the bag before (needed unless a whole bag is)
    #[arg(long, value_name = "PIECES")]
    leftover: Option<String>,
    /// Leave out openers below this share
    #[arg(long, value_name = "PERCENT", default_value_t = 99.5)]
    min: f64,
    /// The queues that follow, instead of the rest of the leftover and further bags
    #[arg(long, value_name = "PATTERN")]
    pattern: Option<String>,
    /// State the chance of a player who sees so many pieces: the one in play, the held one and the previews
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    see: Option<u8>,
    #[command(flatten)]
    rules: SolverArgs,
    /// Lines to clear
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=6))]
    lines: u32,
    /// With five pieces and more: shapes kept at each number of pieces
    #[arg(long, value_name = "N", default_value_t = 500)]
    beam: usize,
    /// Print the first N openers only
    #[arg(long, value_name = "N")]
    top: Option<usize>,
}

impl OpenersArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.search()? {
            Ok(()) => Ok(Outcome::Fine),
            Err(refusal) => refuse(refusal),
        }
    }

    fn search(&self) -> anyhow::Result<Result<(), Refusal>> {
        let rules = match self.rules.plan()? {
            Ok(rules) => rules,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let length = leftover_length(self.pc);
        let bag = match &self.leftover {
            None if length == 7 => Counts([1; 7]),
            None => {
                let what =
                    format!("perfect clear {} has {length} pieces left over: --leftover is needed", self.pc);
                return Ok(Err(Refusal::new(what)));
            }
            Some(text) => match Piece::word(text) {
                Ok(pieces) if pieces.len() == length => {
                    let counts = Counts::of(&pieces);
                    // One piece was held; what else is left is of one bag.
                    if counts.0.iter().map(|&n| usize::from(n).saturating_sub(1)).sum::<usize>() > 1 {
                        return Ok(Err(PositionError::Duplicates(text.clone()).into()));
                    }
                    counts
                }
                Ok(pieces) => {
                    let what = format!(
                        "perfect clear {} has {length} pieces left over, not {}",
                        self.pc,
                        pieces.len()
                    );
                    return Ok(Err(Refusal::new(what)));
                }
                Err(error) => return Ok(Err(error.into())),
            },
        };
        let search = OpenerSearch {
            pieces: usize::from(self.pieces),
            bag,
            lines: self.lines,
            table: rules.table,
            drop: rules.drop,
            hold: rules.hold,
            least: self.min.clamp(0.0, 100.0),
            beam: self.beam,
        };
        if let Some(pattern) = &self.pattern
            && let Err(refusal) = queues_of(pattern)
        {
            return Ok(Err(refusal));
        }
        let known: Mutex<HashMap<String, Vec<Queue>>> = Mutex::default();
        let pattern_of = |built: &Counts| self.pattern.clone().unwrap_or_else(|| search.pattern_after(built));
        let queues = |built: &Counts| {
            let pattern = pattern_of(built);
            if let Some(queues) = known.lock().ok().and_then(|k| k.get(&pattern).cloned()) {
                return queues;
            }
            let queues = queues_of(&pattern).unwrap_or_default();
            if let Ok(mut known) = known.lock() {
                known.insert(pattern, queues.clone());
            }
            queues
        };
        let bar = Bar::new("shapes tried");
        let found = match search.run(&queues, &bar) {
            Ok(found) => found,
            Err(error) => return Ok(Err(error.into())),
        };
        drop(bar);
        let top = self.top.unwrap_or(usize::MAX);
        let mut lines: Vec<(Option<Chance>, &Opener)> = Vec::new();
        let bar = Bar::new("openers seen");
        for opener in found.iter().take(top) {
            let chance = match self.see {
                None => None,
                Some(see) => match self.chance(&search, opener, &queues(&opener.pieces), see, &bar) {
                    Ok(chance) => Some(chance),
                    Err(refusal) => return Ok(Err(refusal)),
                },
            };
            lines.push((chance, opener));
        }
        drop(bar);
        lines.sort_by_key(|(chance, _)| std::cmp::Reverse(chance.as_ref().map_or(0, |c| c.success)));
        let mut out = std::io::BufWriter::new(crate::talk::Screen::new());
        for (chance, opener) in lines {
            let fumen = Fumen { pages: vec![Page::of(opener.field.clone())] }.encode();
            let (pieces, pattern) = (Piece::spell(&opener.pieces.sorted()), pattern_of(&opener.pieces));
            let (success, total) = (opener.success, opener.total);
            write!(out, "{:.2}%\t{success}/{total}\t", opener.percent())?;
            if let Some(chance) = chance {
                let share = ludex_tetris::percentage(chance.success, chance.total);
                write!(out, "{share:.2}%\t{}/{}\t", chance.success, chance.total)?;
            }
            writeln!(out, "{pieces}\t{pattern}\t{fumen}")?;
        }
        out.flush()?;
        Ok(Ok(()))
    }

    /// The chance of a player who sees so many pieces.
    fn chance(
        &self,
        search: &OpenerSearch,
        opener: &Opener,
        queues: &[Queue],
        see: u8,
        bar: &Bar,
    ) -> Result<Chance, Refusal> {
        let problem =
            Problem::new(&opener.field, self.lines, search.table.clone(), search.drop, search.hold)?;
        Ok(problem.chance(queues, usize::from(see), bar)?)
    }
}

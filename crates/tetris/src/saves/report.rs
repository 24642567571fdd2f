//! Shares of queues, trees of prefixes, and path files cut to what is wanted.

use super::bag::Bags;
use super::expr::Wanted;
use crate::pathfile::{PathFile, PathFileError, Row};
use crate::piece::{Counts, Piece};
use crate::queue::Queue;
use crate::regex::RegexError;
use ludex_core::{Progress, Silent, Stopped, Ticker};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The saves of every queue of a path file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Saves {
    /// By queue, in the order of the file: its distinct saves.
    pub rows: Vec<(Queue, Vec<Counts>)>,
}

impl Saves {
    /// Counts the saves of a path file.
    #[must_use]
    pub fn of(file: &PathFile, bags: &Bags) -> Saves {
        Saves::of_until(file, bags, &Silent).unwrap_or_default()
    }

    /// The same, for whoever may want it to stop.
    ///
    /// # Errors
    /// When the progress asked to stop.
    pub fn of_until(file: &PathFile, bags: &Bags, progress: &dyn Progress) -> Result<Saves, Stopped> {
        let ticker = Ticker::new(progress, 256);
        let row = |row: &Row| {
            ticker.tick()?;
            let unseen = bags.unseen(row.queue);
            let mut saves: Vec<Counts> = row.unused.iter().map(|u| save(unseen, u)).collect();
            saves.sort_unstable();
            saves.dedup();
            Ok((row.queue, saves))
        };
        Ok(Saves { rows: file.rows.iter().map(row).collect::<Result<_, Stopped>>()? })
    }

    /// How many queues have a solution.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.rows.iter().filter(|row| !row.1.is_empty()).count()
    }

    /// By wanted save: whether each queue has it. With `best` a queue counts for the first one only.
    ///
    /// # Errors
    /// When a regex takes too many steps.
    pub fn wanted(&self, wanted: &[Wanted], best: bool) -> Result<Vec<Vec<bool>>, RegexError> {
        self.wanted_until(wanted, best, &Silent).unwrap_or_else(|Stopped| Ok(Vec::new()))
    }

    /// The same, for whoever may want it to stop.
    ///
    /// # Errors
    /// The outer one when the progress asked to stop, the inner one when a regex takes too many steps.
    pub fn wanted_until(
        &self,
        wanted: &[Wanted],
        best: bool,
        progress: &dyn Progress,
    ) -> Result<Result<Vec<Vec<bool>>, RegexError>, Stopped> {
        let ticker = Ticker::new(progress, 16);
        let mut all = vec![vec![false; self.rows.len()]; wanted.len()];
        for (i, (_, saves)) in self.rows.iter().enumerate() {
            ticker.tick()?;
            for (w, wanted) in wanted.iter().enumerate() {
                let holds = match wanted.holds(saves) {
                    Ok(holds) => holds,
                    Err(error) => return Ok(Err(error)),
                };
                if holds {
                    all[w][i] = true;
                    if best {
                        break;
                    }
                }
            }
        }
        Ok(Ok(all))
    }

    /// Every distinct save with the number of its queues, in the order `TILJSZO`.
    #[must_use]
    pub fn all(&self) -> Vec<(String, usize)> {
        let mut counted: BTreeMap<Vec<Piece>, usize> = BTreeMap::new();
        for save in self.rows.iter().flat_map(|row| &row.1) {
            *counted.entry(save.sorted()).or_default() += 1;
        }
        counted.into_iter().map(|(save, n)| (Piece::spell(&save), n)).collect()
    }
}

fn save(mut unseen: Counts, unused: &str) -> Counts {
    for piece in unused.chars().filter_map(Piece::from_letter) {
        unseen.0[piece.index()] += 1;
    }
    unseen
}

/// The tree of prefixes up to a depth: how many of the queues that begin so are marked.
///
/// Prefixes without any are left out.
#[must_use]
pub fn tree(queues: &[(Queue, bool)], depth: usize) -> String {
    let mut counted: BTreeMap<Queue, (usize, usize)> = BTreeMap::new();
    for &(queue, marked) in queues {
        for length in 1..=depth.min(queue.len()) {
            let entry = counted.entry(queue.cut(length)).or_default();
            entry.0 += usize::from(marked);
            entry.1 += 1;
        }
    }
    // Queues order like words, a prefix before its continuations: depth first comes by itself.
    let mut out = String::new();
    for (prefix, (marked, total)) in counted.into_iter().filter(|(_, n)| n.0 > 0) {
        let share = crate::percentage(marked, total);
        let indent = "  ".repeat(prefix.len() - 1);
        let _ = writeln!(out, "{indent}∟ {prefix} -> {share:.2}% [{marked}/{total}]");
    }
    out
}

/// The path file with only the solutions whose save is wanted, in queues whose saves are.
///
/// Kept fumens are grouped by what they leave unused, in the order of the row; used pieces are not
/// written, as in the field's own files.
///
/// # Errors
/// When a solution's fumen does not decode, or a regex takes too many steps.
pub fn filter(file: &PathFile, bags: &Bags, wanted: &Wanted) -> Result<PathFile, PathFileError> {
    let pieces = file.pieces()?;
    let mut rows = Vec::with_capacity(file.rows.len());
    for row in &file.rows {
        let unseen = bags.unseen(row.queue);
        let saves: Vec<Counts> = row.unused.iter().map(|u| save(unseen, u)).collect();
        let (mut unused, mut solutions) = (Vec::new(), Vec::new());
        if wanted.holds(&saves)? {
            for (text, save) in row.unused.iter().zip(&saves) {
                if !wanted.holds(std::slice::from_ref(save))? || unused.contains(text) {
                    continue;
                }
                let left: Vec<Piece> = text.chars().filter_map(Piece::from_letter).collect();
                let used = row.queue.counts().minus(&Counts::of(&left));
                solutions.extend(row.solutions.iter().filter(|&&s| used == Some(pieces[s as usize])));
                unused.push(text.clone());
            }
        }
        rows.push(Row { queue: row.queue, used: Vec::new(), unused, solutions });
    }
    Ok(PathFile { rows, fumens: file.fumens.clone() })
}

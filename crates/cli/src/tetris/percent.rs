//! `ludex tetris percent`: how many queues lead to a perfect clear.

use super::batch;
use super::refuse;
use super::rules::{Rules, SolverArgs, field_of, queues_of};
use crate::Outcome;
use crate::output::Format;
use crate::progress::Bar;
use clap::Args;
use ludex_core::{Progress, Refusal, Silent};
use ludex_tetris::saves::tree;
use ludex_tetris::solve::{Chance, Percent, is_cleared};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Count the queues that lead to a perfect clear.
///
/// Queues are cut to the pieces that can be used; those that are alike then count once. Every piece of a
/// queue is known from the start; with --see N only the next N are, one more after each placement, and the
/// chance is that of the best strategy.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris percent --fumen v115@9gC8DeF8DeF8DeF8DeC8JeAgH --pattern 'L,*p4'
  ludex tetris percent --fumen v115@9gC8DeF8DeF8DeF8DeC8JeAgH --pattern 'L,*p4' --tree 1 --fails 5
  ludex tetris percent --fumen v115@9gC8DeF8DeF8DeF8DeC8JeAgH --pattern 'L,*p4' --see 3
  ludex tetris percent --batch setups.tsv")]
pub(crate) struct PercentArgs {
    /// The field: a fumen whose first page counts, FUMEN#3 for another page, or @FILE with rows of letters
    #[arg(long, value_name = "FUMEN", required_unless_present = "batch")]
    fumen: Option<String>,
    /// The queues, as extended pieces, or @FILE
    #[arg(long, value_name = "PATTERN", required_unless_present = "batch")]
    pattern: Option<String>,
    #[command(flatten)]
    rules: SolverArgs,
    /// Lines to clear
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=24))]
    lines: u32,
    /// See so many pieces only: the one in play, the held one and the previews (7 in a game with five previews)
    #[arg(long, value_name = "N", conflicts_with_all = ["fails", "tree"], value_parser = clap::value_parser!(u8).range(1..))]
    see: Option<u8>,
    /// Print the first N queues that fail
    #[arg(long, value_name = "N", default_value_t = 0)]
    fails: usize,
    /// Print the shares of all beginnings of up to so many pieces
    #[arg(long, value_name = "DEPTH", default_value_t = 0)]
    tree: usize,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Answer the rows of a tab-separated file; its header names fumen, pattern, kicks, drop, hold, lines
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fumen", "pattern"])]
    batch: Option<PathBuf>,
}

impl PercentArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let rules = match self.rules.plan()? {
            Ok(rules) => rules,
            Err(refusal) => return refuse(refusal),
        };
        if let Some(path) = &self.batch {
            return batch::run(path, &[&["fumen"], &["pattern", "solve_pattern"]], |row| {
                let lines = match row.find(&["lines"]) {
                    None => self.lines,
                    Some(text) => {
                        text.parse().map_err(|_| Refusal::new(format!("lines {text:?} is no number")))?
                    }
                };
                let rules = rules.of_row(row.find(&["kicks"]), row.find(&["drop"]), row.find(&["hold"]))?;
                let pattern = row.need(&["pattern", "solve_pattern"])?;
                if lines == 0 {
                    // A setup that is a perfect clear by itself: every queue is solved.
                    if !is_cleared(&field_of(row.need(&["fumen"])?)?) {
                        return Err(Refusal::new("0 lines to clear, and the field is no perfect clear"));
                    }
                    let total = queues_of(pattern)?.len();
                    return Ok(format!("{total}/{total}"));
                }
                let fumen = row.need(&["fumen"])?;
                if let Some(see) = self.see {
                    let problem = rules.problem(&field_of(fumen)?, lines)?;
                    let chance = problem.chance(&queues_of(pattern)?, usize::from(see), &Silent)?;
                    return Ok(format!("{}/{}", chance.success, chance.total));
                }
                let percent = solve(&rules, fumen, pattern, lines, &Silent)?;
                Ok(format!("{}/{}", percent.success(), percent.queues.len()))
            });
        }
        let (fumen, pattern) = (self.fumen.as_deref().unwrap_or(""), self.pattern.as_deref().unwrap_or(""));
        if let Some(see) = self.see {
            let bar = Bar::new("boards tried");
            let chance = || -> Result<Chance, Refusal> {
                let problem = rules.problem(&field_of(fumen)?, self.lines)?;
                Ok(problem.chance(&queues_of(pattern)?, usize::from(see), &bar)?)
            };
            return match chance() {
                Ok(chance) => {
                    let text = self.line(chance.success, chance.total, &[]);
                    drop(bar);
                    crate::talk::Screen::new().write_all(text.as_bytes())?;
                    Ok(Outcome::Fine)
                }
                Err(refusal) => refuse(refusal),
            };
        }
        let bar = Bar::new("queues solved");
        let solved = solve(&rules, fumen, pattern, self.lines, &bar);
        drop(bar);
        match solved {
            Ok(percent) => {
                let text = self.text(&percent);
                crate::talk::Screen::new().write_all(text.as_bytes())?;
                Ok(Outcome::Fine)
            }
            Err(refusal) => refuse(refusal),
        }
    }

    fn text(&self, percent: &Percent) -> String {
        let (success, total) = (percent.success(), percent.queues.len());
        let fails: Vec<String> = percent.fails().take(self.fails).map(|q| q.to_string()).collect();
        let mut text = self.line(success, total, &fails);
        if self.format == Format::Text {
            if self.tree > 0 {
                let queues: Vec<_> =
                    percent.queues.iter().copied().zip(percent.solved.iter().copied()).collect();
                text += &tree(&queues, self.tree);
            }
            for fail in fails {
                text += &format!("{fail}\n");
            }
        }
        text
    }

    fn line(&self, success: usize, total: usize, fails: &[String]) -> String {
        let share = ludex_tetris::percentage(success, total);
        match self.format {
            Format::Text => format!("{success}/{total} {share:.2}%\n"),
            Format::Csv => format!("success,total,percent\n{success},{total},{share:.2}\n"),
            Format::Json | Format::Ndjson => {
                let mut object = json!({ "success": success, "total": total, "percent": share });
                if self.fails > 0 {
                    object["fails"] = fails.into();
                }
                format!("{object}\n")
            }
        }
    }
}

fn solve(
    rules: &Rules,
    fumen: &str,
    pattern: &str,
    lines: u32,
    progress: &dyn Progress,
) -> Result<Percent, Refusal> {
    let problem = rules.problem(&field_of(fumen)?, lines)?;
    Ok(problem.percent(&queues_of(pattern)?, progress)?)
}

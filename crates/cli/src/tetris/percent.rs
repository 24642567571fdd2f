//! `ludex tetris percent`: how many queues lead to a perfect clear.

use super::batch;
use super::refuse;
use super::rules::{RuleArgs, Rules, field_of, queues_of};
use crate::Outcome;
use crate::output::Format;
use crate::progress::Bar;
use clap::Args;
use ludex_core::{Progress, Refusal, Silent};
use ludex_tetris::saves::tree;
use ludex_tetris::solve::Percent;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Count the queues that lead to a perfect clear.
///
/// Queues are cut to the pieces that can be used; those that are alike then count once.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris percent --fumen v115@9gC8DeF8DeF8DeF8DeC8JeAgH --pattern 'L,*p4'
  ludex tetris percent --fumen v115@9gC8DeF8DeF8DeF8DeC8JeAgH --pattern 'L,*p4' --tree 1 --fails 5
  ludex tetris percent --batch setups.tsv")]
pub(crate) struct PercentArgs {
    /// The field, as a fumen whose first page counts
    #[arg(long, value_name = "FUMEN", required_unless_present = "batch")]
    fumen: Option<String>,
    /// The queues, as extended pieces, or @FILE
    #[arg(long, value_name = "PATTERN", required_unless_present = "batch")]
    pattern: Option<String>,
    #[command(flatten)]
    rules: RuleArgs,
    /// Lines to clear
    #[arg(long, value_name = "N", default_value_t = 4)]
    lines: u32,
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
                let percent = solve(&rules, row.need(&["fumen"])?, pattern, lines, &Silent)?;
                Ok(format!("{}/{}", percent.success(), percent.queues.len()))
            });
        }
        let (fumen, pattern) = (self.fumen.as_deref().unwrap_or(""), self.pattern.as_deref().unwrap_or(""));
        let bar = Bar::new("queues solved");
        let solved = solve(&rules, fumen, pattern, self.lines, &bar);
        drop(bar);
        match solved {
            Ok(percent) => {
                let text = self.text(&percent);
                std::io::stdout().write_all(text.as_bytes())?;
                Ok(Outcome::Fine)
            }
            Err(refusal) => refuse(refusal),
        }
    }

    fn text(&self, percent: &Percent) -> String {
        let (success, total) = (percent.success(), percent.queues.len());
        let share = if total == 0 { 0.0 } else { 100.0 * success as f64 / total as f64 };
        let fails: Vec<String> = percent.fails().take(self.fails).map(|q| q.to_string()).collect();
        match self.format {
            Format::Text => {
                let mut text = format!("{success}/{total} {share:.2}%\n");
                if self.tree > 0 {
                    let queues: Vec<_> =
                        percent.queues.iter().copied().zip(percent.solved.iter().copied()).collect();
                    text += &tree(&queues, self.tree);
                }
                for fail in fails {
                    text += &format!("{fail}\n");
                }
                text
            }
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

//! `ludex tetris cover`: which queues can build a setup.

use super::batch;
use super::refuse;
use super::rules::{Rules, SolverArgs, queues_of};
use crate::Outcome;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::Fumen;
use ludex_tetris::solve::{Building, cover, cover_bits};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Count the queues that can build a setup.
///
/// A setup is a glued fumen, one piece per page, or a coloured field, which is parted into its pieces in
/// every way; of several fumens one is enough. With --hex the queues follow as bits in canonical order,
/// the first in the highest bit of the first byte.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris cover --fumen v115@vhCzLJSyBXoB --pattern '*p5{LSO=1}'
  ludex tetris cover --fumen v115@PhR4EeRpR4glEeRpilJeAgH --pattern '*p5{LSO=1}' --hex
  ludex tetris cover --batch setups.tsv")]
pub(crate) struct CoverArgs {
    /// A glued fumen or a coloured field; may be given several times
    #[arg(long, value_name = "FUMEN", required_unless_present = "batch")]
    fumen: Vec<String>,
    /// The queues, as extended pieces, or @FILE
    #[arg(long, value_name = "PATTERN", required_unless_present = "batch")]
    pattern: Option<String>,
    #[command(flatten)]
    rules: SolverArgs,
    /// Print which queues are covered, as hexadecimal bits
    #[arg(long)]
    hex: bool,
    /// Answer the rows of a tab-separated file; its header names glued_fumens (space separated), pattern, kicks, drop, hold
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fumen", "pattern"])]
    batch: Option<PathBuf>,
}

impl CoverArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let rules = match self.rules.plan()? {
            Ok(rules) => rules,
            Err(refusal) => return refuse(refusal),
        };
        if let Some(path) = &self.batch {
            let needed: [&[&str]; 2] = [&["glued_fumens", "fumen"], &["pattern", "cover_pattern"]];
            return batch::run(path, &needed, |row| {
                let mut fumens = row.need(&["glued_fumens", "fumen"])?.to_owned();
                if row.find(&["glued_fumens"]).is_none()
                    && let Some(variants) = row.find(&["variant_fumens"])
                {
                    fumens = format!("{fumens} {variants}");
                }
                let fumens: Vec<&str> = fumens.split([' ', ';', ',']).filter(|f| !f.is_empty()).collect();
                let rules = rules.of_row(row.find(&["kicks"]), row.find(&["drop"]), row.find(&["hold"]))?;
                answer(&rules, &fumens, row.need(&["pattern", "cover_pattern"])?, self.hex)
            });
        }
        let fumens: Vec<&str> = self.fumen.iter().map(String::as_str).collect();
        match answer(&rules, &fumens, self.pattern.as_deref().unwrap_or(""), self.hex) {
            Ok(text) => {
                writeln!(crate::talk::Screen::new(), "{text}")?;
                Ok(Outcome::Fine)
            }
            Err(refusal) => refuse(refusal),
        }
    }
}

fn answer(rules: &Rules, fumens: &[&str], pattern: &str, hex: bool) -> Result<String, Refusal> {
    let mut buildings = Vec::new();
    for fumen in fumens {
        buildings.extend(Building::of_fumen(&Fumen::decode(fumen)?)?);
    }
    let queues = queues_of(pattern)?;
    let covered = cover(&buildings, &queues, &rules.table, rules.drop, rules.hold)?;
    let count = covered.iter().filter(|&&c| c).count();
    let mut text = format!("{count}/{}", queues.len());
    if hex {
        text.push('\t');
        for byte in cover_bits(&covered) {
            let _ = write!(text, "{byte:02x}");
        }
    }
    Ok(text)
}

//! `ludex tetris cover`: which queues can build a setup.

use super::batch;
use super::refuse;
use super::rules::{Rules, SolverArgs, pages_of, queues_of};
use crate::Outcome;
use crate::progress::Bar;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::Queue;
use ludex_tetris::solve::{Building, Conditions, cover, cover_bits, cover_with};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Count the queues that can build a setup.
///
/// A setup is a glued fumen, one piece per page, or a coloured field, which is parted into its pieces in
/// every way; of several fumens one is enough. With --hex the queues follow as bits in canonical order,
/// the first in the highest bit of the first byte. After a fumen `#2:5` takes its pages 2 to 5.
///
/// --mode says what must come about on the way: any build (normal), only clears of 2 lines or more (2L; 2L-or-pc
/// takes perfect clears too), a clear of four lines (tetris, tetris-end), a T-spin with lines (any-tspin, tss, tsd,
/// tst: small ones count only for any-tspin), or only such clears (b2b).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris cover --fumen v115@vhCzLJSyBXoB --pattern '*p5{LSO=1}'
  ludex tetris cover --fumen v115@PhR4EeRpR4glEeRpilJeAgH --pattern '*p5{LSO=1}' --hex
  ludex tetris cover --fumen v115@vhGRQJUGJKJJvMJTNJ+DJFKJ --pattern '*p7' --kicks srs --mode tsd
  ludex tetris cover --fumen v115@vhERQJKJJUGJvMJTNJ --pattern '*p7' --kicks srs --mirror --each
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
    #[command(flatten)]
    conditions: ConditionArgs,
    /// Take every setup in the mirror too
    #[arg(short, long)]
    mirror: bool,
    /// Print a line for each fumen, then how many queues build one of them and all of them
    #[arg(long, conflicts_with = "hex")]
    each: bool,
    /// Print a table: a row for each queue, O or X for each fumen
    #[arg(long, conflicts_with_all = ["hex", "each"])]
    table: bool,
    /// Let a queue count for the first fumen only that it builds
    #[arg(long)]
    priority: bool,
    /// Answer the rows of a tab-separated file; its header names glued_fumens (space separated), pattern, kicks, drop, hold
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fumen", "pattern", "mirror", "each", "table", "priority"])]
    batch: Option<PathBuf>,
}

/// What must come about while a setup is built, as typed.
#[derive(Debug, Clone, Args)]
struct ConditionArgs {
    /// What must come about: normal, 1L to 4L, 1L-or-pc to 4L-or-pc, tetris, tetris-end, any-tspin, tss, tsd, tst, b2b
    #[arg(long, value_name = "MODE", default_value = "normal")]
    mode: String,
    /// With T-spin modes: the first N clears are T-spins or of four lines
    #[arg(long, value_name = "N", default_value_t = 0)]
    starting_b2b: u8,
    /// The last N pieces may step and turn, whatever the drop
    #[arg(long, value_name = "N", default_value_t = 0)]
    last_soft: u8,
    /// Most pieces that do not simply fall; with modes of lines
    #[arg(long, value_name = "N")]
    max_softdrop: Option<u8>,
    /// Most clears; with modes of lines
    #[arg(long, value_name = "N")]
    max_clearline: Option<u8>,
    /// How a T comes down while the others fall: t-softdrop, any-tspin, tss, tsd, tst
    #[arg(long, value_name = "DROP")]
    t_drop: Option<String>,
}

impl ConditionArgs {
    fn plan(&self) -> Result<Conditions, Refusal> {
        Ok(Conditions {
            mode: self.mode.parse()?,
            starting_b2b: self.starting_b2b,
            last_soft: self.last_soft,
            most_soft: self.max_softdrop,
            most_clears: self.max_clearline,
            t_drop: self.t_drop.as_deref().map(str::parse).transpose()?,
        })
    }
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
        match self.one(&rules) {
            Ok(text) => {
                crate::talk::Screen::new().write_all(text.as_bytes())?;
                Ok(Outcome::Fine)
            }
            Err(refusal) => refuse(refusal),
        }
    }

    /// The answer for the fumens of the command line.
    fn one(&self, rules: &Rules) -> Result<String, Refusal> {
        let conditions = self.conditions.plan()?;
        let pattern = self.pattern.as_deref().unwrap_or("");
        if conditions.are_none() && !(self.mirror || self.each || self.table || self.priority) {
            let fumens: Vec<&str> = self.fumen.iter().map(String::as_str).collect();
            return Ok(answer(rules, &fumens, pattern, self.hex)? + "\n");
        }
        let mut setups: Vec<(String, Vec<Building>)> = Vec::new();
        for typed in &self.fumen {
            let fumen = pages_of(typed)?;
            setups.push((typed.clone(), Building::of_fumen(&fumen)?));
            if self.mirror {
                setups.push((format!("{typed} (mirror)"), Building::of_fumen(&fumen.mirrored())?));
            }
        }
        let queues = queues_of(pattern)?;
        let bar = Bar::new("setups tried");
        let mut covered: Vec<Vec<bool>> = Vec::new();
        for (_, buildings) in &setups {
            let how = (&rules.table, rules.drop, rules.hold);
            let each = cover_with(buildings, &queues, how, &conditions, &bar)?;
            covered.push((0..queues.len()).map(|i| each.iter().any(|one| one[i])).collect());
        }
        drop(bar);
        if self.priority {
            for i in 0..queues.len() {
                let first = covered.iter().position(|one| one[i]);
                covered.iter_mut().enumerate().for_each(|(j, one)| one[i] &= Some(j) == first);
            }
        }
        Ok(self.report(&setups, &queues, &covered))
    }

    fn report(&self, setups: &[(String, Vec<Building>)], queues: &[Queue], covered: &[Vec<bool>]) -> String {
        let total = queues.len();
        let any: Vec<bool> = (0..total).map(|i| covered.iter().any(|one| one[i])).collect();
        let count = |bits: &[bool]| bits.iter().filter(|&&b| b).count();
        let line = |bits: &[bool]| {
            let n = count(bits);
            format!("{n}/{total} {:.2}%", ludex_tetris::percentage(n, total))
        };
        let mut text = String::new();
        if self.table {
            let names: Vec<&str> = setups.iter().map(|s| s.0.as_str()).collect();
            let _ = writeln!(text, "queue,{}", names.join(","));
            for (i, queue) in queues.iter().enumerate() {
                let marks: Vec<&str> = covered.iter().map(|one| if one[i] { "O" } else { "X" }).collect();
                let _ = writeln!(text, "{queue},{}", marks.join(","));
            }
        } else if self.each {
            for ((name, _), one) in setups.iter().zip(covered) {
                let _ = writeln!(text, "{}\t{name}", line(one));
            }
            let all: Vec<bool> = (0..total).map(|i| covered.iter().all(|one| one[i])).collect();
            let _ = writeln!(text, "{}\tor\n{}\tand", line(&any), line(&all));
        } else {
            let _ = write!(text, "{}/{total}", count(&any));
            if self.hex {
                text.push('\t');
                for byte in cover_bits(&any) {
                    let _ = write!(text, "{byte:02x}");
                }
            }
            text.push('\n');
        }
        text
    }
}

fn answer(rules: &Rules, fumens: &[&str], pattern: &str, hex: bool) -> Result<String, Refusal> {
    let mut buildings = Vec::new();
    for fumen in fumens {
        buildings.extend(Building::of_fumen(&pages_of(fumen)?)?);
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

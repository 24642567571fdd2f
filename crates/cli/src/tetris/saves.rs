//! `ludex tetris saves`: what is left for the next perfect clear.
//!
//! The arguments are those of the field's own tool, two-letter short flags and all, so they are read here
//! by hand and not by clap.

use super::rules::{SolverArgs, field_of, queues_of};
use super::{pack, refuse};
use crate::Outcome;
use crate::progress::Bar;
use anyhow::Context;
use clap::{Args, Parser};
use ludex_core::Refusal;
use ludex_tetris::minimal::{minimal, ranked};
use ludex_tetris::pathfile::{JAPANESE, PathFile};
use ludex_tetris::percentage;
use ludex_tetris::regex::RegexError;
use ludex_tetris::saves::{Bags, BagsInput, Saves, Wanted, filter, tree};
use ludex_tetris::{Fumen, Piece};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Count the pieces that can be saved for the next perfect clear, on a path file or straight from the solver.
///
/// `percent` counts queues, `filter` keeps the solutions with a wanted save. The path file is csv or csvd,
/// packed with xz or not; without one, --fumen and --pattern are solved first.
///
/// Wanted saves: T,I,O apart; T&&S both; T||S one of them; !T never T; ^T without T possible; LS both in one
/// save; /regex/ over the save in the order TILJSZO; a label after #.
#[derive(Debug, Args)]
#[command(after_help = "Options of percent and filter:
  -w, --wanted-save EXPR    what to save (may be given several times)
  -k, --key KEY             wanted saves of that name in the presets file
  -sp, --saves-path FILE    the presets (default: saves.json here, or beside the path file)
  -pc N | -ll, --leftover-length N    which perfect clear, or how long its leftover is
  -l, --leftover PIECES     the leftover; or T-IO: T is still in hand, I and O of the next bag are built
  -b, --build PIECES        the pieces of the setup
  -wi, -he, -ho N           width, height, hold (default 10, 4, 1)
  -f, --path-file FILE      the path file;  or --fumen FUMEN --pattern PATTERN [--kicks NAME]
  -lp, --log-path FILE      write the output there too
Of percent:
  -a, --all                 every save there is
  -bs, --best-save          a queue counts for the first wanted save only
  -td, --tree-depth N       shares by the first pieces
  -os, --over-solves        out of the queues that can be solved
  -fa, --fails              list the queues that fail
Of filter:
  -s, --solve minimal|unique|file     what to print (default minimal)
  -i, --index N             which of the wanted saves (default 0)
  -c, --cumulative          shares together with the pages before
  -fp, --filtered-path FILE where `-s file` writes (default: print)

Examples:
  ludex tetris saves percent -w T,I,O -pc 2 -l LSZO -b LSZO -f path.csv
  ludex tetris saves percent -a -pc 1 -l TILJSZO -b ILSZ -f path.csvd.xz -td 1
  ludex tetris saves filter -w 'T||O' -pc 2 -l LSZO -b LSZO -f path.csv -s minimal")]
pub(crate) struct SavesArgs {
    /// percent or filter, then its options
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    args: Vec<String>,
}

/// What was typed, taken apart.
#[derive(Debug, Default)]
struct Typed {
    filter: bool,
    wanted: Vec<String>,
    keys: Vec<String>,
    presets: Option<PathBuf>,
    pc: Option<u32>,
    length: Option<usize>,
    leftover: Option<String>,
    build: Option<String>,
    width: usize,
    height: usize,
    hold: usize,
    path: Option<PathBuf>,
    fumen: Option<String>,
    pattern: Option<String>,
    rules: Vec<String>,
    log: Option<PathBuf>,
    all: bool,
    best: bool,
    depth: usize,
    over_solves: bool,
    fails: bool,
    solve: String,
    index: usize,
    cumulative: bool,
    filtered: Option<PathBuf>,
}

impl Typed {
    fn read(args: &[String]) -> Result<Typed, Refusal> {
        let mut typed = Typed { width: 10, height: 4, hold: 1, solve: "minimal".into(), ..Typed::default() };
        let mut args = args.iter();
        typed.filter = match args.next().map(String::as_str) {
            Some("percent") => false,
            Some("filter") => true,
            other => {
                return Err(Refusal::new(format!(
                    "{:?}: percent or filter is needed first",
                    other.unwrap_or("")
                )));
            }
        };
        while let Some(flag) = args.next() {
            let mut value =
                || args.next().cloned().ok_or_else(|| Refusal::new(format!("{flag} needs a value after it")));
            let number = |text: String| {
                text.parse::<usize>().map_err(|_| Refusal::new(format!("{flag} {text:?} is no number")))
            };
            match flag.as_str() {
                "-w" | "--wanted-save" | "--wanted-saves" => typed.wanted.push(value()?),
                "-k" | "--key" => typed.keys.push(value()?),
                "-sp" | "--saves-path" => typed.presets = Some(value()?.into()),
                "-pc" | "--pc" | "--pc-num" => typed.pc = Some(number(value()?)?.try_into().unwrap_or(0)),
                "-ll" | "--leftover-length" => typed.length = Some(number(value()?)?),
                "-l" | "--leftover" => typed.leftover = Some(value()?),
                "-b" | "--build" => typed.build = Some(value()?),
                "-wi" | "--width" => typed.width = number(value()?)?,
                "-he" | "--height" => typed.height = number(value()?)?,
                "-ho" | "--hold" => typed.hold = number(value()?)?,
                "-f" | "--path-file" => typed.path = Some(value()?.into()),
                "--fumen" => typed.fumen = Some(value()?),
                "--pattern" => typed.pattern = Some(value()?),
                "--kicks" | "--drop" => {
                    let value = value()?;
                    typed.rules.extend([flag.clone(), value]);
                }
                "-lp" | "--log-path" => typed.log = Some(value()?.into()),
                "-a" | "--all" => typed.all = true,
                "-bs" | "--best-save" => typed.best = true,
                "-td" | "--tree-depth" => typed.depth = number(value()?)?,
                "-os" | "--over-solves" => typed.over_solves = true,
                "-fa" | "--fails" => typed.fails = true,
                "-s" | "--solve" => typed.solve = value()?,
                "-i" | "--index" => typed.index = number(value()?)?,
                "-c" | "--cumulative" => typed.cumulative = true,
                "-fp" | "--filtered-path" => typed.filtered = Some(value()?.into()),
                "-pr" | "--console-print" | "-t" | "--tinyurl" => {}
                other => return Err(Refusal::new(format!("{other:?} is no option of saves"))),
            }
        }
        Ok(typed)
    }

    /// The wanted saves of the presets and of the command line.
    fn wanted(&self) -> anyhow::Result<Result<Vec<Wanted>, Refusal>> {
        let mut texts = self.wanted.clone();
        if !self.keys.is_empty() {
            let beside = self.path.as_deref().and_then(Path::parent).map(|folder| folder.join("saves.json"));
            let path = match &self.presets {
                Some(path) => path.clone(),
                None if Path::new("saves.json").exists() => "saves.json".into(),
                None => beside.unwrap_or_else(|| "saves.json".into()),
            };
            let text = crate::input::read_whole_text(&path).context("the presets")?;
            let presets: serde_json::Value = match serde_json::from_str(&text) {
                Ok(presets) => presets,
                Err(error) => return Ok(Err(Refusal::new(format!("{}: {error}", path.display())))),
            };
            for key in &self.keys {
                match presets.get(key) {
                    Some(serde_json::Value::String(text)) => texts.push(text.clone()),
                    Some(serde_json::Value::Array(list)) => {
                        texts.extend(list.iter().filter_map(|v| v.as_str()).map(str::to_owned));
                    }
                    _ => return Ok(Err(Refusal::new(format!("key {key:?} is not in {}", path.display())))),
                }
            }
        }
        let mut all = Vec::new();
        for text in texts {
            match Wanted::read(&text) {
                Ok(wanted) => all.extend(wanted),
                Err(error) => return Ok(Err(Refusal::new(format!("wanted save {text:?}: {error}")))),
            }
        }
        Ok(Ok(all))
    }

    fn file(&self) -> anyhow::Result<Result<PathFile, Refusal>> {
        if let Some(path) = &self.path {
            return pack::read(path);
        }
        let (Some(fumen), Some(pattern)) = (&self.fumen, &self.pattern) else {
            return Ok(Err(Refusal::new("a path file (-f), or --fumen and --pattern, is needed")));
        };
        #[derive(Debug, Parser)]
        struct Inner {
            #[command(flatten)]
            rules: SolverArgs,
        }
        let mut words = vec!["saves".to_owned(), "--hold".into(), self.hold.to_string()];
        words.extend(self.rules.clone());
        let rules = match Inner::try_parse_from(words) {
            Ok(inner) => match inner.rules.plan()? {
                Ok(rules) => rules,
                Err(refusal) => return Ok(Err(refusal)),
            },
            Err(error) => return Ok(Err(Refusal::new(error.to_string()))),
        };
        let bar = Bar::new("tilings ordered");
        let solve = || -> Result<PathFile, Refusal> {
            let problem = rules.problem(&field_of(fumen)?, self.height as u32)?;
            Ok(PathFile::of(&problem.path(&queues_of(pattern)?, &bar)?))
        };
        Ok(solve())
    }

    fn bags(&self, file: &PathFile) -> Result<Bags, Refusal> {
        let build = match &self.build {
            None => None,
            Some(text) => Some(Piece::word(text).map_err(|error| Refusal::new(format!("build: {error}")))?),
        };
        let total = self.width * self.height / 4 + self.hold;
        let given = BagsInput {
            pc: self.pc,
            length: self.length,
            leftover: self.leftover.as_deref(),
            build: build.as_deref(),
            total,
            hold: self.hold,
            ..BagsInput::default()
        };
        Ok(Bags::new(&given.of_file(file)?)?)
    }
}

impl SavesArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let typed = match Typed::read(&self.args) {
            Ok(typed) => typed,
            Err(refusal) => return refuse(refusal),
        };
        let wanted = match typed.wanted()? {
            Ok(wanted) => wanted,
            Err(refusal) => return refuse(refusal),
        };
        if wanted.is_empty() && (typed.filter || !typed.all) {
            return refuse("one of -w, -k or, for percent, -a is needed");
        }
        let file = match typed.file()? {
            Ok(file) => file,
            Err(refusal) => return refuse(refusal),
        };
        let bags = match typed.bags(&file) {
            Ok(bags) => bags,
            Err(refusal) => return refuse(refusal),
        };
        let text = if typed.filter {
            match filtered(&typed, &file, &bags, &wanted)? {
                Ok(text) => text,
                Err(refusal) => return refuse(refusal),
            }
        } else {
            match percent(&typed, &Saves::of(&file, &bags), &wanted) {
                Ok(text) => text,
                Err(error) => return refuse(error),
            }
        };
        if let Some(log) = &typed.log {
            crate::replace::write(log, &text)?;
        }
        crate::talk::Screen::new().write_all(text.as_bytes())?;
        Ok(Outcome::Fine)
    }
}

fn percent(typed: &Typed, saves: &Saves, wanted: &[Wanted]) -> Result<String, RegexError> {
    let total = if typed.over_solves { saves.solved() } else { saves.rows.len() };
    let mut text = String::new();
    if typed.all {
        for (save, n) in saves.all() {
            let _ = writeln!(text, "{save}: {:.2}% [{n}/{total}]", percentage(n, total));
        }
        return Ok(text);
    }
    for (wanted, has) in wanted.iter().zip(saves.wanted(wanted, typed.best)?) {
        let n = has.iter().filter(|&&h| h).count();
        let _ = writeln!(text, "{}: {:.2}% [{n}/{total}]", wanted.label(), percentage(n, total));
        let counted = saves.rows.iter().zip(&has).filter(|(row, _)| !typed.over_solves || !row.1.is_empty());
        let queues: Vec<_> = counted.map(|(row, &has)| (row.0, has)).collect();
        text += &tree(&queues, typed.depth);
        if typed.fails && queues.iter().any(|q| !q.1) {
            let mut fails: Vec<_> = queues.iter().filter(|q| !q.1).map(|q| q.0).collect();
            fails.sort_unstable();
            let fails: Vec<String> = fails.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "Fails: {}", fails.join(","));
        }
    }
    Ok(text)
}

fn filtered(
    typed: &Typed,
    file: &PathFile,
    bags: &Bags,
    wanted: &[Wanted],
) -> anyhow::Result<Result<String, Refusal>> {
    let Some(wanted) = wanted.get(typed.index) else {
        let what = format!("index {}: there are {} wanted saves, from 0", typed.index, wanted.len());
        return Ok(Err(Refusal::new(what)));
    };
    let kept = match filter(file, bags, wanted) {
        Ok(kept) => kept,
        Err(error) => return Ok(Err(error.into())),
    };
    let demands: Vec<Vec<u32>> = kept.rows.iter().map(|row| row.solutions.clone()).collect();
    if demands.iter().all(Vec::is_empty) && typed.solve != "file" {
        return Ok(Ok(format!("No solution saves {}.\n", wanted.label())));
    }
    match typed.solve.as_str() {
        "file" => {
            let csv = kept.write(JAPANESE).replace('\n', "\r\n");
            if let Some(path) = &typed.filtered {
                crate::replace::write(path, csv)?;
                return Ok(Ok(String::new()));
            }
            Ok(Ok(csv))
        }
        "minimal" => {
            let bar = Bar::new("choices");
            let found = minimal(&demands, &bar)?;
            drop(bar);
            let mut text = format!("{} edges, {} nodes\n", found.demands, found.solutions);
            let more = if found.counted { "" } else { "at least " };
            let _ = writeln!(
                text,
                "You must learn {} solutions to cover all queues. There are {more}{} combinations of solutions to cover all patterns.",
                found.chosen.len(),
                found.combinations
            );
            if found.is_proven() {
                let _ = writeln!(text, "True minimal for {}:", wanted.label());
            } else {
                let _ = writeln!(
                    text,
                    "The search was given up ({} or more are needed), the fewest found for {}:",
                    found.at_least,
                    wanted.label()
                );
            }
            let _ = writeln!(text, "{}", pages(file, &demands, &found.chosen, typed.cumulative)?);
            Ok(Ok(text))
        }
        "unique" => {
            let mut all: Vec<u32> = demands.iter().flatten().copied().collect();
            all.sort_unstable();
            all.dedup();
            let mut text = format!("All solutions for {}:\n", wanted.label());
            let _ = writeln!(text, "{}", pages(file, &demands, &all, typed.cumulative)?);
            Ok(Ok(text))
        }
        other => Ok(Err(Refusal::new(format!("-s {other:?}: minimal, unique or file is needed")))),
    }
}

/// One fumen, a page per solution, the one for most queues first; comments tell the share.
fn pages(file: &PathFile, demands: &[Vec<u32>], chosen: &[u32], cumulative: bool) -> anyhow::Result<String> {
    let mut pages = Vec::new();
    let mut before: Vec<u32> = Vec::new();
    for (n, s) in ranked(demands, chosen) {
        let Some(mut page) = Fumen::decode(&file.fumens[s as usize])?.pages.into_iter().next() else {
            continue;
        };
        before.push(s);
        let together = || demands.iter().filter(|d| before.iter().any(|b| d.contains(b))).count();
        let n = if cumulative { together() } else { n };
        page.comment =
            format!("{}: {:.2}% ({n}/{})", page.comment, percentage(n, demands.len()), demands.len());
        page.flags.colour = true;
        pages.push(page);
    }
    Ok(Fumen { pages }.encode())
}

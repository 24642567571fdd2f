//! `ludex tetris setups compute` and `saves`: statistics by our own solver.

use super::PrintArgs;
use crate::Outcome;
use crate::output::Format;
use crate::progress::Bar;
use crate::refuse::OrRefuse;
use crate::store::PlaceArgs;
use crate::talk::Screen;
use crate::tetris::rules::RuleArgs;
use clap::Args;
use ludex_core::Refusal;
use ludex_setups::Statistics;
use ludex_setups::compute::Job;
use ludex_setups::setup::read_id;
use serde_json::{Value, json};
use std::io::Write;

/// Compute cover and solve percentage of the setups that lack them, on all cores.
///
/// A row is printed once it is written, and a stopped run goes on where it was. `--paths` also finds every
/// solution, the fewest that serve every queue, the path file and the wanted saves; where the fewest are not proven
/// after a dozen seconds of work, the fewest found are kept.
///
/// Every piece of a queue is known from the start; with --see N only the next N are, one more after each placement, the
/// fraction is the chance of the best strategy, and the statistics say so. A kick table may be a file: its statistics
/// stand under the name of the file (asc.properties) or under --under NAME, and say which file it was.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups compute
  ludex tetris setups compute --kicks srs_plus --pc 2
  ludex tetris setups compute --see 7 --pc 1
  ludex tetris setups compute --kicktable my-kicks.properties --under srsx
  ludex tetris setups compute --paths 213ceaff91ff")]
pub(super) struct ComputeArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Only these setups
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Only this perfect clear
    #[arg(long, value_name = "N")]
    pc: Option<i64>,
    #[command(flatten)]
    rules: RuleArgs,
    /// Under which kick table of the database the statistics of a file's table stand
    #[arg(long, value_name = "NAME")]
    under: Option<String>,
    /// See so many pieces only: the one in play, the held one and the previews (7 in a game with five previews)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    see: Option<u8>,
    /// Find all solutions too: path files, fewest solutions, saves
    #[arg(long)]
    paths: bool,
    /// Compute again what is computed, and what failed
    #[arg(long)]
    again: bool,
    /// Setups computed and written at once
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    #[command(flatten)]
    print: PrintArgs,
}

impl ComputeArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let (rules, kicks) = match self.rules.database_or_file(self.under.as_deref())? {
            Ok(rules) => rules,
            Err(refusal) => return Err(refusal).or_refuse(),
        };
        let mut store = self.place.open_setups()?;
        let ids = self.ids.iter().map(|id| read_id(id)).collect::<Result<Vec<_>, _>>()?;
        for id in &ids {
            store.setup(*id)?;
        }
        let job = Job {
            rules,
            pc: self.pc,
            ids,
            paths: self.paths,
            again: self.again,
            batch: self.batch as usize,
            see: self.see,
            kicks,
            ..Job::default()
        };
        // A row is printed as soon as it is written: runs take long, and whoever stops one keeps what it said.
        let by_line = matches!(self.print.format, Format::Text | Format::Ndjson);
        let (mut screen, mut printed) = (Screen::new(), Ok(()));
        let mut list = Vec::new();
        let bar = Bar::new("setups");
        let (_, failed) = store.compute_setups(
            &job,
            &mut |done| {
                let row = &done.statistics;
                if let Some(reason) = &done.failure {
                    eprintln!("ludex: {}: {reason}", row.setup);
                }
                let solve = row.solve.map(|(solved, all)| format!("{solved}/{all}")).unwrap_or_default();
                let percent = row.percent().map(|p| format!("{p:.2}%")).unwrap_or_default();
                let seen = seen(row);
                let json = Value::Object(row.to_json());
                let line = match self.print.format {
                    Format::Ndjson => json.to_string(),
                    _ => format!("{}\t{}\t{percent}\t{solve}{seen}", row.setup, row.status),
                };
                if !by_line {
                    list.push(json);
                } else if printed.is_ok() {
                    printed = screen.write_all(format!("{line}\n").as_bytes()).and_then(|()| screen.flush());
                }
            },
            &bar,
        )?;
        drop(bar);
        printed?;
        if !by_line {
            self.print.put(&[], Value::Array(list))?;
        }
        Ok(if failed == 0 { Outcome::Fine } else { Outcome::Refused })
    }
}

/// What a statistic was computed with, where that is not all pieces known and the table of its name.
pub(super) fn seen(row: &Statistics) -> String {
    let see = row.see.map(|see| format!("\tsee {see}")).unwrap_or_default();
    let file = row.kicks_file.as_ref().map(|file| format!("\tkicks of {file}")).unwrap_or_default();
    see + &file
}

/// List the wanted saves; add or remove one.
///
/// Several expressions with commas are priorities: a queue counts for the first that holds.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups saves
  ludex tetris setups saves --pc 2 --add T
  ludex tetris setups saves --pc 2 --add 'T||O#T or O,T,O' --description 'second'
  ludex tetris setups saves --pc 2 --add T --minimal --all-solves")]
pub(super) struct SavesArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Of which perfect clear it is
    #[arg(long, value_name = "N")]
    pc: Option<i64>,
    /// Add a wanted save
    #[arg(long, value_name = "EXPRESSION", requires = "pc")]
    add: Option<String>,
    /// What to say of it
    #[arg(long, value_name = "TEXT", requires = "add")]
    description: Option<String>,
    /// Keep the fewest solutions that give it, when paths are computed
    #[arg(long, requires = "add")]
    minimal: bool,
    /// Keep all solutions that give it, when paths are computed
    #[arg(long, requires = "add")]
    all_solves: bool,
    /// What it is called in another language, as LANGUAGE=TEXT
    #[arg(long, value_name = "LANGUAGE=TEXT", requires = "add")]
    translation: Vec<String>,
    /// Remove a wanted save and what is known of it
    #[arg(long, value_name = "EXPRESSION", requires = "pc", conflicts_with = "add")]
    remove: Option<String>,
    #[command(flatten)]
    print: PrintArgs,
}

impl SavesArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let changes = self.add.is_some() || self.remove.is_some();
        let mut store = if changes { self.place.open_setups()? } else { self.place.open_setups_to_read()? };
        if let (Some(pc), Some(save)) = (self.pc, &self.add) {
            let mut translations = Vec::new();
            for text in &self.translation {
                let pair = text.split_once('=');
                let pair = pair.ok_or_else(|| Refusal::new(format!("{text:?}: LANGUAGE=TEXT is needed")));
                match pair {
                    Ok(pair) => translations.push(pair),
                    Err(refusal) => return Err(refusal).or_refuse(),
                }
            }
            store.add_save(pc, save, self.description.as_deref())?;
            store.keep_solutions(pc, save, self.minimal, self.all_solves)?;
            for (language, text) in translations {
                store.translate_save(pc, save, language, text)?;
            }
        }
        if let (Some(pc), Some(save)) = (self.pc, &self.remove) {
            store.remove_save(pc, save)?;
        }
        let mut saves = store.saves()?;
        saves.retain(|save| self.pc.is_none_or(|pc| save.pc == pc));
        let lines: Vec<String> = saves.iter().map(|save| format!("{}\t{}", save.pc, save.save)).collect();
        let names = store.save_translations()?;
        let json = saves.iter().map(|save| {
            let own = names.iter().filter(|name| name.0 == save.pc && name.1 == save.save);
            let names: Vec<Value> =
                own.map(|name| json!({"language": name.2, "description": name.3})).collect();
            let mut object = json!({"pc": save.pc, "save": save.save});
            for (name, there) in [("gen_minimal", save.gen_minimal), ("gen_all_solves", save.gen_all_solves)]
            {
                if there {
                    object[name] = true.into();
                }
            }
            if !names.is_empty() {
                object["translations"] = names.into();
            }
            object
        });
        self.print.put(&lines, json.collect())
    }
}

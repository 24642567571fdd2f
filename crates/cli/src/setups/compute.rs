//! `ludex tetris setups compute` and `saves`: statistics by our own solver.

use super::PrintArgs;
use crate::Outcome;
use crate::progress::Bar;
use crate::store::PlaceArgs;
use crate::tetris::rules::RuleArgs;
use clap::Args;
use ludex_setups::compute::Job;
use ludex_setups::setup::read_id;
use serde_json::{Value, json};

/// Compute cover and solve percentage of the setups that lack them, on all cores.
///
/// A stopped run goes on where it was: whatever it reported is written. `--paths` also finds every
/// solution, the fewest that serve every queue, the path file and the wanted saves.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups compute
  ludex tetris setups compute --kicks srs_plus --pc 2
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
        let mut store = self.place.open_setups()?;
        let ids = self.ids.iter().map(|id| read_id(id)).collect::<Result<Vec<_>, _>>()?;
        for id in &ids {
            store.setup(*id)?;
        }
        let job = Job {
            rules: self.rules.database()?,
            pc: self.pc,
            ids,
            paths: self.paths,
            again: self.again,
            batch: self.batch as usize,
            ..Job::default()
        };
        let mut lines = Vec::new();
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
                lines.push(format!("{}\t{}\t{percent}\t{solve}", row.setup, row.status));
                list.push(Value::Object(row.to_json()));
            },
            &bar,
        )?;
        drop(bar);
        self.print.put(&lines, Value::Array(list))?;
        Ok(if failed == 0 { Outcome::Fine } else { Outcome::Refused })
    }
}

/// List the wanted saves; add or remove one.
///
/// Several expressions with commas are priorities: a queue counts for the first that holds.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups saves
  ludex tetris setups saves --pc 2 --add T
  ludex tetris setups saves --pc 2 --add 'T||O#T or O,T,O' --description 'second'")]
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
            store.add_save(pc, save, self.description.as_deref())?;
        }
        if let (Some(pc), Some(save)) = (self.pc, &self.remove) {
            store.remove_save(pc, save)?;
        }
        let mut saves = store.saves()?;
        saves.retain(|save| self.pc.is_none_or(|pc| save.pc == pc));
        let lines: Vec<String> = saves.iter().map(|save| format!("{}\t{}", save.pc, save.save)).collect();
        self.print.put(&lines, saves.iter().map(|save| json!({"pc": save.pc, "save": save.save})).collect())
    }
}

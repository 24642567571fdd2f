//! `ludex tetris setups learn` and `average`: what to learn, and what it comes to.

use super::PrintArgs;
use crate::Outcome;
use crate::progress::Bar;
use crate::refuse::OrRefuse;
use crate::store::PlaceArgs;
use crate::tetris::rules::RuleArgs;
use clap::Args;
use ludex_core::Refusal;
use ludex_setups::learn::{Fraction, Lesson};
use ludex_setups::setup::read_id;
use ludex_setups::{Filter, Order};
use serde_json::json;
use std::collections::BTreeMap;

/// Tell which setups to learn for a perfect clear and a leftover.
///
/// The fewest that cover every queue that any setup covers, and among those sets the one with the best chance; with
/// --most N the best chance with at most N setups. Both are exact. All queues out of the leftover and bags are equally
/// likely, and each is worth the best solve chance among the setups that it can build. Prints, the setup that adds most
/// first: id, solve percentage, queues that it covers, those that none before it covers, the chance so far. Without
/// --leftover every leftover of the perfect clear that has setups is a line, and the last one their average.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups learn --pc 2 --leftover LSZO --most 12
  ludex tetris setups learn --pc 2 --leftover LSZO --tree 2
  ludex tetris setups learn --pc 3 --most 5 --format json")]
pub(super) struct LearnArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Which perfect clear, 1 to 9
    #[arg(long, value_name = "N")]
    pc: i64,
    /// The pieces left over from the bag before; all that have setups where it is not given
    #[arg(long, value_name = "PIECES")]
    leftover: Option<String>,
    /// Learn at most so many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    most: Option<u16>,
    /// Print which setup comes first in the queues that begin alike, up to so many pieces
    #[arg(long, value_name = "DEPTH", default_value_t = 0, requires = "leftover")]
    tree: usize,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    print: PrintArgs,
}

fn percent((part, all): Fraction) -> f64 {
    part as f64 * 100.0 / all.max(1) as f64
}

fn shown(chance: Fraction) -> String {
    format!("{:.2}%\t{}/{}", percent(chance), chance.0, chance.1)
}

impl LearnArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = super::starter::open_part(&self.place, Some(self.pc), None)?;
        let (rules, most) = (self.rules.database()?, self.most.map(usize::from));
        let bar = Bar::new("sets tried");
        if let Some(leftover) = &self.leftover {
            let lesson = store.lesson(self.pc, leftover, rules, most, &bar)?;
            drop(bar);
            return self.print.put(&self.lines(&lesson), lesson.to_json());
        }
        let leftovers = store.leftovers(self.pc)?;
        let (mut lines, mut list, mut sum) = (Vec::new(), Vec::new(), 0.0);
        for leftover in &leftovers {
            let lesson = store.lesson(self.pc, leftover, rules, most, &bar)?;
            sum += percent(lesson.chance);
            let (covered, queues) = (lesson.covered, lesson.queues);
            lines.push(format!(
                "{leftover}\t{}\t{covered}/{queues}\t{}",
                lesson.setups.len(),
                shown(lesson.chance)
            ));
            list.push(lesson.to_json());
        }
        drop(bar);
        if leftovers.is_empty() {
            return Err(Refusal::new(format!("there are no setups of perfect clear {}", self.pc)))
                .or_refuse();
        }
        let average = sum / leftovers.len() as f64;
        lines.push(format!("average of {} leftovers\t{average:.2}%", leftovers.len()));
        self.print.put(&lines, json!({"average": average, "leftovers": list}))
    }

    fn lines(&self, lesson: &Lesson) -> Vec<String> {
        let mut lines: Vec<String> = lesson
            .setups
            .iter()
            .map(|one| {
                let solve = ludex_setups::statistics::percent(one.solve.0, one.solve.1);
                format!("{}\t{solve:.2}%\t{}\t{}\t{:.2}%", one.id, one.covers, one.adds, percent(one.chance))
            })
            .collect();
        let (covered, queues, coverable) = (lesson.covered, lesson.queues, lesson.coverable);
        lines.push(format!("covered\t{covered}/{queues}\t{coverable} by all setups"));
        lines.push(format!("chance\t{}\t{:.2}% with all setups", shown(lesson.chance), percent(lesson.most)));
        if !lesson.proven {
            lines.push("not proven\tthe search was given up: a better set may exist".into());
        }
        lines.extend(tree(lesson, self.tree));
        lines
    }
}

/// By what queues begin with: how many are covered, and how many go to which setup, by its place in the list.
fn tree(lesson: &Lesson, depth: usize) -> Vec<String> {
    type Counted = (usize, BTreeMap<usize, usize>);
    let mut counted: BTreeMap<ludex_tetris::Queue, Counted> = BTreeMap::new();
    for (queue, place) in &lesson.by_queue {
        for length in 1..=depth.min(queue.len()) {
            let entry = counted.entry(queue.cut(length)).or_default();
            entry.0 += 1;
            if let Some(place) = place {
                *entry.1.entry(*place).or_default() += 1;
            }
        }
    }
    let line = |(prefix, (all, places)): (ludex_tetris::Queue, Counted)| {
        let covered: usize = places.values().sum();
        let ranks: Vec<String> =
            places.iter().map(|(place, count)| format!("#{} {count}", place + 1)).collect();
        format!("{}∟ {prefix} -> {covered}/{all}\t{}", "  ".repeat(prefix.len() - 1), ranks.join(", "))
    };
    counted.into_iter().map(line).collect()
}

/// Average the solve percentages of setups.
///
/// Each setup counts once. Those without statistics are told and left out.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups average 213ceaff91ff 705ccbbeb7ff
  ludex tetris setups average --pc 2
  ludex tetris setups average --pc 2 --leftover LSZO --format json")]
pub(super) struct AverageArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The setups; all that pass the filters where none is given
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Only this perfect clear
    #[arg(long, value_name = "N")]
    pc: Option<i64>,
    /// Only this leftover, in any order of letters
    #[arg(long, value_name = "PIECES")]
    leftover: Option<String>,
    /// Only setups of this set and of those below it
    #[arg(long, value_name = "ID")]
    set: Option<String>,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    print: PrintArgs,
}

impl AverageArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = super::starter::open(&self.place)?;
        let rules = self.rules.database()?;
        let mut ids = self.ids.iter().map(|id| read_id(id)).collect::<Result<Vec<_>, _>>()?;
        if ids.is_empty() {
            let filter = Filter {
                pc: self.pc,
                leftover: self.leftover.clone(),
                set: self.set.clone(),
                ..Filter::default()
            };
            ids = store.setups(&filter, Order::Id)?.into_iter().map(|setup| setup.id).collect();
        }
        let (mut shares, mut without) = (Vec::new(), 0);
        for id in &ids {
            store.setup(*id)?;
            match store.statistics(*id)?.into_iter().find(|row| row.rules == rules).and_then(|row| row.solve)
            {
                Some((won, all)) => shares.push(won as f64 * 100.0 / all.max(1) as f64),
                None => without += 1,
            }
        }
        if without > 0 {
            eprintln!("ludex: {without} setups have no solve percentage under {rules} and are left out");
        }
        if shares.is_empty() {
            return Err(Refusal::new("no setup with a solve percentage is chosen")).or_refuse();
        }
        let average = shares.iter().sum::<f64>() / shares.len() as f64;
        let line = format!("{average:.2}%\t{} setups", shares.len());
        self.print.put(&[line], json!({"average": average, "setups": shares.len(), "without": without}))
    }
}

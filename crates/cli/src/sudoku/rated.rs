//! `ludex sudoku rated`: what a rating program says of puzzles, joined with their names.

use super::family;
use super::items::{ItemArgs, Takes};
use crate::Outcome;
use crate::output::Answer;
use crate::store::{PlaceArgs, now};
use clap::Args;
use ludex_core::{Name, Refusal};
use ludex_store::{Facts, Record, Store};
pub(super) use ludex_sudoku::tenths;
use ludex_sudoku::{Form, KIND, Position, PuzzleName, RatedLine, Sudoku};

/// Turn lines of a rating program into records: `PUZZLE ED=11.0/8.4/2.6` to `PUZZLE;110;RANK;FIELD`.
///
/// `PUZZLE 11.0/8.4/2.6` and `PUZZLE;11.0;8.4;2.6` are read, too. The puzzle is printed in its canonical form; other columns are kept. With `--store` the ratings are
/// also attached to the record of the puzzle, whatever morph of it was rated: ER as the fact `rating`,
/// EP and ED as `ep` and `ed`. A puzzle without a record gets one; a record that is there is not counted
/// as seen once more.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku rated '.....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12 ED=11.0/8.4/2.6'
  ludex sudoku rated --min 10.5 --file rated.txt
  ludex sudoku rated --store mine.sqlite --file rated.txt > records.txt")]
pub(super) struct RatedArgs {
    /// Leave out lines rated lower
    #[arg(long, value_name = "ER")]
    min: Option<String>,
    /// Refuse puzzles that are not canonical
    #[arg(long)]
    strict: bool,
    /// Attach the ratings to the records of this store: a file, or postgres://USER@HOST/DATABASE
    /// (without a value: the store of `ludex store`)
    #[arg(long, value_name = "FILE|URL", num_args = 0..=1, default_missing_value = "")]
    store: Option<String>,
    #[command(flatten)]
    lines: ItemArgs,
}

impl RatedArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let min = match &self.min {
            Some(text) => {
                let wrong = || anyhow::anyhow!("--min {text:?} is no rating: 10.5 is one");
                Some(tenths(text).ok_or_else(wrong)?)
            }
            None => None,
        };
        let mut store = self.store.as_deref().map(open).transpose()?;
        let (family, seen, attaching) = (family(), now(), store.is_some());
        let (mut attached, mut new) = (0u64, 0u64);
        let outcome = self.lines.plan(Takes::Puzzles)?.run_batches(
            &["puzzle", "rating", "rank", "field"],
            |line| {
                let rated = Rated::read(line)?;
                if min.is_some_and(|min| rated.rating() < min) {
                    return Ok(None);
                }
                let (name, values, text) = rated.record(&family, self.strict)?;
                let record = attaching.then(|| rated.attached(&name, seen)).transpose()?;
                Ok(Some((Answer::new(values).with_text(text), record)))
            },
            |_, items| {
                if let Some(store) = &mut store {
                    let records = items.iter().flatten().flatten().filter_map(|(_, record)| record.clone());
                    let fresh = store.attach(records.collect())?;
                    attached += fresh.len() as u64;
                    new += fresh.iter().filter(|fresh| **fresh).count() as u64;
                }
                Ok(items.into_iter().map(|item| item.map(|item| item.map(|(answer, _)| answer))).collect())
            },
        )?;
        if attaching {
            eprintln!("ludex: {attached} ratings attached, {new} of them to new records");
        }
        Ok(outcome)
    }
}

/// The store to attach to.
pub(super) fn open(place: &str) -> anyhow::Result<Store> {
    anyhow::ensure!(
        !place.contains("ED="),
        "{place:?} is a rated line, not a store: give the store after --store, or the line before it"
    );
    PlaceArgs::of(Some(place).filter(|place| !place.is_empty())).open()
}

/// A line of a rating program, and what becomes of it.
pub(super) struct Rated<'a>(RatedLine<'a>);

impl<'a> Rated<'a> {
    pub(super) fn read(line: &'a str) -> Result<Rated<'a>, Refusal> {
        Ok(Rated(RatedLine::read(line)?))
    }

    /// The first of the three ratings, in tenths.
    pub(super) fn rating(&self) -> u32 {
        self.0.ratings[0]
    }

    /// The name of the puzzle, the values of the record and its line.
    pub(super) fn record(
        &self,
        family: &Sudoku,
        strict: bool,
    ) -> Result<(PuzzleName, Vec<serde_json::Value>, String), Refusal> {
        let (position, _) = Position::from_line(self.0.item)?;
        let canonical = position.canonical();
        let setup = canonical.setup();
        if strict && setup != *position.setup() {
            return Err(Refusal::new(format!("the puzzle is not canonical: {setup} is")));
        }
        let name = canonical.name(family.tables())?;
        let (rating, before, after) = (self.rating(), self.0.before, self.0.after);
        let text = format!("{setup};{rating};{}{before}{after}", name.write(Form::Semicolon));
        let values =
            vec![setup.to_string().into(), rating.into(), name.rank().into(), name.given().letters().into()];
        Ok((name, values, text))
    }

    /// What the store is told: the ratings as facts.
    fn attached(&self, name: &PuzzleName, seen: i64) -> Result<Record, Refusal> {
        attached(name, self.0.item.trim(), &self.0.ratings, seen)
    }
}

/// The record of a rated puzzle: ER, EP and ED, as many as are known, as facts.
pub(super) fn attached(
    name: &PuzzleName,
    position: &str,
    tenths: &[u32],
    seen: i64,
) -> Result<Record, Refusal> {
    let mut facts = Facts::default();
    for (fact, &tenths) in ["rating", "ep", "ed"].into_iter().zip(tenths) {
        let value = serde_json::json!(f64::from(tenths) / 10.0);
        facts.set(fact, value).map_err(|error| Refusal::new(error.to_string()))?;
    }
    let mut record = Record::new(Name::new(KIND, &name.to_string())?, seen);
    record.position = Some(position.to_owned());
    record.facts = facts;
    Ok(record)
}

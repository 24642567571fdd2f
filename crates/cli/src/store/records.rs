//! The verbs that answer line by line: put, get, seen, dedupe.

use super::{PlaceArgs, now};
use crate::lines::{LineArgs, in_parallel};
use crate::output::Answer;
use crate::{Outcome, families};
use clap::Args;
use ludex_core::Refusal;
use ludex_store::json::plain;
use ludex_store::transfer::{self, Named};
use ludex_store::{Facts, Record, Store};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::HashSet;

/// Put positions or names into the store.
///
/// Prints the name and `new` or `known`. A known record is seen once more; its facts are kept and
/// joined with those given here, and where two disagree both stay.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store put cube2:0469
  ludex store put --fact rating=9.0 --source hardest.txt --file hardest.txt
  ludex store put --store mine.sqlite --replace --fact solved=true cube2:0469")]
pub(super) struct PutArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// A fact of every item: WORD=VALUE; solution, rating, length and score are typed
    #[arg(long = "fact", value_name = "WORD=VALUE")]
    facts: Vec<String>,
    /// Facts given here replace those that are there
    #[arg(long)]
    replace: bool,
    /// Who brings these
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
    /// When they were seen, in seconds since 1970 (default: now)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    at: Option<i64>,
    /// Go from each name back to its position before it is taken
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    lines: LineArgs,
}

pub(super) fn facts(typed: &[String]) -> anyhow::Result<Facts> {
    let mut facts = Facts::default();
    for text in typed {
        let (word, value) = text
            .split_once('=')
            .ok_or_else(|| anyhow::anyhow!("{text:?} is no fact: WORD=VALUE would be one"))?;
        let value = match word {
            "solution" => Value::from(value),
            _ => serde_json::from_str(value).unwrap_or_else(|_| Value::from(value)),
        };
        facts.set(word, value)?;
    }
    Ok(facts)
}

impl PutArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let facts = facts(&self.facts)?;
        let seen = self.at.unwrap_or_else(now);
        let mut store = self.place.open()?;
        let families = families::all();
        self.lines.plan()?.run_batches(
            &["name", "state"],
            |line| {
                let (item, rest) = Named::read(&families, line, self.verify)?;
                let mut record = transfer::record_of(item, seen);
                record.facts = facts.clone();
                record.source = self.source.clone();
                Ok((record, rest.to_owned()))
            },
            |_, items| put_all(&mut store, items, self.replace),
        )
    }
}

/// Puts the items of a batch that are good; answers all in order.
fn put_all(
    store: &mut Store,
    items: Vec<Result<(Record, String), Refusal>>,
    replace: bool,
) -> anyhow::Result<Vec<Result<Option<Answer>, Refusal>>> {
    let good: Vec<Record> = items.iter().flatten().map(|(record, _)| record.clone()).collect();
    let mut put = store.put_each(good, replace)?.into_iter();
    let mut answer = |(_, rest): (Record, String)| match put.next() {
        Some(Ok((name, new))) => {
            let state = if new { "new" } else { "known" };
            Ok(Some(Answer::new(vec![name.to_string().into(), state.into()]).with_rest(rest)))
        }
        Some(Err(error)) => Err(Refusal::new(error.to_string())),
        None => Ok(None),
    };
    Ok(items.into_iter().map(|item| item.and_then(&mut answer)).collect())
}

/// Print the records of positions or names.
///
/// Prints name, position, count and facts; all of the record as JSON with `--format json`. An item
/// without a record is refused, and the exit code is 1. With `--key`, items are short codes KIND:CODE,
/// and every record that has the code is printed: only the whole position tells which one is meant.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store get cube2:0469
  ludex store get --format json cube2:0469
  ludex store get --key setup40:213ceaff91")]
pub(super) struct GetArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Items are short codes, which several positions may share
    #[arg(long)]
    key: bool,
    #[command(flatten)]
    lines: LineArgs,
}

const RECORD_COLUMNS: [&str; 4] = ["name", "position", "count", "record"];

/// A record as an answer.
pub(super) fn show(record: &Record) -> Answer {
    let facts: Vec<String> =
        record.facts.to_json().iter().map(|(word, value)| format!("{word}={}", plain(value))).collect();
    let position = record.position.clone().unwrap_or_default();
    let text = [record.name.to_string(), position.clone(), record.count.to_string(), facts.join(" ")];
    let values =
        vec![text[0].clone().into(), position.into(), record.count.into(), Value::Object(record.to_json())];
    Answer::new(values).with_text(text.join("\t").trim_end())
}

impl GetArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_to_read()?;
        let families = families::all();
        if self.key {
            return self.lines.plan()?.run_batches(
                &RECORD_COLUMNS,
                |line| {
                    let (kind, key) = line.split_once(':').ok_or_else(|| {
                        Refusal::new("a short code is KIND:CODE, such as setup40:213ceaff91")
                    })?;
                    Ok((kind.to_owned(), key.to_owned()))
                },
                |_, codes| {
                    let mut answers = Vec::new();
                    for code in codes {
                        answers.push(match code {
                            Err(refusal) => Err(refusal),
                            Ok((kind, key)) => by_key(&mut store, &kind, &key)?,
                        });
                    }
                    Ok(answers)
                },
            );
        }
        self.lines.plan()?.run_batches(
            &RECORD_COLUMNS,
            |line| Named::read(&families, line, false).map(|(item, _)| item),
            |_, items| {
                let mut answers = Vec::new();
                for item in items {
                    answers.push(match item {
                        Err(refusal) => Err(refusal),
                        Ok(item) => match find(&mut store, &item)? {
                            Some(record) => Ok(Some(show(&record))),
                            None => Err(Refusal::new(format!("there is no record of {}", item.name))),
                        },
                    });
                }
                Ok(answers)
            },
        )
    }
}

fn by_key(store: &mut Store, kind: &str, key: &str) -> anyhow::Result<Result<Option<Answer>, Refusal>> {
    let hits = store.by_key(kind, key)?;
    Ok(match hits.as_slice() {
        [] => Err(Refusal::new(format!("no record has the code {kind}:{key}"))),
        [one] => Ok(Some(show(one))),
        [first, ..] => {
            eprintln!("ludex: {} records share the code {kind}:{key}", hits.len());
            let lines: Vec<String> = hits
                .iter()
                .map(|hit| format!("{}\t{}", hit.name, hit.position.as_deref().unwrap_or_default()))
                .collect();
            let all = Value::Array(hits.iter().map(|hit| Value::Object(hit.to_json())).collect());
            let values =
                vec![first.name.to_string().into(), first.position.clone().into(), first.count.into(), all];
            Ok(Some(Answer::new(values).with_text(lines.join("\n"))))
        }
    })
}

/// The record of an item, found by its whole position where the name is shared.
fn find(store: &mut Store, item: &Named) -> anyhow::Result<Option<Record>> {
    let whole = item.position.as_deref().filter(|_| item.shared_name);
    match store.find(&item.name, whole)? {
        Some(name) => Ok(store.get(&name)?),
        None => Ok(None),
    }
}

/// Tell for each position or name whether the store knows it.
///
/// Prints `known` or `new`, one per line; both are answers, the exit code is 0.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store seen cube2:0469
  ludex store seen --file puzzles.txt
  ludex store seen --store postgres://me@localhost/ludex --format ndjson < puzzles.txt")]
pub(super) struct SeenArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    lines: LineArgs,
}

impl SeenArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_to_read()?;
        let families = families::all();
        self.lines.plan()?.run_batches(
            &["state", "name"],
            |line| Named::read(&families, line, false).map(|(item, rest)| (item, rest.to_owned())),
            |_, items| {
                let known =
                    store.seen_items(&items.iter().flatten().map(|(item, _)| item).collect::<Vec<_>>())?;
                let mut known = known.into_iter();
                Ok(items
                    .into_iter()
                    .map(|item| {
                        item.map(|(item, rest)| {
                            let state = if known.next() == Some(true) { "known" } else { "new" };
                            let values = vec![state.into(), item.name.to_string().into()];
                            Some(Answer::new(values).with_text(state).with_rest(rest))
                        })
                    })
                    .collect())
            },
        )
    }
}

/// Print the lines that are new, and put them into the store.
///
/// Of each position the first line is kept, as it stands; what the store or an earlier line has
/// already is left out, in whatever disguise it comes. Lines are put into the store only after they were
/// printed: when the program is stopped, nothing is known that was not seen.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store dedupe --file puzzles.txt > new.txt
  ludex store dedupe --dry-run < puzzles.txt | wc -l
  ludex store dedupe --store mine.sqlite --source today --file puzzles.txt")]
pub(super) struct DedupeArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Leave the store as it is
    #[arg(long)]
    dry_run: bool,
    /// Who brings these
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
    #[command(flatten)]
    lines: LineArgs,
}

impl DedupeArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let store = if self.dry_run { self.place.open_to_read()? } else { self.place.open()? };
        let store = RefCell::new(store);
        let families = families::all();
        let seen_at = now();
        // A dry run keeps the names of the new lines here, since it may not keep them in the store.
        let mut here: HashSet<(String, Option<String>)> = HashSet::new();
        self.lines.plan()?.run_acknowledged(
            Some(&["name"]),
            |batch| {
                in_parallel(batch, |line| Named::read(&families, line.text()?, false).map(|(item, _)| item))
            },
            |lines, items| {
                let store = &mut *store.borrow_mut();
                let new: Vec<bool> = if self.dry_run {
                    let known = store.seen_items(&items.iter().flatten().collect::<Vec<_>>())?;
                    let mut mark = |item: &Named| {
                        here.insert((
                            item.name.to_string(),
                            item.position.clone().filter(|_| item.shared_name),
                        ))
                    };
                    items.iter().flatten().zip(known).map(|(item, known)| !known && mark(item)).collect()
                } else {
                    let records = items.iter().flatten().map(|item| {
                        let mut record = transfer::record_of(item.clone(), seen_at);
                        record.source = self.source.clone();
                        record
                    });
                    store.put_uncommitted(records.collect())?
                };
                let mut new = new.into_iter();
                Ok(lines
                    .iter()
                    .zip(items)
                    .map(|(line, item)| {
                        item.map(|item| {
                            let text = line.text.as_deref().unwrap_or("");
                            (new.next() == Some(true))
                                .then(|| Answer::one(item.name.to_string()).with_text(text))
                        })
                    })
                    .collect())
            },
            // Whatever ends the program before this: the lines that were printed are new again the next time.
            || if self.dry_run { Ok(()) } else { Ok(store.borrow_mut().commit()?) },
        )
    }
}

//! `seen` and `near`: whether the store has a position, and which it has that look like it.

use super::memory::{Found, look};
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use crate::store::PlaceArgs;
use clap::Args;
use ludex_core::Refusal;
use ludex_store::Store;
use ludex_xiangqi::record::{CODE_KIND, Subject, image_with_code, write_choices};
use ludex_xiangqi::{Code, Notation};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Say of positions whether the store has them, and what it knows.
///
/// Prints `new` or `known`, then how often it was seen, how the games went that came there, what the
/// engine said (`go --keep`), the moves played with their games, and how many other positions share
/// the sextant code. A board and its mirror image are one position; a hit counts only when all of the
/// position is equal.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi seen 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
  ludex xiangqi seen --store games.sqlite --file positions.txt
  ludex xiangqi seen --store games.sqlite --notation chinese --format ndjson < positions.txt")]
pub(crate) struct SeenArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// How moves are written: uci, ucci, iccs, wxf, chinese, traditional
    #[arg(long, value_name = "NOTATION", default_value = "uci")]
    notation: Notation,
    #[command(flatten)]
    lines: LineArgs,
}

/// A question per line, with the trailing columns of the line.
type Questions = Vec<Result<(Subject, String), Refusal>>;
type Answers = Vec<Result<Option<Answer>, Refusal>>;

/// Answers the questions of a batch that are good, in order.
pub(super) fn each(
    questions: Questions,
    mut answer: impl FnMut(&Subject) -> anyhow::Result<Answer>,
) -> anyhow::Result<Answers> {
    let mut answers = Vec::with_capacity(questions.len());
    for question in questions {
        answers.push(match question {
            Err(refusal) => Err(refusal),
            Ok((asked, rest)) => Ok(Some(answer(&asked)?.with_rest(rest))),
        });
    }
    Ok(answers)
}

impl SeenArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_to_read()?;
        self.lines.plan()?.run_batches(
            &["state", "count", "results", "engine", "moves", "sharing"],
            Subject::read,
            |_, questions| each(questions, |asked| Ok(show(asked, &look(&mut store, asked)?, self.notation))),
        )
    }
}

fn show(asked: &Subject, found: &Found, notation: Notation) -> Answer {
    let known = &found.known;
    let state = if found.count > 0 { "known" } else { "new" };
    let mut parts = vec![state.to_owned()];
    if found.count > 0 {
        parts.push(format!("seen {}", found.count));
    }
    let tally = known.entry.tally;
    if tally.games() > 0 {
        let open = if tally.open > 0 { format!(" open {}", tally.open) } else { String::new() };
        parts.push(format!("red {} draw {} black {}{open}", tally.red, tally.draws, tally.black));
    }
    let engine = known.opinion.as_ref().map_or(Value::Null, |opinion| {
        let best = if asked.position().is_legal(opinion.best) {
            notation.write(asked.position(), opinion.best)
        } else {
            opinion.best.to_string()
        };
        parts.push(format!("score {} {best} nodes {}", opinion.score, opinion.nodes));
        json!({"score": opinion.score, "move": best, "nodes": opinion.nodes})
    });
    let choices = known.entry.choices(asked.position());
    let (texts, moves) = write_choices(asked.position(), &choices, notation);
    if !texts.is_empty() {
        let counted =
            texts.iter().zip(&choices).map(|(text, choice)| format!("{text}:{}", choice.tally.games()));
        parts.push(format!("moves {}", counted.collect::<Vec<_>>().join(" ")));
    }
    if !found.sharing.is_empty() {
        parts.push(format!("sharing {}", found.sharing.len()));
    }
    let results = json!({"red": tally.red, "draws": tally.draws, "black": tally.black, "open": tally.open});
    let values = vec![state.into(), found.count.into(), results, engine, moves, found.sharing.clone().into()];
    Answer::new(values).with_text(parts.join("\t"))
}

/// Find positions of the store that look like others in some regions.
///
/// The board falls into six sextants (1 2 3 on Red's half, 4 5 6 on Black's); regions are alike when
/// their sums in the sextant code are equal. Prints the most alike first, each as NAME=SEXTANTS, or
/// `none`. A board and its mirror image are one position: the better fit of the two counts. All codes of
/// the store are read, or with --regions 2, 2,5 and so on in the order of the code only those that begin
/// alike.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi near 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
  ludex xiangqi near --regions 2,5 --limit 3 --store games.sqlite --file positions.txt
  ludex xiangqi near --least 5 --format ndjson < positions.txt")]
pub(crate) struct NearArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Sextants that must be alike, such as 2,5
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=6))]
    regions: Vec<u8>,
    /// How many sextants must be alike
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=6))]
    least: u32,
    /// How many positions are printed at most
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    #[command(flatten)]
    lines: LineArgs,
}

/// What was found: the name, and the sextants that are alike with the code they were alike under.
type Alike = BTreeMap<String, (u8, Code)>;

impl NearArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let wanted = self.regions.iter().fold(0u8, |all, region| all | 1 << (region - 1));
        let mut store = self.place.open_to_read()?;
        let least = self.least.max(wanted.count_ones());
        self.lines.clone().plan()?.run_batches(&["near"], Subject::read, |_, questions| {
            let codes: Vec<Option<Code>> = questions
                .iter()
                .map(|question| question.as_ref().ok().map(|(asked, _)| asked.code()))
                .collect();
            let mut found = alike(&mut store, &codes, wanted, least)?.into_iter();
            let mut answers = Vec::with_capacity(questions.len());
            for question in questions {
                let found = found.next().unwrap_or_default();
                answers.push(match question {
                    Err(refusal) => Err(refusal),
                    Ok((asked, rest)) => Ok(Some(self.show(&asked, found).with_rest(rest))),
                });
            }
            Ok(answers)
        })
    }

    fn show(&self, asked: &Subject, mut found: Alike) -> Answer {
        found.remove(&asked.name().to_string());
        let mut found: Vec<(String, (u8, Code))> = found.into_iter().collect();
        found.sort_by_key(|(_, (regions, _))| std::cmp::Reverse(regions.count_ones()));
        found.truncate(self.limit as usize);
        let (mut texts, mut objects) = (Vec::new(), Vec::new());
        for (name, (regions, code)) in found {
            let list: Vec<u32> = (1..=6).filter(|region| regions >> (region - 1) & 1 == 1).collect();
            let digits: String = list.iter().map(u32::to_string).collect();
            texts.push(format!("{name}={digits}"));
            // The picture that fits: the canonical board, or its mirror image.
            let fen = image_with_code(&name, &code).map(|setup| setup.to_string());
            objects.push(json!({"name": name, "regions": list, "fen": fen}));
        }
        let text = if texts.is_empty() { "none".to_owned() } else { texts.join(" ") };
        Answer::one(Value::Array(objects)).with_text(text)
    }
}

/// Finds, for every code, the records alike in the wanted sextants and in at least so many.
fn alike(store: &mut Store, codes: &[Option<Code>], wanted: u8, least: u32) -> anyhow::Result<Vec<Alike>> {
    let mut found = vec![Alike::new(); codes.len()];
    let narrow = wanted & 0b10 != 0;
    // Codes that begin alike lie together; otherwise one walk serves the whole batch.
    let passes: Vec<Vec<usize>> = if narrow {
        (0..codes.len()).filter(|&i| codes[i].is_some()).map(|i| vec![i]).collect()
    } else {
        vec![(0..codes.len()).filter(|&i| codes[i].is_some()).collect()]
    };
    for pass in passes {
        let prefix = match (narrow, pass.first().and_then(|&i| codes[i])) {
            (true, Some(code)) => code.beginning(wanted).to_owned(),
            (false, Some(_)) => String::new(),
            (_, None) => continue,
        };
        store.each_key(CODE_KIND, &prefix, &mut |key, name| {
            // Keys written by other programs may be anything.
            let Ok(key) = key.parse::<Code>() else { return Ok(true) };
            for &i in &pass {
                let Some(code) = &codes[i] else { continue };
                let regions = code.equal_regions(&key);
                if regions & wanted == wanted && regions.count_ones() >= least {
                    let best = found[i].entry(name.to_owned()).or_insert((regions, key));
                    if regions.count_ones() > best.0.count_ones() {
                        *best = (regions, key);
                    }
                }
            }
            Ok(true)
        })?;
    }
    Ok(found)
}

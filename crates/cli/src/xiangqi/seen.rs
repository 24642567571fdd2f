//! `seen` and `near`: whether the store has a position, and which it has that look like it.

use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use crate::store::PlaceArgs;
use clap::Args;
use ludex_core::Refusal;
use ludex_xiangqi::Notation;
use ludex_xiangqi::memory::{Found, Likeness, Near, look, near};
use ludex_xiangqi::record::{Subject, write_choices};
use serde_json::Value;

/// What is said of a position.
const COLUMNS: [&str; 6] = ["state", "count", "results", "engine", "moves", "sharing"];

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
        self.lines.plan()?.run_batches(&COLUMNS, Subject::read, |_, questions| {
            each(questions, |asked| Ok(show(asked, &look(&mut store, asked)?, self.notation)))
        })
    }
}

fn show(asked: &Subject, found: &Found, notation: Notation) -> Answer {
    let known = &found.known;
    let mut parts = vec![found.state().to_owned()];
    if found.count > 0 {
        parts.push(format!("seen {}", found.count));
    }
    let tally = known.entry.tally;
    if tally.games() > 0 {
        let open = if tally.open > 0 { format!(" open {}", tally.open) } else { String::new() };
        parts.push(format!("red {} draw {} black {}{open}", tally.red, tally.draws, tally.black));
    }
    if let (Some(opinion), Some(best)) = (&known.opinion, found.best(asked, notation)) {
        parts.push(format!("score {} {best} nodes {}", opinion.score, opinion.nodes));
    }
    let choices = known.entry.choices(asked.position());
    let (texts, _) = write_choices(asked.position(), &choices, notation);
    if !texts.is_empty() {
        let counted =
            texts.iter().zip(&choices).map(|(text, choice)| format!("{text}:{}", choice.tally.games()));
        parts.push(format!("moves {}", counted.collect::<Vec<_>>().join(" ")));
    }
    if !found.sharing.is_empty() {
        parts.push(format!("sharing {}", found.sharing.len()));
    }
    let mut object = found.to_json(asked, notation);
    let values = COLUMNS.iter().map(|column| object.remove(*column).unwrap_or_default()).collect();
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

impl NearArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let likeness = Likeness {
            wanted: self.regions.iter().fold(0u8, |all, region| all | 1 << (region - 1)),
            least: self.least,
            limit: self.limit as usize,
        };
        let mut store = self.place.open_to_read()?;
        self.lines.clone().plan()?.run_batches(&["near"], Subject::read, |_, questions| {
            let asked: Vec<Option<&Subject>> =
                questions.iter().map(|question| question.as_ref().ok().map(|(asked, _)| asked)).collect();
            let found = near(&mut store, &asked, likeness)?;
            let answer = |(question, found): (Result<(Subject, String), Refusal>, Vec<Near>)| {
                question.map(|(_, rest)| Some(show_near(&found).with_rest(rest)))
            };
            Ok(questions.into_iter().zip(found).map(answer).collect())
        })
    }
}

fn show_near(found: &[Near]) -> Answer {
    let text = |near: &Near| {
        let digits: String = near.regions.iter().map(u32::to_string).collect();
        format!("{}={digits}", near.name)
    };
    let texts: Vec<String> = found.iter().map(text).collect();
    let text = if texts.is_empty() { "none".to_owned() } else { texts.join(" ") };
    Answer::one(found.iter().map(Near::to_json).collect::<Value>()).with_text(text)
}

//! `ludex cube fmc`: fewest moves the way people solve it.

use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_core::{Refusal, Silent, Stopped};
use ludex_cube::fewest::{self, Axis, Niss, Step};
use ludex_cube::{Cubie, Pieces, Symmetry, notation, text};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Ways of EO and DR that are gone on with where no time is given.
const DOMINOES: u64 = 100;
/// The longest step that is ever looked for.
const LONGEST: u8 = 15;

/// A step, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum StepArg {
    /// No edge needs a quarter turn about the axis
    Eo,
    /// Corners and edges of two opposite faces show their two colours alone (after EO on another axis)
    Dr,
    /// Half turns alone are enough (after DR)
    Htr,
    /// Home by half turns (after HTR)
    Finish,
}

/// An axis, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum AxisArg {
    /// U and D
    Ud,
    /// F and B
    Fb,
    /// R and L
    Rl,
}

impl From<AxisArg> for Axis {
    fn from(axis: AxisArg) -> Axis {
        match axis {
            AxisArg::Ud => Axis::UpDown,
            AxisArg::Fb => Axis::FrontBack,
            AxisArg::Rl => Axis::RightLeft,
        }
    }
}

/// Solve a 3x3 in few moves by steps: edges oriented (EO), domino (DR), half turns (HTR), home.
///
/// Prints a whole solution, its length and its steps; turns in parentheses are done on the inverse scramble.
/// With --step it prints every way to do one step, shortest first: the step with its axis, its turns, how
/// many. With --insert it puts 3-cycles into a skeleton; with --check it judges a solution by the
/// regulations: its length, or DNF and why.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube fmc --time 10 \"R' U' F D2 L B' R U2 F2 L' R' U' F\"
  ludex cube fmc --step eo --axis fb \"R' U' F D2 L B' R U2 F2 L' R' U' F\"
  ludex cube fmc --step dr --after \"F' (R B)\" \"R' U' F D2 L B' R U2 F2 L' R' U' F\"
  ludex cube fmc --insert \"D' F'\" \"F D L' U R U' L U R' U'\"
  ludex cube fmc --check \"F' [y] U' F'\" \"R U F\"")]
pub(crate) struct FmcArgs {
    /// Print every way to do this step instead of a whole solution
    #[arg(long, value_enum)]
    step: Option<StepArg>,
    /// Only on this axis (EO, DR)
    #[arg(long, value_enum, requires = "step")]
    axis: Option<AxisArg>,
    /// The turns so far, those on the inverse in parentheses: R U (F D')
    #[arg(long, value_name = "TURNS", requires = "step", allow_hyphen_values = true)]
    after: Option<Niss>,
    /// The most turns of a step (default: the fewest there are, and one more)
    #[arg(long, value_name = "L", requires = "step", value_parser = clap::value_parser!(u8).range(0..=LONGEST as i64))]
    max: Option<u8>,
    /// Print at most so many ways of a step or solutions by insertion
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,
    /// Look for a shorter whole solution for so many seconds; each one is told on stderr
    #[arg(long, value_name = "S", value_parser = super::solve::seconds, conflicts_with_all = ["step", "insert", "check"])]
    time: Option<Duration>,
    /// A skeleton that leaves up to three 3-cycles: print solutions with these put in
    #[arg(long, value_name = "SKELETON", conflicts_with_all = ["step", "check"])]
    insert: Option<String>,
    /// Judge this solution of the scramble
    #[arg(long, value_name = "SOLUTION", conflicts_with = "step")]
    check: Option<String>,
    #[command(flatten)]
    lines: LineArgs,
}

impl FmcArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let (after, max) = (self.after.clone().unwrap_or_default(), self.max);
        let count = self.count.map(|count| count as usize);
        let skeleton = match &self.insert {
            None => None,
            Some(text) => {
                Some(notation::parse(text, 3).map_err(|error| anyhow::anyhow!("--insert: {error}"))?)
            }
        };
        if let Some(turns) = &skeleton
            && turns.iter().any(|turn| turn.first != 1 || turn.last != 1)
        {
            anyhow::bail!("--insert: face turns are accepted, such as R U2 F'");
        }
        let columns: &[&str] = match (self.step, &skeleton, &self.check) {
            (Some(_), ..) => &["ways"],
            (_, Some(_), _) => &["solutions"],
            (_, _, Some(_)) => &["verdict"],
            _ => &["solution", "length", "steps"],
        };
        self.lines.plan()?.run(columns, |line| {
            if let Some(solution) = &self.check {
                let scramble = notation::parse(line, 3).map_err(|error| super::refusal(&error))?;
                return Ok(Answer::one(fewest::verdict(&scramble, solution).to_string()));
            }
            let (state, rest) = read(line)?;
            if let Some(step) = self.step {
                let ways = ways(&state, step, self.axis.map(Axis::from), &after, max, count)?;
                return Ok(Answer::one(ways.clone()).with_text(ways.join("\n")).with_rest(rest));
            }
            if let Some(skeleton) = &skeleton {
                let found = inserted(&state, skeleton, count.unwrap_or(1))?;
                return Ok(Answer::one(found.clone()).with_text(found.join("\n")).with_rest(rest));
            }
            let whole = whole(&state, self.time)?;
            let values: Vec<Value> =
                vec![notation::write(&whole.turns, 3).into(), whole.turns.len().into(), whole.text().into()];
            Ok(Answer::new(values).with_rest(rest))
        })
    }
}

/// The state at the start of a line, held with its centres home.
fn read(line: &str) -> Result<(Cubie, &str), Refusal> {
    let (position, rest) = text::read_line(line, Some(3)).map_err(|error| error.refusal())?;
    match position.pieces() {
        Pieces::Three(state) if position.homing() == Symmetry::IDENTITY => Ok((*state, rest)),
        _ => Err(Refusal::new(
            "hold the cube as the scramble does, with the centres home: no turns of the whole cube",
        )),
    }
}

/// Every way to do a step on the axes where it may begin, shortest first.
fn ways(
    state: &Cubie,
    step: StepArg,
    axis: Option<Axis>,
    after: &Niss,
    max: Option<u8>,
    count: Option<usize>,
) -> Result<Vec<String>, Refusal> {
    let axes = || Axis::ALL.into_iter().filter(move |own| axis.is_none_or(|axis| axis == *own));
    let steps: Vec<Step> = match step {
        StepArg::Eo => axes().map(Step::edges).collect(),
        StepArg::Dr => axes()
            .flat_map(|axis| Axis::ALL.into_iter().filter_map(move |eo| Step::domino(eo, axis)))
            .collect(),
        StepArg::Htr => axes().map(Step::half_turns).collect(),
        StepArg::Finish => vec![Step::finish()],
    };
    let left = after.apply(state);
    let begun: Vec<Step> = steps.iter().copied().filter(|step| step.distance(&left).is_some()).collect();
    if begun.is_empty() {
        let word = steps.first().map(Step::words).unwrap_or_default();
        let before = fewest::StepError::Before { step: word };
        return Err(Refusal::new(format!("{before} with --after")));
    }
    let mut all: Vec<(usize, String)> = Vec::new();
    for step in begun {
        // Without a limit: the fewest there are, and one more.
        let mut most = max.map(usize::from);
        let mut visit = |niss: &Niss| {
            let most = *most.get_or_insert(niss.len() + 1);
            if niss.len() <= most {
                all.push((niss.len(), format!("{}\t{niss}\t{}", step.words(), niss.len())));
            }
            niss.len() <= most
        };
        fewest::continuations(state, step, after, max.unwrap_or(LONGEST), &Silent, &mut visit)
            .map_err(|error| Refusal::new(error.to_string()))?;
    }
    all.sort_by_key(|(length, _)| *length);
    if max.is_none() {
        let least = all.first().map_or(0, |(length, _)| *length);
        all.retain(|(length, _)| *length <= least + 1);
    }
    // EO on two axes is DR: the same way may be there twice.
    let mut ways: Vec<String> = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    ways.extend(all.into_iter().map(|(_, text)| text).filter(|text| known.insert(text.clone())));
    ways.truncate(count.unwrap_or(usize::MAX));
    Ok(ways)
}

fn inserted(state: &Cubie, skeleton: &[ludex_cube::Turn], count: usize) -> Result<Vec<String>, Refusal> {
    let found = fewest::insertions(state, skeleton, count, &Silent).unwrap_or_default();
    if found.is_empty() {
        return Err(Refusal::new(
            "the skeleton leaves no 3-cycles that ten turns can do, or more than three",
        ));
    }
    let text = |one: &fewest::Insertion| {
        let put = |(at, turns): &(usize, Vec<_>)| format!("after {at}: {}", notation::write(turns, 3));
        let put: Vec<String> = one.inserted.iter().map(put).collect();
        format!("{}\t{}\t{}", notation::write(&one.turns, 3), one.turns.len(), put.join(" / "))
    };
    Ok(found.iter().map(text).collect())
}

fn whole(state: &Cubie, time: Option<Duration>) -> Result<fewest::Whole, Refusal> {
    let end = time.and_then(|time| Instant::now().checked_add(time));
    let clock = |_: u64, _: u64| match end {
        Some(end) if Instant::now() >= end => Err(Stopped),
        _ => Ok(()),
    };
    let mut told = |better: &fewest::Whole| {
        if time.is_some() {
            eprintln!("ludex: {} moves: {}", better.turns.len(), notation::write(&better.turns, 3));
        }
    };
    let dominoes = if time.is_some() { u64::MAX } else { DOMINOES };
    fewest::whole(state, dominoes, &clock, &mut told)
        .map_err(|_| Refusal::new("no solution found in that time"))
}

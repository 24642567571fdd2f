//! `go`, `mate`, `judge`: what the engine and the rules say.

use super::engine::endgames;
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use crate::store::{PlaceArgs, now};
use anyhow::bail;
use clap::Args;
use ludex_core::Refusal;
use ludex_store::Record;
use ludex_xiangqi::engine::{Engine, Evaluation, Limits, find_mate};
use ludex_xiangqi::memory::record;
use ludex_xiangqi::record::{Opinion, Subject};
use ludex_xiangqi::{Notation, RuleSet, judge, line};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Find the best move of positions.
///
/// Every line is thought about afresh, with an empty table and one thread, so that the answer depends
/// on nothing but the line, the limit and the endgame tables that were built (--no-endgames: on none). Prints the best move, the score for the side to move (or
/// `mate N` in own moves), and the best variation. A side without a move gets `none`. With --keep the
/// answers go into the store, where `seen` finds them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi go --nodes 20000 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
  ludex xiangqi go --depth 8 --file positions.txt
  ludex xiangqi go --time 0.5 --notation chinese < positions.txt
  ludex xiangqi go --nodes 100000 --keep --store games.sqlite --file positions.txt")]
pub(crate) struct GoArgs {
    /// Positions to visit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Seconds per position
    #[arg(long, value_name = "S")]
    time: Option<f64>,
    /// How moves are written: uci, ucci, iccs, wxf, chinese, traditional
    #[arg(long, value_name = "NOTATION", default_value = "uci")]
    notation: Notation,
    /// How positions are judged: network, classic
    #[arg(long, value_name = "WORD", default_value = "network")]
    eval: Evaluation,
    /// The rules by which repetitions and quiet moves are judged in the search: asian, chinese, check, plain
    #[arg(long, value_name = "RULES", default_value = "asian")]
    rules: RuleSet,
    /// Do not look into the tables that `tables build xiangqi-endgames` made
    #[arg(long)]
    no_endgames: bool,
    /// Keep the answers in the store
    #[arg(long)]
    keep: bool,
    /// When they were found, in seconds since 1970 (default: now)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, requires = "keep")]
    at: Option<i64>,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    lines: LineArgs,
}

impl GoArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let time = match self.time {
            Some(seconds) if !(0.001..=1e6).contains(&seconds) => {
                bail!("--time {seconds}: between 0.001 and 1000000 seconds are possible")
            }
            time => time.map(Duration::from_secs_f64),
        };
        let limits = Limits { nodes: self.nodes, depth: self.depth, time, clock: None }.or_usual();
        let endgames = if self.no_endgames { None } else { Some(Arc::new(endgames())) };
        let think = |text: &str| -> Result<(Answer, Option<Record>), Refusal> {
            let (position, rest) = line::playable(text)?;
            let mut engine = Engine::for_limits(&limits);
            engine.set_evaluation(self.eval.clone());
            engine.set_endgames(endgames.clone());
            engine.set_rules(self.rules);
            let best = engine.search(&position, &[], limits, &AtomicBool::new(false), |_| {});
            let texts = self.notation.write_line(&position, &best.line);
            let first = texts.split(' ').next().filter(|text| !text.is_empty()).unwrap_or("none").to_owned();
            let score = best.score.to_string();
            let mut kept = None;
            if let Some(&m) = best.line.first().filter(|_| self.keep) {
                let opinion = Opinion { nodes: best.nodes, score: score.clone(), best: m };
                let subject = Subject::new(position)?;
                let fact = subject.engine_fact(&opinion);
                let made = record(&subject, self.at.unwrap_or_else(now), 1, fact);
                kept = Some(made.map_err(|error| Refusal::new(error.to_string()))?);
            }
            Ok((Answer::new(vec![first.into(), score.into(), texts.into()]).with_rest(rest), kept))
        };
        let mut store = if self.keep { Some(self.place.open()?) } else { None };
        self.lines.clone().plan()?.run_batches(&["move", "score", "line"], think, |_, found| {
            if let Some(store) = &mut store {
                store.put(found.iter().flatten().filter_map(|(_, record)| record.clone()).collect())?;
            }
            Ok(found.into_iter().map(|found| found.map(|(answer, _)| Some(answer))).collect())
        })
    }
}

/// Find the shortest mate in which every move is a check.
///
/// Prints `mate N` (in own moves) and the line, or `none`. The answer is exact up to --max moves.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi mate '1R1aka3/3P5/8b/9/9/2B3p2/4Pp3/1Nr6/4KR3/9 w'
  ludex xiangqi mate --max 12 --file puzzles.txt
  ludex xiangqi mate --nodes 10000000 < hard.txt")]
pub(crate) struct MateArgs {
    /// The longest mate to look for, in own moves
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=50))]
    max: u32,
    /// Positions to visit before a line is given up
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    lines: LineArgs,
}

impl MateArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan()?.run(&["mate", "line"], |text| {
            let (position, rest) = line::playable(text)?;
            let answer = match find_mate(&position, self.max, self.nodes)? {
                Some(mate) => {
                    let moves: Vec<String> = mate.line.iter().map(ToString::to_string).collect();
                    Answer::new(vec![format!("mate {}", mate.moves).into(), moves.join(" ").into()])
                }
                None => Answer::new(vec!["none".into(), "".into()]).with_text("none"),
            };
            Ok(answer.with_rest(rest))
        })
    }
}

/// Judge games by the rules of repetition, mate and quiet moves.
///
/// A line is a FEN, a tab and the moves in any notation. Prints red_wins, black_wins, draw or none, a
/// tab, and the reason. Of a game that goes on the reason says what the endgame tables prove, where they
/// were built and have the position.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  printf '9/9/3k5/9/9/9/9/9/4p4/4K4 w\\te1f1 e2f2 f1e1 f2e2 e1f1 e2f2 f1e1 f2e2\\n' | ludex xiangqi judge
  ludex xiangqi judge --rules chinese --file games.tsv
  ludex xiangqi judge --format ndjson < games.tsv")]
pub(crate) struct JudgeArgs {
    /// The rule set: asian, chinese, check, plain
    #[arg(long, value_name = "RULES", default_value = "asian")]
    rules: RuleSet,
    /// How lower-case coordinates count ranks: uci (1-10) or ucci (0-9)
    #[arg(long, value_name = "NOTATION", default_value = "uci")]
    notation: Notation,
    #[command(flatten)]
    lines: LineArgs,
}

impl JudgeArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let endgames = endgames();
        self.lines.plan()?.run(&["result", "reason"], |text| -> Result<Answer, Refusal> {
            let (start, rest) = line::playable(text)?;
            let (moves, rest) = line::moves(&start, rest, self.notation)?;
            let verdict = judge(&start, &moves, self.rules);
            let mut end = start.clone();
            for &m in &moves {
                let _ = end.make(m);
            }
            let reason = endgames.reason(&verdict, &end);
            let values = vec![verdict.outcome.to_string().into(), reason.into()];
            Ok(Answer::new(values).with_rest(rest))
        })
    }
}

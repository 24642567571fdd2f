//! What is said about a search.

use super::Protocol;
use crate::engine::{Best, Current, Info, Score};
use crate::notation::Notation;
use crate::position::Position;

/// Points for which the chance of a side falls to a tenth, as in the fit of the evaluation.
const SCALE: f64 = 400.0;
/// Points that a side must be ahead before half its games are won rather than drawn: a model, not measured.
const MARGIN: f64 = 150.0;

/// How a search is told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Teller {
    pub(super) protocol: Protocol,
    pub(super) notation: Notation,
    pub(super) show_wdl: bool,
    /// Several lines are told, each with its number.
    pub(super) numbered: bool,
}

/// Win, draw and loss per mille.
pub(super) fn wdl(score: Score) -> [u32; 3] {
    let points = match score {
        Score::Points(points) => f64::from(points),
        Score::Mate(moves) | Score::Rule(moves) => {
            return if moves > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
        }
    };
    let share = |points: f64| (1000.0 / (1.0 + 10f64.powf(-(points - MARGIN) / SCALE))).round() as u32;
    let (win, loss) = (share(points), share(-points));
    [win, 1000 - win - loss, loss]
}

/// A score in points, mates beyond all others.
pub(super) const fn points(score: Score) -> i32 {
    match score {
        Score::Points(points) => points,
        Score::Mate(moves) | Score::Rule(moves) if moves > 0 => 30_000 - moves,
        Score::Mate(moves) | Score::Rule(moves) => -30_000 - moves,
    }
}

impl Teller {
    /// One line of news about the `line`-th best variation, counted from 1.
    pub(super) fn info(&self, position: &Position, info: &Info, line: usize) -> String {
        let Best { score, depth, selective_depth, nodes, line: moves } = &info.best;
        let variation = self.notation.write_line(position, moves);
        let millis = info.time.as_millis();
        match self.protocol {
            Protocol::Uci => {
                let speed = u128::from(*nodes) * 1000 / millis.max(1);
                let number = if self.numbered { format!("multipv {line} ") } else { String::new() };
                let mut said = match score {
                    Score::Points(points) => format!("cp {points}"),
                    // The game ends there as it does with a mate, and boards know nothing nearer.
                    Score::Mate(moves) | Score::Rule(moves) => format!("mate {moves}"),
                };
                if self.show_wdl {
                    let [win, draw, loss] = wdl(*score);
                    said.push_str(&format!(" wdl {win} {draw} {loss}"));
                }
                let (full, hits) = (info.full, info.table_hits);
                format!(
                    "info depth {depth} seldepth {selective_depth} {number}score {said} nodes {nodes} nps {speed} hashfull {full} tbhits {hits} time {millis} pv {variation}"
                )
            }
            Protocol::Ucci => {
                let score = points(*score);
                // Two lines, in the order of the protocol's text: some boards read them by place.
                format!("info time {millis} nodes {nodes}\ninfo depth {depth} score {score} pv {variation}")
            }
            // Depth, score, hundredths of a second, nodes.
            Protocol::Xboard => {
                let score = match score {
                    Score::Points(points) => *points,
                    Score::Mate(moves) | Score::Rule(moves) if *moves > 0 => 100_000 + moves,
                    Score::Mate(moves) | Score::Rule(moves) => -100_000 + moves,
                };
                format!("{depth} {score} {} {nodes} {variation}", millis / 10)
            }
        }
    }

    /// The move of the root that is looked at now.
    pub(super) fn current(&self, position: &Position, current: &Current) -> String {
        let Current { depth, m, number } = current;
        format!("info depth {depth} currmove {} currmovenumber {number}", self.notation.write(position, *m))
    }

    /// The answer: the move to be played, and the reply that is expected.
    pub(super) fn best(&self, position: &Position, best: &Best, accept_draw: bool) -> String {
        let mut texts = self.notation.write_line(position, &best.line);
        let (first, second) = match texts.split_once(' ') {
            Some((first, rest)) => (first.to_owned(), rest.split(' ').next().unwrap_or("").to_owned()),
            None => (std::mem::take(&mut texts), String::new()),
        };
        match self.protocol {
            Protocol::Xboard if first.is_empty() => String::new(),
            Protocol::Xboard => format!("move {first}"),
            Protocol::Uci if first.is_empty() => "bestmove (none)".into(),
            Protocol::Ucci if first.is_empty() => "nobestmove".into(),
            _ => {
                let ponder = if second.is_empty() { String::new() } else { format!(" ponder {second}") };
                // An offer of a draw is taken by who is not better.
                let draw = accept_draw && self.protocol == Protocol::Ucci && points(best.score) <= 0;
                format!("bestmove {first}{ponder}{}", if draw { " draw" } else { "" })
            }
        }
    }
}

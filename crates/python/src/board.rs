//! `ludex.xiangqi.Board`: a game on a board, judged, thought about, written down.

use crate::refused::refused;
use crate::work::long;
use ludex_core::Refusal;
use ludex_draw::{to_png, to_svg};
use ludex_xiangqi::endgame::Endgames;
use ludex_xiangqi::engine::{Engine, Evaluation, Limits};
use ludex_xiangqi::{BoardName, Move, Notation, Position, RuleSet, Tables, judge, line, picture};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// What a search found: the move, its score, the line, the depth and the nodes.
type Found = (Option<String>, String, Vec<String>, u32, u64);

/// What the endgame tables prove: the value, each move with what it is worth, and the line.
type Proven = (String, Vec<(String, String)>, Vec<String>);

/// The tables of endgames in the cache folder, as they were when they were first asked for; none where the list
/// of them is damaged.
fn endgames() -> &'static Arc<Endgames> {
    static ENDGAMES: OnceLock<Arc<Endgames>> = OnceLock::new();
    ENDGAMES.get_or_init(|| Arc::new(Endgames::cached().unwrap_or_default()))
}

/// A xiangqi game: a start, the moves made, and the position now.
#[pyclass(module = "ludex.xiangqi", subclass)]
pub(crate) struct Board {
    start: Position,
    moves: Vec<Move>,
    /// The positions before each move, oldest first.
    before: Vec<Position>,
    now: Position,
}

fn word<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> PyResult<T> {
    text.parse().map_err(|error: T::Err| PyValueError::new_err(error.to_string()))
}

fn told<T, E: Into<Refusal>>(py: Python<'_>, result: Result<T, E>) -> PyResult<T> {
    result.map_err(|error| refused(py, &error.into()))
}

impl Board {
    /// A line from here, move by move.
    fn written(&self, line: &[Move], notation: Notation) -> Vec<String> {
        let mut position = self.now.clone();
        let mut texts = Vec::with_capacity(line.len());
        for &m in line {
            texts.push(notation.write(&position, m));
            let _ = position.make(m);
        }
        texts
    }
}

#[pymethods]
impl Board {
    /// A board from a FEN; without one, the start.
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(py: Python<'_>, fen: Option<&str>) -> PyResult<Board> {
        let start = match fen {
            Some(fen) => told(py, line::playable(fen))?.0,
            None => Position::start(),
        };
        Ok(Board { now: start.clone(), start, moves: Vec::new(), before: Vec::new() })
    }

    /// The FEN of the position now.
    #[getter]
    fn fen(&self) -> String {
        self.now.to_string()
    }

    /// Who is to move: `red` or `black`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.now.side().word()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn in_check(&self) -> bool {
        self.now.in_check(self.now.side())
    }

    /// The letters of the canonical name.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        Ok(told(py, self.now.canonical().name(&Tables))?.as_str().to_owned())
    }

    /// The letters of the name of the board as it stands.
    #[getter]
    fn exact_name(&self, py: Python<'_>) -> PyResult<String> {
        Ok(told(py, BoardName::of(&self.now))?.as_str().to_owned())
    }

    /// The sextant code.
    #[getter]
    fn code(&self) -> String {
        self.now.sextants().code().to_string()
    }

    /// The legal moves, sorted as coordinates, in a notation.
    #[pyo3(signature = (notation="uci"))]
    fn legal_moves(&self, notation: &str) -> PyResult<Vec<String>> {
        let notation: Notation = word(notation)?;
        let mut moves: Vec<(String, Move)> =
            self.now.legal_moves().iter().map(|m| (m.to_string(), *m)).collect();
        moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(moves.into_iter().map(|(_, m)| notation.write(&self.now, m)).collect())
    }

    /// Makes a move given in any notation, and gives its coordinates.
    #[pyo3(signature = (r#move, notation="uci"))]
    fn push(&mut self, py: Python<'_>, r#move: &str, notation: &str) -> PyResult<String> {
        let notation: Notation = word(notation)?;
        let m = told(py, notation.read_any(&self.now, r#move))?;
        self.before.push(self.now.clone());
        self.moves.push(m);
        let _ = self.now.make(m);
        Ok(m.to_string())
    }

    /// Takes the last move back, and gives its coordinates.
    fn pop(&mut self) -> PyResult<String> {
        match (self.moves.pop(), self.before.pop()) {
            (Some(m), Some(before)) => {
                self.now = before;
                Ok(m.to_string())
            }
            _ => Err(PyIndexError::new_err("no move was made")),
        }
    }

    /// The moves made, in a notation.
    #[pyo3(signature = (notation="uci"))]
    fn moves(&self, notation: &str) -> PyResult<Vec<String>> {
        let notation: Notation = word(notation)?;
        let positions = self.before.iter().zip(&self.moves);
        Ok(positions.map(|(position, m)| notation.write(position, *m)).collect())
    }

    /// The verdict on the game: result and reason.
    #[pyo3(signature = (rules="asian"))]
    fn verdict(&self, rules: &str) -> PyResult<(String, String)> {
        let rules: RuleSet = word(rules)?;
        let verdict = judge(&self.start, &self.moves, rules);
        Ok((verdict.outcome.to_string(), endgames().reason(&verdict, &self.now)))
    }

    /// What the endgame tables prove of the position now.
    #[pyo3(signature = (notation="uci"))]
    fn ending(&self, py: Python<'_>, notation: &str) -> PyResult<Proven> {
        let notation: Notation = word(notation)?;
        let proof = told(py, endgames().prove(&self.now))?;
        let moves = proof.moves.iter().map(|&(m, value)| (notation.write(&self.now, m), value.to_string()));
        Ok((proof.value.to_string(), moves.collect(), self.written(&proof.line, notation)))
    }

    /// The best move, its score, and the line, within a limit: nodes, depth or seconds.
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    #[pyo3(signature = (nodes=None, depth=None, time=None, notation="uci", evaluation="network", rules="asian", endgames=true))]
    fn go(
        &self,
        py: Python<'_>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
        notation: &str,
        evaluation: &str,
        rules: &str,
        endgames: bool,
    ) -> PyResult<Found> {
        let rules: RuleSet = word(rules)?;
        let tables = endgames.then(|| Arc::clone(self::endgames()));
        let notation: Notation = word(notation)?;
        let evaluation: Evaluation = word(evaluation)?;
        let time = match time {
            Some(seconds) if !(0.001..=1e6).contains(&seconds) => {
                return Err(PyValueError::new_err(format!(
                    "time {seconds}: 0.001 to 1000000 seconds are possible"
                )));
            }
            time => time.map(Duration::from_secs_f64),
        };
        if nodes == Some(0) || depth.is_some_and(|depth| !(1..=100).contains(&depth)) {
            return Err(PyValueError::new_err("1 node or more, and 1 to 100 plies, are possible"));
        }
        let limits = Limits { nodes, depth, time, clock: None }.or_usual();
        let best = long(py, |stop| {
            let mut engine = Engine::for_limits(&limits);
            engine.set_evaluation(evaluation);
            engine.set_rules(rules);
            engine.set_endgames(tables);
            engine.search(&self.now, &self.before, limits, stop, |_| {})
        })?;
        let line = self.written(&best.line, notation);
        Ok((line.first().cloned(), best.score.to_string(), line, best.depth, best.nodes))
    }

    /// The FEN of the position that the game began with.
    #[getter]
    fn start(&self) -> String {
        self.start.to_string()
    }

    /// The picture as SVG.
    fn svg(&self) -> String {
        to_svg(&picture(&self.now.setup()))
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let drawn = picture(&self.now.setup());
        let bytes =
            py.detach(|| to_png(&drawn)).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __str__(&self) -> String {
        self.fen()
    }

    fn __repr__(&self) -> String {
        format!("<ludex.xiangqi.Board {}>", self.fen())
    }
}

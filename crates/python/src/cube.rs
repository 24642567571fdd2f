//! `ludex.cube.solve` with its options.

use crate::refused::refused;
use crate::work::{Flag, long};
use ludex_core::{Progress, Refusal, Stopped};
use ludex_cube::solve::{solve, watch::Watch};
use ludex_cube::{Cost, SolveOptions, Tables, notation, text};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::OnceLock;
use std::time::Duration;

struct Quiet<'a>(Flag<'a>);

impl Progress for Quiet<'_> {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        self.0.report(done, total)
    }
}

impl Watch for Quiet<'_> {}

/// Solutions of one cube, cheapest first, each with its cost.
#[pyfunction]
#[pyo3(signature = (text, size=None, metric="htm", optimal=false, all=false, count=1, max_length=None, time=None, threads=0))]
#[allow(clippy::too_many_arguments)] // One keyword each in Python.
pub(crate) fn cube_solve(
    py: Python<'_>,
    text: &str,
    size: Option<usize>,
    metric: &str,
    optimal: bool,
    all: bool,
    count: usize,
    max_length: Option<u8>,
    time: Option<f64>,
    threads: usize,
) -> PyResult<Vec<(String, String)>> {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    let cost = match metric {
        "htm" => Cost::Htm,
        "qtm" => Cost::Qtm,
        "stm" => Cost::Stm,
        "atm" => Cost::Atm,
        _ => return Err(PyValueError::new_err(format!("metric {metric:?}: htm, qtm, stm or atm"))),
    };
    if time.is_some_and(|seconds| !(0.0..1e6).contains(&seconds)) || !(1..=1000).contains(&count) {
        return Err(PyValueError::new_err("0 to 1000000 seconds, and 1 to 1000 solutions, are possible"));
    }
    let options = SolveOptions {
        cost,
        optimal: optimal || all,
        all,
        count,
        max_length,
        time: time.map(Duration::from_secs_f64),
        threads,
        ..SolveOptions::default()
    };
    let solved = long(py, |flag| -> Result<Vec<(String, String)>, Refusal> {
        let position = text::read(text, size).map_err(|error| error.refusal())?;
        let found = solve(&position, &options, TABLES.get_or_init(Tables::cached), &Quiet(Flag(flag)))?;
        let size = position.size();
        let text = |turns: &Vec<_>| (notation::write(turns, size), found.cost.text(found.cost(turns, size)));
        Ok(found.turns.iter().map(text).collect())
    })?;
    solved.map_err(|refusal| refused(py, &refusal))
}

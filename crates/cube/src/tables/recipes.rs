//! The tables of the cube family for whoever builds, verifies and removes tables.

use super::{TablesError, axial, cores, optimal, two_phase};
use crate::cubie::Cubie;
use crate::solve::axial::{self as axial_solver, Axial};
use crate::solve::coset::Grain;
use crate::solve::phase::{TwoPhase, VERSION, WORD};
use crate::solve::pruning::Pruning;
use crate::solve::two::Metric;
use ludex_core::recipe::{Job, Recipe, RecipeError};
use ludex_core::table::BLOCK;
use ludex_core::{Progress, Random, cache};

/// The recipes of all cube tables.
#[must_use]
pub fn recipes() -> Vec<Box<dyn Recipe>> {
    let mut all: Vec<Box<dyn Recipe>> = vec![Box::new(TwoPhaseRecipe), Box::new(AxialRecipe)];
    for grain in Grain::ALL {
        for metric in [Metric::Htm, Metric::Qtm] {
            all.push(Box::new(OptimalRecipe(grain, metric)));
        }
    }
    all
}

struct TwoPhaseRecipe;

impl Recipe for TwoPhaseRecipe {
    fn word(&self) -> &'static str {
        WORD
    }

    fn version(&self) -> u8 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "short 3x3 solutions at once (72 MB, some ten seconds to make)"
    }

    fn build(&self, job: &Job<'_>) -> Result<Vec<(String, String)>, RecipeError> {
        let payload = TwoPhase::build(cores(job.jobs), job.progress)?;
        cache::store(WORD, VERSION, &payload, BLOCK)?;
        Ok(Vec::new())
    }

    fn verify(&self, progress: &dyn Progress) -> Result<bool, RecipeError> {
        let Some(large) = two_phase::open()? else { return Ok(false) };
        let small = TwoPhase::small();
        let mut random = Random::new(1);
        for i in 0..20 {
            progress.report(i, 20)?;
            let state = Cubie::random(&mut random);
            let solve = |solver: &TwoPhase| solver.solve(&state, 21, false, progress, &mut |_| ());
            if solve(&large)? != solve(&small)? {
                return Err(other("a sample is solved differently without the table"));
            }
        }
        Ok(true)
    }
}

struct AxialRecipe;

impl Recipe for AxialRecipe {
    fn word(&self) -> &'static str {
        axial_solver::WORD
    }

    fn version(&self) -> u8 {
        axial_solver::VERSION
    }

    fn about(&self) -> &'static str {
        "3x3 solutions for robots, --metric atm (43 MB, some ten seconds to make)"
    }

    fn build(&self, job: &Job<'_>) -> Result<Vec<(String, String)>, RecipeError> {
        axial::make(job.jobs, job.progress)??;
        Ok(Vec::new())
    }

    fn verify(&self, _progress: &dyn Progress) -> Result<bool, RecipeError> {
        let Some(payload) = axial::kept()? else { return Ok(false) };
        if !Axial::samples_fit(&payload, 500) {
            return Err(other("a sample has another distance"));
        }
        Ok(true)
    }
}

struct OptimalRecipe(Grain, Metric);

impl Recipe for OptimalRecipe {
    fn word(&self) -> &'static str {
        optimal::word(self.0, self.1)
    }

    fn version(&self) -> u8 {
        optimal::VERSION
    }

    fn about(&self) -> &'static str {
        match self.0 {
            Grain::Finest => "shortest 3x3 solutions with --memory 8G (2,980 MB, minutes to make)",
            Grain::Fine => "shortest 3x3 solutions with --memory 2G (1,490 MB, minutes to make)",
            Grain::Middle => "shortest 3x3 solutions with --memory 512M (511 MB, a minute to make)",
            Grain::Coarse => "shortest 3x3 solutions with less memory (43 MB, seconds to make)",
        }
    }

    fn build(&self, job: &Job<'_>) -> Result<Vec<(String, String)>, RecipeError> {
        let table = optimal::make(&Pruning::new(self.0, self.1), job.jobs, job.progress)?;
        cache::store(self.word(), optimal::VERSION, &table, optimal::BLOCK)?;
        Ok(Vec::new())
    }

    fn verify(&self, _progress: &dyn Progress) -> Result<bool, RecipeError> {
        let Some(table) = cache::map(self.word(), optimal::VERSION)? else { return Ok(false) };
        let payload =
            table.payload().map_err(|error| cache::refused(self.word(), optimal::VERSION, error))?;
        let pruning = Pruning::new(self.0, self.1);
        let table = pruning.over(payload).ok_or_else(|| other("of another length"))?;
        if !table.samples_fit(2000) {
            return Err(other("a sample has another distance"));
        }
        Ok(true)
    }
}

impl From<TablesError> for RecipeError {
    fn from(error: TablesError) -> RecipeError {
        match error {
            TablesError::Stopped(stopped) => stopped.into(),
            TablesError::Cache(error) => error.into(),
            error => other(error),
        }
    }
}

fn other(error: impl std::fmt::Display) -> RecipeError {
    RecipeError::Other(error.to_string())
}

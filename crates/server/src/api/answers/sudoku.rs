//! What is answered about sudokus.

use serde::Serialize;

/// A neighbour in the catalogue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GridNeighbour {
    /// Its rank.
    rank: u64,
    /// Its 81 cells.
    grid: String,
}

/// A grid of the catalogue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GridAnswer {
    /// Its rank, from 1.
    rank: u64,
    /// Its 81 cells, min-lex.
    grid: String,
    /// How many disguises of it are itself.
    automorphisms: u32,
    /// The one before; nothing for the first.
    #[schema(required)]
    previous: Option<GridNeighbour>,
    /// The one after; nothing for the last.
    #[schema(required)]
    next: Option<GridNeighbour>,
    /// How many there are.
    of: u64,
    /// The seed it was drawn with, where it was drawn.
    seed: Option<u64>,
}

/// The rank of a grid.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RankAnswer {
    /// Its rank, from 1.
    rank: u64,
}

/// A puzzle with all forms of its name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleAnswer {
    /// The canonical puzzle, 81 cells.
    puzzle: String,
    /// The rank of its solution.
    rank: u64,
    /// Which cells are given.
    field: String,
    /// The name of 19 letters.
    name: String,
    /// The name of 25 letters.
    name25: String,
    /// Rank and field with a semicolon between them.
    semicolon: String,
}

/// How many solutions there are.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountAnswer {
    /// The number, or the limit where there are more.
    solutions: u64,
}

/// Whether every given is needed.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MinimalAnswer {
    /// Whether it is.
    minimal: bool,
    /// The cells that are not, as r1c1 to r9c9.
    needless: Vec<String>,
}

/// One step of a solution.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepAnswer {
    /// How hard it is.
    rating: f64,
    /// What it is called.
    technique: String,
    /// What it rests on.
    reason: String,
    /// What it does.
    effect: String,
}

/// How hard a puzzle is.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RateAnswer {
    /// What was rated.
    puzzle: String,
    /// The hardest step; nothing where it is above `max`.
    #[schema(required)]
    er: Option<f64>,
    /// The hardest up to the first that places a digit.
    #[schema(required)]
    ep: Option<f64>,
    /// The first step.
    #[schema(required)]
    ed: Option<f64>,
    /// The `max` that was asked for, where the rating is above it.
    above: Option<f64>,
    /// Every step, where they were asked for.
    steps: Option<Vec<StepAnswer>>,
}

/// The next step of a puzzle.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintAnswer {
    /// How hard it is.
    rating: f64,
    /// What it is called.
    technique: String,
    /// What it rests on.
    reason: String,
    /// What it does.
    effect: String,
    /// The pencilmarks after it, 729 characters.
    after: String,
    /// The step drawn.
    svg: String,
}

/// New puzzles.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateAnswer {
    /// The seed they were made with.
    seed: u64,
    /// The puzzles, 81 cells each.
    puzzles: Vec<String>,
}

/// The neighbours of a puzzle.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VicinityAnswer {
    /// How many there are.
    total: usize,
    /// The first of them, canonical, in their order.
    puzzles: Vec<String>,
}

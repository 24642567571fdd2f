//! What is answered about queues, fields and fumens.

use serde::Serialize;

/// The queues of a pattern.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QueuesAnswer {
    /// How many there are.
    total: usize,
    /// Those that were asked for.
    queues: Vec<String>,
}

/// How many queues lead to a perfect clear.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PercentAnswer {
    /// Queues that do.
    success: usize,
    /// All queues.
    total: usize,
    /// The share.
    percent: f64,
    /// Queues that fail, where they were asked for.
    fails: Option<Vec<String>>,
    /// The shares of beginnings, where they were asked for.
    tree: Option<String>,
}

/// Which queues can build a setup.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CoverAnswer {
    /// Queues that can.
    covered: usize,
    /// All queues.
    total: usize,
    /// The share.
    percent: f64,
    /// A bit per queue, the first in the highest bit of the first byte.
    hex: String,
}

/// Every solution of every queue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PathAnswer {
    /// All queues.
    total: usize,
    /// Queues with a solution.
    solved: usize,
    /// The solutions, as fumens.
    solutions: Vec<String>,
    /// The path file.
    csv: String,
}

/// A solution and how many queues it solves.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChosenSolution {
    /// Queues.
    queues: usize,
    /// Their share.
    percent: f64,
    /// The solution.
    fumen: String,
}

/// The fewest solutions that serve every queue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FewestAnswer {
    /// All queues.
    total: usize,
    /// All solutions.
    #[serde(rename = "all")]
    all_: usize,
    /// How many such choices there are, up to a million.
    combinations: u64,
    /// Whether there are more.
    more_combinations: bool,
    /// No choice has fewer solutions than this; fewer than are chosen where the search was given up.
    at_least: usize,
    /// The chosen ones, the one for most queues first.
    solutions: Vec<ChosenSolution>,
    /// All of them as the pages of one fumen; nothing where nothing is solved.
    #[schema(required)]
    fumen: Option<String>,
}

/// A save and how many queues have it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SaveShare {
    /// What is saved.
    save: String,
    /// Queues.
    count: usize,
    /// Their share.
    percent: f64,
    /// The shares of beginnings, where they were asked for.
    tree: Option<String>,
}

/// What can be saved.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavesAnswer {
    /// The queues it is a share of.
    total: usize,
    /// Save by save.
    saves: Vec<SaveShare>,
}

/// A page of a fumen.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FumenPage {
    /// Its rows, comment and piece.
    text: String,
    /// Its comment.
    comment: String,
    /// The page drawn.
    svg: String,
}

/// The pages of a fumen.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecodeAnswer {
    /// All pages as `encode` reads them.
    text: String,
    /// How many there are.
    count: usize,
    /// The first hundred, drawn.
    pages: Vec<FumenPage>,
}

/// Glued fumens.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GluedAnswer {
    /// One for each way to part the field.
    glued: Vec<String>,
}

/// A fumen.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FumenAnswer {
    /// The fumen.
    fumen: String,
}

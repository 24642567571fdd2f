//! What is answered about setups.

use serde::Serialize;

/// A setup.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupAnswer {
    /// Its id; nothing where it is none of the database.
    id: Option<String>,
    /// How ids are made: v1 or v2.
    scheme: String,
    /// Which perfect clear.
    pc: i64,
    /// What is left over before.
    leftover: String,
    /// What it is built of.
    build: String,
    /// For which queues it is.
    cover_pattern: String,
    /// regular, qb or oqb.
    #[serde(rename = "type")]
    type_: String,
    /// The setup.
    fumen: String,
    /// Which queues follow.
    solve_pattern: Option<String>,
    /// The setup that is its mirror image.
    mirror: Option<String>,
    /// Pieces that are seen.
    see: i64,
    /// Pieces that can be held.
    hold: i64,
    /// Who found it.
    credit: Option<String>,
    /// Where it stands in the tree.
    oqb_path: Option<String>,
    /// How deep.
    oqb_depth: Option<i64>,
}

/// A setup that can be built, and what it is worth.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FoundSetup {
    /// Its id.
    id: String,
    /// How ids are made: v1 or v2.
    scheme: String,
    /// Which perfect clear.
    pc: i64,
    /// What is left over before.
    leftover: String,
    /// What it is built of.
    build: String,
    /// For which queues it is.
    cover_pattern: String,
    /// regular, qb or oqb.
    #[serde(rename = "type")]
    type_: String,
    /// The setup.
    fumen: String,
    /// Which queues follow.
    solve_pattern: Option<String>,
    /// The setup that is its mirror image.
    mirror: Option<String>,
    /// Pieces that are seen.
    see: i64,
    /// Pieces that can be held.
    hold: i64,
    /// Who found it.
    credit: Option<String>,
    /// Where it stands in the tree.
    oqb_path: Option<String>,
    /// How deep.
    oqb_depth: Option<i64>,
    /// Queues that are solved after it, of how many.
    solve_fraction: Option<String>,
    /// Their share.
    solve_percent: Option<f64>,
    /// Completions of the queue that build it, of how many.
    covered: String,
    /// Whether our solver has computed it.
    computed: bool,
}

/// Setups that can be built.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindAnswer {
    /// The best solve first.
    setups: Vec<FoundSetup>,
}

/// A question to practise on.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuizAnswer {
    /// Which perfect clear.
    pc: i64,
    /// The seed that asks it again.
    seed: u64,
    /// What one sees.
    queue: String,
    /// The answers.
    setups: Vec<FoundSetup>,
}

/// A page of setups.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupPage {
    /// The setups.
    setups: Vec<SetupAnswer>,
    /// Whether there are more.
    more: bool,
    /// What `after` is on the next page.
    #[schema(required)]
    next: Option<String>,
}

/// A variant of a setup.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantAnswer {
    /// Its number.
    number: i64,
    /// What it is built of.
    build: String,
    /// The variant.
    fumen: String,
    /// Which queues follow, where they differ.
    #[schema(required)]
    solve_pattern: Option<String>,
}

/// The variants of a setup.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantsAnswer {
    /// In their order.
    variants: Vec<VariantAnswer>,
}

/// What is known of a setup under one kick table and hold.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatisticsRow {
    /// The setup.
    setup: String,
    /// The kick table.
    kicktable: String,
    /// any, none or cyclic.
    hold: String,
    /// processing, completed, failed or stale.
    status: String,
    /// Which queues build it, in hex; nothing where all do.
    cover_data: Option<String>,
    /// The share of queues that are solved.
    solve_percent: Option<f64>,
    /// The same as a fraction.
    solve_fraction: Option<String>,
    /// All solutions, as one fumen.
    all_solves: Option<String>,
    /// The fewest that serve every queue.
    minimal_solves: Option<String>,
    /// How many those are.
    minimal_count: Option<i64>,
    /// Whether there is a path file.
    path_file: bool,
    /// How many pieces the fraction takes as seen; nothing where every piece is known.
    see: Option<i64>,
    /// The kick table of a file that it was computed with, in place of the one of its name.
    kicks_file: Option<String>,
}

/// The statistics of a setup.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatisticsAnswer {
    /// For every kick table and hold.
    statistics: Vec<StatisticsRow>,
}

/// What can be saved after a setup.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupSave {
    /// The wanted save.
    save: i64,
    /// The kick table.
    kicktable: String,
    /// any, none or cyclic.
    hold: String,
    /// Queues that have it, of how many; one pair for each part.
    fractions: Vec<serde_json::Value>,
    /// All solutions that give it, as one fumen, where they are kept.
    all_solves: Option<String>,
    /// The fewest of them that serve every queue that has it.
    minimal_solves: Option<String>,
    /// How many those are.
    minimal_count: Option<i64>,
}

/// A text in another language.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TranslationAnswer {
    /// The language.
    language: String,
    /// The name, of a set.
    name: Option<String>,
    /// What is said.
    #[schema(required)]
    description: Option<String>,
}

/// All translations.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TranslationsAnswer {
    /// By language.
    translations: Vec<TranslationAnswer>,
}

/// A setup with all that is known of it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WholeSetup {
    /// Its id.
    id: String,
    /// How ids are made: v1 or v2.
    scheme: String,
    /// Which perfect clear.
    pc: i64,
    /// What is left over before.
    leftover: String,
    /// What it is built of.
    build: String,
    /// For which queues it is.
    cover_pattern: String,
    /// regular, qb or oqb.
    #[serde(rename = "type")]
    type_: String,
    /// The setup.
    fumen: String,
    /// Which queues follow.
    solve_pattern: Option<String>,
    /// The setup that is its mirror image.
    mirror: Option<String>,
    /// Pieces that are seen.
    see: i64,
    /// Pieces that can be held.
    hold: i64,
    /// Who found it.
    credit: Option<String>,
    /// Where it stands in the tree.
    oqb_path: Option<String>,
    /// How deep.
    oqb_depth: Option<i64>,
    /// Its variants.
    variants: Vec<VariantAnswer>,
    /// For every kick table and hold.
    statistics: Vec<StatisticsRow>,
    /// What can be saved.
    saves: Vec<SetupSave>,
    /// What is said of it in other languages.
    translations: Vec<TranslationAnswer>,
}

/// A line of a tree.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeRow {
    /// The setup or the set.
    id: String,
    /// How deep it lies.
    depth: usize,
    /// The way to it.
    path: String,
}

/// A tree, parents before children.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeAnswer {
    /// One line per path.
    tree: Vec<TreeRow>,
}

/// How many setups of a perfect clear there are.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClearCount {
    /// Which perfect clear.
    pc: i64,
    /// Setups.
    setups: i64,
    /// Those with statistics.
    computed: i64,
}

/// How many statistics there are.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatusCount {
    /// The kick table.
    kicktable: String,
    /// any, none or cyclic.
    hold: String,
    /// Their status.
    status: String,
    /// How many.
    count: i64,
}

/// What the database holds.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupCounts {
    /// Per perfect clear.
    counts: Vec<ClearCount>,
    /// Per kick table, hold and status.
    statistics: Vec<StatusCount>,
}

/// A set of setups.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetAnswer {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
    /// Its tags.
    tags: Vec<String>,
    /// Its setups.
    setups: Vec<String>,
    /// What it is called in other languages.
    translations: Vec<TranslationAnswer>,
}

/// All tags.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TagsAnswer {
    /// In their order.
    tags: Vec<String>,
}

/// A wanted save.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WantedSave {
    /// For which perfect clear.
    pc: i64,
    /// What is wanted.
    save: String,
    /// Whether the fewest solutions that give it are kept.
    minimal: bool,
    /// Whether all solutions that give it are kept.
    all_solves: bool,
}

/// All wanted saves.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WantedSaves {
    /// In their order.
    saves: Vec<WantedSave>,
}

/// The number of what was added.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumberAnswer {
    /// The number.
    number: i64,
}

/// The id of what was added.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IdAnswer {
    /// The id.
    id: i64,
}

/// A setup that a job could not compute.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JobFailure {
    /// The setup.
    setup: String,
    /// Why.
    reason: String,
}

/// How far a job has come.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JobAnswer {
    /// Its number.
    job: u64,
    /// waiting, running, done, failed or cancelled.
    state: String,
    /// When it was begun, in seconds since 1970.
    created: u64,
    /// When it ended.
    #[schema(required)]
    ended: Option<u64>,
    /// Setups that are done.
    done: u64,
    /// All setups of the job; 0 where it is not known yet.
    total: u64,
    /// Setups that were computed.
    completed: u64,
    /// Setups that could not be.
    failed: u64,
    /// The first hundred of those.
    failures: Vec<JobFailure>,
    /// Why the job failed.
    #[schema(required)]
    reason: Option<String>,
}

/// All jobs.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JobsAnswer {
    /// The oldest first.
    jobs: Vec<JobAnswer>,
}

/// A branch of a tree.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BranchAnswer {
    /// The setup.
    id: String,
    /// Steps from the root.
    depth: u64,
    /// The path to it.
    path: String,
    /// Queues with which the best play comes through here.
    passed: u64,
    /// Queues that are solved from here rather than from further down.
    played: u64,
    /// Those of them that end in a perfect clear.
    won: u64,
}

/// The best way on by what is seen at the root.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WayAnswer {
    /// What one sees.
    seen: String,
    /// The setup to go on to; the root itself where it is solved from there.
    next: String,
    /// Queues that are won.
    won: u64,
    /// All queues that begin so and are covered.
    of: u64,
}

/// What a tree is worth.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorthAnswer {
    /// How many pieces are seen.
    see: u64,
    /// All queues.
    total: u64,
    /// Those with which the root can be built.
    covered: u64,
    /// Those that end in a perfect clear.
    won: u64,
    /// Their share of all.
    percent: f64,
    /// The tree, parents before children.
    branches: Vec<BranchAnswer>,
    /// The best ways on, where they were asked for.
    queues: Option<Vec<WayAnswer>>,
}

/// A setup to learn.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LearntAnswer {
    /// The setup.
    id: String,
    /// Queues that are solved after it, of how many.
    solve_fraction: String,
    /// Queues that it covers.
    covers: u64,
    /// Those that none before it covers.
    adds: u64,
    /// The chance with it and all before it.
    chance: String,
}

/// What to learn for a leftover.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonAnswer {
    /// The leftover.
    leftover: String,
    /// The setups, the one that adds most first.
    setups: Vec<LearntAnswer>,
    /// All queues.
    queues: u64,
    /// Those that are covered.
    covered: u64,
    /// Those that some setup covers.
    coverable: u64,
    /// The chance with these setups.
    chance: String,
    /// The same in percent.
    percent: f64,
    /// The chance with all setups there are.
    most: String,
    /// Whether the search came to its end.
    proven: bool,
}

/// What to learn.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LearnAnswer {
    /// The average over the leftovers, in percent.
    average: f64,
    /// Leftover by leftover.
    leftovers: Vec<LessonAnswer>,
}

/// The chance to get past a perfect clear.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReachedAnswer {
    /// Which perfect clear.
    pc: u64,
    /// The chance.
    chance: f64,
}

/// A perfect clear after a leftover.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateAnswer {
    /// Which perfect clear.
    pc: u64,
    /// What is left over before it.
    leftover: String,
    /// Setups there are.
    setups: u64,
    /// Queues with which it succeeds.
    won: u64,
    /// All queues.
    queues: u64,
    /// Perfect clears in a row from here on, on average.
    expected: f64,
    /// What is left over after it, and with how many queues.
    next: std::collections::BTreeMap<String, u64>,
}

/// Perfect clears in a row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LoopAnswer {
    /// How many, on average.
    expected: f64,
    /// By perfect clear: the chance to get past it.
    reached: Vec<ReachedAnswer>,
    /// All that may come up.
    states: Vec<StateAnswer>,
}

//! Sudoku: a grid to type into, and everything that can be said of it.

use super::look::{Refused, link as name_link, svg};
use super::{Page, render};
use crate::problem::Problem;
use crate::solves;
use crate::state::{App, blocking};
use crate::text::{Language, Text};
use crate::told::told;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_core::{Family, Progress, Random, Setup as _, Silent, downcast};
use ludex_sudoku::catalogue::GRIDS;
use ludex_sudoku::rate::{Candidates, Rater};
use ludex_sudoku::{
    Canonical, ClueSymmetry, GenerateOptions, Position, Setup, Solutions, Sudoku, Tables, generate,
    is_minimal, minimise, needless, random_grid, solutions, vicinity,
};
use serde::Deserialize;

/// Solutions that are counted at the most.
const MOST_COUNTED: u64 = 1_000_000;
/// Neighbours that are shown at the most.
const MOST_NEIGHBOURS: usize = 60;

#[derive(Debug, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    puzzle: String,
    #[serde(default, rename = "do")]
    verb: String,
    #[serde(default)]
    rank: String,
}

#[derive(Default)]
struct Answer {
    /// The puzzle in 81 cells, for the grid.
    puzzle: String,
    /// Its solution, where it was asked for.
    solution: String,
    picture: String,
    name: Option<(String, String)>,
    facts: Vec<(&'static str, String)>,
    /// Rank of the grid with links to the one before and after.
    place: Option<Place>,
    neighbours: Vec<(String, String, String)>,
    neighbours_left: usize,
    refused: Option<Refused>,
}

struct Place {
    rank: u64,
    before: Option<u64>,
    after: Option<u64>,
}

#[derive(Template)]
#[template(path = "sudoku.html")]
struct SudokuPage {
    page: Page,
    puzzle: String,
    answer: Answer,
}

/// `GET /sudoku`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let (t, language) = (page.t, page.language);
    let typed = asked.puzzle.clone();
    let heavy = !matches!(asked.verb.as_str(), "" | "solve" | "minimal");
    let (shared, text) = (App::clone(&app), asked.puzzle.clone());
    let run = move |progress: &dyn Progress| {
        let mut answer = Answer::default();
        if let Err(problem) = work((t, language), &shared.sudoku, progress, &asked, &mut answer) {
            answer.refused = Some(Refused::of(&problem, &asked.puzzle));
        }
        answer
    };
    let done = match heavy {
        true => solves::result(&app, move |task| Ok(run(task))).await,
        false => blocking(move || Ok::<_, Problem>(run(&Silent))).await,
    };
    let answer = done.unwrap_or_else(|problem| Answer {
        refused: Some(Refused::of(&problem, &text)),
        ..Answer::default()
    });
    let puzzle = if answer.puzzle.is_empty() { typed } else { answer.puzzle.clone() };
    Ok(render(&page.clone(), &SudokuPage { page, puzzle, answer }))
}

fn work(
    (t, language): (&'static Text, Language),
    tables: &Tables,
    progress: &dyn Progress,
    asked: &Asked,
    answer: &mut Answer,
) -> Result<(), Problem> {
    let refuse = |error: &dyn std::error::Error| Problem::from(ludex_core::Refusal::new(error.to_string()));
    let setup: Setup = match asked.verb.as_str() {
        "random" => {
            let options = GenerateOptions { symmetry: ClueSymmetry::Half, ..GenerateOptions::default() };
            let mut random = Random::new(super::fresh_seed());
            tables.seek(|seeker| generate(seeker, &mut random, &options, progress)).map_err(|e| refuse(&e))?
        }
        "random-grid" => {
            let mut random = Random::new(super::fresh_seed());
            tables.seek(|seeker| random_grid(seeker, &mut random)).map_err(|e| refuse(&e))?.setup()
        }
        _ if !asked.rank.is_empty() => {
            let rank =
                asked.rank.replace([',', ' '], "").parse().ok().filter(|rank| (1..=GRIDS).contains(rank));
            let rank = rank.ok_or_else(|| {
                Problem::bad_request(format!(
                    "{:?} is no rank: whole numbers from 1 to {GRIDS} are",
                    asked.rank
                ))
            })?;
            tables.grid(rank).map_err(|e| refuse(&e))?.grid().setup()
        }
        _ if asked.puzzle.trim().is_empty() => return Ok(()),
        _ => {
            let read = Sudoku::new(tables.clone()).parse(asked.puzzle.trim())?;
            *downcast::<Setup>(&*read)?
        }
    };
    answer.puzzle = setup.to_string();
    answer.picture = svg(&setup.picture());
    answer.facts.push((t.givens, setup.clues().to_string()));
    let solution = match solutions(&setup) {
        Solutions::None => {
            answer.facts.push((t.solutions, "0".into()));
            return Ok(());
        }
        Solutions::Many(..) => {
            let count = if asked.verb == "count" { ludex_sudoku::count(&setup, MOST_COUNTED) } else { 2 };
            let more = if asked.verb != "count" || count >= MOST_COUNTED { "≥ " } else { "" };
            answer.facts.push((t.solutions, format!("{more}{count}")));
            return Ok(());
        }
        Solutions::One(grid) => grid,
    };
    answer.facts.push((t.solutions, "1".into()));
    let Ok(position) = Position::try_from(&setup) else { return Ok(()) };
    if matches!(asked.verb.as_str(), "solve" | "count") {
        answer.solution = solution.setup().to_string();
        answer.facts.push((t.solution, answer.solution.clone()));
    }
    let canonical = position.canonical();
    let name = canonical.name(tables).map_err(|e| refuse(&e))?;
    let full = qualified(tables, &canonical)?;
    answer.name = Some((full.to_string(), name_link(&full)));
    answer.facts.push((t.canonical_form, canonical.setup().to_string()));
    answer.facts.push((t.automorphisms, canonical.automorphisms().to_string()));
    let rank = name.rank();
    answer.place = Some(Place {
        rank,
        before: rank.checked_sub(1).filter(|rank| *rank > 0),
        after: Some(rank + 1).filter(|rank| *rank <= GRIDS),
    });
    match asked.verb.as_str() {
        "minimal" => {
            let spare = needless(&position).len();
            answer.facts.push((t.minimal, if spare == 0 { t.yes.into() } else { t.no.into() }));
            if spare > 0 {
                answer.facts.push((t.needless, spare.to_string()));
                answer.facts.push((t.minimised, minimise(&position, None).to_string()));
            }
        }
        "rate" => {
            let mut steps: Vec<(String, u32)> = Vec::new();
            let rating = Rater::new().follow(&Candidates::of(&setup), u32::MAX, |_, step| {
                let technique = step.technique().name();
                match steps.iter_mut().find(|(name, _)| *name == technique) {
                    Some((_, count)) => *count += 1,
                    None => steps.push((technique, 1)),
                }
                progress.report(0, 0).is_ok()
            });
            let rating = rating.map_err(|e| refuse(&e))?;
            let open = if rating.open { format!(" ({})", t.rating_open) } else { String::new() };
            answer.facts.push((t.rating, format!("{rating}{open}")));
            let named = |name: &String| told(language, name).unwrap_or_else(|| name.clone());
            let steps: Vec<String> =
                steps.iter().map(|(name, count)| format!("{count} × {}", named(name))).collect();
            answer.facts.push((t.techniques, steps.join(", ")));
        }
        "neighbours" => {
            let found = vicinity(&position, 1, 1, progress).map_err(|e| refuse(&e))?;
            answer.neighbours_left = found.len().saturating_sub(MOST_NEIGHBOURS);
            for one in found.iter().take(MOST_NEIGHBOURS) {
                let name = qualified(tables, one)?.to_string();
                let minimal = if is_minimal(&one.position()) { t.minimal } else { "" };
                answer.neighbours.push((name, one.setup().to_string(), minimal.to_owned()));
            }
        }
        _ => {}
    }
    Ok(())
}

/// The qualified name of a puzzle.
fn qualified(tables: &Tables, canonical: &Canonical) -> Result<ludex_core::Name, Problem> {
    Ok(Sudoku::new(tables.clone()).name(&canonical.position())?)
}

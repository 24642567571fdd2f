//! The field editor: fumen in and out, glue, unglue, mirror, and what can be computed on a field.

use super::{KICKS, drawings};
use crate::pages::look::Refused;
use crate::pages::{Page, render, takes_events};
use crate::problem::Problem;
use crate::solves;
use crate::state::{App, blocking};
use askama::Template;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::{Progress, Refusal, Silent};
use ludex_tetris::fumen::{Flags, Page as FumenPage};
use ludex_tetris::minimal::minimal;
use ludex_tetris::solve::{Building, Drop, Hold, Problem as Clear};
use ludex_tetris::{Field, Fumen, KickTable, Pattern, percentage, text};
use serde::Deserialize;
use serde_json::json;

/// Rows of the editor.
const ROWS: usize = 6;
/// Lines that can be cleared, at most: what is found is drawn.
const MOST_LINES: u32 = 23;
/// What can be painted.
const BRUSHES: [char; 8] = ['X', 'T', 'I', 'L', 'J', 'S', 'Z', 'O'];
/// Solutions that are shown at the most.
const MOST_SOLVES: usize = 36;

#[derive(Debug, Clone, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    fumen: String,
    /// Rows from the top, parted by `/`, as the editor sends them.
    #[serde(default)]
    field: String,
    #[serde(default)]
    pattern: String,
    #[serde(default)]
    lines: String,
    #[serde(default)]
    kicks: String,
    #[serde(default)]
    hold: String,
    #[serde(default, rename = "do")]
    verb: String,
}

#[derive(Default)]
struct Answer {
    fumen: String,
    /// The cells of the editor, from the top, row by row.
    cells: String,
    pages: Vec<String>,
    facts: Vec<(&'static str, String)>,
    fails: Vec<String>,
    solves: Vec<String>,
    refused: Option<Refused>,
}

#[derive(Template)]
#[template(path = "tetris/field.html")]
struct FieldPage {
    page: Page,
    asked: Asked,
    lines: u32,
    most_lines: u32,
    rows: usize,
    tables: [&'static str; 4],
    brushes: [char; 8],
    answer: Answer,
}

/// `GET /tetris/field`; what takes long tells how far it is to those who take events.
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let lines = asked.lines.parse().unwrap_or(4u32).clamp(1, MOST_LINES);
    let heavy = matches!(asked.verb.as_str(), "percent" | "path" | "minimal");
    let (typed, own) = (asked.clone(), page.clone());
    let run = move |progress: &dyn Progress| {
        let mut answer = Answer::default();
        if let Err(refusal) = work(own.t, &asked, lines, progress, &mut answer) {
            let text = if heavy { &asked.pattern } else { &asked.fumen };
            answer.refused = Some(Refused::new(refusal.to_string(), refusal.column(), text));
        }
        let rows = (answer.cells.len() / 10).max(rows_of(lines, 0));
        FieldPage {
            page: own,
            asked,
            lines,
            most_lines: MOST_LINES,
            rows,
            tables: KICKS,
            brushes: BRUSHES,
            answer,
        }
    };
    if heavy && takes_events(&headers) {
        return solves::answer(app, &headers, move |task| Ok(json!({"html": run(task).render()?}))).await;
    }
    let done = match heavy {
        true => solves::result(&app, move |task| Ok(run(task))).await,
        false => blocking(move || Ok::<_, Problem>(run(&Silent))).await,
    };
    let made = done.unwrap_or_else(|problem| FieldPage {
        page: page.clone(),
        lines,
        most_lines: MOST_LINES,
        rows: rows_of(lines, 0),
        tables: KICKS,
        brushes: BRUSHES,
        answer: Answer { refused: Some(Refused::of(&problem, &typed.pattern)), ..Answer::default() },
        asked: typed,
    });
    Ok(render(&page, &made))
}

/// Rows that can be painted: as many as are cleared, and as the field has.
fn rows_of(lines: u32, height: usize) -> usize {
    ROWS.max(lines as usize).max(height.min(MOST_LINES as usize))
}

fn one_page(field: Field) -> Fumen {
    let flags = Flags { colour: true, ..Flags::default() };
    Fumen { pages: vec![FumenPage { field, flags, ..FumenPage::default() }] }
}

/// The field as typed in the editor, or the first page of the fumen.
fn read(asked: &Asked) -> Result<Fumen, Refusal> {
    if !asked.field.is_empty() {
        let rows: Vec<&str> = asked.field.split('/').collect();
        let field = Field::from_rows(&rows).ok_or_else(|| {
            Refusal::new("the field has other rows: ten letters of _ X T I L J S Z O each would be accepted")
        })?;
        return Ok(one_page(field));
    }
    if asked.fumen.trim().is_empty() {
        return Ok(one_page(Field::new()));
    }
    Ok(Fumen::decode(asked.fumen.trim())?)
}

fn work(
    t: &'static crate::text::Text,
    asked: &Asked,
    lines: u32,
    progress: &dyn Progress,
    answer: &mut Answer,
) -> Result<(), Refusal> {
    let mut fumen = read(asked)?;
    match asked.verb.as_str() {
        "mirror" => fumen = fumen.mirrored(),
        "unglue" => fumen = text::unglue(&fumen)?,
        "glue" => {
            let first = fumen.pages.first().map(|page| page.field.clone()).unwrap_or_default();
            let glued = Building::of_field(&first)?.iter().find_map(Building::glued);
            fumen = glued.ok_or_else(|| Refusal::new("the pieces cannot be placed one after another"))?;
        }
        _ => {}
    }
    let first = fumen.pages.first().map(FumenPage::after).unwrap_or_default();
    let shown = fumen.pages.first().map(|page| page.field.clone()).unwrap_or_default();
    answer.fumen = fumen.encode();
    answer.cells = (0..rows_of(lines, shown.height()))
        .rev()
        .flat_map(|y| (0..10).map(move |x| (x, y)))
        .map(|(x, y)| match shown.get(x, y as i32).letter() {
            letter if "TILJSZOX".contains(letter) => letter,
            _ => '_',
        })
        .collect();
    answer.pages = drawings(&answer.fumen, t.fumen, MOST_SOLVES);
    if !matches!(asked.verb.as_str(), "percent" | "path" | "minimal") {
        return Ok(());
    }
    let table = KickTable::named(if asked.kicks.is_empty() { "srs180" } else { &asked.kicks })?;
    let drop = Drop::of(&table);
    let hold = if asked.hold == "none" { Hold::AVOID } else { Hold::USE };
    let pattern = Pattern::read(if asked.pattern.trim().is_empty() { "*p7" } else { asked.pattern.trim() })?;
    let queues = pattern.queues()?;
    let problem =
        Clear::new(if asked.verb == "percent" { &first } else { &shown }, lines, table, drop, hold)?;
    if asked.verb == "percent" {
        let found = problem.percent(&queues, progress)?;
        let (solved, all) = (found.success(), found.queues.len());
        answer.facts.push((t.solved_share, format!("{:.2} %", percentage(solved, all))));
        answer.facts.push((t.fraction, format!("{solved}/{all}")));
        answer.fails = found.fails().take(100).map(|queue| queue.to_string()).collect();
        return Ok(());
    }
    let path = problem.path(&queues, progress)?;
    let solved = path.by_queue.iter().filter(|list| !list.is_empty()).count();
    answer.facts.push((t.solved_share, format!("{:.2} %", percentage(solved, path.queues.len()))));
    answer.facts.push((t.fraction, format!("{solved}/{}", path.queues.len())));
    answer.facts.push((t.all_solves, path.solutions.len().to_string()));
    let chosen: Vec<u32> = if asked.verb == "minimal" {
        let least = minimal(&path.by_queue, progress)?;
        let fewest = least.chosen.len();
        let told =
            if least.is_proven() { fewest.to_string() } else { format!("{}-{fewest}", least.at_least) };
        answer.facts.push((t.minimal_solves, told));
        least.chosen
    } else {
        (0..path.solutions.len() as u32).collect()
    };
    for i in chosen.into_iter().take(MOST_SOLVES) {
        let solution = &path.solutions[i as usize];
        let drawn = ludex_tetris::draw::field(&solution.field, lines as usize, t.solution);
        answer.solves.push(crate::pages::look::svg(&drawn));
    }
    Ok(())
}

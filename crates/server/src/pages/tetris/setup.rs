//! One setup: variants, statistics, solutions, saves, and what comes after it.

use super::find::{Card, card};
use super::{drawing, drawings, rules};
use crate::pages::look::Refused;
use crate::pages::{Page, not_found_page, render};
use crate::problem::Problem;
use crate::state::{App, blocking};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use ludex_core::Refusal;
use ludex_setups::{SetupRow, Statistics};
use ludex_tetris::pathfile::{PathFile, xz};
use ludex_tetris::saves::{Bags, BagsInput, Saves, Wanted};
use ludex_tetris::{Piece, SetupId, percentage};
use serde::Deserialize;

/// Solutions that are shown at the most.
const MOST_SOLVES: usize = 24;

#[derive(Debug, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    kicks: String,
    /// The queue one sees after this setup, for the next step.
    #[serde(default)]
    queue: String,
    /// A wanted save, or several with commas.
    #[serde(default)]
    save: String,
}

struct StatisticsRow {
    rules: String,
    status: String,
    percent: Option<String>,
    fraction: String,
    minimal: String,
    path_file: Option<String>,
}

#[derive(Template)]
#[template(path = "tetris/setup.html")]
struct SetupPage {
    page: Page,
    setup: SetupRow,
    svg: String,
    variants: Vec<(i64, String, String)>,
    statistics: Vec<StatisticsRow>,
    solves: Vec<String>,
    saves: Vec<(String, String, String)>,
    save: String,
    wanted: Vec<(String, usize, usize, String)>,
    all_saves: Vec<(String, usize)>,
    refused: Option<Refused>,
    tree: Vec<(usize, String)>,
    parents: Vec<String>,
    next: Vec<Card>,
    queue: String,
    kicks: String,
    descriptions: Vec<(String, String)>,
}

/// `GET /tetris/setups/ID`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let Ok(id) = id.parse::<SetupId>() else {
        return Ok(not_found_page(
            page,
            format!("{id:?} is no id of a setup: twelve hexadecimal digits are"),
        ));
    };
    let (rules, queue) = (rules(&asked.kicks), asked.queue.trim().to_uppercase());
    let typed = queue.clone();
    let read = app
        .store(move |setups| -> Result<_, Problem> {
            let setup = setups.setup(id)?;
            let variants = setups.variants(id)?;
            let statistics = setups.statistics(id)?;
            let saves = setups.save_data(id)?;
            let tree = setups.tree(Some(id))?;
            let parents: Vec<String> = setups
                .links()?
                .into_iter()
                .filter(|link| link.1 == id)
                .map(|link| link.0.to_string())
                .collect();
            let next = if tree.len() > 1 { setups.next_setups(id, &typed, rules) } else { Ok(Vec::new()) };
            let path_file = setups.path_file(id, rules)?;
            let descriptions = setups.translations(id)?;
            Ok((setup, variants, statistics, saves, tree, parents, next, path_file, descriptions))
        })
        .await;
    let (setup, variants, statistics, saves, tree, parents, next, path_file, descriptions) = match read {
        Ok(read) => read,
        Err(problem) if problem.status.is_server_error() => return Err(problem),
        Err(problem) => return Ok(not_found_page(page, problem.detail)),
    };
    let mut refused = None;
    let next = match next {
        Ok(found) => found.iter().take(12).map(card).collect(),
        Err(error) => {
            refused = Some(Refused::new(error.to_string(), None, &queue));
            Vec::new()
        }
    };
    let mut wanted = Vec::new();
    let mut all_saves = Vec::new();
    if let Some(bytes) = path_file {
        let (setup, expression) = (setup.clone(), asked.save.clone());
        let counted = blocking(move || count_saves(&setup, &bytes, &expression).map_err(Problem::from)).await;
        match counted {
            Ok(counted) => (wanted, all_saves) = counted,
            Err(problem) => refused = Some(Refused::of(&problem, &asked.save)),
        }
    } else if !asked.save.is_empty() {
        refused = Some(Refused::new(page.t.no_path_file, None, &asked.save));
    }
    let best = statistics.iter().find(|one| one.rules == rules).or(statistics.first());
    let solves = best.and_then(|one| one.minimal_solves.as_deref());
    let solves = solves.map(|fumen| drawings(fumen, &setup.build, MOST_SOLVES)).unwrap_or_default();
    let rows = statistics.iter().map(|one| row(id, one)).collect();
    let saves = saves.into_iter().map(|save| {
        let fractions = save.fractions.map(|fractions| fractions.to_string()).unwrap_or_else(|| "–".into());
        (save.save, save.rules.to_string(), fractions)
    });
    let variants =
        variants.iter().map(|one| (one.number, one.build.clone(), drawing(&one.fumen, &one.build))).collect();
    let tree: Vec<(usize, String)> = tree.into_iter().map(|line| (line.depth, line.id.to_string())).collect();
    Ok(render(
        &page.clone(),
        &SetupPage {
            page,
            svg: drawing(&setup.fumen, &setup.build),
            setup,
            variants,
            statistics: rows,
            solves,
            saves: saves.collect(),
            save: asked.save,
            wanted,
            all_saves,
            refused,
            tree: if tree.len() > 1 { tree } else { Vec::new() },
            parents,
            next,
            queue,
            kicks: asked.kicks,
            descriptions,
        },
    ))
}

fn row(id: SetupId, one: &Statistics) -> StatisticsRow {
    StatisticsRow {
        rules: one.rules.to_string(),
        status: one.status.to_string(),
        percent: one.percent().map(|percent| format!("{percent:.2} %")),
        fraction: one.solve.map(|(solved, all)| format!("{solved}/{all}")).unwrap_or_default(),
        minimal: one.minimal_count.map(|count| count.to_string()).unwrap_or_default(),
        path_file: one.path_file.then(|| {
            format!("/v1/tetris/setups/{id}/path-file?kicks={}&hold={}", one.rules.kicks, one.rules.hold)
        }),
    }
}

type Counted = (Vec<(String, usize, usize, String)>, Vec<(String, usize)>);

/// How many queues of a path file have each wanted save, and every save with its queues.
fn count_saves(setup: &SetupRow, path_file: &[u8], expression: &str) -> Result<Counted, Refusal> {
    let file = PathFile::read_any(&xz::unpack(path_file)?)?;
    let build = Piece::word(&setup.build)?;
    let slots = usize::try_from(setup.hold)?;
    let needed = 10 - build.len();
    let bags = Bags::new(&BagsInput {
        pc: u32::try_from(setup.pc).ok(),
        length: None,
        leftover: Some(&setup.leftover),
        build: Some(&build),
        build_length: build.len(),
        queue_length: file.rows.first().map_or(0, |row| row.queue.len()),
        total: build.len() + needed + slots,
        hold: slots,
    })?;
    let saves = Saves::of(&file, &bags);
    let all = saves.rows.len();
    let mut wanted = Vec::new();
    if !expression.trim().is_empty() {
        let list = Wanted::read(expression)?;
        for (one, hits) in list.iter().zip(saves.wanted(&list, true)?) {
            let count = hits.iter().filter(|hit| **hit).count();
            wanted.push((one.label().to_owned(), count, all, format!("{:.2} %", percentage(count, all))));
        }
    }
    Ok((wanted, saves.all()))
}

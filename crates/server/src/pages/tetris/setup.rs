//! One setup: variants, statistics, solutions, saves, and what comes after it.

use super::find::{Card, all_sets, card, shares};
use super::{KICKS, drawing, drawings, holds, rules, rules_words, status_word};
use crate::pages::look::Refused;
use crate::pages::position::base;
use crate::pages::{Page, encode, not_found_page, render};
use crate::problem::Problem;
use crate::state::{App, blocking};
use crate::text::Text;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Refusal;
use ludex_setups::saves::SaveData;
use ludex_setups::{Rules, SetupRow, Statistics};
use ludex_tetris::pathfile::{PathFile, xz};
use ludex_tetris::saves::{Bags, BagsInput, Saves, Wanted};
use ludex_tetris::{Fumen, Piece, SetupId, percentage};
use serde::Deserialize;
use serde_json::json;

/// Solutions that are shown at the most.
const MOST_SOLVES: usize = 48;
/// Setups of the tree that are shown at the most.
const MOST_TREE: usize = 300;

#[derive(Debug, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    kicks: String,
    #[serde(default)]
    hold: String,
    /// The queue one sees after this setup, for the next step.
    #[serde(default)]
    queue: String,
    /// A wanted save, or several with commas.
    #[serde(default)]
    save: String,
    /// The wanted save whose kept solutions are shown.
    #[serde(default)]
    kept: String,
    /// All that are kept of it, not the fewest.
    #[serde(default)]
    all: String,
}

/// A wanted save that was computed.
struct SaveRow {
    save: String,
    /// What it is called in the language of the page.
    name: Option<String>,
    rules: String,
    fractions: String,
    /// How many solutions are kept, and the page that shows them: the fewest, and all.
    minimal: Option<(String, String)>,
    all: Option<(String, String)>,
}

/// Kept solutions of a wanted save.
struct Kept {
    save: String,
    rules: String,
    all: bool,
    fumen: String,
    pictures: Vec<String>,
    left: usize,
}

/// How many solutions a fumen holds: one on each page.
fn pages(fumen: &str) -> usize {
    Fumen::decode(fumen).map_or(0, |fumen| fumen.pages.len())
}

/// The row of a save, with links to what is kept of it.
fn save_row(t: &'static Text, id: SetupId, data: &SaveData, name: Option<String>) -> SaveRow {
    let (kicks, hold) = (data.rules.kicks, data.rules.hold);
    let save = encode(&data.save);
    let link = |all: &str| format!("/tetris/setups/{id}?kicks={kicks}&hold={hold}&kept={save}{all}#kept");
    let minimal = data.minimal_solves.as_ref().map(|fumen| {
        let count = data.minimal_count.unwrap_or_else(|| pages(fumen) as i64);
        (count.to_string(), link(""))
    });
    SaveRow {
        save: data.save.clone(),
        name,
        rules: rules_words(t, data.rules),
        fractions: data.fractions.as_ref().map_or_else(|| "–".into(), shares),
        minimal,
        all: data.all_solves.as_ref().map(|fumen| (pages(fumen).to_string(), link("&all=1"))),
    }
}

/// What is asked for of the kept solutions.
fn kept(t: &'static Text, build: &str, saves: &[SaveData], rules: Rules, asked: &Asked) -> Option<Kept> {
    let data = saves.iter().find(|data| data.save == asked.kept && data.rules == rules)?;
    let all = !asked.all.is_empty();
    let fumen = if all { &data.all_solves } else { &data.minimal_solves };
    let fumen = fumen.clone()?;
    let pictures = drawings(&fumen, build, MOST_SOLVES);
    Some(Kept {
        save: data.save.clone(),
        rules: rules_words(t, rules),
        all,
        left: pages(&fumen).saturating_sub(pictures.len()),
        fumen,
        pictures,
    })
}

struct StatisticsRow {
    rules: String,
    /// How much the player sees, and a kick table of a file.
    with: String,
    /// The page with the solutions under these rules.
    link: String,
    /// These are the rules the page shows.
    chosen: bool,
    status: &'static str,
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
    /// The rules whose solutions and saves are shown.
    rules: String,
    solves: Vec<String>,
    /// Those that are not shown.
    solves_left: usize,
    /// All of them in one fumen.
    solves_fumen: String,
    /// What is sent to compute it under these rules, with all solutions.
    job: String,
    has_path_file: bool,
    tables: [&'static str; 4],
    holds: [(&'static str, &'static str); 3],
    sets: Vec<(String, String, Vec<String>)>,
    saves: Vec<SaveRow>,
    /// Solutions of one of them.
    kept: Option<Kept>,
    save: String,
    wanted: Vec<(String, usize, usize, String)>,
    all_saves: Vec<(String, usize)>,
    refused: Option<Refused>,
    /// Depth, id and build of each setup of the tree.
    tree: Vec<(usize, String, String)>,
    parents: Vec<String>,
    next: Vec<Card>,
    queue: String,
    asked: Asked,
    descriptions: Vec<(String, String)>,
    /// Scheme and host, which previews need.
    base: String,
}

/// `GET /tetris/setups/ID`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Path(id): Path<String>,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let Ok(id) = id.parse::<SetupId>() else {
        return Ok(not_found_page(
            page,
            format!("{id:?} is no id of a setup: twelve hexadecimal digits are"),
        ));
    };
    let (rules, queue) = (rules(&asked.kicks, &asked.hold), asked.queue.trim().to_uppercase());
    let typed = queue.clone();
    let read = app
        .store(move |setups| -> Result<_, Problem> {
            let setup = setups.setup(id)?;
            let variants = setups.variants(id)?;
            let statistics = setups.statistics(id)?;
            let saves = setups.save_data(id)?;
            let names = setups.save_translations()?;
            let names: Vec<_> = names.into_iter().filter(|name| name.0 == setup.pc).collect();
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
            let sets =
                all_sets(setups)?.into_iter().map(|(_, set)| set).filter(|set| set.members.contains(&id));
            let mut sets: Vec<_> = sets.map(|set| (set.id, set.name, set.tags)).collect();
            sets.sort();
            sets.dedup();
            let mut lines = Vec::new();
            for line in tree.iter().take(MOST_TREE) {
                lines.push((line.depth, line.id.to_string(), setups.setup(line.id)?.build.clone()));
            }
            Ok((
                setup,
                variants,
                statistics,
                (saves, names),
                lines,
                parents,
                next,
                path_file,
                descriptions,
                sets,
            ))
        })
        .await;
    let (setup, variants, statistics, saves, tree, parents, next, path_file, descriptions, sets) = match read
    {
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
    let has_path_file = path_file.is_some();
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
    let t = page.t;
    // Without a wish for rules the first that are computed are shown.
    let wished = !asked.kicks.is_empty() || !asked.hold.is_empty();
    let shown = statistics.iter().find(|one| one.rules == rules);
    let shown = if wished { shown } else { shown.or(statistics.first()) };
    let solves_fumen = shown.and_then(|one| one.minimal_solves.clone()).unwrap_or_default();
    let solves = drawings(&solves_fumen, &setup.build, MOST_SOLVES);
    let all = shown.and_then(|one| one.minimal_count).and_then(|count| usize::try_from(count).ok());
    let solves_left = all.unwrap_or_default().saturating_sub(solves.len());
    let rows = statistics.iter().map(|one| row(t, id, one, shown.map_or(rules, |shown| shown.rules)));
    let rows = rows.collect();
    let (saves, names) = saves;
    let language = page.language.code();
    let name = |save: &str| {
        let told = names.iter().find(|(_, of, in_language, _)| of == save && in_language == language);
        told.map(|(_, _, _, name)| name.clone())
    };
    let kept = kept(t, &setup.build, &saves, rules, &asked);
    let saves = saves.iter().map(|data| save_row(t, id, data, name(&data.save))).collect();
    let variants =
        variants.iter().map(|one| (one.number, one.build.clone(), drawing(&one.fumen, &one.build))).collect();
    let (kicks, hold) = (rules.kicks.to_string(), rules.hold.to_string());
    let job = json!({"ids": [id.to_string()], "paths": true, "again": true, "kicks": kicks, "hold": hold});
    let base = base(&app, &headers);
    Ok(render(
        &page.clone(),
        &SetupPage {
            page,
            svg: drawing(&setup.fumen, &setup.build),
            setup,
            variants,
            statistics: rows,
            rules: rules_words(t, shown.map_or(rules, |shown| shown.rules)),
            solves_left,
            solves,
            solves_fumen,
            job: job.to_string(),
            has_path_file,
            sets,
            saves,
            kept,
            save: asked.save.clone(),
            wanted,
            all_saves,
            refused,
            tree,
            tables: KICKS,
            holds: holds(t),
            parents,
            next,
            queue,
            asked,
            descriptions,
            base,
        },
    ))
}

/// What the figures were computed with besides their rules.
fn seen_words(t: &'static Text, one: &Statistics) -> String {
    let seen = one.see.map(|see| format!("{}: {see}", t.pieces_seen));
    seen.into_iter().chain(one.kicks_file.clone()).collect::<Vec<_>>().join(" · ")
}

fn row(t: &'static Text, id: SetupId, one: &Statistics, shown: Rules) -> StatisticsRow {
    let (kicks, hold) = (one.rules.kicks, one.rules.hold);
    StatisticsRow {
        rules: rules_words(t, one.rules),
        with: seen_words(t, one),
        link: format!("/tetris/setups/{id}?kicks={kicks}&hold={hold}"),
        chosen: one.rules == shown,
        status: status_word(t, one.status),
        percent: one.percent().map(|percent| format!("{percent:.2} %")),
        fraction: one.solve.map(|(solved, all)| format!("{solved}/{all}")).unwrap_or_default(),
        minimal: one.minimal_count.map(|count| count.to_string()).unwrap_or_default(),
        path_file: one
            .path_file
            .then(|| format!("/v1/tetris/setups/{id}/path-file?kicks={kicks}&hold={hold}")),
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

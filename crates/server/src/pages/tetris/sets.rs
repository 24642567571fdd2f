//! Sets of setups, their tree and their tags.

use super::drawing;
use super::find::{Card, all_sets};
use crate::pages::{Page, not_found_page, render};
use crate::problem::Problem;
use crate::state::App;
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use ludex_setups::saves::Save;
use ludex_setups::sets::SetRow;

#[derive(Template)]
#[template(path = "tetris/sets.html")]
struct SetsPage {
    page: Page,
    sets: Vec<(usize, SetRow)>,
    tags: Vec<String>,
    counts: Vec<(i64, i64, i64)>,
    saves: Vec<Save>,
}

#[derive(Template)]
#[template(path = "tetris/set.html")]
struct SetPage {
    page: Page,
    set: SetRow,
    cards: Vec<Card>,
    /// The sets it lies in, and all others.
    parents: Vec<String>,
    others: Vec<String>,
    /// Tags it does not have.
    tags: Vec<String>,
}

/// `GET /tetris/sets`
pub(crate) async fn page(State(app): State<App>, page: Page) -> Result<Response, Problem> {
    let (sets, tags, counts, saves) = app
        .store(|setups| -> Result<_, Problem> {
            let sets = all_sets(setups)?;
            let counts = setups.setup_counts()?.into_iter().map(|one| (one.pc, one.setups, one.computed));
            let counts = counts.collect();
            Ok((sets, setups.tags()?, counts, setups.saves()?))
        })
        .await?;
    Ok(render(&page.clone(), &SetsPage { page, sets, tags, counts, saves }))
}

/// `GET /tetris/sets/ID`
pub(crate) async fn one(
    State(app): State<App>,
    page: Page,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let read = app
        .store(move |setups| -> Result<_, Problem> {
            let set = setups.set(&id)?;
            let mut cards = Vec::new();
            for id in set.members.iter().take(60) {
                let setup = setups.setup(*id)?;
                let best = setups
                    .statistics(*id)?
                    .iter()
                    .filter_map(|one| one.percent())
                    .fold(None, |a: Option<f64>, b| Some(a.map_or(b, |a| a.max(b))));
                cards.push(Card {
                    id: id.to_string(),
                    svg: drawing(&setup.fumen, &setup.build),
                    build: setup.build.clone(),
                    percent: best.map(|percent| format!("{percent:.2} %")),
                    covered: String::new(),
                    kind: setup.kind.to_string(),
                    saves: Vec::new(),
                });
            }
            let links = setups.set_links()?;
            let parents: Vec<String> =
                links.into_iter().filter(|(_, child)| *child == set.id).map(|(parent, _)| parent).collect();
            let mut others: Vec<String> = setups.set_tree()?.into_iter().map(|line| line.id).collect();
            others.sort();
            others.dedup();
            others.retain(|other| *other != set.id && !parents.contains(other));
            let mut tags = setups.tags()?;
            tags.retain(|tag| !set.tags.contains(tag));
            Ok((set, cards, parents, others, tags))
        })
        .await;
    match read {
        Ok((set, cards, parents, others, tags)) => {
            Ok(render(&page.clone(), &SetPage { page, set, cards, parents, others, tags }))
        }
        Err(problem) if problem.status.is_server_error() => Err(problem),
        Err(problem) => Ok(not_found_page(page, problem.detail)),
    }
}

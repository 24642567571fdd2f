//! The setup finder: which setups fit the pieces one sees?

use super::{KICKS, drawing, rules};
use crate::pages::look::Refused;
use crate::pages::{Page, render};
use crate::problem::Problem;
use crate::state::App;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_setups::statistics::percent;
use serde::Deserialize;

/// Setups that are shown at the most.
const MOST: usize = 24;

#[derive(Debug, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    pc: String,
    #[serde(default)]
    queue: String,
    #[serde(default)]
    kicks: String,
}

/// A setup on a card.
pub(super) struct Card {
    pub(super) id: String,
    pub(super) svg: String,
    pub(super) build: String,
    pub(super) percent: Option<String>,
    pub(super) covered: String,
    pub(super) kind: String,
}

/// A found setup as a card.
pub(super) fn card(found: &ludex_setups::Found) -> Card {
    let setup = &found.setup;
    Card {
        id: setup.id.to_string(),
        svg: drawing(&setup.fumen, &setup.build),
        build: setup.build.clone(),
        percent: found.solve.map(|(solved, all)| format!("{:.2} %", percent(solved, all))),
        covered: format!("{}/{}", found.covered.0, found.covered.1),
        kind: setup.kind.to_string(),
    }
}

#[derive(Template)]
#[template(path = "tetris/find.html")]
struct FindPage {
    page: Page,
    pc: i64,
    queue: String,
    kicks: String,
    tables: [&'static str; 4],
    pieces: [char; 7],
    cards: Vec<Card>,
    left: usize,
    asked: bool,
    refused: Option<Refused>,
}

/// `GET /tetris`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let pc: i64 = asked.pc.parse().unwrap_or(1).clamp(1, 9);
    let queue: String = asked.queue.trim().to_uppercase();
    let (wanted, rules) = (queue.clone(), rules(&asked.kicks));
    let found = app.store(move |setups| setups.find_setups(pc, &wanted, rules)).await;
    let (found, refused) = match found {
        Ok(found) => (found, None),
        Err(problem) if problem.status.is_server_error() => return Err(problem),
        Err(problem) => {
            // The first letter that is no piece is where it is wrong.
            let column = queue.chars().position(|c| !"TILJSZO".contains(c)).map(|at| at + 1);
            (Vec::new(), Some(Refused::new(problem.detail, column, &queue)))
        }
    };
    let cards = found.iter().take(MOST).map(card).collect();
    let left = found.len().saturating_sub(MOST);
    let pieces = ['T', 'I', 'L', 'J', 'S', 'Z', 'O'];
    let asked_for = !asked.queue.is_empty();
    Ok(render(
        &page.clone(),
        &FindPage {
            page,
            pc,
            queue,
            kicks: asked.kicks,
            tables: KICKS,
            pieces,
            cards,
            left,
            asked: asked_for,
            refused,
        },
    ))
}

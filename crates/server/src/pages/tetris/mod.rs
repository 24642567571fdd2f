//! Tetris: the setup database to read, and a field to work on.

mod edit;
mod field;
mod find;
mod quiz;
mod sets;
mod setup;

use crate::state::App;
use crate::text::Text;
use axum::Router;
use axum::routing::get;
use ludex_setups::Rules;
use ludex_setups::rules::Status;
use ludex_tetris::{Fumen, draw};

/// The pages of the family.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/tetris", get(find::page))
        .route("/tetris/setups/{id}", get(setup::page))
        .route("/tetris/sets", get(sets::page))
        .route("/tetris/sets/{id}", get(sets::one))
        .route("/tetris/field", get(field::page))
        .route("/tetris/quiz", get(quiz::page))
        .route("/tetris/edit", get(edit::page))
}

/// The first page of a fumen drawn; nothing where it is none.
fn drawing(fumen: &str, title: &str) -> String {
    drawings(fumen, title, 1).pop().unwrap_or_default()
}

/// The first pages of a fumen drawn.
fn drawings(fumen: &str, title: &str, most: usize) -> Vec<String> {
    let Ok(fumen) = Fumen::decode(fumen) else { return Vec::new() };
    let pages = &fumen.pages[..fumen.pages.len().min(most)];
    draw::pages(pages, title).iter().map(super::look::svg).collect()
}

/// Kick table and hold as they are typed; what is not known is the usual.
fn rules(kicks: &str, hold: &str) -> Rules {
    Rules { kicks: kicks.parse().unwrap_or_default(), hold: hold.parse().unwrap_or_default() }
}

/// The kick tables one can choose from.
const KICKS: [&str; 4] = ["srs180", "srs", "srs_plus", "none"];
/// The ways to hold: word and name.
fn holds(t: &'static Text) -> [(&'static str, &'static str); 3] {
    [("any", t.hold_any), ("cyclic", t.hold_cyclic), ("none", t.hold_none)]
}

/// How far a computation came, in words.
fn status_word(t: &'static Text, status: Status) -> &'static str {
    match status {
        Status::Processing => t.state_processing,
        Status::Completed => t.state_completed,
        Status::Failed => t.state_failed,
        Status::Stale => t.state_stale,
    }
}

/// Kick table and hold, in words.
fn rules_words(t: &'static Text, rules: Rules) -> String {
    let hold = rules.hold.to_string();
    let hold = holds(t).into_iter().find(|(word, _)| *word == hold).map_or("", |(_, name)| name);
    format!("{} · {hold}", rules.kicks)
}

//! The quiz: a random queue, and the question which setup is best.

use super::find::{Card, card};
use super::rules;
use crate::pages::{Page, link, render};
use crate::problem::Problem;
use crate::state::App;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_core::Random;
use ludex_tetris::Piece;
use ludex_tetris::saves::leftover_length;
use serde::Deserialize;

/// Setups one chooses from.
const CHOICES: usize = 4;

#[derive(Debug, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    pc: String,
    #[serde(default)]
    seed: String,
    /// The id of the setup that was chosen.
    #[serde(default)]
    choice: String,
}

#[derive(Template)]
#[template(path = "tetris/quiz.html")]
struct QuizPage {
    page: Page,
    pc: i64,
    queue: String,
    cards: Vec<(Card, String)>,
    chosen: Option<(String, bool)>,
    best: Option<Card>,
    next: String,
}

/// `GET /tetris/quiz`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let pc: i64 = asked.pc.parse().unwrap_or(1).clamp(1, 9);
    let seed = asked.seed.parse().unwrap_or_else(|_| crate::pages::fresh_seed() >> 32);
    // The same seed asks the same question, so that it can be shared.
    let (found, queue) = app
        .store(move |setups| -> Result<_, Problem> {
            let mut random = Random::new(seed);
            let mut last = (Vec::new(), String::new());
            for _ in 0..20 {
                let queue = deal(pc, &mut random);
                last = (setups.find_setups(pc, &queue, rules(""))?, queue);
                if last.0.len() > 1 {
                    break;
                }
            }
            Ok(last)
        })
        .await?;
    let best = found.first().map(card);
    let seed = seed.to_string();
    let mut cards: Vec<Card> = found.iter().take(CHOICES).map(card).collect();
    // The best one must not always stand first.
    cards.sort_by(|a, b| a.id.cmp(&b.id));
    let address =
        |id: &str| link("/tetris/quiz", &[("pc", &pc.to_string()), ("seed", &seed), ("choice", id)]);
    let cards =
        cards.into_iter().map(|card| (address(&card.id), card)).map(|(link, card)| (card, link)).collect();
    let chosen = (!asked.choice.is_empty())
        .then(|| (asked.choice.clone(), best.as_ref().is_some_and(|best| best.id == asked.choice)));
    let next = link("/tetris/quiz", &[("pc", &pc.to_string())]);
    Ok(render(&page.clone(), &QuizPage { page, pc, queue, cards, chosen, best, next }))
}

/// The pieces one sees before a perfect clear: what is left of a bag, then the next bag.
fn deal(pc: i64, random: &mut Random) -> String {
    let mut bag = Piece::word("TILJSZO").unwrap_or_default();
    random.shuffle(&mut bag);
    let mut queue = bag[..leftover_length(pc as u32)].to_vec();
    random.shuffle(&mut bag);
    queue.extend(&bag);
    queue.truncate(7);
    Piece::spell(&queue)
}

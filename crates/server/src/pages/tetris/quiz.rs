//! The quiz: a random queue, and the question which setup is best.

use super::find::{Card, card};
use crate::pages::{Page, link, render};
use crate::problem::Problem;
use crate::state::App;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_core::Random;
use ludex_setups::statistics::percent;
use ludex_setups::{Found, Rules};
use serde::Deserialize;

/// Setups one chooses from.
const CHOICES: usize = 4;
/// Questions that are drawn for one with a choice.
const TRIES: usize = 20;

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

/// A setup to choose, and what choosing it leads to.
struct Choice {
    card: Card,
    link: String,
    /// It was chosen.
    chosen: bool,
    /// None is better.
    best: bool,
}

#[derive(Template)]
#[template(path = "tetris/quiz.html")]
struct QuizPage {
    page: Page,
    pc: i64,
    queue: String,
    choices: Vec<Choice>,
    /// Whether the answer was right, where one was given.
    right: Option<bool>,
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
    let quiz = app
        .store(move |setups| -> Result<_, Problem> {
            let mut random = Random::new(seed);
            let mut quiz = setups.quiz(pc, Rules::default(), &mut random)?;
            for _ in 0..TRIES {
                // Of one setup alone there is nothing to choose.
                if quiz.answers.len() > 1 {
                    break;
                }
                quiz = setups.quiz(pc, Rules::default(), &mut random)?;
            }
            Ok(quiz)
        })
        .await?;
    let number = |found: &Found| found.solve.map(|(solved, all)| percent(solved, all)).unwrap_or_default();
    let most = quiz.answers.first().map(number).unwrap_or_default();
    let (pc_text, seed) = (pc.to_string(), seed.to_string());
    let mut choices: Vec<Choice> = Vec::new();
    for found in quiz.answers.iter().take(CHOICES) {
        let card = card(found);
        let link = link("/tetris/quiz", &[("pc", &pc_text), ("seed", &seed), ("choice", &card.id)]);
        choices.push(Choice { chosen: asked.choice == card.id, best: number(found) >= most, link, card });
    }
    // The best one must not always stand first.
    choices.sort_by(|a, b| a.card.id.cmp(&b.card.id));
    let right = (!asked.choice.is_empty()).then(|| choices.iter().any(|one| one.chosen && one.best));
    let next = link("/tetris/quiz", &[("pc", &pc_text)]);
    Ok(render(&page.clone(), &QuizPage { page, pc, queue: quiz.queue, choices, right, next }))
}

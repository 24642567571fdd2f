//! The first page: one box for any position.

use super::look::{Look, Refused, STYLE, look, svg};
use super::{Page, encode, render};
use crate::problem::Problem;
use crate::state::{App, blocking};
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_core::Refusal;
use ludex_xiangqi::Game;
use serde::Deserialize;

/// What was typed.
#[derive(Debug, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    item: String,
    #[serde(default)]
    size: String,
}

/// What the box is answered with.
enum Answer {
    Nothing,
    Look(Box<Look>),
    Refused(Refused),
}

/// Something to look at for those who have nothing to paste.
struct Example {
    link: String,
    svg: String,
    title: &'static str,
    about: &'static str,
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    page: Page,
    item: String,
    size: Option<usize>,
    answer: Answer,
    examples: Vec<Example>,
}

/// `GET /`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let size = asked.size.parse().ok().filter(|size| (2..=17).contains(size));
    let (shared, t, item) = (App::clone(&app), page.t, asked.item.clone());
    let looked = blocking(move || -> Result<_, Problem> {
        if item.trim().is_empty() {
            return Ok((Answer::Nothing, examples(&shared, t)));
        }
        Ok((
            match look(&shared, t, &item, size).or_else(|refusal| drawn(&shared, t, &item).ok_or(refusal)) {
                Ok(look) => Answer::Look(Box::new(look)),
                Err(refusal) => {
                    let refusal = nearest(&shared, &item).unwrap_or(refusal);
                    let blanks = item.chars().take_while(|c| c.is_whitespace()).count();
                    let column = refusal.column().map(|column| column + blanks);
                    Answer::Refused(Refused::new(refusal.to_string(), column, &item))
                }
            },
            Vec::new(),
        ))
    })
    .await?;
    let (mut answer, examples) = looked;
    if let Answer::Look(look) = &mut answer {
        super::position::recall(&app, page.t, look).await?;
    }
    Ok(render(&page.clone(), &Home { page, item: asked.item, size, answer, examples }))
}

/// What stands on several lines: a sudoku drawn row by row, or a game, whose last position is meant.
fn drawn(app: &App, t: &'static crate::text::Text, text: &str) -> Option<Look> {
    if !text.trim().contains('\n') && !text.trim_start().starts_with('[') {
        return None;
    }
    let is_frame = |line: &str| !line.contains(|c: char| c.is_alphanumeric() || ".*_?".contains(c));
    let rows = text.lines().filter(|line| !is_frame(line));
    let cells: String =
        rows.flat_map(str::chars).filter(|c| !c.is_whitespace() && !"|│┃║+".contains(*c)).collect();
    if let Ok(look) = look(app, t, &cells, None)
        && cells.chars().count() == 81
    {
        return Some(Look { format: Some(t.format_cells), ..look });
    }
    let game = Game::read(text.as_bytes()).ok()?.into_iter().next()?;
    let mut last = game.start.clone();
    for m in game.main_line() {
        let _ = last.make(m);
    }
    let look = look(app, t, &last.setup().to_string(), None).ok()?;
    Some(Look { format: Some(t.format_game), ..look })
}

/// What the family says that reads farthest into a text that none takes, where it gets anywhere.
fn nearest(app: &App, text: &str) -> Option<Refusal> {
    if app.families.read(text.trim()).is_err_and(|refusal| refusal.column().is_some()) {
        return None;
    }
    let refusals = app.families.iter().filter_map(|family| family.parse(text.trim()).err());
    refusals.filter(|refusal| refusal.column().is_some_and(|at| at > 1)).max_by_key(Refusal::column)
}

fn examples(app: &App, t: &'static crate::text::Text) -> Vec<Example> {
    let all = [
        (
            ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12",
            t.nav_sudoku,
            t.example_sudoku,
        ),
        ("U D' R L' F B' U D'", t.nav_cube, t.example_cube),
        ("r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w", t.nav_xiangqi, t.example_xiangqi),
        ("2\t0\tOTIT\tOIT\tT,[TIO]!\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH", t.nav_tetris, t.example_tetris),
        (
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
            t.nav_sudoku,
            t.example_sudoku_hard,
        ),
        ("R U R' U'", t.nav_cube, t.example_cube_short),
    ];
    let example = |(text, title, about): (&str, _, _)| {
        let setup = app.families.read(text).ok()?.setup();
        Some(Example {
            link: format!("/?item={}", encode(text)),
            svg: svg(&setup.picture_in(STYLE)),
            title,
            about,
        })
    };
    all.into_iter().filter_map(example).collect()
}

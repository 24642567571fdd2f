//! Cubes: a net to paint, a cube to turn, solutions to play.

use super::look::{Refused, link as name_link, svg};
use super::{Page, render};
use crate::problem::Problem;
use crate::solves;
use crate::state::{App, blocking};
use crate::text::Text;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_core::{Colours, Random, Silent};
use ludex_cube::solve::watch::Watch;
use ludex_cube::solve::{self};
use ludex_cube::{
    Cost, CubeKind, Position, Setup, SolveOptions, Turn, notation, nxn, picture, scramble, text,
};
use serde::Deserialize;

#[derive(Debug, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    item: String,
    #[serde(default)]
    size: String,
    #[serde(default, rename = "do")]
    verb: String,
    /// A solution to play.
    #[serde(default)]
    moves: String,
}

#[derive(Default)]
struct Answer {
    size: usize,
    facelets: String,
    /// The places of pieces at fault, such as `URF`.
    places: String,
    picture: String,
    scramble: Option<String>,
    name: Option<(String, String)>,
    solved: bool,
    /// Its solution, how long it is, and whether no shorter one exists.
    solution: Option<(String, usize, bool)>,
    moves: Vec<String>,
    refused: Option<Refused>,
}

#[derive(Template)]
#[template(path = "cube.html")]
struct CubePage {
    page: Page,
    item: String,
    answer: Answer,
    faces: [(char, &'static str); 6],
}

/// `GET /cube`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let size = asked.size.parse().ok().filter(|size| (2..=7).contains(size));
    let item = asked.item.clone();
    let verb = asked.verb.clone();
    let heavy = matches!(verb.as_str(), "solve" | "optimal" | "scramble");
    let (shared, typed) = (App::clone(&app), asked.item.clone());
    let run = move |watch: &dyn Watch| {
        let mut answer = Answer { size: size.unwrap_or(3), ..Answer::default() };
        if let Err(problem) = work(&shared, watch, size, &asked, &mut answer) {
            answer.refused = Some(Refused::of(&problem, &asked.item));
        }
        answer
    };
    let done = match heavy {
        true => solves::result(&app, move |task| Ok(run(task))).await,
        false => blocking(move || Ok::<_, Problem>(run(&Silent))).await,
    };
    let answer = done.unwrap_or_else(|problem| Answer {
        refused: Some(Refused::of(&problem, &typed)),
        size: size.unwrap_or(3),
        ..Answer::default()
    });
    let item = answer.scramble.clone().unwrap_or(if verb == "new" { String::new() } else { item });
    let faces = colours(page.t);
    Ok(render(&page.clone(), &CubePage { page, item, answer, faces }))
}

/// The faces and what their colours are called.
fn colours(t: &'static Text) -> [(char, &'static str); 6] {
    [('U', t.white), ('R', t.red), ('F', t.green), ('D', t.yellow), ('L', t.orange), ('B', t.blue)]
}

fn work(
    app: &App,
    watch: &dyn Watch,
    size: Option<usize>,
    asked: &Asked,
    answer: &mut Answer,
) -> Result<(), Problem> {
    let (tables, most) = (&app.cube_tables, app.config.limits.solve_memory);
    let refuse = |words: String| Problem::from(ludex_core::Refusal::new(words));
    let position = match asked.verb.as_str() {
        "scramble" => {
            let size = answer.size;
            let mut random = Random::new(super::fresh_seed());
            let turns: Vec<Turn> = match size {
                2 => scramble::scramble2(&mut random),
                3 => scramble::scramble3(&mut random, tables.two_phase(watch), watch)
                    .map_err(|error| refuse(error.to_string()))?,
                _ => nxn::scramble(size, &mut random, watch).map_err(|error| refuse(error.to_string()))?,
            };
            answer.scramble = Some(notation::write(&turns, size));
            Position::after(size, &turns)
        }
        "new" => Position::after(answer.size, &[]),
        _ if asked.item.trim().is_empty() => Position::after(answer.size, &[]),
        _ => {
            let typed = asked.item.trim();
            match text::read(typed, size) {
                Ok(position) => position,
                Err(error) => {
                    // What was painted stays on the net, whatever is wrong with it.
                    if let Ok(setup) = Setup::stickers(typed, size) {
                        answer.size = setup.size();
                        answer.facelets = setup.letters().iter().collect();
                        answer.picture = svg(&picture::typed_in(&setup, Colours::Wca));
                        let checked = crate::api::cube::checked(typed, size);
                        let places = checked["places"].as_array().into_iter().flatten();
                        answer.places =
                            places.filter_map(|place| place.as_str()).collect::<Vec<_>>().join(" ");
                    }
                    return Err(error.refusal().into());
                }
            }
        }
    };
    let stickers = position.stickers();
    answer.size = position.size();
    answer.facelets = text::facelets(stickers);
    answer.picture = svg(&picture::net_in(stickers, Colours::Wca));
    answer.solved = stickers.is_solved();
    if let Ok(name) = position.name(CubeKind::Canonical) {
        let name = name.qualified();
        answer.name = Some((name.to_string(), name_link(&name)));
    }
    if asked.verb == "play" {
        let turns =
            notation::parse(&asked.moves, position.size()).map_err(|error| refuse(error.to_string()))?;
        let mut after = stickers.clone();
        after.apply(&turns);
        if !after.is_solved() {
            return Err(refuse(format!(
                "{} does not solve this cube",
                notation::write(&turns, position.size())
            )));
        }
        show(answer, &turns, Cost::Htm.of(&turns, position.size()), false);
    }
    if matches!(asked.verb.as_str(), "solve" | "optimal") && !answer.solved {
        let optimal = asked.verb == "optimal";
        let options =
            SolveOptions { optimal, memory: (1 << 28).min(most), threads: 1, ..SolveOptions::default() };
        let found =
            solve::solve(&position, &options, tables, watch).map_err(|error| refuse(error.to_string()))?;
        let turns = found.turns.first().cloned().unwrap_or_default();
        show(answer, &turns, found.cost(&turns, position.size()), found.is_shortest(position.size()));
    }
    Ok(())
}

/// Shows a solution.
fn show(answer: &mut Answer, turns: &[Turn], length: usize, shortest: bool) {
    let moves = notation::write(turns, answer.size);
    answer.moves = moves.split_whitespace().map(str::to_owned).collect();
    answer.solution = Some((moves, length, shortest));
}

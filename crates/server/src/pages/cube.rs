//! Cubes: a net to paint, a cube to turn, solutions to play.

use super::look::{Refused, link as name_link, svg};
use super::{Page, render};
use crate::problem::Problem;
use crate::state::{App, blocking};
use crate::text::Text;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_core::{Colours, Progress, Random, Silent, Stopped};
use ludex_cube::solve::watch::Watch;
use ludex_cube::solve::{self};
use ludex_cube::{
    CubeKind, Position, Setup, SolveOptions, Tables, Turn, notation, nxn, picture, scramble, text,
};
use serde::Deserialize;
use std::time::{Duration, Instant};

/// How long a page may think.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    item: String,
    #[serde(default)]
    size: String,
    #[serde(default, rename = "do")]
    verb: String,
}

#[derive(Default)]
struct Answer {
    size: usize,
    facelets: String,
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
    let answer = blocking(move || -> Result<Answer, Problem> {
        let mut answer = Answer { size: size.unwrap_or(3), ..Answer::default() };
        if let Err(problem) = work(&app.cubes, size, &asked, &mut answer) {
            answer.refused = Some(Refused::of(&problem, &asked.item));
        }
        Ok(answer)
    })
    .await?;
    let item = answer.scramble.clone().unwrap_or(if verb == "new" { String::new() } else { item });
    let faces = colours(page.t);
    Ok(render(&page.clone(), &CubePage { page, item, answer, faces }))
}

/// The faces and what their colours are called.
fn colours(t: &'static Text) -> [(char, &'static str); 6] {
    [('U', t.white), ('R', t.red), ('F', t.green), ('D', t.yellow), ('L', t.orange), ('B', t.blue)]
}

/// Stops what takes too long.
struct Patience(Instant);

impl Progress for Patience {
    fn report(&self, _: u64, _: u64) -> Result<(), Stopped> {
        if self.0.elapsed() > PATIENCE { Err(Stopped) } else { Ok(()) }
    }
}

impl Watch for Patience {}

fn work(tables: &Tables, size: Option<usize>, asked: &Asked, answer: &mut Answer) -> Result<(), Problem> {
    let patience = Patience(Instant::now());
    let refuse = |words: String| Problem::from(ludex_core::Refusal::new(words));
    let position = match asked.verb.as_str() {
        "scramble" => {
            let size = answer.size;
            let mut random = Random::new(super::fresh_seed());
            let turns: Vec<Turn> = match size {
                2 => scramble::scramble2(&mut random),
                3 => scramble::scramble3(&mut random, tables.two_phase(&Silent), &patience)
                    .map_err(|error| refuse(error.to_string()))?,
                _ => {
                    nxn::scramble(size, &mut random, &patience).map_err(|error| refuse(error.to_string()))?
                }
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
    if matches!(asked.verb.as_str(), "solve" | "optimal") && !answer.solved {
        let optimal = asked.verb == "optimal";
        let options = SolveOptions {
            optimal,
            time: optimal.then_some(PATIENCE),
            memory: 1 << 29,
            threads: if optimal { 0 } else { 1 },
            ..SolveOptions::default()
        };
        let found = solve::solve(&position, &options, tables, &patience)
            .map_err(|error| refuse(error.to_string()))?;
        let turns = found.turns.first().cloned().unwrap_or_default();
        let moves = notation::write(&turns, position.size());
        answer.moves = moves.split_whitespace().map(str::to_owned).collect();
        answer.solution =
            Some((moves, found.cost(&turns, position.size()), found.is_shortest(position.size())));
    }
    Ok(())
}

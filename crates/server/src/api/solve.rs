//! `POST /v1/solve`: the solution of anything that can be solved, with what is found on the way.

use super::body;
use super::xiangqi::go::How;
use crate::problem::{Problem, ProblemBody};
use crate::solves::{self, Task};
use crate::state::{App, families};
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::{Progress, Refusal, Stopped, downcast};
use ludex_cube::solve::watch::{Event, Watch};
use ludex_cube::{Cost, Face, SolveOptions, notation};
use ludex_tetris::solve::Rules;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// What is to be solved, and how. Each family has options of its own; one of another family is refused.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"item": "R U R' U'", "metric": "qtm"}))]
pub(crate) struct SolveRequest {
    /// The position or name; for Tetris a fumen.
    item: String,
    /// Sudoku: some solution of a sudoku that has several.
    any: Option<bool>,
    /// Cube: stickers along an edge of a cube given as moves, 2 to 17 (default: 3).
    size: Option<u8>,
    /// Cube: find a shortest solution and prove it.
    optimal: Option<bool>,
    /// Cube: all shortest solutions.
    all: Option<bool>,
    /// Cube: so many solutions, cheapest first, 1 to 1000.
    count: Option<u16>,
    /// Cube: how turns are counted: htm, qtm, stm, atm.
    metric: Option<String>,
    /// Cube: what each turn costs, such as `U=1,U2=1.5,B'=3`.
    cost: Option<String>,
    /// Cube: faces that must not turn, such as `B` or `DB`.
    without: Option<String>,
    /// Cube: be content with so many moves, 0 to 30.
    max_length: Option<u8>,
    /// Cube: megabytes for the table of shortest solutions (default: 256, a table of 43 MB).
    memory: Option<u64>,
    /// Cube: solve to this state instead of the solved one.
    to: Option<String>,
    /// Cube: look for better solutions for so many seconds. Xiangqi: think for so many.
    time: Option<f64>,
    /// Xiangqi: positions to visit (default: 100000 where no other limit is given).
    nodes: Option<u64>,
    /// Xiangqi: plies to look ahead, 1 to 100.
    depth: Option<u32>,
    /// Xiangqi: how moves are written: uci, ucci, iccs, wxf, chinese, traditional.
    notation: Option<String>,
    /// Xiangqi: how positions are judged: network, classic.
    eval: Option<String>,
    /// Tetris: the queues, as extended pieces; it is needed.
    pattern: Option<String>,
    /// Tetris: lines to clear, 1 to 6 (default: 4).
    lines: Option<u32>,
    /// Tetris: kick table (default: srs180).
    kicks: Option<String>,
    /// Tetris: how pieces come down: soft, hard, 180.
    drop: Option<String>,
    /// Tetris: any, none, a number of slots, or cyclic with a number.
    hold: Option<String>,
    /// Tetris: so many of the queues that fail.
    fails: Option<usize>,
}

/// The options of each family, besides `item`.
const OPTIONS: [(&str, &[&str]); 4] = [
    ("sudoku", &["any"]),
    ("tetris", &["pattern", "lines", "kicks", "drop", "hold", "fails"]),
    ("xiangqi", &["nodes", "depth", "time", "notation", "eval"]),
    (
        "cube",
        &[
            "size",
            "optimal",
            "all",
            "count",
            "metric",
            "cost",
            "without",
            "max_length",
            "memory",
            "to",
            "time",
        ],
    ),
];

/// A solution of a cube.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CubeSolution {
    /// The moves.
    moves: String,
    /// What they cost.
    cost: String,
}

/// A solution.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveAnswer {
    /// sudoku, tetris, cube, xiangqi.
    family: String,
    /// The solution in the family's usual text; for xiangqi the best variation.
    solution: Option<String>,
    /// Cube: all solutions asked for, each with its cost.
    solutions: Option<Vec<CubeSolution>>,
    /// Cube: every solution has at least so many moves, proven.
    at_least: Option<usize>,
    /// Cube: whether no solution is shorter, proven.
    proven: Option<bool>,
    /// Cube: stickers along an edge.
    size: Option<usize>,
    /// Xiangqi: the move to play; nothing where there is none.
    best: Option<String>,
    /// Xiangqi: how good it is for the side to move.
    score: Option<String>,
    /// Xiangqi: moves to mate, where there is one.
    mate: Option<i32>,
    /// Xiangqi: plies looked ahead.
    depth: Option<u32>,
    /// Xiangqi: positions visited.
    nodes: Option<u64>,
    /// Tetris: queues that lead to a perfect clear, of how many.
    success: Option<usize>,
    /// Tetris: all queues.
    total: Option<usize>,
    /// Tetris: the share.
    percent: Option<f64>,
    /// Tetris: queues that fail.
    fails: Option<Vec<String>>,
    /// The limit that stopped the search, where one did and there is an answer all the same.
    stopped: Option<String>,
}

/// The solution of anything that can be solved
///
/// With `Accept: text/event-stream` the answer is a row of events: `waiting`, `progress`, `better`, `depth`,
/// `table` on the way, and `result` or `problem` at the end. When the connection is closed the search stops.
/// So many searches run at once and so many wait; one more is answered with 503 and `Retry-After`.
#[utoipa::path(
    post, path = "/v1/solve", tag = "items", request_body = SolveRequest,
    responses(
        (status = 200, description = "The solution", content((SolveAnswer = "application/json"), (String = "text/event-stream"))),
        (status = 400, description = "The body is of no such form", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 413, description = "The body is too long", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 415, description = "No such type of body", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 422, description = "The item is refused, or the search was stopped by a limit", body = ProblemBody<'static>, content_type = "application/problem+json"),
        (status = 503, description = "Too many wait", body = ProblemBody<'static>, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn post(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: Map<String, Value> = body::json(&app, &headers, body).await?;
    let words: Vec<String> = asked.keys().cloned().collect();
    let request: SolveRequest = serde_json::from_value(Value::Object(asked))
        .map_err(|error| Problem::bad_request(format!("the body: {error}")))?;
    let shared = App::clone(&app);
    solves::answer(app, &headers, move |task| solve(&shared, &request, &words, task)).await
}

fn solve(app: &App, request: &SolveRequest, words: &[String], task: &Task) -> Result<Value, Refusal> {
    let sized;
    let families = match request.size {
        None => &app.families,
        Some(size @ 2..=17) => {
            sized = families(Some(usize::from(size)));
            &sized
        }
        Some(_) => return Err(Refusal::new("size is a whole number from 2 to 17")),
    };
    let item = families.read(&request.item)?;
    let word = item.family.word();
    let known = OPTIONS.iter().find(|(family, _)| *family == word).map_or(&[][..], |(_, known)| known);
    if let Some(foreign) = words.iter().find(|word| *word != "item" && !known.contains(&word.as_str())) {
        return Err(Refusal::new(format!("{foreign:?} is no option of {word}: {} are", known.join(", "))));
    }
    let mut answer = match word {
        "sudoku" => {
            let solution = if request.any == Some(true) {
                let setup = item.setup();
                let setup: &ludex_sudoku::Setup = downcast(&*setup)?;
                let first = ludex_sudoku::first_solution(setup);
                first.ok_or_else(|| Refusal::new("it has no solution"))?.to_string()
            } else {
                let position = item.position()?;
                let position: &ludex_sudoku::Position = downcast(&*position)?;
                position.solution().to_string()
            };
            json!({"solution": solution})
        }
        "cube" => cube(app, request, downcast(&*item.position()?)?, task)?,
        "xiangqi" => xiangqi(app, request, downcast(&*item.position()?)?, task)?,
        _ => tetris(request, task)?,
    };
    answer["family"] = word.into();
    if let Some(why) = task.why() {
        answer["stopped"] = why.into();
    }
    Ok(answer)
}

/// How long better solutions are looked for before a proof.
const NEAR: Duration = Duration::from_millis(500);

/// A time in seconds.
fn seconds(time: Option<f64>) -> Result<Option<Duration>, Refusal> {
    match time {
        None => Ok(None),
        Some(seconds) if (0.001..1e6).contains(&seconds) => Ok(Some(Duration::from_secs_f64(seconds))),
        Some(_) => Err(Refusal::new("time is a number of seconds from 0.001 on")),
    }
}

fn cube(
    app: &App,
    request: &SolveRequest,
    position: &ludex_cube::Position,
    task: &Task,
) -> Result<Value, Refusal> {
    let size = position.size();
    let cost = match (&request.cost, request.metric.as_deref()) {
        (Some(_), Some(_)) => return Err(Refusal::new("metric and cost exclude each other")),
        (Some(table), None) => Cost::Table(table.parse()?),
        (None, None | Some("htm")) => Cost::Htm,
        (None, Some("qtm")) => Cost::Qtm,
        (None, Some("stm")) => Cost::Stm,
        (None, Some("atm")) => Cost::Atm,
        (None, Some(other)) => {
            return Err(Refusal::new(format!("no metric {other:?}: htm, qtm, stm and atm are")));
        }
    };
    let gone = Face::read_all(request.without.as_deref().unwrap_or_default())?;
    if request.count.is_some_and(|count| !(1..=1000).contains(&count)) {
        return Err(Refusal::new("count is a whole number from 1 to 1000"));
    }
    if request.max_length.is_some_and(|length| length > 30) {
        return Err(Refusal::new("max_length is a whole number from 0 to 30"));
    }
    let all = request.all.unwrap_or(false);
    let options = SolveOptions {
        cost,
        faces: Face::ALL.into_iter().filter(|face| !gone.contains(face)).collect(),
        optimal: request.optimal.unwrap_or(false) || all,
        all,
        count: request.count.map_or(1, usize::from),
        max_length: request.max_length,
        time: seconds(request.time)?,
        memory: request
            .memory
            .map_or(256 << 20, |mega| mega.saturating_mul(1 << 20))
            .min(app.config.limits.solve_memory),
        threads: 1,
        to: match &request.to {
            None => None,
            Some(text) => Some(
                ludex_cube::text::read(text, Some(size))
                    .map_err(|error| Refusal::new(format!("to: {error}")))?,
            ),
        },
    };
    let held = Held { task, position };
    if options.optimal && size == 3 && task.is_heard() {
        // A proof takes long: a short solution is told at once, and better ones for a moment.
        let near = SolveOptions { optimal: false, all: false, count: 1, time: Some(NEAR), ..options.clone() };
        let _ = ludex_cube::solve::solve(position, &near, &app.cube_tables, &held);
    }
    let found = ludex_cube::solve::solve(position, &options, &app.cube_tables, &held)?;
    let one = |turns: &Vec<_>| json!({"moves": notation::write(turns, size), "cost": found.cost.text(found.cost(turns, size))});
    let solutions: Vec<Value> = found.turns.iter().map(one).collect();
    let first = solutions.first().map_or(Value::Null, |first| first["moves"].clone());
    Ok(json!({
        "solution": first, "solutions": solutions, "at_least": found.at_least,
        "proven": found.is_shortest(size), "size": size,
    }))
}

/// Tells of better solutions as they are done on the cube as it is held.
struct Held<'a> {
    task: &'a Task,
    position: &'a ludex_cube::Position,
}

impl Progress for Held<'_> {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        self.task.report(done, total)
    }
}

impl Watch for Held<'_> {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::Better(turns) => {
                let moves = notation::write(&self.position.as_held(turns), self.position.size());
                self.task.tell("better", json!({"length": turns.len(), "solution": moves}));
            }
            event => self.task.event(event),
        }
    }
}

/// The engine, as `/v1/xiangqi/go` asks it; only the words differ.
fn xiangqi(
    app: &App,
    request: &SolveRequest,
    position: &ludex_xiangqi::Position,
    task: &Task,
) -> Result<Value, Refusal> {
    let position = position.clone().playable()?;
    let how = How {
        nodes: request.nodes,
        depth: request.depth,
        time: request.time,
        level: None,
        notation: request.notation.as_deref(),
        eval: request.eval.as_deref(),
        rules: None,
        endgames: Some(std::sync::Arc::clone(&app.endgames)),
    };
    let best = how.think(&position, &[], "better", task)?;
    Ok(json!({
        "solution": best["line"], "best": best["move"], "score": best["score"], "mate": best["mate"],
        "depth": best["depth"], "nodes": best["nodes"],
    }))
}

fn tetris(request: &SolveRequest, task: &Task) -> Result<Value, Refusal> {
    let pattern = request.pattern.as_deref();
    let pattern = pattern.ok_or_else(|| {
        Refusal::new("a Tetris field is solved for queues: \"pattern\" says which, such as *p4")
    })?;
    let lines = request.lines.unwrap_or(4);
    if !(1..=6).contains(&lines) {
        return Err(Refusal::new("lines is a whole number from 1 to 6"));
    }
    let rules = Rules::read(
        request.kicks.as_deref().unwrap_or("srs180"),
        request.drop.as_deref(),
        request.hold.as_deref().unwrap_or("any"),
    )?;
    let field = ludex_tetris::solve::first_field(request.item.rsplit('\t').next().unwrap_or_default())?;
    let problem = rules.problem(&field, lines)?;
    let percent = problem.percent(&super::tetris::queues(pattern, task)?, task)?;
    let (success, total) = (percent.success(), percent.queues.len());
    let fails: Vec<String> =
        percent.fails().take(request.fails.unwrap_or(0)).map(|queue| queue.to_string()).collect();
    Ok(json!({
        "success": success, "total": total, "percent": ludex_tetris::percentage(success, total), "fails": fails,
    }))
}

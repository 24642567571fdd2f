//! The engine's answer, with what it thinks on the way.

use super::super::answers::xiangqi as answers;
use super::super::body;
use super::super::forms::{SolveRefused, within};
use super::{Played, notation};
use crate::problem::Problem;
use crate::solves::{self, Task};
use crate::state::App;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Refusal;
use ludex_xiangqi::Position;
use ludex_xiangqi::endgame::Endgames;
use ludex_xiangqi::engine::{Engine, Evaluation, Info, Level, Limits, Score};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// A position to think about.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"moves": "h3e3 h10g8", "nodes": 2000}))]
pub(crate) struct GoRequest {
    /// The first position (default: the start of a game).
    fen: String,
    /// What was played, in any notation: repetitions count from there.
    moves: String,
    /// How lower-case coordinates of `moves` count ranks: uci (1-10, the default) or ucci (0-9).
    from: Option<String>,
    /// Positions to visit (default: 100000 where nothing else is limited).
    nodes: Option<u64>,
    /// Plies to look ahead, 1 to 100.
    depth: Option<u32>,
    /// Seconds to think.
    time: Option<f64>,
    /// How strong it plays, 0 to 20 (default: 20, as well as it can).
    level: Option<u32>,
    /// How moves are answered: uci, ucci, iccs, wxf, chinese, traditional (default: uci).
    notation: Option<String>,
    /// How positions are judged: network or classic (default: network).
    eval: Option<String>,
    /// By which rules repetitions and quiet moves are judged in the search: asian, chinese, check, plain
    /// (default: asian).
    rules: Option<String>,
    /// Whether the endgame tables are looked up, where they were built (default: true).
    endgames: Option<bool>,
}

/// The engine's best move
///
/// With `Accept: text/event-stream` every finished depth comes as an event `depth` with score and variation,
/// then `result`. Closing the connection stops the search.
#[utoipa::path(
    post, path = "/v1/xiangqi/go", tag = "xiangqi", request_body = GoRequest,
    responses((status = 200, description = "The move", content((answers::GoAnswer = "application/json"), (String = "text/event-stream")),
        example = json!({"move": "h1g3", "uci": "h1g3", "score": "34", "mate": null, "depth": 7, "nodes": 2000, "line": "h1g3 g7g6"})), SolveRefused)
)]
pub(crate) async fn go(State(app): State<App>, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let asked: GoRequest = body::json(&app, &headers, body).await?;
    let endgames = Arc::clone(&app.endgames);
    solves::answer(app, &headers, move |task| think(&asked, endgames, task)).await
}

fn think(asked: &GoRequest, endgames: Arc<Endgames>, task: &Task) -> Result<Value, Refusal> {
    let game = Played::read(&asked.fen, &asked.moves, asked.from.as_deref())?;
    let how = How {
        nodes: asked.nodes,
        depth: asked.depth,
        time: asked.time,
        level: asked.level,
        notation: asked.notation.as_deref(),
        eval: asked.eval.as_deref(),
        rules: asked.rules.as_deref(),
        endgames: Some(endgames).filter(|_| asked.endgames.unwrap_or(true)),
    };
    let before = &game.positions[..game.positions.len() - 1];
    how.think(game.now(), before, "depth", task)
}

/// How the engine is asked, by whatever operation.
#[derive(Debug, Clone)]
pub(crate) struct How<'a> {
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) time: Option<f64>,
    pub(crate) level: Option<u32>,
    pub(crate) notation: Option<&'a str>,
    pub(crate) eval: Option<&'a str>,
    pub(crate) rules: Option<&'a str>,
    pub(crate) endgames: Option<Arc<Endgames>>,
}

impl How<'_> {
    /// The engine's answer on a position after those before it; every finished depth is told as an event.
    pub(crate) fn think(
        &self,
        position: &Position,
        before: &[Position],
        event: &'static str,
        task: &Task,
    ) -> Result<Value, Refusal> {
        let notation = notation(self.notation)?;
        let evaluation: Evaluation = self.eval.unwrap_or("network").parse()?;
        let depth = self.depth.map(|depth| within("depth", depth, (1, 100))).transpose()?;
        let nodes = self.nodes.map(|nodes| within("nodes", nodes, (1, u64::MAX))).transpose()?;
        let time = self.time.map(|time| within("time", time, (0.001, 1e6))).transpose()?;
        let level = within("level", self.level.unwrap_or(20), (0, 20))?;
        let limits = Limits { nodes, depth, time: time.map(Duration::from_secs_f64), clock: None }.or_usual();
        let mut engine = Engine::for_limits(&limits);
        engine.set_evaluation(evaluation);
        engine.set_rules(self.rules.unwrap_or("asian").parse()?);
        engine.set_endgames(self.endgames.clone());
        engine.set_level(Level::new(level));
        let told = |score: Score| match score {
            Score::Mate(moves) => json!({"score": score.to_string(), "mate": moves}),
            _ => json!({"score": score.to_string(), "mate": null}),
        };
        let tell = |info: &Info| {
            let mut news = told(info.best.score);
            news["depth"] = info.best.depth.into();
            news["nodes"] = info.best.nodes.into();
            news["ms"] = (info.time.as_millis() as u64).into();
            news["line"] = notation.write_line(position, &info.best.line).into();
            task.tell(event, news);
        };
        let best = engine.search(position, before, limits, task.stop_flag(), tell);
        let mut answer = told(best.score);
        answer["move"] = best.line.first().map(|&m| notation.write(position, m)).into();
        answer["uci"] = best.line.first().map(ToString::to_string).into();
        answer["line"] = notation.write_line(position, &best.line).into();
        answer["depth"] = best.depth.into();
        answer["nodes"] = best.nodes.into();
        if let Some(why) = task.why() {
            answer["stopped"] = why.into();
        }
        Ok(answer)
    }
}

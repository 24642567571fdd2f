//! Legal moves, moves made, and verdicts of the rules.

use super::super::answers::xiangqi as answers;
use super::super::body;
use super::super::forms::{BodyRefused, answer};
use super::{Played, notation};
use crate::problem::Problem;
use crate::state::{App, blocking};
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Refusal;
use ludex_xiangqi::{Notation, RuleSet};
use serde::Deserialize;
use serde_json::{Value, json};

/// A game as far as it went.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"moves": "h3e3 h10g8", "notation": "chinese"}))]
pub(crate) struct GameRequest {
    /// The first position (default: the start of a game).
    fen: String,
    /// What was played, in any notation, blanks between the moves.
    moves: String,
    /// How lower-case coordinates of `moves` count ranks: uci (1-10, the default) or ucci (0-9).
    from: Option<String>,
    /// How moves are answered: uci, ucci, iccs, wxf, chinese, traditional (default: uci).
    notation: Option<String>,
    /// The rule set of the verdict: asian, chinese, check, plain (default: asian).
    rules: Option<String>,
}

/// Where a game stands and how it can go on
///
/// The moves are made, each legal where it stands; the answer has the position after them, the legal moves
/// there, sorted, and the verdict of the rules. A side without a move has lost.
#[utoipa::path(
    post, path = "/v1/xiangqi/moves", tag = "xiangqi", request_body = GameRequest,
    responses((status = 200, description = "The position", body = answers::MovesAnswer, example = json!({
        "fen": "rnbakab1r/9/...", "side": "red", "check": false, "played": ["炮二平五"],
        "legal": [{"uci": "a1a2", "text": "车九进一"}], "result": "none", "reason": "in play"
    })), BodyRefused)
)]
pub(crate) async fn moves(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: GameRequest = body::json(&app, &headers, body).await?;
    let shared = App::clone(&app);
    Ok(answer(&blocking(move || stand(&shared, &asked)).await?))
}

fn stand(app: &App, asked: &GameRequest) -> Result<Value, Refusal> {
    let game = Played::read(&asked.fen, &asked.moves, asked.from.as_deref())?;
    let (notation, now) = (notation(asked.notation.as_deref())?, game.now());
    let mut legal: Vec<(String, String)> =
        now.legal_moves().iter().map(|&m| (m.to_string(), notation.write(now, m))).collect();
    legal.sort_unstable();
    let played = game.moves.iter().zip(&game.positions);
    let played: Vec<Value> = played
        .map(|(&m, position)| json!({"uci": m.to_string(), "text": notation.write(position, m)}))
        .collect();
    let mut answer = verdict(app, &game, asked.rules.as_deref())?;
    answer["fen"] = now.to_string().into();
    answer["side"] = now.side().word().into();
    answer["check"] = now.in_check(now.side()).into();
    answer["move_number"] = now.move_number().into();
    answer["played"] = played.into();
    answer["legal"] = legal.into_iter().map(|(uci, text)| json!({"uci": uci, "text": text})).collect();
    Ok(answer)
}

fn verdict(app: &App, game: &Played, rules: Option<&str>) -> Result<Value, Refusal> {
    let rules: RuleSet = rules.unwrap_or("asian").parse()?;
    let verdict = ludex_xiangqi::judge(&game.start, &game.moves, rules);
    let reason = app.endgames.reason(&verdict, game.now());
    Ok(json!({"result": verdict.outcome.to_string(), "reason": reason}))
}

/// The verdict of the rules on a game
///
/// `result` is red_wins, black_wins, draw or none; `reason` says why: repetition, perpetual check or chase,
/// mate, quiet moves. Of a game that goes on it says what the endgame tables prove, where they were built and
/// have the position.
#[utoipa::path(
    post, path = "/v1/xiangqi/judge", tag = "xiangqi", request_body = GameRequest,
    responses((status = 200, description = "The verdict", body = answers::JudgeAnswer,
        example = json!({"result": "draw", "reason": "third occurrence: no side broke a rule"})), BodyRefused)
)]
pub(crate) async fn judge(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: GameRequest = body::json(&app, &headers, body).await?;
    let shared = App::clone(&app);
    let judged = move || -> Result<Value, Refusal> {
        let game = Played::read(&asked.fen, &asked.moves, asked.from.as_deref())?;
        let _: Notation = notation(asked.notation.as_deref())?;
        verdict(&shared, &game, asked.rules.as_deref())
    };
    Ok(answer(&blocking(judged).await?))
}

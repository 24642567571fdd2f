//! Moves in every notation, and files of games.

use super::super::answers::xiangqi as answers;
use super::super::body;
use super::super::forms::{BodyRefused, Query, answer};
use super::{Played, notation};
use crate::problem::Problem;
use crate::state::{App, blocking};
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex_core::Refusal;
use ludex_xiangqi::game::{GameFile, ReadOptions};
use ludex_xiangqi::{Game, Notation};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// All notations.
const NOTATIONS: [Notation; 6] =
    [Notation::Uci, Notation::Ucci, Notation::Iccs, Notation::Wxf, Notation::Chinese, Notation::Traditional];

/// Tags of a game that is written, and characters of each.
const MOST_TAGS: usize = 50;
const MOST_TAG: usize = 500;

/// Moves to be written otherwise.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"moves": "h3e3 h10g8 h1g3", "tags": {"Event": "Friendly"}}))]
pub(crate) struct ConvertRequest {
    /// The first position (default: the start of a game).
    fen: String,
    /// Moves in any notation.
    moves: String,
    /// How lower-case coordinates of `moves` count ranks: uci (1-10, the default) or ucci (0-9).
    from: Option<String>,
    /// The notation of the moves in the PGN (default: iccs).
    pgn: Option<String>,
    /// Tags of the game: Event, Red, Black, ...
    tags: BTreeMap<String, String>,
}

/// Moves in every notation, and as a game
///
/// Answers the moves in uci, ucci, iccs, wxf, chinese and traditional, and the game as PGN, DhtmlXQ and XQF.
#[utoipa::path(
    post, path = "/v1/xiangqi/convert", tag = "xiangqi", request_body = ConvertRequest,
    responses((status = 200, description = "The moves", body = answers::ConvertAnswer, example = json!({
        "uci": "h3e3 h10g8", "ucci": "h2e2 h9g7", "iccs": "H2-E2 H9-G7", "wxf": "C2=5 H8+7", "chinese": "炮二平五 马８进７",
        "traditional": "炮二平五 馬８進７", "pgn": "[Game \"Chinese Chess\"] ...", "dhtmlxq": "[DhtmlXQ] ..."
    })), BodyRefused)
)]
pub(crate) async fn convert(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: ConvertRequest = body::json(&app, &headers, body).await?;
    let work = move || -> Result<Value, Refusal> {
        let played = Played::read(&asked.fen, &asked.moves, asked.from.as_deref())?;
        let mut game = Game::of_moves(played.start, &played.moves);
        let long = |text: &String| text.chars().count() > MOST_TAG;
        if asked.tags.len() > MOST_TAGS || asked.tags.iter().any(|(word, text)| long(word) || long(text)) {
            return Err(Refusal::new(format!(
                "a game has at most {MOST_TAGS} tags of {MOST_TAG} characters"
            )));
        }
        game.tags.extend(asked.tags);
        let pgn = notation(Some(asked.pgn.as_deref().unwrap_or("iccs")))?;
        let mut answer = lines(&game);
        answer.insert("pgn".into(), game.to_pgn(pgn).into());
        answer.insert("dhtmlxq".into(), game.to_dhtmlxq().into());
        answer.insert("xqf".into(), base64(&game.to_xqf()?).into());
        Ok(Value::Object(answer))
    };
    Ok(answer(&blocking(work).await?))
}

/// Bytes in base64 (RFC 4648), as JSON can hold them.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

/// The main line in every notation.
fn lines(game: &Game) -> Map<String, Value> {
    let moves = game.main_line();
    let line = |notation: Notation| {
        (notation.word().to_owned(), Value::from(notation.write_line(&game.start, &moves)))
    };
    NOTATIONS.into_iter().map(line).collect()
}

/// How a file is read and written.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// How lower-case coordinates count ranks: uci or ucci (default: as the file says, or as fits its moves).
    from: Option<String>,
    /// The notation of the moves in the answered PGN (default: iccs).
    pgn: Option<String>,
}

/// The games of a file
///
/// The body is the file as it is: PGN, DhtmlXQ, XQF, CBR or CBL, told by its content; text in UTF-8, UTF-16
/// or GB 18030. Each game is answered with its tags, its main line in every notation, and whole as PGN and
/// DhtmlXQ; what could not be read is in `warnings`.
#[utoipa::path(
    post, path = "/v1/xiangqi/games", tag = "xiangqi", params(GamesQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "A file of games"),
    responses((status = 200, description = "The games", body = answers::GamesAnswer, example = json!({
        "games": [{"fen": "rnbakabnr/...", "result": "red_wins", "tags": {"Event": "..."}, "uci": "h3e3", "pgn": "..."}], "warnings": []
    })), BodyRefused)
)]
pub(crate) async fn games(
    State(app): State<App>,
    Query(asked): Query<GamesQuery>,
    body: Body,
) -> Result<Response, Problem> {
    let bytes = body::whole(&app, body).await?;
    let work = move || -> Result<Value, Refusal> {
        let ranks = asked.from.as_deref().map(str::parse).transpose()?;
        let pgn = notation(Some(asked.pgn.as_deref().unwrap_or("iccs")))?;
        let file = GameFile::read(&bytes, ReadOptions { ranks })?;
        let one = |game: &Game| {
            let mut object = lines(game);
            let tags: Map<String, Value> =
                game.tags.iter().map(|(word, text)| (word.clone(), text.as_str().into())).collect();
            object.insert("fen".into(), game.start.to_string().into());
            object.insert("result".into(), game.result.to_string().into());
            object.insert("tags".into(), tags.into());
            object.insert("pgn".into(), game.to_pgn(pgn).into());
            object.insert("dhtmlxq".into(), game.to_dhtmlxq().into());
            Value::Object(object)
        };
        let warnings: Vec<String> = file.warnings.iter().map(ToString::to_string).collect();
        Ok(json!({"games": file.games.iter().map(one).collect::<Vec<_>>(), "warnings": warnings}))
    };
    Ok(answer(&blocking(work).await?))
}

#[cfg(test)]
mod tests {
    #[test]
    fn bytes_in_base64() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(super::base64(bytes.as_bytes()), text);
        }
        assert_eq!(super::base64(&[0xFB, 0xFF]), "+/8=");
    }
}

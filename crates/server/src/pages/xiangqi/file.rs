//! Games in and out: pasted as a text, taken away as a file.

use super::{Asked, Failed};
use crate::pages::{Page, not_found_page};
use crate::problem::Problem;
use crate::state::blocking;
use axum::extract::{Path, Query};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ludex_core::Refusal;
use ludex_xiangqi::{Game, Position, RuleSet, judge};

/// A game pasted as PGN or DhtmlXQ becomes a position and moves.
pub(super) fn read_game(asked: &mut Asked) -> Result<(), Failed> {
    let games = Game::read(asked.game.as_bytes())
        .map_err(|error| (Problem::from(Refusal::from(error)), asked.game.clone()))?;
    if let Some(game) = games.first() {
        asked.fen =
            if game.start == Position::start() { String::new() } else { game.start.setup().to_string() };
        asked.moves = game.main_line().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    }
    Ok(())
}

/// A file: its bytes, their type, its name.
type Made = (Vec<u8>, &'static str, String);

/// `GET /xiangqi/game.ENDING`: the game of an address as a file.
pub(crate) async fn file(
    page: Page,
    Path(file): Path<String>,
    Query(mut asked): Query<Asked>,
) -> Result<Response, Problem> {
    let made = blocking(move || -> Result<Option<Made>, Problem> {
        let (start, moves) = asked.game().map_err(|(problem, _)| problem)?;
        let mut game = Game::of_moves(start.clone(), &moves);
        let rules: RuleSet = asked.rules.parse().unwrap_or_default();
        game.result = judge(&start, &moves, rules).outcome;
        Ok(match file.as_str() {
            "game.pgn" => Some((
                game.to_pgn(asked.notation()).into_bytes(),
                "application/x-chess-pgn; charset=utf-8",
                file,
            )),
            "game.xqf" => {
                let bytes = game.to_xqf().map_err(|error| Problem::from(Refusal::from(error)))?;
                Some((bytes, "application/octet-stream", file))
            }
            "game.txt" => Some((game.to_dhtmlxq().into_bytes(), "text/plain; charset=utf-8", file)),
            _ => None,
        })
    })
    .await;
    match made {
        Ok(Some((bytes, media, name))) => {
            let mut response = bytes.into_response();
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
            let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}\""));
            headers.extend(disposition.ok().map(|value| (header::CONTENT_DISPOSITION, value)));
            Ok(response)
        }
        Ok(None) => Ok(not_found_page(page, String::new())),
        Err(problem) => Ok(not_found_page(page, problem.detail)),
    }
}

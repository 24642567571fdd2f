//! What is answered about xiangqi.

use serde::Serialize;
use std::collections::BTreeMap;

/// A move.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveAnswer {
    /// As coordinates.
    uci: String,
    /// In the notation that was asked for.
    text: String,
}

/// Where a game stands.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MovesAnswer {
    /// red_wins, black_wins, draw or none.
    result: String,
    /// Why.
    reason: String,
    /// The position now.
    fen: String,
    /// Who is to move.
    side: String,
    /// Whether that side is in check.
    check: bool,
    /// The number of the next move.
    move_number: u32,
    /// What was played.
    played: Vec<MoveAnswer>,
    /// What can be played.
    legal: Vec<MoveAnswer>,
}

/// The verdict of the rules.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgeAnswer {
    /// red_wins, black_wins, draw or none.
    result: String,
    /// Why.
    reason: String,
}

/// A move of an ending.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndingMove {
    /// As coordinates.
    uci: String,
    /// In the notation that was asked for.
    text: String,
    /// What it is worth to the mover.
    value: String,
}

/// What the endgame tables prove.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndingAnswer {
    /// `win N`, `draw` or `loss N` for the side to move, in own moves.
    value: String,
    /// All legal moves, the best first.
    moves: Vec<EndingMove>,
    /// Best play of both sides to the end; empty for a draw.
    line: String,
}

/// The engine's move.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoAnswer {
    /// How good it is for the side to move.
    score: String,
    /// Moves to mate, where there is one.
    #[schema(required)]
    mate: Option<i32>,
    /// The move; nothing where there is none.
    #[schema(required)]
    #[serde(rename = "move")]
    move_: Option<String>,
    /// The same as coordinates.
    #[schema(required)]
    uci: Option<String>,
    /// The best variation.
    line: String,
    /// Plies looked ahead.
    depth: u32,
    /// Positions visited.
    nodes: u64,
    /// The limit that stopped it.
    stopped: Option<String>,
}

/// Moves in every notation, and as a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConvertAnswer {
    /// Coordinates, ranks 1 to 10.
    uci: String,
    /// Coordinates, ranks 0 to 9.
    ucci: String,
    /// ICCS.
    iccs: String,
    /// WXF.
    wxf: String,
    /// Simplified characters.
    chinese: String,
    /// Traditional characters.
    traditional: String,
    /// The game as PGN.
    pgn: String,
    /// The game as DhtmlXQ.
    dhtmlxq: String,
    /// The game as a file of XQF, in base64.
    xqf: String,
}

/// A game of a file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameAnswer {
    /// Its first position.
    fen: String,
    /// How it ended.
    result: String,
    /// What its file says of it.
    tags: BTreeMap<String, String>,
    /// Its main line as coordinates, ranks 1 to 10.
    uci: String,
    /// The same, ranks 0 to 9.
    ucci: String,
    /// ICCS.
    iccs: String,
    /// WXF.
    wxf: String,
    /// Simplified characters.
    chinese: String,
    /// Traditional characters.
    traditional: String,
    /// The whole game as PGN.
    pgn: String,
    /// The whole game as DhtmlXQ.
    dhtmlxq: String,
}

/// The games of a file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GamesAnswer {
    /// The games.
    games: Vec<GameAnswer>,
    /// What could not be read.
    warnings: Vec<String>,
}

/// How games went.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Results {
    /// Red won.
    red: u64,
    /// Drawn.
    draws: u64,
    /// Black won.
    black: u64,
    /// Without a result.
    open: u64,
}

/// What an engine said.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EngineAnswer {
    /// How good the position is.
    score: String,
    /// Its move.
    #[schema(required)]
    #[serde(rename = "move")]
    move_: Option<String>,
    /// Positions visited.
    nodes: u64,
}

/// A move that was played.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BookMove {
    /// The move.
    #[serde(rename = "move")]
    move_: String,
    /// How much it weighs.
    weight: u64,
    /// Games Red won.
    red: u64,
    /// Games drawn.
    draws: u64,
    /// Games Black won.
    black: u64,
    /// Games without a result.
    open: u64,
}

/// What the store knows of a position.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeenPosition {
    /// new, seen, ...
    state: String,
    /// How often it was seen.
    count: i64,
    /// How the games went.
    results: Results,
    /// What the engine said, where it was asked.
    #[schema(required)]
    engine: Option<EngineAnswer>,
    /// The moves played.
    moves: Vec<BookMove>,
    /// Other positions that share its sextant code.
    sharing: Vec<String>,
}

/// The moves of the opening book.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BookAnswer {
    /// The heaviest first.
    moves: Vec<BookMove>,
}

/// A position that looks alike.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NearPosition {
    /// Its name.
    name: String,
    /// The sextants that are alike.
    regions: Vec<u8>,
    /// The position.
    #[schema(required)]
    fen: Option<String>,
}

/// Positions that look alike.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NearAnswer {
    /// The most alike first.
    near: Vec<NearPosition>,
}

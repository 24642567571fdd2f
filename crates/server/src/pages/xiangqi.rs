//! Xiangqi: a board to play on. Every point of it is a link, so that it can be played without scripts.

use super::look::{Refused, link as name_link, svg};
use super::{Page, link, render};
use crate::problem::Problem;
use crate::solves;
use crate::state::{App, blocking};
use crate::text::Text;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_core::{Family, Letters, Picture, Shape};
use ludex_xiangqi::engine::{Engine, Level, Limits};
use ludex_xiangqi::record::{Known, Subject};
use ludex_xiangqi::{
    Game, Move, Notation, Outcome, Piece, PieceKind, Position, Reason, RuleSet, Setup, Side, Square, Verdict,
    Xiangqi, judge, line, picture_in,
};
use serde::Deserialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long the engine thinks where the answer is one page.
const THINKS: Duration = Duration::from_millis(700);
/// The engine's table, in bytes.
const TABLE: usize = 16 << 20;

#[derive(Debug, Clone, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    fen: String,
    /// Moves since then, in any notation, parted by blanks.
    #[serde(default)]
    moves: String,
    /// The point whose piece is taken up.
    #[serde(default)]
    from: String,
    /// A piece to put (editor), `-` to take one away.
    #[serde(default)]
    put: String,
    /// Where to put it.
    #[serde(default)]
    at: String,
    #[serde(default)]
    flip: String,
    #[serde(default)]
    notation: String,
    #[serde(default)]
    pieces: String,
    #[serde(default)]
    rules: String,
    #[serde(default, rename = "do")]
    verb: String,
    /// The engine's strength, 0 to 20.
    #[serde(default)]
    level: String,
    /// A game in PGN or DhtmlXQ.
    #[serde(default)]
    game: String,
}

/// A point of the board.
struct Point {
    label: String,
    link: Option<String>,
    class: &'static str,
    key: String,
}

struct Written {
    number: usize,
    text: String,
    link: String,
}

#[derive(Default)]
struct Answer {
    fen: String,
    board: String,
    points: Vec<Point>,
    side: &'static str,
    side_word: &'static str,
    verdict: String,
    ended: bool,
    played: Vec<Written>,
    legal: usize,
    name: Option<(String, String)>,
    code: String,
    known: Vec<(String, String)>,
    known_label: Option<String>,
    undo: Option<String>,
    pgn: String,
    moves: String,
    hint: Option<(String, String)>,
    refused: Option<Refused>,
    tray: Vec<(char, char, &'static str, String, bool)>,
    flipped: bool,
    notations: Vec<(&'static str, &'static str, bool, String)>,
    sets: Vec<(&'static str, &'static str, bool, String)>,
    level: u32,
    edit: bool,
}

#[derive(Template)]
#[template(path = "xiangqi.html")]
struct XiangqiPage {
    page: Page,
    asked: Asked,
    answer: Answer,
    flip_link: String,
    other_side: String,
    clear: String,
    edit_link: String,
    play_link: String,
}

impl Asked {
    /// The address of this page with some things changed.
    fn with(&self, changes: &[(&str, &str)]) -> String {
        let mut all = vec![
            ("fen", self.fen.as_str()),
            ("moves", self.moves.as_str()),
            ("flip", self.flip.as_str()),
            ("notation", self.notation.as_str()),
            ("pieces", self.pieces.as_str()),
            ("rules", self.rules.as_str()),
            ("level", self.level.as_str()),
            ("put", self.put.as_str()),
        ];
        for (name, value) in changes {
            match all.iter_mut().find(|(known, _)| known == name) {
                Some(pair) => pair.1 = value,
                None => all.push((name, value)),
            }
        }
        link("/xiangqi", &all)
    }

    fn notation(&self) -> Notation {
        self.notation.parse().unwrap_or(Notation::Chinese)
    }

    fn letters(&self) -> Letters {
        match self.pieces.as_str() {
            "latin" => Letters::Latin,
            "simplified" => Letters::Simplified,
            _ => Letters::Traditional,
        }
    }
}

/// `GET /xiangqi`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Query(mut asked): Query<Asked>,
) -> Result<Response, Problem> {
    let t = page.t;
    let heavy = matches!(asked.verb.as_str(), "hint" | "go");
    let run = move |stop: &AtomicBool| {
        let mut answer = Answer { level: asked.level.parse().unwrap_or(20).min(20), ..Answer::default() };
        let subject = match work(t, &mut asked, stop, &mut answer) {
            Ok(subject) => subject,
            Err((problem, text)) => {
                answer.refused = Some(Refused::of(&problem, &text));
                // The board stays in sight whatever was typed.
                let mut plain = Asked { flip: asked.flip.clone(), ..Asked::default() };
                let _ = work(t, &mut plain, stop, &mut answer);
                None
            }
        };
        (asked, answer, subject)
    };
    let (asked, mut answer, subject) = match heavy {
        true => solves::result(&app, move |task| Ok(run(task.stop_flag()))).await?,
        false => blocking(move || Ok::<_, Problem>(run(&AtomicBool::new(false)))).await?,
    };
    if let Some(subject) = subject {
        known(&app, t, &asked, subject, &mut answer).await?;
    }
    let flip_link = asked.with(&[("flip", if answer.flipped { "" } else { "1" })]);
    let other_side =
        link("/xiangqi", &[("fen", &answer.fen), ("put", &asked.put), ("flip", &asked.flip), ("do", "side")]);
    let clear = link("/xiangqi", &[("put", &asked.put), ("flip", &asked.flip), ("do", "clear")]);
    let edit_link = if asked.put.is_empty() {
        asked.with(&[("fen", &answer.fen), ("moves", ""), ("put", "-")])
    } else {
        asked.with(&[("put", "")])
    };
    let more = if asked.moves.is_empty() { "MOVE".to_owned() } else { format!("{} MOVE", asked.moves) };
    let play_link = asked.with(&[("moves", &more)]);
    Ok(render(
        &page.clone(),
        &XiangqiPage { page, asked, answer, flip_link, other_side, clear, edit_link, play_link },
    ))
}

type Failed = (Problem, String);

fn work(
    t: &'static Text,
    asked: &mut Asked,
    stop: &AtomicBool,
    answer: &mut Answer,
) -> Result<Option<Subject>, Failed> {
    if !asked.game.trim().is_empty() {
        read_game(asked)?;
    }
    answer.flipped = !asked.flip.is_empty();
    answer.edit = !asked.put.is_empty();
    let typed = asked.fen.trim().to_owned();
    let setup = match typed.as_str() {
        "" => Setup::start(),
        fen => match Xiangqi::default().parse(fen) {
            Ok(setup) => {
                let read = ludex_core::downcast::<Setup>(&*setup);
                read.map_err(|refusal| (refusal.into(), typed.clone()))?.clone()
            }
            Err(refusal) => return Err((refusal.into(), typed)),
        },
    };
    choices(t, asked, answer);
    if answer.edit {
        edit(t, asked, answer, setup);
        return Ok(None);
    }
    let none = |refusal: ludex_core::Refusal| (Problem::from(refusal), typed.clone());
    let position = Position::try_from(&setup).map_err(|error| none(error.into()))?;
    let start = position.playable().map_err(|error| none(error.into()))?;
    let (moves, _) = line::moves(&start, &asked.moves, Notation::Uci)
        .map_err(|refusal| (Problem::from(refusal), asked.moves.clone()))?;
    if asked.verb == "start" {
        asked.moves.clear();
    }
    // Moves are written one way in addresses.
    asked.moves = moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut now = start.clone();
    let mut boards = vec![start.clone()];
    for (i, m) in moves.iter().enumerate() {
        let upto: Vec<String> = moves[..=i].iter().map(ToString::to_string).collect();
        answer.played.push(Written {
            number: i + 1,
            text: asked.notation().write(&now, *m),
            link: asked.with(&[("moves", &upto.join(" "))]),
        });
        let _ = now.make(*m);
        boards.push(now.clone());
    }
    if let Some((_, before)) = moves.split_last() {
        let before: Vec<String> = before.iter().map(ToString::to_string).collect();
        answer.undo = Some(asked.with(&[("moves", &before.join(" "))]));
    }
    let rules: RuleSet = asked.rules.parse().unwrap_or(RuleSet::Asian);
    let verdict = judge(&start, &moves, rules);
    answer.ended = verdict.outcome != Outcome::None;
    answer.verdict = tell(t, &now, verdict);
    answer.side = now.side().word();
    answer.side_word = side_word(t, now.side());
    answer.fen = now.setup().to_string();
    answer.pgn = Game::of_moves(start.clone(), &moves).to_pgn(asked.notation());
    answer.moves = asked.moves.clone();
    answer.legal = now.legal_moves().len();
    board(t, asked, answer, &now, moves.last().copied());
    if asked.verb == "hint" || asked.verb == "go" {
        let mut engine = Engine::new(TABLE);
        engine.set_level(Level::new(answer.level));
        let limits = Limits { time: Some(THINKS), ..Limits::default() };
        boards.pop();
        let best = engine.search(&now, &boards, limits, stop, |_| {});
        if let Some(first) = best.line.first() {
            let text = format!("{} ({})", asked.notation().write_line(&now, &best.line), best.score);
            let played =
                if asked.moves.is_empty() { first.to_string() } else { format!("{} {first}", asked.moves) };
            answer.hint = Some((text, asked.with(&[("moves", &played)])));
        }
    }
    let subject = Subject::new(now).ok();
    if let Some(subject) = &subject {
        answer.name = Some((subject.name().to_string(), name_link(subject.name())));
        answer.code = subject.code().to_string();
    }
    Ok(subject)
}

/// What the store knows of the position: games and moves.
async fn known(
    app: &App,
    t: &'static Text,
    asked: &Asked,
    subject: Subject,
    answer: &mut Answer,
) -> Result<(), Problem> {
    let name = subject.name().clone();
    let record = app.store(move |setups| setups.store().get(&name)).await?;
    let Some(record) = record else { return Ok(()) };
    let facts = record.facts.to_json();
    let known = Known::of(&subject, facts.iter().map(|(fact, value)| (fact.as_str(), value)));
    answer.known_label = Some(format!("{} {}", t.known, record.source.unwrap_or_default()));
    for choice in known.entry.choices(subject.position()) {
        let tally = choice.tally;
        let text = asked.notation().write(subject.position(), choice.m);
        answer.known.push((text, format!("{} / {} / {}", tally.red, tally.draws, tally.black)));
    }
    Ok(())
}

/// A game pasted as PGN or DhtmlXQ becomes a position and moves.
fn read_game(asked: &mut Asked) -> Result<(), Failed> {
    let games = Game::read(asked.game.as_bytes())
        .map_err(|error| (Problem::from(ludex_core::Refusal::from(error)), asked.game.clone()))?;
    if let Some(game) = games.first() {
        asked.fen =
            if game.start == Position::start() { String::new() } else { game.start.setup().to_string() };
        asked.moves = game.main_line().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    }
    Ok(())
}

/// The choices of notation and pieces, as links.
fn choices(t: &'static Text, asked: &Asked, answer: &mut Answer) {
    let now = asked.notation().word();
    let all = [("chinese", t.notation_chinese), ("wxf", "WXF"), ("iccs", "ICCS"), ("uci", "UCI")];
    for (word, name) in all {
        answer.notations.push((word, name, now == word, asked.with(&[("notation", word)])));
    }
    for (word, name) in
        [("", t.pieces_traditional), ("simplified", t.pieces_simplified), ("latin", t.pieces_latin)]
    {
        answer.sets.push((word, name, asked.pieces == word, asked.with(&[("pieces", word)])));
    }
}

/// Draws the board as it is seen, without its margin.
fn drawn(setup: &Setup, asked: &Asked) -> String {
    let picture = picture_in(setup, asked.letters());
    svg(&if asked.flip.is_empty() { picture } else { turned(picture) })
        // The links over the board are laid on its own measure, so the margin is cut off.
        .replacen(
            "width=\"400\" height=\"440\" viewBox=\"0 0 400 440\"",
            "width=\"360\" height=\"400\" viewBox=\"20 20 360 400\" aria-hidden=\"true\"",
            1,
        )
}

/// The picture as the other side sees it; characters stay upright.
fn turned(mut picture: Picture) -> Picture {
    let (w, h) = (picture.width, picture.height);
    for shape in &mut picture.shapes {
        match shape {
            Shape::Disc { x, y, .. } | Shape::Label { x, y, .. } => (*x, *y) = (w - *x, h - *y),
            Shape::Line { x1, y1, x2, y2, .. } => {
                (*x1, *y1, *x2, *y2) = (w - *x1, h - *y1, w - *x2, h - *y2);
            }
            _ => {}
        }
    }
    picture
}

/// The points of the board in the order they are seen.
fn seen(flipped: bool) -> impl Iterator<Item = Square> {
    (0..90u8).filter_map(move |i| {
        let (row, column) = (i / 9, i % 9);
        if flipped { Square::at(8 - column, row) } else { Square::at(column, 9 - row) }
    })
}

fn board(t: &'static Text, asked: &Asked, answer: &mut Answer, now: &Position, last: Option<Move>) {
    answer.board = drawn(&now.setup(), asked);
    let from: Option<Square> = asked.from.parse().ok();
    let legal = now.legal_moves();
    for square in seen(answer.flipped) {
        let piece = now.get(square);
        let mut label = label(t, square, piece);
        let target = from.and_then(|from| legal.iter().find(|m| m.from() == from && m.to() == square));
        let (class, link) = if let Some(m) = target {
            let played = if asked.moves.is_empty() { m.to_string() } else { format!("{} {m}", asked.moves) };
            label.push_str(&format!(", {}", t.can_go));
            let class = if piece.is_some() { "target takes" } else { "target" };
            (class, Some(asked.with(&[("moves", &played)])))
        } else if piece.is_some_and(|piece| piece.side == now.side()) && !answer.ended {
            let class = match (from == Some(square), last.is_some_and(|m| m.to() == square)) {
                (true, _) => "picked",
                (_, true) => "last",
                _ => "",
            };
            (class, Some(asked.with(&[("from", &square.to_string())])))
        } else {
            (if last.is_some_and(|m| m.to() == square || m.from() == square) { "last" } else { "" }, None)
        };
        answer.points.push(Point { label, link, class, key: square.to_string() });
    }
}

fn edit(t: &'static Text, asked: &mut Asked, answer: &mut Answer, mut setup: Setup) {
    if let Ok(square) = asked.at.parse::<Square>() {
        let piece = asked.put.chars().next().and_then(Piece::from_letter);
        setup.put(square, if setup.get(square) == piece { None } else { piece });
        asked.fen = setup.to_string();
    }
    if asked.verb == "side" {
        asked.fen = setup.to_string();
        asked.fen = match asked.fen.split_once(' ') {
            Some((board, rest)) => {
                format!("{board} {}{}", if rest.starts_with('w') { "b" } else { "w" }, &rest[1..])
            }
            None => format!("{} b", asked.fen),
        };
        if let Ok(other) = asked.fen.parse() {
            setup = other;
        }
    }
    if asked.verb == "clear" {
        setup = Setup::empty();
        asked.fen = setup.to_string();
    }
    answer.fen = setup.to_string();
    answer.side_word = side_word(t, if answer.fen.contains(" b") { Side::Black } else { Side::Red });
    answer.board = drawn(&setup, asked);
    for square in seen(answer.flipped) {
        let (fen, at) = (answer.fen.clone(), square.to_string());
        let link = Some(asked.with(&[("fen", &fen), ("at", &at), ("moves", "")]));
        answer.points.push(Point { label: label(t, square, setup.get(square)), link, class: "", key: at });
    }
    for side in [Side::Red, Side::Black] {
        for kind in [
            PieceKind::King,
            PieceKind::Advisor,
            PieceKind::Elephant,
            PieceKind::Horse,
            PieceKind::Rook,
            PieceKind::Cannon,
            PieceKind::Pawn,
        ] {
            let piece = Piece::new(side, kind);
            let (letter, class) = (piece.letter(), if side == Side::Red { "red" } else { "" });
            let link = asked.with(&[("fen", &answer.fen), ("put", &letter.to_string()), ("moves", "")]);
            answer.tray.push((letter, piece.character(), class, link, asked.put == letter.to_string()));
        }
    }
    match Position::try_from(&setup).and_then(Position::playable) {
        Ok(_) => answer.verdict = t.is_playable.to_owned(),
        Err(error) => answer.verdict = error.to_string(),
    }
}

fn side_word(t: &'static Text, side: Side) -> &'static str {
    if side == Side::Red { t.side_red } else { t.side_black }
}

/// What a point is called by those who cannot see it.
fn label(t: &'static Text, square: Square, piece: Option<Piece>) -> String {
    match piece {
        Some(piece) => format!("{square}: {} {}", side_word(t, piece.side), piece_word(t, piece.kind)),
        None => format!("{square}: {}", t.empty),
    }
}

fn piece_word(t: &'static Text, kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => t.king,
        PieceKind::Advisor => t.advisor,
        PieceKind::Elephant => t.elephant,
        PieceKind::Horse => t.horse,
        PieceKind::Rook => t.rook,
        PieceKind::Cannon => t.cannon,
        PieceKind::Pawn => t.pawn,
    }
}

/// A verdict in the language of the page.
fn tell(t: &'static Text, now: &Position, verdict: Verdict) -> String {
    let why = match verdict.reason {
        Reason::Mate(_) => t.verdict_mate.to_owned(),
        Reason::Stalemate(_) => t.verdict_stalemate.to_owned(),
        Reason::PerpetualCheck(side) => format!("{}: {}", t.verdict_perpetual_check, side_word(t, side)),
        Reason::MutualCheck => t.verdict_mutual_check.to_owned(),
        Reason::PerpetualChase(side) => format!("{}: {}", t.verdict_perpetual_chase, side_word(t, side)),
        Reason::MutualChase => t.verdict_mutual_chase.to_owned(),
        Reason::Repetition => t.verdict_repetition.to_owned(),
        Reason::QuietLimit(plies) => format!("{} ({plies})", t.verdict_quiet),
        _ if now.in_check(now.side()) => t.in_check.to_owned(),
        _ => return String::new(),
    };
    match verdict.outcome {
        Outcome::Wins(side) => format!("{} {} ({why})", side_word(t, side), t.wins),
        Outcome::Draw => format!("{} ({why})", t.draw),
        Outcome::None => why,
    }
}

//! Xiangqi: a board to play on. Every point of it is a link, so that it can be played without scripts.

mod board;
mod edit;
mod file;

use super::look::{Refused, link as name_link};
use super::{Page, link, render};
use crate::problem::Problem;
use crate::solves;
use crate::state::{App, blocking};
use crate::text::Text;
use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use board::side_word;
use ludex_core::{Family, Letters, Name, Refusal, downcast};
use ludex_xiangqi::endgame::{Endgames, Value};
use ludex_xiangqi::engine::{Engine, Level, Limits};
use ludex_xiangqi::record::Subject;
use ludex_xiangqi::{
    Game, Move, Notation, Outcome, Position, Reason, RuleSet, Setup, Verdict, Xiangqi, judge, line, memory,
};
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long the engine thinks where the answer is one page.
const THINKS: Duration = Duration::from_millis(700);
/// The engine's table, in bytes.
const TABLE: usize = 16 << 20;
/// Positions with the same code that are shown at the most.
const MOST_SHARING: usize = 5;

/// The pages of the family.
pub(super) fn routes() -> Router<App> {
    Router::new().route("/xiangqi", get(page)).route("/xiangqi/{file}", get(file::file))
}

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

/// A move that the store knows, with how its games ended.
struct Played {
    text: String,
    link: String,
    games: u64,
    red: u64,
    draws: u64,
    black: u64,
}

/// A choice among several ways to show or judge a game.
struct Choice {
    name: &'static str,
    chosen: bool,
    link: String,
}

/// What the store knows of the position.
#[derive(Default)]
struct Known {
    count: i64,
    moves: Vec<Played>,
    opinion: Option<(String, String)>,
    sharing: Vec<(String, String)>,
}

#[derive(Default)]
struct Answer {
    fen: String,
    board: String,
    points: Vec<Point>,
    side: &'static str,
    side_word: &'static str,
    verdict: String,
    /// What the endgame tables prove of it.
    proven: Option<String>,
    /// Why an edited position cannot be played.
    unplayable: Option<String>,
    ended: bool,
    played: Vec<Written>,
    name: Option<(String, String)>,
    keep: String,
    code: String,
    known: Known,
    undo: Option<String>,
    pgn: String,
    dhtmlxq: String,
    /// Files of the game: their endings and addresses.
    files: Vec<(&'static str, String)>,
    hint: Option<(String, String)>,
    refused: Option<Refused>,
    tray: Vec<edit::Tool>,
    flipped: bool,
    notations: Vec<Choice>,
    sets: Vec<Choice>,
    rules: Vec<Choice>,
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
    /// What the editor does besides putting pieces.
    editor: [(&'static str, String); 3],
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
    /// The first position and the moves since then; moves are written one way afterwards.
    fn game(&mut self) -> Result<(Position, Vec<Move>), Failed> {
        let setup = self.setup()?;
        let none = |refusal: Refusal| (Problem::from(refusal), self.fen.clone());
        let position = Position::try_from(&setup).map_err(|error| none(error.into()))?;
        let start = position.playable().map_err(|error| none(error.into()))?;
        let (moves, _) = line::moves(&start, &self.moves, Notation::Uci)
            .map_err(|refusal| (Problem::from(refusal), self.moves.clone()))?;
        self.moves = uci(&moves);
        Ok((start, moves))
    }

    fn setup(&self) -> Result<Setup, Failed> {
        let typed = self.fen.trim();
        if typed.is_empty() {
            return Ok(Setup::start());
        }
        let failed = |refusal: Refusal| (Problem::from(refusal), typed.to_owned());
        let read = Xiangqi::default().parse(typed).map_err(failed)?;
        downcast::<Setup>(&*read).cloned().map_err(failed)
    }

    /// The address after one more move.
    fn after(&self, m: &str) -> String {
        let moves = if self.moves.is_empty() { m.to_owned() } else { format!("{} {m}", self.moves) };
        self.with(&[("moves", &moves)])
    }
}

/// Moves as addresses have them.
fn uci(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// `GET /xiangqi`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Query(mut asked): Query<Asked>,
) -> Result<Response, Problem> {
    let t = page.t;
    let heavy = matches!(asked.verb.as_str(), "hint" | "go");
    let endgames = Arc::clone(&app.endgames);
    let run = move |stop: &AtomicBool| {
        let mut answer = Answer { level: asked.level.parse().unwrap_or(20).min(20), ..Answer::default() };
        let subject = match work(t, &mut asked, &endgames, stop, &mut answer) {
            Ok(subject) => subject,
            Err((problem, text)) => {
                answer.refused = Some(Refused::of(&problem, &text));
                // The board stays in sight whatever was typed.
                let mut plain = Asked { flip: asked.flip.clone(), ..Asked::default() };
                let _ = work(t, &mut plain, &endgames, stop, &mut answer);
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
        answer.known = known(&app, &asked, subject).await?;
    }
    let flip_link = asked.with(&[("flip", if answer.flipped { "" } else { "1" })]);
    let editing = |verb: &str| {
        let fen = if verb == "side" { answer.fen.as_str() } else { "" };
        link("/xiangqi", &[("fen", fen), ("put", &asked.put), ("flip", &asked.flip), ("do", verb)])
    };
    let editor =
        [(t.other_side, editing("side")), (t.start_position, editing("start")), (t.clear, editing("clear"))];
    let edit_link = if asked.put.is_empty() {
        asked.with(&[("fen", &answer.fen), ("moves", ""), ("put", "-")])
    } else {
        asked.with(&[("put", "")])
    };
    let play_link = asked.after("MOVE");
    Ok(render(&page.clone(), &XiangqiPage { page, asked, answer, flip_link, editor, edit_link, play_link }))
}

type Failed = (Problem, String);

fn work(
    t: &'static Text,
    asked: &mut Asked,
    endgames: &Arc<Endgames>,
    stop: &AtomicBool,
    answer: &mut Answer,
) -> Result<Option<Subject>, Failed> {
    if !asked.game.trim().is_empty() {
        file::read_game(asked)?;
    }
    answer.flipped = !asked.flip.is_empty();
    answer.edit = !asked.put.is_empty();
    if answer.edit {
        let setup = asked.setup()?;
        choices(t, asked, answer);
        edit::edit(t, asked, answer, setup);
        return Ok(None);
    }
    let (start, moves) = asked.game()?;
    choices(t, asked, answer);
    let mut now = start.clone();
    let mut boards = vec![start.clone()];
    for (i, m) in moves.iter().enumerate() {
        answer.played.push(Written {
            number: i + 1,
            text: asked.notation().write(&now, *m),
            link: asked.with(&[("moves", &uci(&moves[..=i]))]),
        });
        let _ = now.make(*m);
        boards.push(now.clone());
    }
    if let Some((_, before)) = moves.split_last() {
        answer.undo = Some(asked.with(&[("moves", &uci(before))]));
    }
    let verdict = judge(&start, &moves, asked.rules.parse().unwrap_or_default());
    answer.ended = verdict.outcome != Outcome::None;
    answer.verdict = tell(t, &now, verdict);
    answer.proven = endgames.probe(&now).filter(|_| !answer.ended).map(|value| prove(t, &now, value));
    answer.side = now.side().word();
    answer.side_word = side_word(t, now.side());
    answer.fen = now.setup().to_string();
    answer.keep = serde_json::json!({"item": answer.fen}).to_string();
    let mut game = Game::of_moves(start, &moves);
    game.result = verdict.outcome;
    answer.pgn = game.to_pgn(asked.notation());
    answer.dhtmlxq = game.to_dhtmlxq();
    // A side with more pieces than a set has goes into no XQF.
    let xqf = game.to_xqf().is_ok().then_some(("XQF", "game.xqf"));
    for (name, file) in [("PGN", "game.pgn"), ("DhtmlXQ", "game.txt")].into_iter().chain(xqf) {
        let query = asked.with(&[("put", ""), ("level", "")]);
        let query = query.split_once('?').map_or(String::new(), |(_, query)| format!("?{query}"));
        answer.files.push((name, format!("/xiangqi/{file}{query}")));
    }
    board::board(t, asked, answer, &now, moves.last().copied());
    if asked.verb == "hint" || asked.verb == "go" {
        let mut engine = Engine::new(TABLE);
        engine.set_level(Level::new(answer.level));
        engine.set_rules(asked.rules.parse().unwrap_or_default());
        engine.set_endgames(Some(Arc::clone(endgames)));
        let limits = Limits { time: Some(THINKS), ..Limits::default() };
        boards.pop();
        let best = engine.search(&now, &boards, limits, stop, |_| {});
        if let Some(first) = best.line.first() {
            let text = format!("{} ({})", asked.notation().write_line(&now, &best.line), best.score);
            answer.hint = Some((text, asked.after(&first.to_string())));
        }
    }
    let subject = Subject::new(now).ok();
    if let Some(subject) = &subject {
        answer.name = Some((subject.name().to_string(), name_link(subject.name())));
        answer.code = subject.code().to_string();
    }
    Ok(subject)
}

/// What the store knows of the position: games, moves, what the engine said, boards that look alike.
async fn known(app: &App, asked: &Asked, subject: Subject) -> Result<Known, Problem> {
    let (found, subject) = app
        .store(move |setups| {
            let found = memory::look(setups.store(), &subject)?;
            Ok::<_, Problem>((found, subject))
        })
        .await?;
    let position = subject.position();
    let moves = found.known.entry.choices(position).into_iter().map(|choice| {
        let tally = choice.tally;
        Played {
            text: asked.notation().write(position, choice.m),
            link: asked.after(&choice.m.to_string()),
            games: tally.games(),
            red: tally.red,
            draws: tally.draws,
            black: tally.black,
        }
    });
    let best = found.best(&subject, asked.notation());
    let score = found.known.opinion.as_ref().map(|opinion| opinion.score.clone());
    let sharing = found.sharing.iter().take(MOST_SHARING);
    let sharing = sharing.filter_map(|name| Some((name.clone(), name_link(&name.parse::<Name>().ok()?))));
    Ok(Known {
        count: found.count,
        moves: moves.collect(),
        opinion: best.zip(score),
        sharing: sharing.collect(),
    })
}

/// The choices of notation, pieces and rules, as links.
fn choices(t: &'static Text, asked: &Asked, answer: &mut Answer) {
    let notation = asked.notation().word();
    let rules: RuleSet = asked.rules.parse().unwrap_or_default();
    let choice =
        |field: &str, word: &str, name, chosen| Choice { name, chosen, link: asked.with(&[(field, word)]) };
    for (word, name) in [("chinese", t.notation_chinese), ("wxf", "WXF"), ("iccs", "ICCS"), ("uci", "UCI")] {
        answer.notations.push(choice("notation", word, name, notation == word));
    }
    for (word, name) in
        [("", t.pieces_traditional), ("simplified", t.pieces_simplified), ("latin", t.pieces_latin)]
    {
        answer.sets.push(choice("pieces", word, name, asked.pieces == word));
    }
    for (set, name) in [
        (RuleSet::Asian, t.rules_asian),
        (RuleSet::Chinese, t.rules_chinese),
        (RuleSet::Check, t.rules_check),
        (RuleSet::Plain, t.rules_plain),
    ] {
        let word = if set == RuleSet::default() { "" } else { set.word() };
        answer.rules.push(choice("rules", word, name, rules == set));
    }
}

/// What the endgame tables prove, in the language of the page.
fn prove(t: &'static Text, now: &Position, value: Value) -> String {
    let wins = |side, moves: u32| format!("{} {} ({moves} {})", side_word(t, side), t.wins, t.proven_moves);
    match value {
        Value::Win(moves) => wins(now.side(), moves),
        Value::Loss(moves) => wins(now.side().other(), moves),
        Value::Draw => format!("{} ({})", t.draw, t.proven_draw),
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
        Reason::PerpetualAttack(side) => format!("{}: {}", t.verdict_perpetual_attack, side_word(t, side)),
        Reason::MutualAttack => t.verdict_mutual_attack.to_owned(),
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

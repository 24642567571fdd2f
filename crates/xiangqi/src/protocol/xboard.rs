//! XBoard's protocol, version 2, for the variant xiangqi. Ranks are 0-9.
//!
//! ```text
//! > protover 2        < feature ... done=1
//! > new               > variant xiangqi       the start, the engine plays Black
//! > usermove h2e2     < move h9g7             a move and its answer
//! > force             no answers; `go` takes the side to move
//! > level 40 5 0      > st 10   > sd 8        moves, minutes, increment; seconds a move; plies
//! > time 3000         > otim 3000             the clocks, in hundredths of a second
//! > ping 3            < pong 3                after all that was asked before
//! ```

use super::board::Board;
use super::think::Task;
use super::{Session, lock, short};
use crate::engine::{Best, Limits};
use crate::moves::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::{Outcome, RuleSet, judge};
use crate::setup::Setup;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a game under XBoard has beside its board.
#[derive(Debug)]
pub(super) struct State {
    /// The side the engine plays; none in force mode.
    engine: Option<Side>,
    post: bool,
    analyse: bool,
    depth: Option<u32>,
    move_time: Option<Duration>,
    increment: Duration,
    moves_per_session: u32,
    left: Option<Duration>,
    /// The move that a search said, not yet played on the board.
    found: Arc<Mutex<Option<Move>>>,
}

impl Default for State {
    fn default() -> Self {
        State {
            engine: Some(Side::Black),
            post: false,
            analyse: false,
            depth: None,
            move_time: None,
            increment: Duration::ZERO,
            moves_per_session: 0,
            left: None,
            found: Arc::default(),
        }
    }
}

impl State {
    pub(super) const fn posts(&self) -> bool {
        self.post || self.analyse
    }

    pub(super) fn found(&self) -> Arc<Mutex<Option<Move>>> {
        self.found.clone()
    }
}

/// `5` or `5:30` in minutes.
fn minutes(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    let seconds = minutes.parse::<u64>().ok()?.min(1 << 20) * 60 + seconds.parse::<u64>().ok()?.min(59);
    Some(Duration::from_secs(seconds))
}

impl<W: Write + Send + 'static> Session<W> {
    /// Obeys one line; false ends the session.
    pub(super) fn obey_xboard(&mut self, line: &str) -> std::io::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(true) };
        let first = rest.first().copied().unwrap_or("");
        if self.thinking.as_ref().is_some_and(super::think::Thinking::is_over) {
            self.wait();
        }
        self.play_found();
        match command {
            "xboard" | "accepted" | "rejected" | "random" | "computer" | "hard" | "easy" | "name"
            | "rating" | "ics" | "otim" | "bk" => {}
            "protover" => self.say(&format!(
                "feature myname=\"Ludex {}\" variants=\"xiangqi\" setboard=1 usermove=1 ping=1 playother=1 \
                 memory=1 smp=1 analyze=1 colors=0 sigint=0 sigterm=0 reuse=1 san=0 done=1",
                env!("CARGO_PKG_VERSION")
            ))?,
            "quit" => return Ok(false),
            "new" => {
                self.break_off();
                lock(&self.engine).clear();
                self.board = Ok(Board::start());
                self.xboard = State { post: self.xboard.post, ..State::default() };
            }
            "variant" if first == "xiangqi" => {}
            "variant" => self.say(&format!("Error (unknown variant): {}", short(first)))?,
            "setboard" => {
                self.break_off();
                let read =
                    rest.join(" ").parse::<Setup>().map_err(|error| error.to_string()).and_then(|setup| {
                        Position::try_from(&setup)
                            .and_then(Position::playable)
                            .map_err(|error| error.to_string())
                    });
                match read {
                    Ok(position) => self.board = Ok(Board::of(position)),
                    Err(reason) => self.say(&format!("tellusererror Illegal position: {reason}"))?,
                }
                self.analyse_again();
            }
            "force" | "result" => {
                self.break_off();
                self.xboard.engine = None;
            }
            "go" | "playother" => {
                self.break_off();
                let Some(position) = self.position()? else { return Ok(true) };
                let side = position.side();
                self.xboard.engine = Some(if command == "go" { side } else { side.other() });
                self.answer_xboard()?;
            }
            "usermove" => self.user_move(first)?,
            "?" if !self.xboard.analyse => {
                self.halt();
                self.play_found();
            }
            "ping" => {
                if !self.xboard.analyse {
                    self.wait();
                    self.play_found();
                }
                self.say(&format!("pong {first}"))?;
            }
            "undo" | "remove" => {
                self.break_off();
                if let Ok(board) = &mut self.board {
                    for _ in 0..if command == "undo" { 1 } else { 2 } {
                        board.pop();
                    }
                }
                self.analyse_again();
            }
            "level" => match rest {
                [moves, time, increment] => {
                    self.xboard.moves_per_session = moves.parse().unwrap_or(0);
                    self.xboard.left = minutes(time);
                    let seconds = increment.parse::<f64>().unwrap_or(0.0).clamp(0.0, 1e6);
                    self.xboard.increment = Duration::from_secs_f64(seconds);
                    self.xboard.move_time = None;
                }
                _ => self.say(&format!("Error (bad command): {}", short(line)))?,
            },
            "st" => {
                self.xboard.move_time = first.parse::<u64>().ok().map(|s| Duration::from_secs(s.min(1 << 20)))
            }
            "sd" => self.xboard.depth = first.parse().ok(),
            "time" => {
                let left = first.parse::<u64>().ok();
                self.xboard.left = left.map(|hundredths| Duration::from_millis(hundredths.min(1 << 40) * 10));
            }
            "memory" => {
                self.break_off();
                self.set_hash(first.parse().unwrap_or(1));
            }
            "cores" => {
                self.break_off();
                let threads = first.parse::<usize>().unwrap_or(1).min(self.ceiling.threads);
                lock(&self.engine).set_threads(threads);
            }
            "post" => self.xboard.post = true,
            "nopost" => self.xboard.post = false,
            "analyze" => {
                self.break_off();
                (self.xboard.analyse, self.xboard.engine) = (true, None);
                self.analyse_again();
            }
            "exit" => {
                self.break_off();
                self.xboard.analyse = false;
            }
            "." | "?" => {}
            "draw" => self.offer_draw()?,
            "hint" => self.hint()?,
            // Boards without the feature `usermove` send the move alone.
            _ if super::think::is_move(command) => {
                self.user_move(command)?;
            }
            _ => self.say(&format!("Error (unknown command): {}", short(command)))?,
        }
        Ok(true)
    }

    fn user_move(&mut self, text: &str) -> std::io::Result<()> {
        self.break_off();
        let Some(position) = self.position()? else { return Ok(()) };
        let Ok(m) = self.ranks.read_move(&position, text) else {
            return self.say(&format!("Illegal move: {}", short(text)));
        };
        let mut ended = None;
        if let Ok(board) = &mut self.board {
            board.push(m);
            ended = result(board, None);
        }
        match ended {
            Some(text) => self.say(&text)?,
            None => self.answer_xboard()?,
        }
        self.analyse_again();
        Ok(())
    }

    /// Ends a search without its answer, unless that was said already.
    fn break_off(&mut self) {
        self.drop_search();
        self.play_found();
    }

    /// Plays the move that a search said.
    fn play_found(&mut self) {
        if self.thinking.is_none()
            && let Some(m) = lock(&self.xboard.found).take()
            && let Ok(board) = &mut self.board
        {
            board.push(m);
        }
    }

    /// Lets the engine think if it is its turn; the search says its move, and the next command plays it.
    fn answer_xboard(&mut self) -> std::io::Result<()> {
        let Ok(board) = self.board.clone() else { return Ok(()) };
        if self.xboard.engine != Some(board.position.side()) {
            return Ok(());
        }
        if let Some(m) = self.book_move(&board.position, &[])? {
            self.say(&format!("move {}", self.notation().write(&board.position, m)))?;
            if let Ok(board) = &mut self.board {
                board.push(m);
            }
            return Ok(());
        }
        let State { depth, move_time, increment, moves_per_session, left, .. } = self.xboard;
        let mut limits = Limits { depth, time: move_time, ..Limits::default() };
        if let Some(left) = left.filter(|_| move_time.is_none()) {
            let played = u32::try_from(board.moves.len() / 2).unwrap_or(0);
            let to_go = (moves_per_session > 0).then(|| moves_per_session - played % moves_per_session);
            limits.clock = Some(self.clock(left, increment, to_go));
        }
        if limits == Limits::default() {
            limits.time = Some(Duration::from_secs(5));
        }
        let task = Task { limits, banned: Vec::new(), endless: false, accept_draw: false };
        *lock(&self.xboard.found) = None;
        self.think(&board, task, None);
        Ok(())
    }

    /// In analysis, thinks about the position until the next command.
    fn analyse_again(&mut self) {
        if let (true, Ok(board)) = (self.xboard.analyse, self.board.clone()) {
            self.break_off();
            let task =
                Task { limits: Limits::default(), banned: Vec::new(), endless: true, accept_draw: false };
            self.think(&board, task, None);
        }
    }

    /// What a short look finds.
    fn look(&self, board: &Board) -> Best {
        let nodes = self.ceiling.nodes.map_or(LOOK_NODES, |most| most.min(LOOK_NODES));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let stop = std::sync::atomic::AtomicBool::new(false);
        let mut engine = lock(&self.engine);
        engine.ban(&[]);
        engine.search(&board.position, &board.past, limits, &stop, |_| {})
    }

    /// Says a move of the book, or else what a short look finds; a search that runs goes on without one.
    fn hint(&mut self) -> std::io::Result<()> {
        if self.thinking.is_some() {
            return Ok(());
        }
        let Ok(board) = self.board.clone() else { return Ok(()) };
        let known = self.book_move(&board.position, &[])?;
        match known.or_else(|| self.look(&board).line.first().copied()) {
            Some(m) => self.say(&format!("Hint: {}", self.notation().write(&board.position, m))),
            None => Ok(()),
        }
    }

    /// Takes the offer of a draw where a short look says that the engine is not better.
    fn offer_draw(&mut self) -> std::io::Result<()> {
        self.break_off();
        let Ok(board) = self.board.clone() else { return Ok(()) };
        let best = self.look(&board);
        let ours = self.xboard.engine == Some(board.position.side());
        let score = super::tell::points(best.score);
        if (ours && score <= 0) || (!ours && score >= 0) { self.say("offer draw") } else { Ok(()) }
    }
}

/// Nodes behind a hint, or an answer to an offer of a draw.
const LOOK_NODES: u64 = 20_000;

/// How a game ended, after one more move, in the words of the protocol; nothing while it goes on.
pub(super) fn result(board: &Board, m: Option<Move>) -> Option<String> {
    let moves: Vec<Move> = board.moves.iter().copied().chain(m).collect();
    let verdict = judge(&board.start, &moves, RuleSet::Asian);
    let score = match verdict.outcome {
        Outcome::None => return None,
        Outcome::Wins(Side::Red) => "1-0",
        Outcome::Wins(Side::Black) => "0-1",
        Outcome::Draw => "1/2-1/2",
    };
    Some(format!("{score} {{{}}}", verdict.reason))
}

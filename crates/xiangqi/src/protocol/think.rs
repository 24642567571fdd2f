//! `go`, `ponderhit`, `stop`: the search beside the session.

use super::tell::{Teller, points};
use super::{Board, Protocol, Session, lock, xboard};
use crate::engine::{Best, Clock, Engine, Info, Limits, Score};
use crate::moves::Move;
use crate::perft::divide;
use crate::piece::Side;
use crate::position::Position;
use ludex_core::{Progress, Stopped};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What the engine keeps back of a clock by itself.
pub(super) const OVERHEAD: Duration = Duration::from_millis(30);

/// A search that runs.
pub(super) struct Thinking {
    thread: JoinHandle<()>,
    /// Ends the search.
    stop: Arc<AtomicBool>,
    /// Its answer is not wanted: another search takes its place.
    silent: Arc<AtomicBool>,
    /// Only `stop` or `ponderhit` ends it.
    endless: bool,
    /// What `go ponder` asked for, to be begun at `ponderhit`.
    pondered: Option<Task>,
}

impl Thinking {
    pub(super) const fn is_endless(&self) -> bool {
        self.endless
    }

    /// It has said what it found.
    pub(super) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }
}

/// What is searched for.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) limits: Limits,
    /// Moves that must not be played.
    pub(super) banned: Vec<Move>,
    pub(super) endless: bool,
    /// The other side has offered a draw.
    pub(super) accept_draw: bool,
}

/// Hears whether perft should stop.
struct Flag(Arc<AtomicBool>);

impl Progress for Flag {
    fn report(&self, _done: u64, _total: u64) -> Result<(), Stopped> {
        if self.0.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// The words after `go`, read by name.
struct Words<'a>(&'a [&'a str]);

impl Words<'_> {
    fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    fn value(&self, name: &str) -> Option<u64> {
        let at = self.0.iter().position(|&word| word == name)?;
        self.0.get(at + 1)?.parse::<i64>().ok().map(|number| number.max(0) as u64)
    }

    fn number(&self, name: &str) -> Option<u32> {
        self.value(name).map(|n| u32::try_from(n).unwrap_or(u32::MAX))
    }
}

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn wait(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            // A search that panicked has said nothing; the session goes on.
            let _ = thinking.thread.join();
        }
    }

    /// Ends the search, which then says what it found.
    pub(super) fn halt(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
            thinking.thread.thread().unpark();
        }
        self.wait();
    }

    /// Ends the search without an answer.
    pub(super) fn drop_search(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.silent.store(true, Ordering::Relaxed);
        }
        self.halt();
    }

    /// The move that was pondered on was played: the same search goes on within its limits, from what the
    /// table has learned.
    pub(super) fn ponderhit(&mut self, words: &[&str]) -> std::io::Result<()> {
        let Some(mut task) = self.thinking.as_mut().and_then(|thinking| thinking.pondered.take()) else {
            return Ok(());
        };
        task.accept_draw |= words.contains(&"draw");
        self.drop_search();
        if let Ok(board) = self.board.clone() {
            self.think(&board, task, None);
        }
        Ok(())
    }

    pub(super) fn go(&mut self, words: &[&str]) -> std::io::Result<()> {
        let Some(position) = self.position()? else {
            return self.say(self.no_move());
        };
        let words = Words(words);
        if let Some(depth) = words.number("perft") {
            self.perft(&position, depth);
            return Ok(());
        }
        let mut banned = self.banned.clone();
        if let Some(at) = words.0.iter().position(|&word| word == "searchmoves") {
            // The moves end where another word of `go` begins; what is none of either is told.
            let texts: Vec<&str> =
                words.0[at + 1..].iter().copied().take_while(|text| !GO_WORDS.contains(text)).collect();
            let wanted = self.read_moves(&texts)?;
            if !texts.is_empty() {
                banned.extend(position.legal_moves().iter().filter(|m| !wanted.contains(m)));
            }
        }
        let limits = self.limits(&words, position.side());
        let endless = limits == Limits::default() || words.has("infinite");
        let limits = if words.has("infinite") { Limits::default() } else { limits };
        let task = Task { limits, banned, endless, accept_draw: words.has("draw") };
        let Ok(board) = self.board.clone() else { return Ok(()) };
        if words.has("ponder") {
            let waiting = Task { limits: Limits::default(), endless: true, ..task.clone() };
            self.think(&board, waiting, Some(task));
            return Ok(());
        }
        if !task.endless
            && let Some(m) = self.book_move(&position, &task.banned)?
        {
            let text = self.notation().write(&position, m);
            self.remark("from the book")?;
            return self.say(&format!("bestmove {text}"));
        }
        self.think(&board, task, None);
        Ok(())
    }

    /// What is answered where there is no move.
    pub(super) const fn no_move(&self) -> &'static str {
        match self.protocol {
            Protocol::Ucci => "nobestmove",
            _ => "bestmove (none)",
        }
    }

    fn limits(&self, words: &Words<'_>, side: Side) -> Limits {
        let unit = if self.milliseconds { 1 } else { 1000 };
        let time = |name: &str| {
            words.value(name).map(|n| Duration::from_millis(n.saturating_mul(unit).min(1 << 40)))
        };
        let mut limits = Limits {
            nodes: words.value("nodes").map(|n| n.max(1)),
            depth: words.number("depth"),
            time: time("movetime"),
            ..Limits::default()
        };
        let (left, increment) = match (self.protocol, side) {
            (Protocol::Ucci, _) => (time("time"), time("increment")),
            (_, Side::Red) => (time("wtime"), time("winc")),
            (_, Side::Black) => (time("btime"), time("binc")),
        };
        if let Some(left) = left {
            limits.clock = Some(self.clock(left, increment.unwrap_or_default(), words.number("movestogo")));
        }
        if let Some(moves) = words.number("mate") {
            limits.depth = Some(moves.saturating_mul(2).clamp(1, 100));
        }
        limits
    }

    /// A clock with the overhead that was asked for.
    pub(super) fn clock(&self, left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Clock {
        Clock { left: (left + OVERHEAD).saturating_sub(self.overhead), increment, moves_to_go }
    }

    /// A move of the book that may be played here.
    pub(super) fn book_move(
        &mut self,
        position: &Position,
        banned: &[Move],
    ) -> std::io::Result<Option<Move>> {
        let Some(book) = self.book.as_mut().filter(|_| self.use_book) else { return Ok(None) };
        match book.probe(position) {
            Ok(mut choices) => {
                choices.retain(|choice| !banned.contains(&choice.m));
                Ok(self.pick.choose(&choices).map(|choice| choice.m))
            }
            Err(reason) => {
                self.remark(&format!("no book: {reason}"))?;
                Ok(None)
            }
        }
    }

    /// Starts a search beside the session.
    pub(super) fn think(&mut self, board: &Board, mut task: Task, pondered: Option<Task>) {
        if let Some(most) = self.ceiling.nodes {
            task.limits.nodes = Some(task.limits.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let (stop, silent) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let teller = Teller {
            protocol: self.protocol,
            notation: self.notation(),
            show_wdl: self.show_wdl,
            numbered: self.lines > 1,
        };
        let (engine, output) = (self.engine.clone(), self.output.clone());
        let (lines, endless, board) = (self.lines, task.endless, board.clone());
        let quiet = self.protocol == Protocol::Xboard && !self.xboard.posts();
        let answers = self.protocol != Protocol::Xboard;
        let (heard, hushed) = (stop.clone(), silent.clone());
        let found = self.xboard.found();
        let thread = std::thread::spawn(move || {
            let mut engine = lock(&engine);
            let tell = |info: &Info, line: usize| {
                if !quiet && !hushed.load(Ordering::Relaxed) {
                    let mut output = lock(&output);
                    // Whoever listens may be gone; the search ends by itself.
                    let _ = writeln!(output, "{}", teller.info(&board.position, info, line));
                    let _ = output.flush();
                }
            };
            if teller.protocol == Protocol::Uci {
                let (output, hushed, position) = (output.clone(), hushed.clone(), board.position.clone());
                engine.watch(Some(Box::new(move |current| {
                    if !hushed.load(Ordering::Relaxed) {
                        let mut output = lock(&output);
                        let _ = writeln!(output, "{}", teller.current(&position, current));
                        let _ = output.flush();
                    }
                })));
            }
            let best = search(&mut engine, &board, &task, lines, &heard, tell);
            engine.watch(None);
            drop(engine);
            // An endless search answers only when it is told to stop.
            while endless && !heard.load(Ordering::Relaxed) {
                std::thread::park();
            }
            if hushed.load(Ordering::Relaxed) {
                return;
            }
            let mut output = lock(&output);
            if answers {
                let _ = writeln!(output, "{}", teller.best(&board.position, &best, task.accept_draw));
            } else if !endless {
                // The session plays what was said when it hears the next command.
                let m = best.line.first().copied();
                let _ = m.map(|_| writeln!(output, "{}", teller.best(&board.position, &best, false)));
                let _ = xboard::result(&board, m).map(|result| writeln!(output, "{result}"));
                *lock(&found) = m;
            }
            let _ = output.flush();
        });
        self.thinking = Some(Thinking { thread, stop, silent, endless, pondered });
    }

    /// Counts leaves beside the session, as deep as the ceiling allows, counted with the moves of this
    /// position.
    fn perft(&mut self, position: &Position, depth: u32) {
        let moves = u64::from(position.count_legal()).max(2);
        let most = self.ceiling.nodes.map_or(12, |nodes| nodes.max(1).ilog(moves).max(1));
        let depth = depth.clamp(1, most);
        let stop = Arc::new(AtomicBool::new(false));
        let (heard, output, position, notation) =
            (stop.clone(), self.output.clone(), position.clone(), self.notation());
        let thread = std::thread::spawn(move || {
            let Ok(counts) = divide(&position, depth, &Flag(heard)) else { return };
            let mut output = lock(&output);
            for (m, nodes) in &counts {
                let _ = writeln!(output, "{}: {nodes}", notation.write(&position, *m));
            }
            let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
            let _ = writeln!(output, "\nNodes searched: {total}");
            let _ = output.flush();
        });
        let silent = Arc::new(AtomicBool::new(false));
        self.thinking = Some(Thinking { thread, stop, silent, endless: false, pondered: None });
    }

    /// UCCI's `probe`: what a short look finds about a position, as bounds that are equal.
    pub(super) fn probe(&mut self, words: &[&str]) -> std::io::Result<()> {
        let board = match self.ranks.read_board(words) {
            Ok(board) => board,
            Err(reason) => return self.remark(&reason),
        };
        // A search that runs has the table.
        let Ok(mut engine) = self.engine.try_lock() else { return self.say("pophash") };
        let limits = Limits { nodes: Some(PROBE_NODES), ..Limits::default() };
        engine.ban(&[]);
        let best = engine.search(&board.position, &board.past, limits, &AtomicBool::new(false), |_| {});
        drop(engine);
        let Some(&m) = best.line.first() else { return self.say("pophash") };
        let (m, score, depth) = (self.notation().write(&board.position, m), points(best.score), best.depth);
        self.say(&format!(
            "pophash bestmove {m} lowerbound {score} depth {depth} upperbound {score} depth {depth}"
        ))
    }
}

/// Nodes behind an answer to `probe`: most of it comes from the table.
const PROBE_NODES: u64 = 500;

/// The words of `go` that may follow a list of moves.
const GO_WORDS: [&str; 13] = [
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "draw",
];

/// Whether a word looks like a move in coordinates.
pub(super) fn is_move(text: &str) -> bool {
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    letters == 2
        && text.starts_with(|c: char| ('a'..='i').contains(&c.to_ascii_lowercase()))
        && text.ends_with(|c: char| c.is_ascii_digit())
}

/// Searches for one line, or for several: each depth once for every line, without the moves of the
/// better ones.
fn search(
    engine: &mut Engine,
    board: &Board,
    task: &Task,
    lines: usize,
    stop: &AtomicBool,
    mut tell: impl FnMut(&Info, usize),
) -> Best {
    engine.ban(&task.banned);
    if lines == 1 {
        return engine.search(&board.position, &board.past, task.limits, stop, |info| tell(info, 1));
    }
    let start = Instant::now();
    let mut best = Best { line: Vec::new(), score: Score::Mate(0), depth: 0, selective_depth: 0, nodes: 0 };
    let mut nodes = 0;
    // A clock gives its share once; what is left of it is the time of all lines together.
    let clock = task.limits.clock.map(|clock| {
        let share = clock.left / clock.moves_to_go.unwrap_or(30).clamp(1, 30) + clock.increment * 3 / 4;
        share.min(clock.left * 4 / 5)
    });
    let time = match (task.limits.time, clock) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let deepest = task.limits.depth.unwrap_or(100).clamp(1, 100);
    'deeper: for depth in 1..=deepest {
        let mut found: Vec<Info> = Vec::new();
        // Lines that the endgame tables answered at once are the same at every depth.
        let mut proven = true;
        let mut banned = task.banned.clone();
        for _ in 0..lines {
            let left = Limits {
                nodes: task.limits.nodes.map(|most| most.saturating_sub(nodes)),
                depth: Some(depth),
                time: time.map(|time| time.saturating_sub(start.elapsed())),
                clock: None,
            };
            if left.nodes == Some(0) || left.time == Some(Duration::ZERO) || stop.load(Ordering::Relaxed) {
                break 'deeper;
            }
            engine.ban(&banned);
            let mut last = None;
            let answer =
                engine.search(&board.position, &board.past, left, stop, |info| last = Some(info.clone()));
            nodes += answer.nodes;
            let (Some(&m), Some(mut info)) = (answer.line.first(), last) else { break };
            banned.push(m);
            proven &= answer.nodes <= 1 && info.table_hits > 0;
            info.best = Best { nodes, ..answer };
            info.time = start.elapsed();
            found.push(info);
        }
        // Lines that were searched one after another may come out in another order.
        found.sort_by_key(|info| std::cmp::Reverse(points(info.best.score)));
        let Some(first) = found.first() else { break };
        best = first.best.clone();
        for (i, info) in found.iter().enumerate() {
            tell(info, i + 1);
        }
        if proven {
            break;
        }
    }
    if best.line.is_empty() {
        // Not even the first depth was whole: any search names a move.
        engine.ban(&task.banned);
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        best = engine.search(&board.position, &board.past, limits, &AtomicBool::new(false), |_| {});
    }
    Best { nodes, ..best }
}

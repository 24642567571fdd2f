//! UCI and UCCI: the engine as graphical boards talk to it.
//!
//! One session serves both: the commands differ in a few words, in how options are set and in the rank
//! base of moves (UCI 1-10, as an option 0-9; UCCI 0-9). The search runs beside the reading of
//! commands, so `stop` and `isready` are heard at once. Nothing that is read can end the session but
//! `quit` and the end of the input; what is not understood is answered with `info string` and left.

use crate::book::Probe;
use crate::engine::{Best, Clock, Engine, Info, Level, Limits, Score};
use crate::moves::Move;
use crate::notation::Notation;
use crate::perft::divide;
use crate::piece::Side;
use crate::position::Position;
use crate::setup::Setup;
use ludex_core::{Progress, Stopped};
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Which protocol is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// The universal chess interface, variant xiangqi.
    Uci,
    /// The universal Chinese chess protocol.
    Ucci,
}

const DEFAULT_MEGABYTES: usize = 16;

/// What a session may use at most, whatever is asked of it: sessions for strangers share a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ceiling {
    /// Megabytes of the table.
    pub megabytes: usize,
    /// Threads of a search.
    pub threads: usize,
    /// Positions a search (or a count of leaves) visits.
    pub nodes: Option<u64>,
}

impl Default for Ceiling {
    fn default() -> Self {
        Ceiling { megabytes: 1 << 20, threads: 256, nodes: None }
    }
}

/// Opens the book that an option names.
pub type OpenBook = dyn Fn(&str) -> Result<Box<dyn Probe>, String>;

/// One conversation.
pub struct Session<W> {
    protocol: Protocol,
    output: Arc<Mutex<W>>,
    engine: Arc<Mutex<Engine>>,
    stop: Arc<AtomicBool>,
    thinking: Option<JoinHandle<()>>,
    /// The thinking has no limit of its own: only `stop` ends it.
    endless: bool,
    position: Position,
    game: Vec<Position>,
    notation: Notation,
    /// UCCI counts seconds unless told to count milliseconds.
    milliseconds: bool,
    banned: Vec<Move>,
    ceiling: Ceiling,
    open_book: Option<Box<OpenBook>>,
    book: Option<Box<dyn Probe>>,
    use_book: bool,
}

/// A panic elsewhere leaves nothing half-done that would matter here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hears whether perft should stop.
struct Flag(Arc<AtomicBool>);

impl Progress for Flag {
    fn report(&self, _done: u64, _total: u64) -> Result<(), Stopped> {
        if self.0.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session at the start of a game.
    pub fn new(protocol: Protocol, output: W) -> Self {
        Session {
            protocol,
            output: Arc::new(Mutex::new(output)),
            engine: Arc::new(Mutex::new(Engine::new(DEFAULT_MEGABYTES << 20))),
            stop: Arc::new(AtomicBool::new(false)),
            thinking: None,
            endless: false,
            position: Position::start(),
            game: Vec::new(),
            notation: if protocol == Protocol::Uci { Notation::Uci } else { Notation::Ucci },
            milliseconds: protocol == Protocol::Uci,
            banned: Vec::new(),
            ceiling: Ceiling::default(),
            open_book: None,
            book: None,
            use_book: true,
        }
    }

    /// The same session with a book open from the start.
    #[must_use]
    pub fn with_book(mut self, book: Box<dyn Probe>) -> Self {
        self.book = Some(book);
        self
    }

    /// The same session with opening books; `open` finds the one an option names.
    #[must_use]
    pub fn with_books(mut self, open: Box<OpenBook>) -> Self {
        self.open_book = Some(open);
        self
    }

    /// The same session, which never uses more than this.
    #[must_use]
    pub fn with_ceiling(mut self, ceiling: Ceiling) -> Self {
        self.ceiling = ceiling;
        lock(&self.engine).resize(DEFAULT_MEGABYTES.min(ceiling.megabytes) << 20);
        self
    }

    /// Talks until `quit` or the end of the input. A search with a limit is waited for at the end.
    ///
    /// # Errors
    /// When reading or writing fails.
    pub fn run(mut self, mut input: impl BufRead) -> std::io::Result<()> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            let line = String::from_utf8_lossy(&bytes);
            if !self.obey(line.trim())? {
                return self.halt();
            }
        }
        if self.endless {
            return self.halt();
        }
        self.wait();
        Ok(())
    }

    fn say(&self, text: &str) -> std::io::Result<()> {
        let mut output = lock(&self.output);
        writeln!(output, "{text}")?;
        output.flush()
    }

    fn wait(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            // A search that panicked has said nothing; the session goes on.
            let _ = thinking.join();
        }
        self.endless = false;
    }

    fn halt(&mut self) -> std::io::Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thinking) = &self.thinking {
            thinking.thread().unpark();
        }
        self.wait();
        Ok(())
    }

    /// Obeys one line; false ends the session.
    fn obey(&mut self, line: &str) -> std::io::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(true) };
        match (command, self.protocol) {
            ("uci", Protocol::Uci) | ("ucci", Protocol::Ucci) => self.introduce()?,
            ("isready", _) => {
                // A search that runs has its table; else it is made before the first move asks for it.
                if let Ok(mut engine) = self.engine.try_lock() {
                    engine.prepare();
                }
                self.say("readyok")?;
            }
            ("stop", _) => self.halt()?,
            ("ponderhit", _) => {}
            ("quit", Protocol::Uci) => return Ok(false),
            ("quit", Protocol::Ucci) => {
                self.halt()?;
                self.say("bye")?;
                return Ok(false);
            }
            ("ucinewgame", Protocol::Uci) => {
                self.halt()?;
                lock(&self.engine).clear();
            }
            ("setoption", _) => {
                self.halt()?;
                self.set_option(rest)?;
            }
            ("position", _) => {
                self.halt()?;
                if let Err(message) = self.set_position(rest) {
                    self.say(&format!("info string {message}"))?;
                }
            }
            ("banmoves", Protocol::Ucci) => {
                self.halt()?;
                let read = |text: &&str| self.notation.read(&self.position, text).ok();
                self.banned = rest.iter().filter_map(read).collect();
            }
            ("go", _) => {
                self.halt()?;
                self.go(rest)?;
            }
            ("d", Protocol::Uci) => {
                let code = self.position.sextants().code();
                self.say(&format!("info string fen {} code {code}", self.position))?;
            }
            _ => {
                let shown: String = command.chars().take(40).collect();
                self.say(&format!("info string {shown:?} is no command here"))?;
            }
        }
        Ok(true)
    }

    fn introduce(&self) -> std::io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        self.say(&format!("id name Ludex {version}\nid author the Ludex authors"))?;
        if self.open_book.is_some() {
            self.say(match self.protocol {
                Protocol::Uci => {
                    "option name OwnBook type check default true\noption name BookFile type string default <empty>"
                }
                Protocol::Ucci => "option usebook type check default true\noption bookfiles type string",
            })?;
        }
        let Ceiling { megabytes, threads, .. } = self.ceiling;
        match self.protocol {
            Protocol::Uci => self.say(&format!(
                "option name Hash type spin default {DEFAULT_MEGABYTES} min 1 max {megabytes}\n\
                 option name Threads type spin default 1 min 1 max {threads}\n\
                 option name Clear Hash type button\n\
                 option name Skill Level type spin default 20 min 0 max 20\n\
                 option name Ranks type combo default 1-10 var 1-10 var 0-9\n\
                 option name UCI_Variant type combo default xiangqi var xiangqi\n\
                 uciok"
            )),
            Protocol::Ucci => self.say(&format!(
                "option usemillisec type check default false\n\
                 option hashsize type spin min 1 max {megabytes} default {DEFAULT_MEGABYTES}\n\
                 option threads type spin min 1 max {threads} default 1\n\
                 option level type spin min 0 max 20 default 20\n\
                 option newgame type button\n\
                 ucciok"
            )),
        }
    }

    fn set_option(&mut self, words: &[&str]) -> std::io::Result<()> {
        // UCI: name NAME value VALUE, both of several words; UCCI: NAME VALUE.
        let (name, value) = match (self.protocol, words) {
            (Protocol::Uci, ["name", rest @ ..]) => {
                let split = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
                (rest[..split].join(" "), rest.get(split + 1..).unwrap_or_default().join(" "))
            }
            (Protocol::Ucci, [name, rest @ ..]) => ((*name).to_owned(), rest.join(" ")),
            _ => (String::new(), String::new()),
        };
        let number = value.parse::<usize>().ok();
        match name.to_ascii_lowercase().as_str() {
            "bookfile" | "bookfiles" => return self.set_book(&value),
            "ownbook" | "usebook" if matches!(&*value, "true" | "false" | "on" | "off") => {
                self.use_book = value == "true" || value == "on";
                return Ok(());
            }
            _ => {}
        }
        let mut engine = lock(&self.engine);
        match (name.to_ascii_lowercase().as_str(), number) {
            ("hash" | "hashsize", Some(megabytes)) => {
                engine.resize(megabytes.clamp(1, self.ceiling.megabytes.max(1)) << 20);
            }
            ("threads", Some(threads)) => {
                engine.set_threads(threads.min(self.ceiling.threads));
            }
            ("skill level" | "level", Some(level)) => {
                engine.set_level(Level::new(u32::try_from(level).unwrap_or(u32::MAX)));
            }
            ("clear hash" | "newgame", _) => engine.clear(),
            ("ranks", _) if value == "0-9" => self.notation = Notation::Ucci,
            ("ranks", _) if value == "1-10" => self.notation = Notation::Uci,
            ("usemillisec", _) => self.milliseconds = value == "true" || value == "on",
            ("uci_variant", _) if value == "xiangqi" => {}
            _ => {
                drop(engine);
                let (name, value): (String, String) =
                    (name.chars().take(40).collect(), value.chars().take(40).collect());
                return self.say(&format!("info string no option {name:?} with value {value:?}"));
            }
        }
        Ok(())
    }

    fn set_book(&mut self, place: &str) -> std::io::Result<()> {
        self.book = None;
        if place.is_empty() || place == "<empty>" {
            return Ok(());
        }
        let Some(open) = &self.open_book else { return self.say("info string there are no books here") };
        match open(place) {
            Ok(book) => self.book = Some(book),
            Err(reason) => {
                let reason = reason.replace(['\n', '\r'], " ");
                return self.say(&format!("info string no book: {reason}"));
            }
        }
        Ok(())
    }

    /// The heaviest move of the book that may be played here.
    fn book_move(&mut self, banned: &[Move]) -> std::io::Result<Option<Move>> {
        let Some(book) = self.book.as_mut().filter(|_| self.use_book) else { return Ok(None) };
        match book.probe(&self.position) {
            Ok(choices) => {
                Ok(choices.iter().find(|c| c.weight > 0 && !banned.contains(&c.m)).map(|choice| choice.m))
            }
            Err(reason) => {
                let reason = reason.replace(['\n', '\r'], " ");
                self.say(&format!("info string no book: {reason}"))?;
                Ok(None)
            }
        }
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let setup = match words[..split] {
            ["startpos"] => Setup::start(),
            ["fen", ref fields @ ..] => {
                fields.join(" ").parse().map_err(|e: crate::FenError| e.to_string())?
            }
            _ => return Err("position needs startpos or fen FEN".to_owned()),
        };
        let position = Position::try_from(&setup).and_then(Position::playable).map_err(|e| e.to_string())?;
        self.game.clear();
        self.banned.clear();
        self.position = position;
        for text in words.iter().skip(split + 1) {
            let m = self.notation.read(&self.position, text).map_err(|error| error.to_string())?;
            self.game.push(self.position.clone());
            let _ = self.position.make(m);
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> std::io::Result<()> {
        let value = |name: &str| {
            let at = words.iter().position(|&word| word == name)?;
            words.get(at + 1)?.parse::<i64>().ok().map(|number| number.max(0) as u64)
        };
        let number = |name: &str| value(name).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        if let Some(depth) = number("perft") {
            return self.perft(depth);
        }
        let unit = if self.milliseconds { 1 } else { 1000 };
        let time =
            |name: &str| value(name).map(|n| Duration::from_millis(n.saturating_mul(unit).min(1 << 40)));
        let mut limits =
            Limits { nodes: value("nodes").map(|n| n.max(1)), depth: number("depth"), ..Limits::default() };
        limits.time = time("movetime");
        let (left, increment) = match (self.protocol, self.position.side()) {
            (Protocol::Uci, Side::Red) => (time("wtime"), time("winc")),
            (Protocol::Uci, Side::Black) => (time("btime"), time("binc")),
            (Protocol::Ucci, _) => (time("time"), time("increment")),
        };
        if let Some(left) = left {
            let increment = increment.unwrap_or_default();
            limits.clock = Some(Clock { left, increment, moves_to_go: number("movestogo") });
        }
        if let Some(moves) = number("mate") {
            limits.depth = Some(moves.saturating_mul(2).clamp(1, 100));
        }
        self.endless = limits == Limits::default() || words.contains(&"infinite");
        if words.contains(&"infinite") {
            limits = Limits::default();
        }
        if let Some(most) = self.ceiling.nodes {
            limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let wanted = words.iter().position(|&word| word == "searchmoves").map(|at| {
            let read = |text: &&str| self.notation.read(&self.position, text).ok();
            words[at + 1..].iter().map_while(read).collect::<Vec<Move>>()
        });
        let mut banned = self.banned.clone();
        if let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) {
            banned.extend(self.position.legal_moves().iter().filter(|m| !wanted.contains(m)));
        }
        if !self.endless
            && let Some(m) = self.book_move(&banned)?
        {
            let text = self.notation.write(&self.position, m);
            return self.say(&format!("info string from the book\nbestmove {text}"));
        }
        self.think(limits, banned);
        Ok(())
    }

    /// Starts a search beside the session.
    fn think(&mut self, limits: Limits, banned: Vec<Move>) {
        self.stop = Arc::new(AtomicBool::new(false));
        let (stop, engine, output) = (self.stop.clone(), self.engine.clone(), self.output.clone());
        let (position, game) = (self.position.clone(), self.game.clone());
        let (notation, protocol, endless) = (self.notation, self.protocol, self.endless);
        self.thinking = Some(std::thread::spawn(move || {
            let mut engine = lock(&engine);
            engine.ban(&banned);
            let best = engine.search(&position, &game, limits, &stop, |info| {
                let line = notation.write_line(&position, &info.best.line);
                // Whoever listens may be gone; the search ends by itself.
                let _ = writeln!(lock(&output), "{}", info_text(protocol, info, &line));
            });
            // An endless search answers only when it is told to stop.
            while endless && !stop.load(Ordering::Relaxed) {
                std::thread::park();
            }
            let mut output = lock(&output);
            let _ = writeln!(output, "{}", best_text(protocol, notation, &position, &best));
            let _ = output.flush();
        }));
    }

    fn perft(&mut self, depth: u32) -> std::io::Result<()> {
        // As deep as the ceiling allows, counted with the moves of this position.
        let moves = u64::from(self.position.count_legal()).max(2);
        let most = self.ceiling.nodes.map_or(12, |nodes| nodes.max(1).ilog(moves).max(1));
        let depth = depth.clamp(1, most);
        self.stop = Arc::new(AtomicBool::new(false));
        let (stop, output, position, notation) =
            (self.stop.clone(), self.output.clone(), self.position.clone(), self.notation);
        self.thinking = Some(std::thread::spawn(move || {
            let Ok(counts) = divide(&position, depth, &Flag(stop)) else { return };
            let mut output = lock(&output);
            for (m, nodes) in &counts {
                let _ = writeln!(output, "{}: {nodes}", notation.write(&position, *m));
            }
            let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
            let _ = writeln!(output, "\nNodes searched: {total}");
            let _ = output.flush();
        }));
        Ok(())
    }
}

fn info_text(protocol: Protocol, info: &Info, line: &str) -> String {
    let Best { score, depth, selective_depth, nodes, .. } = &info.best;
    let millis = info.time.as_millis();
    let speed = u128::from(*nodes) * 1000 / millis.max(1);
    match protocol {
        Protocol::Uci => {
            let score = match score {
                Score::Points(points) => format!("cp {points}"),
                // The game ends there as it does with a mate, and boards know nothing nearer.
                Score::Mate(moves) | Score::Rule(moves) => format!("mate {moves}"),
            };
            let full = info.full;
            format!(
                "info depth {depth} seldepth {selective_depth} score {score} nodes {nodes} nps {speed} hashfull {full} time {millis} pv {line}"
            )
        }
        Protocol::Ucci => {
            let score = match score {
                Score::Points(points) => *points,
                Score::Mate(moves) | Score::Rule(moves) if *moves > 0 => 30_000 - moves,
                Score::Mate(moves) | Score::Rule(moves) => -30_000 - moves,
            };
            format!(
                "info depth {depth} seldepth {selective_depth} score {score} time {millis} nodes {nodes} pv {line}"
            )
        }
    }
}

fn best_text(protocol: Protocol, notation: Notation, position: &Position, best: &Best) -> String {
    match (best.line.first(), protocol) {
        (Some(&m), _) => format!("bestmove {}", notation.write(position, m)),
        (None, Protocol::Uci) => "bestmove (none)".into(),
        (None, Protocol::Ucci) => "nobestmove".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Collects what a session says.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            lock(&self.0).extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn talk(protocol: Protocol, input: &[u8]) -> String {
        let paper = Paper::default();
        let ceiling = Ceiling { megabytes: 1, threads: 2, nodes: Some(2000) };
        Session::new(protocol, paper.clone()).with_ceiling(ceiling).run(input).unwrap();
        String::from_utf8(lock(&paper.0).clone()).unwrap()
    }

    #[test]
    fn uci_from_hello_to_a_move() {
        let said = talk(Protocol::Uci, b"uci\nisready\nposition startpos moves h3e3 h10g8\ngo depth 3\n");
        assert!(said.contains("uciok\nreadyok\n") && said.contains("UCI_Variant"), "{said}");
        let last = said.lines().last().unwrap();
        assert!(last.starts_with("bestmove "), "{last}");
        let said = talk(Protocol::Uci, b"position startpos\ngo perft 2\n");
        assert!(said.contains("\nh3h10: 41\n") && said.ends_with("\nNodes searched: 1920\n"), "{said}");
    }

    #[test]
    fn ranks_from_nought_by_option() {
        let said = talk(
            Protocol::Uci,
            b"setoption name Ranks value 0-9\nposition startpos moves h2e2\ngo perft 1\nquit\n",
        );
        assert!(!said.contains("info string"), "{said}");
    }

    #[test]
    fn ucci_keeps_away_from_banned_moves() {
        let fen = "position fen 1R1aka3/3P5/8b/9/9/2B3p2/4Pp3/1Nr6/4KR3/9 w - - 0 1\n";
        let free = talk(Protocol::Ucci, format!("ucci\n{fen}go nodes 500\n").as_bytes());
        assert!(free.contains("ucciok") && free.ends_with("bestmove b9d9\n"), "{free}");
        let banned = talk(Protocol::Ucci, format!("{fen}banmoves b9d9\ngo nodes 500\n").as_bytes());
        let best = banned.lines().last().and_then(|line| line.strip_prefix("bestmove ")).unwrap();
        assert_ne!(best, "b9d9", "{banned}");
        assert!(talk(Protocol::Ucci, b"quit\n").ends_with("bye\n"));
    }

    #[test]
    fn a_book_answers_before_the_engine() {
        let game = |text: &str| {
            let start = Position::start();
            let m = Notation::Uci.read(&start, text).unwrap();
            let mut game = crate::Game::of_moves(start, &[m]);
            game.result = crate::Outcome::Wins(Side::Red);
            game
        };
        let mut book = crate::Book::new();
        book.learn(&game("g4g5"), 10);
        book.learn(&game("g4g5"), 10);
        book.learn(&game("a1a2"), 10);
        let open: Box<OpenBook> = Box::new(move |place| match place {
            "mine" => Ok(Box::new(book.clone()) as Box<dyn Probe>),
            other => Err(format!("{other:?} is not there")),
        });
        let paper = Paper::default();
        let input = "uci\nsetoption name BookFile value other\nsetoption name BookFile value mine\ngo nodes 10\n\
            go nodes 10 searchmoves a1a2\nsetoption name OwnBook value false\ngo nodes 10 searchmoves b1c3\n";
        let session = Session::new(Protocol::Uci, paper.clone()).with_books(open);
        session.run(input.as_bytes()).unwrap();
        let said = String::from_utf8(lock(&paper.0).clone()).unwrap();
        assert!(said.contains("option name BookFile") && said.contains("\"other\" is not there"), "{said}");
        let best: Vec<&str> = said.lines().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!(best, ["bestmove g4g5", "bestmove a1a2", "bestmove b1c3"]);
    }

    #[test]
    fn an_endless_search_ends_with_the_input() {
        let said = talk(Protocol::Uci, b"go infinite\nstop\n");
        assert_eq!(said.matches("bestmove").count(), 1, "{said}");
        let said = talk(Protocol::Uci, b"position fen 4k4/3P1P3/9/9/9/9/9/9/9/3K5 b\ngo depth 2\n");
        assert!(said.ends_with("bestmove (none)\n"), "{said}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn no_input_ends_it(words in prop::collection::vec(
            prop::sample::select(vec!["uci", "ucci", "position", "startpos", "fen", "moves", "h3e3", "go", "depth", "3",
                "nodes", "-1", "99999999999999999999", "wtime", "100", "stop", "setoption", "name", "Hash", "value",
                "Threads", "perft", "banmoves", "searchmoves", "infinite", "\n", "\n", "\n", "\u{fffd}", "mate", "time"]),
            0..40,
        )) {
            let text = words.join(" ");
            talk(Protocol::Uci, text.as_bytes());
            talk(Protocol::Ucci, text.as_bytes());
        }
    }
}

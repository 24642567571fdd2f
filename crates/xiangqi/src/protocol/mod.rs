//! The engine as graphical boards talk to it: UCI, UCCI and XBoard's protocol.
//!
//! | file | what |
//! |--|--|
//! | `options` | the options of UCI and UCCI: what is offered, what is set |
//! | `board` | `position`, and which ranks a board counts from 0 or 1 |
//! | `think` | `go`, `ponderhit`, `stop`: the search beside the session |
//! | `tell` | what is said about a search |
//! | `xboard` | XBoard's protocol |
//!
//! One session serves all three. The search runs beside the reading of commands, so `stop` and `isready`
//! are heard at once. Nothing that is read can end the session but `quit` and the end of the input; what
//! is not understood is told and left.

mod board;
mod options;
mod tell;
#[cfg(test)]
mod tests;
mod think;
mod xboard;

use crate::book::{Pick, Probe};
use crate::endgame::Endgames;
use crate::engine::{Engine, Evaluation, evaluation::evaluate, network::Network};
use crate::moves::Move;
use crate::notation::Notation;
use crate::play::Style;
use crate::position::Position;
use board::{Board, Ranks};
use options::{DEFAULT_MEGABYTES, machine_megabytes};
use std::io::{BufRead, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use think::Thinking;

/// Which protocol is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// The universal chess interface, variant xiangqi.
    Uci,
    /// The universal Chinese chess protocol.
    Ucci,
    /// XBoard's chess engine communication protocol, variant xiangqi.
    Xboard,
}

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
    /// The memory of the machine, 256 threads, any number of positions.
    fn default() -> Self {
        Ceiling { megabytes: machine_megabytes(), threads: 256, nodes: None }
    }
}

/// Bytes of a line; a longer one is passed over, so that no input fills the memory.
pub const LONGEST_LINE: usize = 1 << 20;

/// Opens the book that an option names.
pub type OpenBook = dyn Fn(&str) -> Result<Box<dyn Probe>, String>;

/// Reads the network that an option names.
pub type OpenNetwork = dyn Fn(&str) -> Result<Network, String>;

/// One conversation.
///
/// # Examples
/// ```
/// use ludex_xiangqi::protocol::{Protocol, Session};
/// use std::sync::mpsc;
/// struct Lines(mpsc::Sender<u8>);
/// impl std::io::Write for Lines {
///     fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
///         bytes.iter().for_each(|&byte| self.0.send(byte).unwrap_or(()));
///         Ok(bytes.len())
///     }
///     fn flush(&mut self) -> std::io::Result<()> {
///         Ok(())
///     }
/// }
/// let (sender, said) = mpsc::channel();
/// let input = "position startpos moves h3e3\ngo nodes 2000\n";
/// Session::new(Protocol::Uci, Lines(sender)).run(input.as_bytes())?;
/// let said: Vec<u8> = said.try_iter().collect();
/// assert!(String::from_utf8_lossy(&said).contains("\nbestmove "));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Session<W> {
    protocol: Protocol,
    output: Arc<Mutex<W>>,
    engine: Arc<Mutex<Engine>>,
    thinking: Option<Thinking>,
    /// The position and the game before it; why there is none, after one was refused.
    board: Result<Board, String>,
    ranks: Ranks,
    banned: Vec<Move>,
    ceiling: Ceiling,
    open_book: Option<Box<OpenBook>>,
    open_network: Option<Box<OpenNetwork>>,
    endgames: Option<Arc<Endgames>>,
    strength: options::Strength,
    book: Option<Box<dyn Probe>>,
    use_book: bool,
    pick: Pick,
    lines: usize,
    show_wdl: bool,
    overhead: Duration,
    /// UCCI counts seconds unless told to count milliseconds.
    milliseconds: bool,
    xboard: xboard::State,
}

/// A panic elsewhere leaves nothing half-done that would matter here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A word as it is shown in an answer.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session at the start of a game.
    pub fn new(protocol: Protocol, output: W) -> Self {
        Session {
            protocol,
            output: Arc::new(Mutex::new(output)),
            engine: Arc::new(Mutex::new(Engine::new(DEFAULT_MEGABYTES << 20))),
            thinking: None,
            board: Ok(Board::start()),
            ranks: Ranks::of(protocol),
            banned: Vec::new(),
            ceiling: Ceiling::default(),
            open_book: None,
            open_network: None,
            endgames: None,
            strength: options::Strength::default(),
            book: None,
            use_book: true,
            pick: Pick::default(),
            lines: 1,
            show_wdl: false,
            overhead: think::OVERHEAD,
            milliseconds: protocol != Protocol::Ucci,
            xboard: xboard::State::default(),
        }
    }

    /// The same session with another evaluation.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Evaluation) -> Self {
        lock(&self.engine).set_evaluation(evaluation);
        self
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

    /// The same session with networks from files; `open` reads the one the option `EvalFile` names.
    #[must_use]
    pub fn with_networks(mut self, open: Box<OpenNetwork>) -> Self {
        self.open_network = Some(open);
        self
    }

    /// The same session with tables of endgames.
    #[must_use]
    pub fn with_endgames(mut self, endgames: Arc<Endgames>) -> Self {
        lock(&self.engine).set_endgames(Some(endgames.clone()));
        self.endgames = Some(endgames);
        self
    }

    /// The same session, which never uses more than this.
    #[must_use]
    pub fn with_ceiling(mut self, ceiling: Ceiling) -> Self {
        self.ceiling = ceiling;
        lock(&self.engine).resize(DEFAULT_MEGABYTES.min(ceiling.megabytes.max(1)) << 20);
        self
    }

    /// Talks until `quit` or the end of the input. A search with a limit is waited for at the end.
    ///
    /// # Errors
    /// When reading or writing fails.
    pub fn run(mut self, mut input: impl BufRead) -> std::io::Result<()> {
        let mut bytes = Vec::new();
        while read_line(&mut input, &mut bytes)? {
            if bytes.len() > LONGEST_LINE {
                self.remark(&format!("a line of more than {LONGEST_LINE} bytes is passed over"))?;
                continue;
            }
            let line = String::from_utf8_lossy(&bytes);
            let goes_on = match self.protocol {
                Protocol::Xboard => self.obey_xboard(line.trim())?,
                _ => self.obey(line.trim())?,
            };
            if !goes_on {
                self.halt();
                return Ok(());
            }
        }
        if self.thinking.as_ref().is_some_and(|thinking| thinking.is_endless()) {
            self.halt();
        }
        self.wait();
        Ok(())
    }

    fn say(&self, text: &str) -> std::io::Result<()> {
        let mut output = lock(&self.output);
        writeln!(output, "{text}")?;
        output.flush()
    }

    /// Tells a remark, such as what could not be done, in the way of the protocol.
    fn remark(&self, text: &str) -> std::io::Result<()> {
        let text = text.replace(['\n', '\r'], " ");
        match self.protocol {
            Protocol::Xboard => self.say(&format!("# {text}")),
            Protocol::Ucci => self.say(&format!("info message {text}")),
            Protocol::Uci => self.say(&format!("info string {text}")),
        }
    }

    /// Obeys one line of UCI or UCCI; false ends the session.
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
            // Nothing is written for whoever looks for faults, and everybody may play.
            ("debug" | "register", Protocol::Uci) => {}
            ("stop", _) => self.halt(),
            ("ponderhit", _) => self.ponderhit(rest)?,
            ("quit", Protocol::Ucci) => {
                self.halt();
                self.say("bye")?;
                return Ok(false);
            }
            ("quit", _) => return Ok(false),
            ("ucinewgame", Protocol::Uci) => {
                self.halt();
                lock(&self.engine).clear();
            }
            ("setoption", _) => {
                self.halt();
                self.set_option(rest)?;
            }
            ("position", _) => {
                self.halt();
                self.banned.clear();
                self.board = self.ranks.read_board(rest);
                if let Err(reason) = &self.board {
                    self.remark(reason)?;
                }
            }
            ("banmoves", Protocol::Ucci) => {
                self.halt();
                self.banned = self.read_moves(rest)?;
            }
            ("probe", Protocol::Ucci) => self.probe(rest)?,
            ("go", _) => {
                self.halt();
                self.go(rest)?;
            }
            ("d", _) => self.show()?,
            ("eval", _) => {
                if let Some(position) = self.position()? {
                    // A search may hold the engine: both judge without it.
                    let (network, classic) = (Network::embedded().evaluate(&position), evaluate(&position));
                    let side = position.side().word();
                    self.say(&format!(
                        "info string network {network}, classic {classic} for {side}, without a search"
                    ))?;
                }
            }
            ("flip", _) => {
                self.halt();
                if let Some(position) = self.position()? {
                    let turned = Position::try_from(&position.setup().colours_swapped());
                    self.board = turned.map(Board::of).map_err(|error| error.to_string());
                }
            }
            _ => self.remark(&format!("{:?} is no command here", short(command)))?,
        }
        Ok(true)
    }

    /// The position, unless the last one was refused, which is said again.
    fn position(&self) -> std::io::Result<Option<Position>> {
        match &self.board {
            Ok(board) => Ok(Some(board.position.clone())),
            Err(reason) => {
                self.remark(&format!("there is no position: {reason}"))?;
                Ok(None)
            }
        }
    }

    /// The notation that moves are written in.
    const fn notation(&self) -> Notation {
        self.ranks.notation()
    }

    /// The legal moves of a list; what is none is told.
    fn read_moves(&mut self, words: &[&str]) -> std::io::Result<Vec<Move>> {
        let Some(position) = self.position()? else { return Ok(Vec::new()) };
        let mut moves = Vec::with_capacity(words.len());
        for text in words {
            match self.ranks.read_move(&position, text) {
                Ok(m) => moves.push(m),
                Err(error) => self.remark(&error.to_string())?,
            }
        }
        Ok(moves)
    }

    /// Draws the position, and says what it is known by.
    fn show(&self) -> std::io::Result<()> {
        let Some(position) = self.position()? else { return Ok(()) };
        let drawn = Style::default().draw(&position, None);
        let code = position.sextants().code();
        let name = crate::BoardName::of(&position).map_or_else(|_| "-".to_owned(), |name| name.to_string());
        self.say(&format!(
            "{drawn}\nFen: {position}\nKey: {:016X}\nCode: {code}\nName: {name}",
            position.key()
        ))
    }
}

/// Reads a line, of which no more than one byte past the longest is kept; false at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> std::io::Result<bool> {
    bytes.clear();
    if input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', bytes)? == 0 {
        return Ok(false);
    }
    if bytes.len() > LONGEST_LINE && !bytes.ends_with(b"\n") {
        let mut rest = Vec::new();
        // The rest of the line, in pieces that are forgotten at once.
        loop {
            rest.clear();
            let read = input.take(1 << 16).read_until(b'\n', &mut rest)?;
            if read == 0 || rest.ends_with(b"\n") {
                break;
            }
        }
    }
    Ok(true)
}

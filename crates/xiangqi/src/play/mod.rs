//! A game against the engine, line by line: moves in any notation, and a few commands.

mod board;

pub use board::Style;

use crate::book::{Pick, Probe};
use crate::endgame::Endgames;
use crate::engine::{Best, Engine, Level, Limits};
use crate::game::{Game, GameError};
use crate::moves::Move;
use crate::notation::Notation;
use crate::piece::Side;
use crate::position::Position;
use crate::protocol::{LONGEST_LINE, read_line};
use crate::rules::{Outcome, RuleSet, judge};
use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// How a game is played and shown.
#[derive(Debug, Clone)]
pub struct PlayOptions {
    /// The sides that are typed; the engine plays the others.
    pub human: Vec<Side>,
    /// How long the engine thinks.
    pub limits: Limits,
    /// How strong it plays.
    pub level: Level,
    /// How moves are shown.
    pub notation: Notation,
    /// How the board is drawn.
    pub style: Style,
    /// How a move of the book is chosen.
    pub pick: Pick,
}

impl Default for PlayOptions {
    fn default() -> Self {
        PlayOptions {
            human: vec![Side::Red],
            limits: Limits { nodes: Some(100_000), ..Limits::default() },
            level: Level::FULL,
            notation: Notation::Wxf,
            style: Style::default(),
            pick: Pick::default(),
        }
    }
}

/// Why a game could not go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// Reading lines or writing answers failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A file of games that cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// Which.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// A file without a game.
    #[error("{path}: {error}")]
    Game {
        /// Which.
        path: String,
        /// Why.
        error: GameError,
    },
    /// The opening book cannot be read.
    #[error("{0}")]
    Book(String),
}

const HELP: &str = "\
MOVE         play a move, in any notation      hint         what the engine would play
undo         take back your last move          line         the best variation from here
moves        the moves so far                  legal        all legal moves
level N      strength, 0 to 20                 go           let the engine move for you
save FILE    write the game as PGN             load FILE    go on with a game
flip         turn the board                    fen          the position as text
new          begin again                       quit         leave";

/// A game being played.
///
/// # Examples
/// ```
/// use ludex_xiangqi::Side;
/// use ludex_xiangqi::play::{Play, PlayOptions};
/// let mut said = Vec::new();
/// let options = PlayOptions { human: Side::ALL.to_vec(), ..PlayOptions::default() };
/// Play::new(options, &mut said).run("炮二平五\nmoves\nquit\n".as_bytes())?;
/// assert!(String::from_utf8_lossy(&said).contains("\nblack> C2=5\n"));
/// # Ok::<(), ludex_xiangqi::play::PlayError>(())
/// ```
pub struct Play<W> {
    out: W,
    options: PlayOptions,
    start: Position,
    moves: Vec<Move>,
    board: Position,
    engine: Engine,
    book: Option<Box<dyn Probe>>,
}

/// Bytes of the engine's table.
const TABLE_BYTES: usize = 16 << 20;

/// A larger file is no file of games.
const LARGEST_FILE: u64 = 16 << 20;

/// Reads a file of bounded size.
fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(std::io::Error::other(format!("it is larger than {LARGEST_FILE} bytes")));
    }
    Ok(bytes)
}

impl<W: Write> Play<W> {
    /// A game from the start.
    pub fn new(options: PlayOptions, out: W) -> Self {
        let mut engine = Engine::new(TABLE_BYTES);
        engine.set_level(options.level);
        let start = Position::start();
        Play { out, options, board: start.clone(), start, moves: Vec::new(), engine, book: None }
    }

    /// The same game, the engine playing from a book where that knows the position.
    #[must_use]
    pub fn with_book(mut self, book: Box<dyn Probe>) -> Self {
        self.book = Some(book);
        self
    }

    /// The same game, the engine knowing these tables of endgames.
    #[must_use]
    pub fn with_endgames(mut self, endgames: Arc<Endgames>) -> Self {
        self.engine.set_endgames(Some(endgames));
        self
    }

    /// Begins anew from a position with some moves played.
    pub fn begin(&mut self, start: Position, moves: &[Move]) {
        self.board = start.clone();
        self.start = start;
        self.moves.clear();
        for &m in moves {
            self.push(m);
        }
        self.engine.clear();
    }

    /// Goes on with the first game of a file.
    ///
    /// # Errors
    /// When the file cannot be read or holds no game.
    pub fn load(&mut self, path: &Path) -> Result<(), PlayError> {
        let shown = || path.display().to_string();
        let bytes = read_file(path).map_err(|error| PlayError::File { path: shown(), error })?;
        let games = Game::read(&bytes).map_err(|error| PlayError::Game { path: shown(), error })?;
        let game =
            games.first().ok_or_else(|| PlayError::Game { path: shown(), error: GameError::Unknown })?;
        self.begin(game.start.clone(), &game.main_line());
        Ok(())
    }

    /// Plays until `quit` or the end of the input.
    ///
    /// # Errors
    /// When reading or writing fails, or the book cannot be read.
    pub fn run(&mut self, mut input: impl BufRead) -> Result<(), PlayError> {
        self.draw()?;
        self.answer()?;
        self.prompt()?;
        let mut bytes = Vec::new();
        while read_line(&mut input, &mut bytes)? {
            if bytes.len() > LONGEST_LINE {
                writeln!(self.out, "a line of more than {LONGEST_LINE} bytes is passed over")?;
            } else if !self.obey(String::from_utf8_lossy(&bytes).trim())? {
                return Ok(());
            }
            self.prompt()?;
        }
        Ok(())
    }

    fn push(&mut self, m: Move) {
        let _ = self.board.make(m);
        self.moves.push(m);
    }

    /// The positions before this one.
    fn past(&self) -> Vec<Position> {
        let mut board = self.start.clone();
        let mut past = Vec::with_capacity(self.moves.len());
        for &m in &self.moves {
            past.push(board.clone());
            let _ = board.make(m);
        }
        past
    }

    fn think(&mut self) -> Best {
        let past = self.past();
        self.engine.search(&self.board, &past, self.options.limits, &AtomicBool::new(false), |_| {})
    }

    /// Whether the game is over; says so.
    fn is_over(&mut self) -> std::io::Result<bool> {
        let verdict = judge(&self.start, &self.moves, RuleSet::Asian);
        if verdict.outcome != Outcome::None {
            writeln!(self.out, "{}: {}", verdict.outcome, verdict.reason)?;
        }
        Ok(verdict.outcome != Outcome::None)
    }

    fn prompt(&mut self) -> std::io::Result<()> {
        write!(self.out, "{}> ", self.board.side().word())?;
        self.out.flush()
    }

    fn draw(&mut self) -> std::io::Result<()> {
        let text = self.options.style.draw(&self.board, self.moves.last().copied());
        write!(self.out, "{text}")
    }

    /// Lets the engine move while it is its turn.
    fn answer(&mut self) -> Result<(), PlayError> {
        while !self.options.human.contains(&self.board.side()) {
            if self.is_over()? {
                return Ok(());
            }
            self.engine_move()?;
        }
        self.is_over()?;
        Ok(())
    }

    fn engine_move(&mut self) -> Result<(), PlayError> {
        let known = match &mut self.book {
            Some(book) => book.probe(&self.board).map_err(PlayError::Book)?,
            None => Vec::new(),
        };
        let (m, why) = match self.options.pick.choose(&known) {
            Some(choice) => (choice.m, "from the book".to_owned()),
            None => {
                let best = self.think();
                let Some(&m) = best.line.first() else { return Ok(()) };
                (m, best.score.to_string())
            }
        };
        let (text, side) = (self.options.notation.write(&self.board, m), self.board.side().word());
        self.push(m);
        self.draw()?;
        writeln!(self.out, "{side} plays {text} ({why})")?;
        Ok(())
    }

    /// Obeys one line; false leaves.
    fn obey(&mut self, line: &str) -> Result<bool, PlayError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "hint" => {
                let best = self.think();
                match best.line.first() {
                    Some(&m) => {
                        let text = self.options.notation.write(&self.board, m);
                        writeln!(self.out, "{text} ({})", best.score)?;
                    }
                    None => writeln!(self.out, "there is no move")?,
                }
            }
            "line" => {
                let best = self.think();
                let line = self.options.notation.write_line(&self.board, &best.line);
                writeln!(self.out, "{} ({})", line, best.score)?;
            }
            "legal" => {
                let notation = self.options.notation;
                let mut moves: Vec<String> =
                    self.board.legal_moves().iter().map(|&m| notation.write(&self.board, m)).collect();
                moves.sort_unstable();
                writeln!(self.out, "{}", moves.join(" "))?;
            }
            "moves" => {
                let line = self.options.notation.write_line(&self.start, &self.moves);
                writeln!(self.out, "{line}")?;
            }
            "undo" => self.take_back()?,
            "level" => match rest.parse::<u32>() {
                Ok(level) if level <= Level::FULL.number() => self.engine.set_level(Level::new(level)),
                _ => writeln!(self.out, "level {rest:?}: a number from 0 to 20 is needed")?,
            },
            "go" => {
                if !self.is_over()? {
                    self.engine_move()?;
                    self.answer()?;
                }
            }
            "flip" => {
                self.options.style.flipped = !self.options.style.flipped;
                self.draw()?;
            }
            "fen" => writeln!(self.out, "{}", self.board)?,
            "new" => {
                self.begin(Position::start(), &[]);
                self.draw()?;
                self.answer()?;
            }
            "save" | "load" if rest.is_empty() => writeln!(self.out, "{word} needs a file")?,
            "save" => self.save(rest)?,
            "load" => match self.load(Path::new(rest)) {
                Ok(()) => {
                    self.draw()?;
                    self.answer()?;
                }
                Err(error) => writeln!(self.out, "{error}")?,
            },
            _ => match self.options.notation.read_any(&self.board, line) {
                Ok(_) if self.is_over()? => {}
                Ok(m) => {
                    self.push(m);
                    self.draw()?;
                    self.answer()?;
                }
                Err(error) => writeln!(self.out, "{error} (help lists the commands)")?,
            },
        }
        Ok(true)
    }

    fn save(&mut self, place: &str) -> std::io::Result<()> {
        let mut game = Game::of_moves(self.start.clone(), &self.moves);
        game.result = judge(&self.start, &self.moves, RuleSet::Asian).outcome;
        match std::fs::write(place, game.to_pgn(self.options.notation)) {
            Ok(()) => writeln!(self.out, "saved {} moves", self.moves.len()),
            Err(error) => writeln!(self.out, "cannot write {place}: {error}"),
        }
    }

    /// Takes back to the last position in which the human was to move.
    fn take_back(&mut self) -> std::io::Result<()> {
        let mut moves = self.moves.clone();
        loop {
            if moves.pop().is_none() {
                return writeln!(self.out, "there is nothing to take back");
            }
            let even = moves.len().is_multiple_of(2);
            let side = if even { self.start.side() } else { self.start.side().other() };
            if self.options.human.is_empty() || self.options.human.contains(&side) {
                break;
            }
        }
        let start = self.start.clone();
        self.begin(start, &moves);
        self.draw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(input: &str, human: Vec<Side>) -> String {
        play_from(None, input, human)
    }

    fn play_from(book: Option<Box<dyn Probe>>, input: &str, human: Vec<Side>) -> String {
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let options = PlayOptions { human, limits, level: Level::new(3), ..PlayOptions::default() };
        let mut play = Play::new(options, Vec::new());
        play.engine.resize(1 << 16);
        play.book = book;
        play.run(input.as_bytes()).unwrap();
        String::from_utf8(play.out).unwrap()
    }

    #[test]
    fn a_move_is_answered_and_taken_back() {
        let said = play("炮二平五\nmoves\nundo\nmoves\nfen\nquit\n", vec![Side::Red]);
        assert!(said.contains("black plays "), "{said}");
        assert!(said.contains("C2=5 "), "{said}");
        assert!(said.contains("RNBAKABNR w - - 0 1"), "{said}");
    }

    #[test]
    fn the_engine_plays_from_its_book() {
        let start = Position::start();
        let m = Notation::Uci.read(&start, "g4g5").unwrap();
        let mut book = crate::Book::new();
        book.learn(&Game::of_moves(start, &[m]), 10);
        let said = play_from(Some(Box::new(book)), "quit\n", vec![Side::Black]);
        assert!(said.contains("red plays P3+1 (from the book)"), "{said}");
    }

    #[test]
    fn nonsense_is_told_and_survived() {
        let said = play(
            "e9e9\nlevel x\nsave\nload /nowhere\nundo\nhint\nline\nlegal\nhelp\nflip\n",
            Side::ALL.to_vec(),
        );
        for part in [
            "no legal move",
            "0 to 20",
            "needs a file",
            "cannot read",
            "nothing to take back",
            "C2=5",
            "quit",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    #[test]
    fn a_game_is_saved_and_loaded() {
        let path = std::env::temp_dir().join(format!("ludex-play-{}.pgn", std::process::id()));
        let file = path.display();
        let said = play(&format!("h3e3\nh10g8\nsave {file}\nnew\nload {file}\nmoves\n"), Side::ALL.to_vec());
        std::fs::remove_file(&path).unwrap();
        assert!(said.contains("saved 2 moves") && said.contains("C2=5 H8+7"), "{said}");
    }

    /// A line without end was kept whole.
    #[test]
    fn lines_and_files_that_are_too_long_are_told() {
        let mut said = Vec::new();
        let options = PlayOptions { human: Side::ALL.to_vec(), ..PlayOptions::default() };
        let mut play = Play::new(options, &mut said);
        let input = [vec![b'x'; 3 * LONGEST_LINE], b"\nh3e3\n\xFF\nmoves\nquit\n".to_vec()].concat();
        play.run(&input[..]).unwrap();
        let path = std::env::temp_dir().join(format!("ludex-play-{}.pgn", std::process::id()));
        std::fs::File::create(&path).unwrap().set_len(LARGEST_FILE + 1).unwrap();
        let error = play.load(&path).unwrap_err().to_string();
        std::fs::remove_file(&path).unwrap();
        assert!(error.contains("larger than 16777216 bytes"), "{error}");
        drop(play);
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains("a line of more than 1048576 bytes is passed over"), "{said}");
        assert!(said.contains("C2=5"), "{said}");
    }
}

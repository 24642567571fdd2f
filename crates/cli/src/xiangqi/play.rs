//! `play`: a game against the engine in the terminal.

use super::convert::write_moves;
use super::memory::StoreBook;
use crate::Outcome;
use anyhow::{Context, bail};
use clap::Args;
use ludex_xiangqi::engine::{Best, Engine, Level, Limits};
use ludex_xiangqi::{
    FILES, Game, Move, Notation, Outcome as Result_, Position, Probe, RANKS, RuleSet, Side, Square, Xiangqi,
    judge,
};
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Play against the engine in the terminal.
///
/// Moves are read in any notation (h3e3, H2-E2, C2=5, 炮二平五). `help` lists the other commands.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi play
  ludex xiangqi play --side black --level 5
  ludex xiangqi play --load game.pgn --letters --book openings.sqlite")]
pub(crate) struct PlayArgs {
    /// The side you play: red, black, both or none
    #[arg(long, value_name = "SIDE", default_value = "red")]
    side: String,
    /// How strong the engine plays, 0 to 20
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=20))]
    level: u32,
    /// Seconds the engine thinks about a move
    #[arg(long, value_name = "S", default_value_t = 2.0)]
    time: f64,
    /// Positions the engine visits for a move, instead of a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How moves are shown: uci, ucci, iccs, wxf, chinese
    #[arg(long, value_name = "NOTATION", default_value = "wxf")]
    notation: Notation,
    /// The first position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Go on with a game from a file
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// An opening book the engine plays from: a store that `book build` wrote
    #[arg(long, value_name = "FILE|URL")]
    book: Option<String>,
    /// Draw pieces as letters instead of Chinese characters
    #[arg(long)]
    letters: bool,
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
struct Play<W> {
    out: W,
    start: Position,
    moves: Vec<Move>,
    board: Position,
    engine: Engine,
    book: Option<Box<dyn Probe>>,
    limits: Limits,
    human: Vec<Side>,
    notation: Notation,
    letters: bool,
    colours: bool,
    flipped: bool,
}

impl PlayArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let human = match self.side.as_str() {
            "red" | "r" | "w" => vec![Side::Red],
            "black" | "b" => vec![Side::Black],
            "both" => Side::ALL.to_vec(),
            "none" => Vec::new(),
            other => bail!("--side {other:?}: red, black, both or none"),
        };
        if !(0.001..=3600.0).contains(&self.time) {
            bail!("--time {}: between 0.001 and 3600 seconds are possible", self.time);
        }
        let mut engine = Engine::new(16 << 20);
        engine.set_level(Level::new(self.level));
        let time = Some(Duration::from_secs_f64(self.time)).filter(|_| self.nodes.is_none());
        let stdout = std::io::stdout();
        let book = match &self.book {
            Some(place) => Some(Box::new(StoreBook::open(place)?) as Box<dyn Probe>),
            None => None,
        };
        let mut play = Play {
            colours: stdout.is_terminal(),
            out: stdout,
            start: Position::start(),
            moves: Vec::new(),
            board: Position::start(),
            engine,
            book,
            limits: Limits { nodes: self.nodes, time, ..Limits::default() },
            flipped: human == [Side::Black],
            human,
            notation: self.notation,
            letters: self.letters,
        };
        if let Some(fen) = &self.fen {
            let position = Xiangqi::position(fen).map_err(|refusal| anyhow::anyhow!("--fen: {refusal}"))?;
            play.begin(position.playable()?, &[]);
        }
        if let Some(path) = &self.load {
            play.load(path)?;
        }
        play.run(std::io::stdin().lock())?;
        Ok(Outcome::Fine)
    }
}

impl<W: Write> Play<W> {
    fn begin(&mut self, start: Position, moves: &[Move]) {
        self.board = start.clone();
        self.start = start;
        self.moves.clear();
        for &m in moves {
            self.push(m);
        }
        self.engine.clear();
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
        self.engine.search(&self.board, &past, self.limits, &AtomicBool::new(false), |_| {})
    }

    /// Whether the game is over; says so.
    fn is_over(&mut self) -> std::io::Result<bool> {
        let verdict = judge(&self.start, &self.moves, RuleSet::Asian);
        if verdict.outcome != Result_::None {
            writeln!(self.out, "{}: {}", verdict.outcome, verdict.reason)?;
        }
        Ok(verdict.outcome != Result_::None)
    }

    fn run(&mut self, input: impl BufRead) -> anyhow::Result<()> {
        self.draw()?;
        self.answer()?;
        self.prompt()?;
        for line in input.lines() {
            let line = line.context("cannot read the input")?;
            if !self.obey(line.trim())? {
                return Ok(());
            }
            self.prompt()?;
        }
        Ok(())
    }

    fn prompt(&mut self) -> std::io::Result<()> {
        write!(self.out, "{}> ", self.board.side().word())?;
        self.out.flush()
    }

    /// Lets the engine move while it is its turn.
    fn answer(&mut self) -> anyhow::Result<()> {
        while !self.human.contains(&self.board.side()) {
            if self.is_over()? {
                return Ok(());
            }
            self.engine_move()?;
        }
        self.is_over()?;
        Ok(())
    }

    fn engine_move(&mut self) -> anyhow::Result<()> {
        let known = match &mut self.book {
            Some(book) => book.probe(&self.board).map_err(anyhow::Error::msg)?,
            None => Vec::new(),
        };
        let (m, why) = match known.first().filter(|choice| choice.weight > 0) {
            Some(choice) => (choice.m, "from the book".to_owned()),
            None => {
                let best = self.think();
                let Some(&m) = best.line.first() else { return Ok(()) };
                (m, best.score.to_string())
            }
        };
        let (text, side) = (self.notation.write(&self.board, m), self.board.side().word());
        self.push(m);
        self.draw()?;
        writeln!(self.out, "{side} plays {text} ({why})")?;
        Ok(())
    }

    /// Obeys one line; false leaves.
    fn obey(&mut self, line: &str) -> anyhow::Result<bool> {
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
                        writeln!(self.out, "{} ({})", self.notation.write(&self.board, m), best.score)?
                    }
                    None => writeln!(self.out, "there is no move")?,
                }
            }
            "line" => {
                let best = self.think();
                let line = write_moves(&self.board, &best.line, self.notation);
                writeln!(self.out, "{} ({})", line, best.score)?;
            }
            "legal" => {
                let board = self.board.clone();
                let mut moves: Vec<String> =
                    board.legal_moves().iter().map(|&m| self.notation.write(&board, m)).collect();
                moves.sort_unstable();
                writeln!(self.out, "{}", moves.join(" "))?;
            }
            "moves" => {
                let line = write_moves(&self.start, &self.moves, self.notation);
                writeln!(self.out, "{line}")?;
            }
            "undo" => self.take_back()?,
            "level" => match rest.parse::<u32>() {
                Ok(level) if level <= 20 => self.engine.set_level(Level::new(level)),
                _ => writeln!(self.out, "level {rest:?}: a number from 0 to 20 is needed")?,
            },
            "go" => {
                if !self.is_over()? {
                    self.engine_move()?;
                    self.answer()?;
                }
            }
            "flip" => {
                self.flipped = !self.flipped;
                self.draw()?;
            }
            "fen" => writeln!(self.out, "{}", self.board)?,
            "new" => {
                self.begin(Position::start(), &[]);
                self.draw()?;
                self.answer()?;
            }
            "save" | "load" if rest.is_empty() => writeln!(self.out, "{word} needs a file")?,
            "save" => {
                let result = judge(&self.start, &self.moves, RuleSet::Asian).outcome;
                let mut game = Game::of_moves(self.start.clone(), &self.moves);
                game.result = result;
                match std::fs::write(rest, game.to_pgn(self.notation)) {
                    Ok(()) => writeln!(self.out, "saved {} moves", self.moves.len())?,
                    Err(error) => writeln!(self.out, "cannot write {rest}: {error}")?,
                }
            }
            "load" => match self.load(Path::new(rest)) {
                Ok(()) => {
                    self.draw()?;
                    self.answer()?;
                }
                Err(error) => writeln!(self.out, "{error:#}")?,
            },
            _ => match self.notation.read_any(&self.board, line) {
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

    /// Takes back to the last position in which the human was to move.
    fn take_back(&mut self) -> std::io::Result<()> {
        let mut moves = self.moves.clone();
        loop {
            if moves.pop().is_none() {
                return writeln!(self.out, "there is nothing to take back");
            }
            let even = moves.len().is_multiple_of(2);
            let side = if even { self.start.side() } else { self.start.side().other() };
            if self.human.is_empty() || self.human.contains(&side) {
                break;
            }
        }
        let start = self.start.clone();
        self.begin(start, &moves);
        self.draw()
    }

    fn load(&mut self, path: &Path) -> anyhow::Result<()> {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let games = Game::read(&bytes).with_context(|| format!("{}", path.display()))?;
        let game = games.first().context("the file holds no game")?;
        self.begin(game.start.clone(), &game.main_line());
        Ok(())
    }

    fn draw(&mut self) -> std::io::Result<()> {
        let last = self.moves.last().copied();
        let mut text = String::new();
        for row in 0..RANKS {
            let rank = if self.flipped { row } else { RANKS - 1 - row };
            text.push_str(&format!("{:>2} ", rank + 1));
            for column in 0..FILES {
                let file = if self.flipped { FILES - 1 - column } else { column };
                let Some(square) = Square::at(file, rank) else { continue };
                text.push_str(&self.point(square, last));
            }
            text.push('\n');
        }
        let mut files: Vec<char> = ('a'..='i').collect();
        if self.flipped {
            files.reverse();
        }
        let width = if self.letters { 2 } else { 3 };
        text.push_str("   ");
        for file in files {
            text.push_str(&format!("{file:<width$}"));
        }
        writeln!(self.out, "{}", text.trim_end())
    }

    /// One point: its piece or an empty crossing, the last move marked.
    fn point(&self, square: Square, last: Option<Move>) -> String {
        let piece = self.board.get(square);
        let sign = match piece {
            Some(piece) if self.letters => piece.letter().to_string(),
            Some(piece) => piece.character().to_string(),
            None if self.letters => ".".to_owned(),
            None => "· ".to_owned(),
        };
        let marked = last.is_some_and(|m| m.to() == square || m.from() == square);
        if !self.colours {
            return format!("{sign}{}", if marked { "'" } else { " " });
        }
        let colour = match piece.map(|piece| piece.side) {
            Some(Side::Red) => "31",
            Some(Side::Black) => "32",
            None => "2",
        };
        format!("\x1b[{colour}{}m{sign}\x1b[0m ", if marked { ";7" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(input: &str, human: Vec<Side>) -> String {
        play_from(None, input, human)
    }

    fn play_from(book: Option<Box<dyn Probe>>, input: &str, human: Vec<Side>) -> String {
        let mut engine = Engine::new(1 << 16);
        engine.set_level(Level::new(3));
        let mut play = Play {
            out: Vec::new(),
            start: Position::start(),
            moves: Vec::new(),
            board: Position::start(),
            engine,
            book,
            limits: Limits { nodes: Some(300), ..Limits::default() },
            human,
            notation: Notation::Wxf,
            letters: true,
            colours: false,
            flipped: false,
        };
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
        let mut book = ludex_xiangqi::Book::new();
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
}

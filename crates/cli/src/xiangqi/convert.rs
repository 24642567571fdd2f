//! `convert`: moves and games from any notation or file into another.

use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use crate::refuse::OrRefuse;
use anyhow::Context;
use clap::{Args, ValueEnum};
use ludex_core::Refusal;
use ludex_xiangqi::game::{GameFile, ReadOptions};
use ludex_xiangqi::{Game, Notation, Position, line, text};
use std::io::Write;
use std::path::PathBuf;

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// Coordinates with ranks 1-10: h3e3
    Uci,
    /// Coordinates with ranks 0-9: h2e2
    Ucci,
    /// Coordinates with ranks 0-9: H2-E2
    Iccs,
    /// Piece, file, direction, target: C2=5
    Wxf,
    /// The same in Chinese: 炮二平五
    Chinese,
    /// The same in traditional characters: 馬二進三
    Traditional,
    /// A whole game with tags, comments and variations
    Pgn,
    /// A whole game as Chinese web boards embed it
    Dhtmlxq,
    /// A whole game as a file of XQStudio; of one game, with --game
    Xqf,
}

impl Target {
    /// The notation of a line of moves, where this is one.
    const fn notation(self) -> Option<Notation> {
        match self {
            Target::Uci => Some(Notation::Uci),
            Target::Ucci => Some(Notation::Ucci),
            Target::Iccs => Some(Notation::Iccs),
            Target::Wxf => Some(Notation::Wxf),
            Target::Chinese => Some(Notation::Chinese),
            Target::Traditional => Some(Notation::Traditional),
            Target::Pgn | Target::Dhtmlxq | Target::Xqf => None,
        }
    }
}

/// Rewrite the moves of games in another notation or format.
///
/// A line is a FEN, a tab and moves in any notation, or just moves from the start. With --game a PGN,
/// DhtmlXQ or XQF file is read instead; notations then print its main lines, pgn, dhtmlxq and xqf the whole
/// games with their variations and comments. XQF is bytes, not text, and holds one game.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi convert --to chinese 'h3e3 h10g8 h1g3'
  ludex xiangqi convert --to wxf --file games.tsv
  ludex xiangqi convert --to pgn --moves chinese --game match.xqf
  ludex xiangqi convert --to xqf --game match.pgn > match.xqf")]
pub(crate) struct ConvertArgs {
    /// What is written
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Target,
    /// How lower-case coordinates that are read count ranks: uci (1-10) or ucci (0-9); left open, lines
    /// count from 1 and files as they say or as fits their moves
    #[arg(long, value_name = "NOTATION")]
    from: Option<Notation>,
    /// The notation of the moves in PGN: uci, ucci, iccs, wxf, chinese, traditional
    #[arg(long, value_name = "NOTATION", default_value = "iccs")]
    moves: Notation,
    /// Read a whole file: PGN, DhtmlXQ, XQF, CBR or CBL, told by its content
    #[arg(long, value_name = "FILE", conflicts_with_all = ["items", "file"])]
    game: Option<PathBuf>,
    #[command(flatten)]
    lines: LineArgs,
}

impl ConvertArgs {
    fn write(&self, game: &Game) -> String {
        match (self.to.notation(), self.to) {
            (Some(notation), _) => notation.write_line(&game.start, &game.main_line()),
            (None, Target::Dhtmlxq) => game.to_dhtmlxq().trim_end().to_owned(),
            (None, _) => game.to_pgn(self.moves).trim_end().to_owned(),
        }
    }

    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if let Some(path) = &self.game {
            let bytes = crate::input::read_whole(path)?;
            let mut out = crate::talk::Screen::new();
            let (mut many, mut only, mut wrote) = (0usize, None, Ok(()));
            let mut take = |game: Game| {
                many += 1;
                if self.to == Target::Xqf {
                    only.get_or_insert(game);
                } else if wrote.is_ok() {
                    // A blank line parts whole games.
                    let between = if many > 1 && self.to.notation().is_none() { "\n" } else { "" };
                    wrote = writeln!(out, "{between}{}", self.write(&game));
                }
            };
            let warnings = GameFile::each(&bytes, ReadOptions { ranks: self.from }, &mut take)
                .or_refuse()
                .with_context(|| path.display().to_string())?;
            wrote?;
            for warning in &warnings {
                eprintln!("ludex: {}: {warning}", path.display());
            }
            let outcome = if warnings.is_empty() { Outcome::Fine } else { Outcome::Refused };
            if self.to == Target::Xqf {
                let (Some(game), 1) = (only, many) else {
                    let what = format!("{}: {many} games, and a file of XQF holds one", path.display());
                    return Err(Refusal::new(what)).or_refuse();
                };
                let bytes = game.to_xqf().or_refuse().with_context(|| path.display().to_string())?;
                std::io::stdout().write_all(&bytes)?;
            }
            return Ok(outcome);
        }
        if self.to == Target::Xqf {
            return Err(Refusal::new("--to xqf writes the game of a file: --game FILE names it")).or_refuse();
        }
        let from = self.from.unwrap_or(Notation::Uci);
        let lines = self.lines.clone().plan()?;
        lines.run(&["moves"], |item| -> Result<Answer, Refusal> {
            let (start, rest) = match text::measure(item) {
                Some(_) => line::playable(item)?,
                None => (Position::start(), item),
            };
            let (moves, rest) = line::moves(&start, rest, from)?;
            Ok(Answer::one(self.write(&Game::of_moves(start, &moves))).with_rest(rest))
        })
    }
}

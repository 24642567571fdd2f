//! `play`: a game against the engine in the terminal.

use super::engine::endgames;
use crate::Outcome;
use anyhow::bail;
use clap::{Args, ValueEnum};
use ludex_core::Random;
use ludex_xiangqi::book::Pick;
use ludex_xiangqi::engine::{Level, Limits};
use ludex_xiangqi::memory::StoreBook;
use ludex_xiangqi::play::{Play, PlayOptions, Style};
use ludex_xiangqi::{Notation, Script, Side, line};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The script as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ScriptArg {
    /// 车 马 炮
    Simplified,
    /// 車 馬 砲
    Traditional,
}

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
    /// How moves are shown: uci, ucci, iccs, wxf, chinese, traditional
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
    /// Choose among the moves of the book by chance, each as often as its weight says; N seeds the chance
    #[arg(long, value_name = "N", requires = "book")]
    book_chance: Option<u64>,
    /// Draw pieces as letters instead of Chinese characters
    #[arg(long)]
    letters: bool,
    /// The characters of the pieces and of Chinese notation
    #[arg(long, value_enum, value_name = "SCRIPT", default_value = "traditional")]
    script: ScriptArg,
}

/// Opens a store that is there as a book.
pub(super) fn open_book(place: &str) -> ludex_store::Result<StoreBook> {
    Ok(StoreBook::new(ludex_setups::Setups::open_to_read(place)?.into_store()))
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
        let time = Some(Duration::from_secs_f64(self.time)).filter(|_| self.nodes.is_none());
        let (script, chinese) = match self.script {
            ScriptArg::Simplified => (Script::Simplified, Notation::Chinese),
            ScriptArg::Traditional => (Script::Traditional, Notation::Traditional),
        };
        let stdout = std::io::stdout();
        let style = Style {
            script: Some(script).filter(|_| !self.letters),
            colours: stdout.is_terminal(),
            flipped: human == [Side::Black],
        };
        let options = PlayOptions {
            human,
            limits: Limits { nodes: self.nodes, time, ..Limits::default() },
            level: Level::new(self.level),
            notation: if self.notation == Notation::Chinese { chinese } else { self.notation },
            style,
            pick: self.book_chance.map_or(Pick::Heaviest, |seed| Pick::Weighted(Random::new(seed))),
        };
        let mut play = Play::new(options, stdout).with_endgames(Arc::new(endgames()));
        if let Some(place) = &self.book {
            play = play.with_book(Box::new(open_book(place)?));
        }
        if let Some(fen) = &self.fen {
            let (position, _) = line::playable(fen).map_err(|refusal| anyhow::anyhow!("--fen: {refusal}"))?;
            play.begin(position, &[]);
        }
        if let Some(path) = &self.load {
            play.load(path)?;
        }
        play.run(std::io::stdin().lock())?;
        Ok(Outcome::Fine)
    }
}

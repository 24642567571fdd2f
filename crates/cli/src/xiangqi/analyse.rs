//! `analyse`, `puzzle`: games looked over by the engine.

use super::engine::endgames;
use crate::Outcome;
use crate::progress::Bar;
use clap::Args;
use ludex_draw::to_svg;
use ludex_xiangqi::analysis::{Analysis, Mark, PuzzleOptions, TABLE_BYTES, puzzle};
use ludex_xiangqi::engine::{Engine, Limits};
use ludex_xiangqi::game::{GameFile, ReadOptions};
use ludex_xiangqi::{Game, Notation, RuleSet, Side, Tables};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Judge every move of games by the engine, and their ends by the rules.
///
/// Prints one line per move: its number, the move with its mark (`?!` a tenth of a point given away, `?` a
/// fifth, `??` three tenths), the score for the mover after it, and what the engine would have played
/// where the move is marked. A last line per game has the verdict of the rules and both sides' marks.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi analyse game.pgn
  ludex xiangqi analyse --nodes 200000 --notation chinese match.xqf
  ludex xiangqi analyse --svg score.svg game.pgn")]
pub(crate) struct AnalyseArgs {
    /// A file of games: PGN, DhtmlXQ, XQF, CBR or CBL, told by its content
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Positions the engine visits for each move
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How moves are written: uci, ucci, iccs, wxf, chinese, traditional
    #[arg(long, value_name = "NOTATION", default_value = "wxf")]
    notation: Notation,
    /// The rule set of the search and the verdict: asian, chinese, check, plain
    #[arg(long, value_name = "RULES", default_value = "asian")]
    rules: RuleSet,
    /// Write a graph of Red's expectation in the first game
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Reads a file of games and tells what of it could not be read.
fn read(path: &Path) -> anyhow::Result<Option<(Vec<Game>, Outcome)>> {
    let bytes = crate::input::read_whole(path)?;
    match GameFile::read(&bytes, ReadOptions::default()) {
        Ok(file) => {
            for warning in &file.warnings {
                eprintln!("ludex: {}: {warning}", path.display());
            }
            let outcome = if file.warnings.is_empty() { Outcome::Fine } else { Outcome::Refused };
            Ok(Some((file.games, outcome)))
        }
        Err(error) => {
            eprintln!("ludex: {}: {error}", path.display());
            Ok(None)
        }
    }
}

impl AnalyseArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let Some((games, outcome)) = read(&self.file)? else { return Ok(Outcome::Refused) };
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let endgames = Arc::new(endgames());
        let mut out = crate::talk::Screen::new();
        for (i, game) in games.iter().enumerate() {
            let mut engine = Engine::new(TABLE_BYTES);
            engine.set_endgames(Some(endgames.clone()));
            let analysis = Analysis::by(&mut engine, game, limits, self.rules, &Bar::new("analyse"))?;
            if i > 0 {
                writeln!(out)?;
            }
            self.write(&mut out, &analysis)?;
            if let Some(path) = self.svg.as_ref().filter(|_| i == 0) {
                crate::replace::write(path, to_svg(&analysis.picture()))?;
            }
        }
        Ok(outcome)
    }

    fn write(&self, out: &mut impl Write, analysis: &Analysis) -> std::io::Result<()> {
        for judged in &analysis.moves {
            let position = &judged.position;
            let dots = if position.side() == Side::Red { "." } else { "..." };
            let text = self.notation.write(position, judged.m);
            write!(out, "{}{dots}\t{text}{}\t{}", position.move_number(), judged.mark, judged.score)?;
            if judged.mark > Mark::Sound {
                let best = self.notation.write_line(position, &judged.best_line);
                write!(out, "\tbest {best} ({})", judged.best_score)?;
            }
            writeln!(out)?;
        }
        write!(out, "{}: {}", analysis.verdict.outcome, analysis.verdict.reason)?;
        for side in Side::ALL {
            let count = |mark| analysis.count(side, mark);
            write!(
                out,
                "\t{} ?! {} ? {} ?? {}",
                side.word(),
                count(Mark::Inaccuracy),
                count(Mark::Mistake),
                count(Mark::Blunder)
            )?;
        }
        writeln!(out)
    }
}

/// Find the puzzles in games: mates by checks, and single winning moves.
///
/// Prints per puzzle its name, `mate N` (own moves, two or more) or `win`, the FEN and the solution. A
/// position that comes in several games, or as its mirror image, is printed once.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi puzzle games.pgn
  ludex xiangqi puzzle --max 8 --notation chinese *.xqf
  ludex xiangqi puzzle --wins --nodes 50000 match.pgn")]
pub(crate) struct PuzzleArgs {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The longest mate to look for, in own moves
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=20))]
    max: u32,
    /// Positions to visit for each mate or win
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Also find single moves that win without a mate by checks; this takes a search per position
    #[arg(long)]
    wins: bool,
    /// How moves are written: uci, ucci, iccs, wxf, chinese, traditional
    #[arg(long, value_name = "NOTATION", default_value = "uci")]
    notation: Notation,
}

impl PuzzleArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let options = PuzzleOptions { longest: self.max, nodes: self.nodes, wins: self.wins };
        let mut out = crate::talk::Screen::new();
        let (mut met, mut outcome) = (BTreeSet::new(), Outcome::Fine);
        for path in &self.files {
            let Some((games, read)) = read(path)? else {
                outcome = Outcome::Refused;
                continue;
            };
            if read == Outcome::Refused {
                outcome = read;
            }
            for game in &games {
                let mut position = game.start.clone();
                for m in game.main_line() {
                    // A position without a name is left out, and each other is looked at once.
                    if let Ok(name) = position.canonical().name(&Tables)
                        && met.insert(name)
                        && let Some(found) = puzzle(&position, options)
                    {
                        let kind =
                            found.mate.map_or_else(|| "win".to_owned(), |moves| format!("mate {moves}"));
                        let line = self.notation.write_line(&found.position, &found.line);
                        writeln!(out, "xiangqi:{name}\t{kind}\t{position}\t{line}")?;
                    }
                    let _ = position.make(m);
                }
            }
        }
        Ok(outcome)
    }
}

//! `book`: openings from games, in the store.

use super::seen::each;
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use crate::store::{PlaceArgs, now};
use clap::{Args, Subcommand};
use ludex_core::table::checksum;
use ludex_store::{Batch, Record, Store};
use ludex_xiangqi::game::{GameFile, ReadOptions};
use ludex_xiangqi::memory::{look, record};
use ludex_xiangqi::record::{Subject, games_fact, write_choices};
use ludex_xiangqi::{Book, Game, Notation};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Records of one transaction.
const BATCH: usize = 20_000;

/// An opening book made of games, kept in the store.
#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Build(BuildArgs),
    Probe(ProbeArgs),
}

impl BookArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::Build(args) => args.run(),
            Verb::Probe(args) => args.run(),
        }
    }
}

/// Take the openings of games into the store.
///
/// Files are PGN, DhtmlXQ, XQF, CBR or CBL, told by their content. Every position of a game's first plies is kept
/// with the result and the move played; results and moves add up over all games and files. A file that is
/// in the store already is not counted again. Prints per file its games, their positions, and how many
/// of those were new.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi book build games.pgn
  ludex xiangqi book build --store openings.sqlite --plies 30 *.xqf
  ludex xiangqi book build --store postgres://me@localhost/ludex match.pgn")]
struct BuildArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Plies of a game that are kept
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// When the games were seen, in seconds since 1970 (default: now)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    at: Option<i64>,
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl BuildArgs {
    fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open()?;
        let mut outcome = Outcome::Fine;
        for path in &self.files {
            let bytes = crate::input::read_whole(path)?;
            let (mut book, mut games, mut nameless) = (Book::new(), 0, 0);
            let mut learn = |game: Game| {
                games += 1;
                nameless += book.learn(&game, self.plies as usize);
            };
            match GameFile::each(&bytes, ReadOptions::default(), &mut learn) {
                Ok(warnings) => {
                    for warning in &warnings {
                        eprintln!("ludex: {}: {warning}", path.display());
                        outcome = Outcome::Refused;
                    }
                    self.take(&mut store, path, &bytes, (&book, games, nameless))?;
                }
                Err(error) => {
                    eprintln!("ludex: {}: {error}", path.display());
                    outcome = Outcome::Refused;
                }
            }
        }
        Ok(outcome)
    }

    /// Takes in what a file taught: its book, its games, and positions without a name.
    fn take(
        &self,
        store: &mut Store,
        path: &Path,
        bytes: &[u8],
        (book, games, nameless): (&Book, usize, usize),
    ) -> anyhow::Result<()> {
        let title = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let id = format!("{:016x}", checksum(bytes));
        let import = format!("book:{id}:{}", self.plies);
        let before = store.import_state(&import)?.unwrap_or_default();
        if before.finished {
            eprintln!("ludex: {}: these games are in the store already", path.display());
            return Ok(());
        }
        if nameless > 0 {
            eprintln!(
                "ludex: {}: {nameless} positions have more of a piece than a name holds, and are left out",
                path.display()
            );
        }
        let seen = self.at.unwrap_or_else(now);
        let total = book.entries().len();
        let mut state = before;
        let mut new = 0;
        // An interrupted build goes on after the batches that were written.
        let mut left = book.entries().skip(usize::try_from(state.taken).unwrap_or(0)).peekable();
        loop {
            let mut records: Vec<Record> = Vec::new();
            for (name, entry) in left.by_ref().take(BATCH) {
                let subject = Subject::new(name.position())?;
                let mut record = record(&subject, seen, entry.tally.games(), games_fact(&id, entry))?;
                record.source = Some(title.clone());
                records.push(record);
            }
            state.batch += 1;
            state.taken += records.len() as i64;
            state.finished = left.peek().is_none();
            let batch = Batch { records, refused: Vec::new() };
            new += store.put_batch(&import, batch, &state)?.iter().filter(|new| **new).count();
            if state.finished {
                break;
            }
        }
        writeln!(crate::talk::Screen::new(), "{title}\tgames {games}\tpositions {total}\tnew {new}")?;
        Ok(())
    }
}

/// Print the moves the book has for positions, with their weights.
///
/// One line per position: MOVE=WEIGHT, heaviest first, or `none`. A won game weighs two for the winner,
/// a drawn one or one without a result one, a lost one nothing. Only a position that is equal as a whole
/// is found.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi book probe 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
  ludex xiangqi book probe --store openings.sqlite --notation chinese --file positions.txt
  ludex xiangqi book probe --format ndjson < positions.txt")]
struct ProbeArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// How moves are written: uci, ucci, iccs, wxf, chinese, traditional
    #[arg(long, value_name = "NOTATION", default_value = "uci")]
    notation: Notation,
    #[command(flatten)]
    lines: LineArgs,
}

impl ProbeArgs {
    fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_to_read()?;
        self.lines.plan()?.run_batches(&["moves"], Subject::read, |_, questions| {
            each(questions, |asked| {
                let choices = look(&mut store, asked)?.known.entry.choices(asked.position());
                let (texts, moves) = write_choices(asked.position(), &choices, self.notation);
                let weighed =
                    texts.iter().zip(&choices).map(|(text, choice)| format!("{text}={}", choice.weight));
                let text = if choices.is_empty() {
                    "none".to_owned()
                } else {
                    weighed.collect::<Vec<_>>().join(" ")
                };
                Ok(Answer::one(moves).with_text(text))
            })
        })
    }
}

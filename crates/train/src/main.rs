//! `cargo run --release -p ludex-train -- play | train | loss | audit | duel | match | fit | pack | quantise`.

use anyhow::Context;
use clap::{Parser, Subcommand};
use ludex_train::duel::{Duel, Test, duel};
use ludex_train::floats::Floats;
use ludex_train::games::Record;
use ludex_train::log::Log;
use ludex_train::play::audit;
use ludex_train::play::{Plan, play_all};
use ludex_train::samples::{HELD_OUT, Sample, of_games};
use ludex_train::{classic, contest, games, trainer};
use ludex_xiangqi::engine::evaluation::evaluate;
use ludex_xiangqi::engine::network::Network;
use ludex_xiangqi::engine::network::inputs::reflected_rows;
use ludex_xiangqi::engine::{Engine, Evaluation, Level, Margins};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

#[derive(Parser)]
#[command(name = "ludex-train", about = "Makes the network of the xiangqi engine")]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Plays games of the engine against itself
    Play {
        /// Where the games go
        #[arg(long)]
        out: PathBuf,
        #[arg(long, default_value_t = 1000)]
        games: u64,
        /// Nodes a move
        #[arg(long, default_value_t = 500)]
        nodes: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value_t = 1)]
        threads: usize,
        /// Begin no game after so many seconds
        #[arg(long, default_value_t = 1 << 30)]
        seconds: u64,
        /// `classic`, `network` (the one inside the program) or a network file
        #[arg(long, default_value = "network")]
        eval: String,
    },
    /// The squared error of an evaluation on held-out games
    Loss {
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// `classic`, `network` (the one inside the program) or a network file
        #[arg(long, default_value = "network")]
        eval: String,
    },
    /// Trains a network on the processor
    Train {
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The network file
        #[arg(long)]
        out: PathBuf,
        #[arg(long, default_value_t = 5)]
        epochs: usize,
        /// Samples a step
        #[arg(long, default_value_t = 4096)]
        batch: usize,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value_t = 1)]
        threads: usize,
        /// How strongly what is special to a place of the king is pulled towards nothing
        #[arg(long, default_value_t = 1.0)]
        decay: f32,
    },
    /// Fits the weights of the classic evaluation and prints them as `weights.rs`
    Fit {
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Share of the result in the target
        #[arg(long, default_value_t = 0.3)]
        share: f64,
        /// How strongly a weight is pulled back to where it began
        #[arg(long, default_value_t = classic::PULL)]
        pull: f64,
    },
    /// Says how games ended, and which losses by a rule came as a surprise
    Audit {
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Plays two forms of this engine against each other; prints the score of the first with its 95 % interval
    ///
    /// A form is an evaluation (`classic`, `network` for the one inside the program, or a network file), then what
    /// differs after semicolons: numbers the search goes by, or `level=N`: 'network; probcut=0; level=3'.
    Duel {
        /// A form of the engine
        first: String,
        /// The other
        second: String,
        /// Openings, each played with both colours
        #[arg(long, default_value_t = 100)]
        pairs: u64,
        /// Nodes a move
        #[arg(long, default_value_t = 2000)]
        nodes: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value_t = 1)]
        threads: usize,
        /// End once it is likely (19 to 1) that the first is so many points better, or that it is not better
        #[arg(long)]
        test: Option<f64>,
        /// Say the score after every pair
        #[arg(long)]
        verbose: bool,
    },
    /// Plays two UCI engines against each other; prints the score of the first with its 95 % interval
    Match {
        /// A command, then options after semicolons: 'ludex xiangqi uci; Hash=64'
        first: String,
        /// The other
        second: String,
        /// Openings, each played with both colours
        #[arg(long, default_value_t = 100)]
        pairs: u64,
        /// What follows `go`: 'nodes 5000', 'movetime 100'
        #[arg(long, default_value = "nodes 5000")]
        limit: String,
        /// Of random openings
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// A file of openings to begin with, one a line (openings.txt), in place of random ones
        #[arg(long)]
        openings: Option<PathBuf>,
        /// A file that keeps the pairs as they end: the same command goes on with it
        #[arg(long)]
        log: Option<PathBuf>,
    },
    /// Turns what a trainer wrote into a network file
    Quantise {
        /// Floating-point numbers
        floats: PathBuf,
        /// The network file
        out: PathBuf,
    },
    /// Turns games into samples for a trainer on another device
    Pack {
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Samples to train on
        #[arg(long)]
        train: PathBuf,
        /// Samples of held-out games
        #[arg(long)]
        held: PathBuf,
        /// The row that the reflected board has in place of each
        #[arg(long)]
        reflected: PathBuf,
    },
}

/// The evaluation of a word on the command line.
fn evaluation(word: &str) -> anyhow::Result<Evaluation> {
    Ok(match word {
        "classic" => Evaluation::Classic,
        "network" => Evaluation::default(),
        path => {
            let bytes = std::fs::read(path).with_context(|| path.to_owned())?;
            Evaluation::Network(Arc::new(Network::read(&bytes).with_context(|| path.to_owned())?))
        }
    })
}

/// A form of the engine in a duel.
struct Form {
    evaluation: Evaluation,
    margins: Margins,
    level: Level,
}

impl Form {
    fn read(text: &str) -> anyhow::Result<Self> {
        let mut words = text.split(';').map(str::trim);
        let evaluation = evaluation(words.next().unwrap_or(""))?;
        let mut form = Form { evaluation, margins: Margins::default(), level: Level::FULL };
        for word in words {
            match word.strip_prefix("level=") {
                Some(level) => form.level = Level::new(level.parse().with_context(|| word.to_owned())?),
                None => form.margins.set(word)?,
            }
        }
        Ok(form)
    }

    fn engine(&self) -> Engine {
        let mut engine = Engine::new(1 << 21);
        engine.set_evaluation(self.evaluation.clone());
        engine.set_margins(self.margins);
        engine.set_level(self.level);
        engine
    }
}

fn read_games(path: &Path) -> anyhow::Result<Vec<Record>> {
    let bytes = std::fs::read(path).with_context(|| format!("{}", path.display()))?;
    games::read(&bytes).with_context(|| format!("{}", path.display()))
}

fn main() -> anyhow::Result<()> {
    match Args::parse().verb {
        Verb::Play { out, games, nodes, seed, threads, seconds, eval } => {
            let evaluation = evaluation(&eval)?;
            let plan = Plan { games, nodes, seed, threads, time: Duration::from_secs(seconds) };
            let mut file = BufWriter::new(File::create(&out).with_context(|| format!("{}", out.display()))?);
            games::write_head(&mut file)?;
            let (mut count, mut plies, mut failed) = (0u64, 0, Ok(()));
            let engine = || {
                let mut engine = Engine::new(1 << 19);
                engine.set_evaluation(evaluation.clone());
                engine
            };
            play_all(&plan, engine, |number, game| {
                (count, plies) = (number + 1, plies + game.scores.len());
                if failed.is_ok() {
                    failed = file.write_all(&game.to_bytes());
                }
                if count.is_multiple_of(10_000) {
                    eprintln!("{count} games, {plies} positions");
                }
            });
            failed?;
            file.flush()?;
            eprintln!("{count} games, {plies} positions");
        }
        Verb::Loss { files, eval } => {
            let evaluation = evaluation(&eval)?;
            let (mut sum, mut count) = (0.0, 0u64);
            for path in files {
                for game in read_games(&path)?.iter().step_by(HELD_OUT) {
                    game.walk(|position, m, score| {
                        let Some(sample) = Sample::of(position, m, score, game.result) else { return };
                        let value = match &evaluation {
                            Evaluation::Classic => evaluate(position),
                            Evaluation::Network(network) => network.evaluate(position),
                        };
                        let guess = 1.0 / (1.0 + 10f64.powf(-f64::from(value) / 400.0));
                        sum += (guess - f64::from(sample.target(0.3))).powi(2);
                        count += 1;
                    })?;
                }
            }
            println!("{eval}: squared error {:.6} on {count} held-out samples", sum / count.max(1) as f64);
        }
        Verb::Train { files, out, epochs, batch, seed, threads, decay } => {
            let (mut train, mut held) = (Vec::new(), Vec::new());
            for path in files {
                let games = read_games(&path)?;
                let (more, more_held) = of_games(&games)?;
                train.extend(more);
                held.extend(more_held);
            }
            eprintln!("{} samples, {} held out", train.len(), held.len());
            let plan = trainer::Plan { epochs, batch, seed, threads, decay };
            let network = trainer::train(&plan, &train, &held, |epoch, loss, held| {
                eprintln!("epoch {epoch}: loss {loss:.6}, held out {held:.6}");
            });
            std::fs::write(&out, network.quantise()?).with_context(|| format!("{}", out.display()))?;
        }
        Verb::Fit { files, share, pull } => {
            let mut games = Vec::new();
            for path in &files {
                games.extend(read_games(path)?);
            }
            print!("{}", classic::fit_games(&games, share, pull, |line| eprintln!("{line}"))?);
        }
        Verb::Audit { files } => {
            for path in &files {
                println!("{}: {}", path.display(), audit(&read_games(path)?));
            }
        }
        Verb::Duel { first, second, pairs, nodes, seed, threads, test, verbose } => {
            let forms = [Form::read(&first)?, Form::read(&second)?];
            let make = || [forms[0].engine(), forms[1].engine()];
            let test = test.map(|points| Test { points });
            let plan = Duel { pairs, nodes, seed, threads, test };
            let tally = duel(&plan, make, |tally| {
                if verbose {
                    eprintln!("{tally}");
                }
            });
            let verdict = test.map_or(String::new(), |test| match test.verdict(&tally) {
                Some(better) => {
                    format!(", test of {} points: {}", test.points, if better { "passed" } else { "failed" })
                }
                None => {
                    format!(", test of {} points: undecided ({:.2})", test.points, test.likelihood(&tally))
                }
            });
            println!("{first} | {second} | nodes {nodes}, seed {seed}: {tally}{verdict}");
        }
        Verb::Match { first, second, pairs, limit, seed, openings, log } => {
            let (start, from) = match openings {
                None => (contest::Start::Random { seed }, format!("seed {seed}")),
                Some(path) => {
                    let text =
                        std::fs::read_to_string(&path).with_context(|| format!("{}", path.display()))?;
                    let list = contest::openings(&text).with_context(|| format!("{}", path.display()))?;
                    anyhow::ensure!(!list.is_empty(), "{}: no opening", path.display());
                    (contest::Start::Openings(list), format!("{}", path.display()))
                }
            };
            let log = match log {
                None => Log::none(),
                Some(path) => Log::open(&path, &format!("{first} | {second} | {limit} | {from}"))?,
            };
            let engines = [first.as_str(), second.as_str()];
            let tally = contest::play(engines, pairs, &limit, &start, log, |tally| eprintln!("{tally}"))?;
            println!("{limit}, {from}: {tally}");
        }
        Verb::Quantise { floats, out } => {
            let bytes = std::fs::read(&floats).with_context(|| format!("{}", floats.display()))?;
            let network =
                Floats::read(&bytes).with_context(|| format!("{}", floats.display()))?.quantise()?;
            std::fs::write(&out, network).with_context(|| format!("{}", out.display()))?;
        }
        Verb::Pack { files, train, held, reflected } => {
            let rows: Vec<u8> = reflected_rows().iter().flat_map(|row| row.to_le_bytes()).collect();
            std::fs::write(reflected, rows)?;
            let (mut first, mut second) =
                (BufWriter::new(File::create(train)?), BufWriter::new(File::create(held)?));
            for path in files {
                let games = read_games(&path)?;
                let (train, held) = of_games(&games).with_context(|| format!("{}", path.display()))?;
                eprintln!(
                    "{}: {} games, {} samples, {} held out",
                    path.display(),
                    games.len(),
                    train.len(),
                    held.len()
                );
                for sample in train {
                    first.write_all(&sample.to_bytes())?;
                }
                for sample in held {
                    second.write_all(&sample.to_bytes())?;
                }
            }
            first.flush()?;
            second.flush()?;
        }
    }
    Ok(())
}

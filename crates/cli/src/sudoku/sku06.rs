//! `ludex sudoku sku06`: the command line of the naming package this family goes back to.
//!
//! Options stand without a space: `-c0 -v4-2 -iFILE -oROOT`, then a remark. Answers go into
//! `ROOT_file1.txt`, for c0 with `-v4-n` also into `ROOT_file2.txt`.

use super::family;
use super::rated::Rated;
use crate::Outcome;
use crate::input::{Input, Line};
use crate::lines::in_parallel;
use anyhow::Context;
use clap::Args;
use ludex_core::Refusal;
use ludex_sudoku::{Form, Position, PuzzleName, Sudoku};
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Run a function of the naming package with its own command line.
///
/// -c0 puzzles to names, -c1 and -c4 names to puzzles, -c2 names to 19 letters, -c3 back, -c5 rated
/// puzzles to records; -v4-n asks for the longer output (-c5: -v4-1 keeps ER 10.0 and more, -v4-2 10.5).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku sku06 -c0 -v4-1 -ipuzzles.txt -onamed \"puzzles of the week\"
  ludex sudoku sku06 -c4 -inames.txt -opuzzles
  ludex sudoku sku06 -c5 -v4-2 -irated.txt -orecords \"skfr to p er r b\"")]
pub(super) struct Sku06Args {
    /// -cN -v4-N -iFILE -oROOT, then a remark
    #[arg(value_name = "OPTIONS", trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    options: Vec<String>,
}

/// The command line, with the words of this verb put in where the program runs under the name of the
/// original: `ln -s ludex sku06_names` is a drop-in.
pub(crate) fn command_line(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let name = arguments.first().and_then(|name| Path::new(name).file_stem());
    if name == Some("sku06_names".as_ref()) {
        arguments.splice(1..1, ["sudoku".into(), "sku06".into()]);
    }
    arguments
}

/// What to do.
struct Plan {
    function: u8,
    /// The number after -v4-, 0 where it was not given.
    parameter: u32,
    input: PathBuf,
    root: String,
}

impl Plan {
    fn read(options: &[String]) -> anyhow::Result<Plan> {
        let (mut function, mut parameter, mut input, mut root) = (None, 0, None, None);
        for option in options {
            if let Some(text) = option.strip_prefix("-c") {
                let known = matches!(text, "0" | "1" | "2" | "3" | "4" | "5");
                anyhow::ensure!(known, "{option:?} is no function: there are -c0 to -c5");
                function = Some(text.as_bytes()[0] - b'0');
            } else if let Some(text) = option.strip_prefix("-v4-") {
                parameter = text.parse().with_context(|| format!("{option:?}: -v4- and a number"))?;
            } else if let Some(text) = option.strip_prefix("-i") {
                input = Some(PathBuf::from(text));
            } else if let Some(text) = option.strip_prefix("-o") {
                root = Some(text.to_owned());
            } else {
                anyhow::ensure!(
                    !option.starts_with('-'),
                    "unknown option {option:?}: -c0 to -c5, -v4-N, -iFILE, -oROOT, then a remark"
                );
            }
        }
        Ok(Plan {
            function: function.context("no function: -c0 to -c5")?,
            parameter,
            input: input.context("no input: -iFILE")?,
            root: root.context("no output: -oROOT")?,
        })
    }
}

/// The lines that one input line becomes, in the first and the second file; none where it is filtered.
type Lines = (Option<String>, Option<String>);

impl Sku06Args {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let plan = Plan::read(&self.options)?;
        let family = family();
        let mut input = Input::open_file(&plan.input)?;
        let mut first = output(&plan.root, 1)?;
        let mut second =
            if plan.function == 0 && plan.parameter > 0 { Some(output(&plan.root, 2)?) } else { None };
        let mut outcome = Outcome::Fine;
        loop {
            let batch = input.batch()?;
            if batch.is_empty() {
                break;
            }
            for (line, answer) in batch.iter().zip(plan.batch(&family, &batch)) {
                match answer {
                    Ok((one, two)) => {
                        if let Some(text) = one {
                            writeln!(first, "{text}")?;
                        }
                        if let (Some(text), Some(file)) = (two, &mut second) {
                            writeln!(file, "{text}")?;
                        }
                    }
                    Err(refusal) => {
                        outcome = Outcome::Refused;
                        // Messages go where the original's do: to stdout, which its users redirect.
                        println!("{}: {refusal}", input.place(line.number));
                    }
                }
            }
        }
        first.flush()?;
        if let Some(mut file) = second {
            file.flush()?;
        }
        Ok(outcome)
    }
}

fn output(root: &str, number: u8) -> anyhow::Result<BufWriter<File>> {
    let path = format!("{root}_file{number}.txt");
    Ok(BufWriter::new(File::create(&path).with_context(|| format!("cannot write {path}"))?))
}

impl Plan {
    fn batch(&self, family: &Sudoku, batch: &[Line]) -> Vec<Result<Lines, Refusal>> {
        // Sorted by rank, so that neighbours share their work; `line` is dear only where names are read.
        let mut order: Vec<usize> = (0..batch.len()).collect();
        if matches!(self.function, 1 | 4) {
            order.sort_by_key(|&i| {
                batch[i].text().ok().and_then(|text| PuzzleName::from_line(text).ok()).map(|(name, _)| name)
            });
        }
        let pieces: Vec<&[usize]> = order.chunks(order.len().div_ceil(16).max(1)).collect();
        let found = in_parallel(&pieces, |piece| {
            piece
                .iter()
                .map(|&i| batch[i].text().and_then(|text| self.line(family, text)))
                .collect::<Vec<_>>()
        });
        let mut answers: Vec<Option<Result<Lines, Refusal>>> = batch.iter().map(|_| None).collect();
        for (&i, answer) in order.iter().zip(found.into_iter().flatten()) {
            answers[i] = Some(answer);
        }
        answers.into_iter().map(|answer| answer.expect("every line was answered")).collect()
    }

    fn line(&self, family: &Sudoku, line: &str) -> Result<Lines, Refusal> {
        let long = self.parameter > 0;
        let one = match self.function {
            0 => {
                let (position, _) = Position::from_line(line)?;
                let canonical = position.canonical();
                let name = canonical.name(family.tables())?;
                let second = long
                    .then(|| format!("{};{:>10};{}", canonical.setup(), name.rank(), name.given().letters()));
                return Ok((Some(name.write(Form::Name25)), second));
            }
            1 => record(family, &PuzzleName::from_line(line)?.0, true)?,
            4 => record(family, &PuzzleName::from_line(line)?.0, long)?,
            2 => format!("{};{line}", PuzzleName::from_line(line)?.0),
            3 if long => PuzzleName::from_line(line)?.0.write(Form::Semicolon),
            3 => format!("{};{line}", PuzzleName::from_line(line)?.0.write(Form::Name25)),
            _ => {
                let rated = Rated::read(line)?;
                let least = [0, 100, 105][(self.parameter as usize).min(2)];
                if rated.rating() < least {
                    return Ok((None, None));
                }
                rated.record(family, false)?.2
            }
        };
        Ok((Some(one), None))
    }
}

/// The canonical puzzle of a name, with its rank and field where they are wanted.
fn record(family: &Sudoku, name: &PuzzleName, long: bool) -> Result<String, Refusal> {
    let canonical = name.canonical(family.tables())?;
    let setup = canonical.setup();
    Ok(if long {
        format!("{setup};{:>10};{}", name.rank(), canonical.given().letters())
    } else {
        setup.to_string()
    })
}

//! `ludex tetris pack`, `unpack`: path files made small.

use super::path::Compat;
use super::refuse;
use crate::Outcome;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::pathfile::{ENGLISH, JAPANESE, PathFile, xz};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Reads a path file: csv or csvd, packed with xz or not.
pub(super) fn read(path: &Path) -> anyhow::Result<Result<PathFile, Refusal>> {
    let bytes = crate::input::read_whole(path)?;
    let parse = || -> Result<PathFile, Refusal> {
        let text = if xz::is_xz(&bytes) {
            xz::unpack(&bytes)?
        } else {
            String::from_utf8(bytes).map_err(|_| Refusal::new("the file is neither xz nor UTF-8 text"))?
        };
        Ok(PathFile::read_any(&text)?)
    };
    let named = |refusal: Refusal| Refusal::new(format!("{}: {refusal}", path.display()));
    Ok(parse().map_err(named))
}

/// Pack a path csv: each fumen once, the queues as their pattern, then xz.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris pack path.csv --pattern '*p4' -o path.csvd.xz
  ludex tetris pack path.csv --pattern '*p4' -o path.csvd.xz --level 6
  ludex tetris pack path.csv --pattern '*p4' -o path.csvd")]
pub(crate) struct PackArgs {
    /// The csv, as `ludex tetris path` or solution-finder writes it
    #[arg(value_name = "CSV")]
    csv: PathBuf,
    /// The pattern whose queues are the rows
    #[arg(long, value_name = "PATTERN")]
    pattern: String,
    /// The file to write; one that ends in .csvd stays readable text
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How hard to pack
    #[arg(long, value_name = "0-9", default_value_t = 9, value_parser = clap::value_parser!(u32).range(0..=9))]
    level: u32,
}

impl PackArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let packed = match read(&self.csv)? {
            Ok(file) => file.pack(&self.pattern),
            Err(refusal) => return refuse(refusal),
        };
        let text = match packed {
            Ok(text) => text,
            Err(error) => return refuse(error),
        };
        let plain = self.output.extension().is_some_and(|e| e == "csvd");
        let bytes = if plain { text.into_bytes() } else { xz::pack(&text, self.level)? };
        crate::replace::write(&self.output, bytes)?;
        Ok(Outcome::Fine)
    }
}

/// Unpack a path file to csv.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris unpack path.csvd.xz
  ludex tetris unpack path.csvd.xz --compat sfinder -o path.csv
  ludex tetris unpack path.csvd | head")]
pub(crate) struct UnpackArgs {
    /// The packed file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Whose column names to write
    #[arg(long, value_enum)]
    compat: Option<Compat>,
    /// Write a file instead of printing
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl UnpackArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let text = match read(&self.file)? {
            Ok(file) => file.write(if self.compat.is_some() { JAPANESE } else { ENGLISH }),
            Err(refusal) => return refuse(refusal),
        };
        match &self.output {
            Some(path) => {
                crate::replace::write(path, text)?;
            }
            None => crate::talk::Screen::new().write_all(text.as_bytes())?,
        }
        Ok(Outcome::Fine)
    }
}

//! Tab-separated files with a header: one answer per row.

use crate::Outcome;
use crate::input::{Input, Line};
use ludex_core::Refusal;
use rayon::prelude::*;
use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

/// Where columns stand.
#[derive(Debug, Clone)]
pub(super) struct Header(HashMap<String, usize>);

/// A row with its header.
pub(super) struct Row<'a> {
    header: &'a Header,
    cells: Vec<&'a str>,
}

impl Row<'_> {
    /// The value of the first of these columns that the header has; an empty one counts as missing.
    pub(super) fn find(&self, columns: &[&str]) -> Option<&str> {
        let place = columns.iter().find_map(|c| self.header.0.get(*c))?;
        self.cells.get(*place).copied().filter(|cell| !cell.is_empty())
    }

    /// The value of a column that must be there.
    pub(super) fn need(&self, columns: &[&str]) -> Result<&str, Refusal> {
        let missing = || Refusal::new(format!("the row has no {}", columns.join(" or ")));
        self.find(columns).ok_or_else(missing)
    }
}

/// Answers every row on all cores, in order.
pub(super) fn run<F>(path: &Path, needed: &[&[&str]], answer: F) -> anyhow::Result<Outcome>
where
    F: Fn(&Row<'_>) -> Result<String, Refusal> + Sync,
{
    let mut input = Input::open(Vec::new(), Some(path))?;
    let mut header: Option<Header> = None;
    let mut outcome = Outcome::Fine;
    let mut out = std::io::BufWriter::new(std::io::stdout());
    loop {
        let mut batch = input.batch()?;
        if batch.is_empty() {
            break;
        }
        if header.is_none() {
            let first = batch.remove(0);
            let text = first.text.map_err(anyhow::Error::msg)?;
            let columns: HashMap<String, usize> =
                text.split('\t').enumerate().map(|(i, name)| (name.trim().to_owned(), i)).collect();
            for names in needed {
                if !names.iter().any(|name| columns.contains_key(*name)) {
                    return super::refuse(format!("the header has no column {}", names.join(" or ")));
                }
            }
            header = Some(Header(columns));
        }
        let Some(header) = &header else { continue };
        let one = |line: &Line| -> Result<String, Refusal> {
            let text = line.text.as_deref().map_err(Refusal::new)?;
            answer(&Row { header, cells: text.split('\t').collect() })
        };
        let answers: Vec<Result<String, Refusal>> = batch.par_iter().map(one).collect();
        for (line, answer) in batch.iter().zip(answers) {
            match answer {
                Ok(text) => writeln!(out, "{text}")?,
                Err(refusal) => {
                    outcome = Outcome::Refused;
                    eprintln!("ludex: {}: {refusal}", input.place(line.number));
                    writeln!(out, "!")?;
                }
            }
        }
        out.flush()?;
    }
    Ok(outcome)
}

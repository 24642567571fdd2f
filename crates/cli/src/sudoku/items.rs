//! The items of the sudoku verbs: puzzles in files of every kind.

use crate::input::{Frame, Input, Line, Shape, ending};
use crate::lines::{LineArgs, Lines};
use clap::{Args, ValueEnum};
use ludex_sudoku::{Entry, PuzzleReader, ReadForm, TableColumn};
use std::collections::VecDeque;
use std::path::Path;

/// How a file is written, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum FormArg {
    /// Each line tells by its look; a file called .csv or .tsv is a table
    #[default]
    Auto,
    /// One puzzle on each line, wherever it stands there: .sdm, Sudoku Exchange, gsf, HoDoKu's library
    #[value(alias = "sdm")]
    Lines,
    /// Grids of nine lines, plain, framed or with pencilmarks: .sdk, .ss, .msk
    #[value(alias = "sdk", alias = "ss", alias = "msk")]
    Grids,
    /// A table with commas, semicolons or tabs between its cells
    #[value(alias = "csv", alias = "tsv")]
    Table,
}

/// The flags of a verb whose items are puzzles, as typed.
#[derive(Debug, Clone, Args)]
pub(super) struct ItemArgs {
    /// How the input is written
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format_in: FormArg,
    /// The column of a table that holds the items: its number from 1, or its title
    #[arg(long, value_name = "N|TITLE")]
    column: Option<TableColumn>,
    #[command(flatten)]
    lines: LineArgs,
}

/// What a verb takes for an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Puzzles.
    Puzzles,
    /// Puzzles, and pencilmarks as they stand.
    Marks,
    /// Puzzles and names.
    Named,
    /// Names only: nine digits are no row of a grid here.
    Names,
}

impl ItemArgs {
    /// Opens the input.
    pub(super) fn plan(self, takes: Takes) -> anyhow::Result<Lines> {
        let mut reader = reader(self.format_in, self.lines.file(), takes);
        if let Some(column) = self.column {
            anyhow::ensure!(
                matches!(self.format_in, FormArg::Auto | FormArg::Table),
                "--column chooses a column of a table: leave --format-in out, or give --format-in table"
            );
            reader = reader.with_column(column);
        }
        self.lines.plan_shaped(Box::new(Shaped { reader, entries: VecDeque::new() }))
    }
}

impl ItemArgs {
    /// How many threads were asked for.
    pub(super) const fn jobs(&self) -> Option<u16> {
        self.lines.jobs()
    }

    /// The one item of a verb that works on one.
    pub(super) fn single(self, takes: Takes) -> anyhow::Result<String> {
        self.plan(takes)?.single()
    }
}

/// The puzzles and names of a file.
pub(super) fn open(path: &Path) -> anyhow::Result<Input> {
    let reader = reader(FormArg::Auto, Some(path), Takes::Named);
    Ok(Input::open_file(path)?.shaped(Box::new(Shaped { reader, entries: VecDeque::new() })))
}

fn reader(form: FormArg, file: Option<&Path>, takes: Takes) -> PuzzleReader {
    let table = || matches!(file.map_or("", ending), "csv" | "tsv");
    let form = match form {
        FormArg::Auto if table() => ReadForm::Table,
        FormArg::Auto if takes == Takes::Names => ReadForm::Lines,
        FormArg::Auto => ReadForm::Auto,
        FormArg::Lines => ReadForm::Lines,
        FormArg::Grids => ReadForm::Grids,
        FormArg::Table => ReadForm::Table,
    };
    let reader = PuzzleReader::new(form);
    match takes {
        Takes::Puzzles => reader,
        Takes::Marks => reader.with_marks(),
        Takes::Named | Takes::Names => reader.with_names(),
    }
}

struct Shaped {
    reader: PuzzleReader,
    entries: VecDeque<Entry>,
}

impl Shaped {
    fn hand_over(&mut self, items: &mut VecDeque<Line>) {
        items.extend(self.entries.drain(..).map(|entry| match entry {
            Entry::Item(item) => Line {
                number: item.number,
                text: Ok(item.text),
                frame: Frame { before: item.before, separator: item.separator, remark: false },
            },
            Entry::Remark { number, text } => {
                Line { number, text: Ok(text), frame: Frame { remark: true, ..Frame::default() } }
            }
            Entry::Refused { number, reason } => Line { number, text: Err(reason), frame: Frame::default() },
        }));
    }
}

impl Shape for Shaped {
    fn push(
        &mut self,
        number: u64,
        text: Result<&str, String>,
        items: &mut VecDeque<Line>,
    ) -> anyhow::Result<()> {
        match text {
            Ok(text) => self.reader.push(number, text, &mut self.entries)?,
            Err(reason) => {
                self.reader.finish(&mut self.entries);
                self.entries.push_back(Entry::Refused { number, reason });
            }
        }
        self.hand_over(items);
        Ok(())
    }

    fn finish(&mut self, items: &mut VecDeque<Line>) {
        self.reader.finish(&mut self.entries);
        self.hand_over(items);
    }
}

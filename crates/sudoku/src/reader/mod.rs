//! Files of sudokus as programs and people keep them, read line by line.
//!
//! ```text
//! lines --push--> PuzzleReader --> Entry: an item with its columns, a remark, or what is wrong
//! ```
//!
//! Memory is bounded by one grid, so that a stream of any length reads.
//!
//! | file | |
//! |--|--|
//! | `find` | the sudoku inside a line: lists with other columns before it, HoDoKu's library |
//! | `rows` | grids of nine lines, plain, framed or with pencilmarks |
//! | `table` | the cells of a table line |

mod find;
mod rows;
mod table;

use crate::name::PuzzleName;
use crate::text::measure;
use find::find;
use rows::{Block, Row};
use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReadForm {
    /// Each line tells by its look.
    #[default]
    Auto,
    /// One sudoku on each line (.sdm, Sudoku Exchange, gsf, HoDoKu's library).
    Lines,
    /// Grids of nine lines, plain, framed or with pencilmarks (.sdk, .ss, .msk).
    Grids,
    /// A table with commas, semicolons or tabs between its cells.
    Table,
}

/// The column of a table that holds the sudokus: its number from 1, or its title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableColumn {
    /// Counted from 1.
    Number(usize),
    /// As the first line has it.
    Title(String),
}

impl FromStr for TableColumn {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<TableColumn, ReadError> {
        match text.parse() {
            Ok(0) => Err(ReadError::Zero),
            Ok(number) => Ok(TableColumn::Number(number)),
            Err(_) => Ok(TableColumn::Title(text.to_owned())),
        }
    }
}

/// Why nothing more of a file can be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Columns are counted from 1.
    #[error("columns are counted from 1: there is no column 0")]
    Zero,
    /// The first line has no such title.
    #[error("no column is titled {title:?}: the first line has {}", list(.titles))]
    Title {
        /// What was looked for.
        title: String,
        /// What is there.
        titles: Vec<String>,
    },
}

fn list(titles: &[String]) -> String {
    titles.iter().map(|title| format!("{title:?}")).collect::<Vec<_>>().join(", ")
}

/// What a line, or the nine of a grid, turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// Something to answer.
    Item(Item),
    /// A comment, an empty line, a header: it passes through as it stands.
    Remark {
        /// The number of the line.
        number: u64,
        /// The line.
        text: String,
    },
    /// A line that cannot be taken apart.
    Refused {
        /// The number of the line.
        number: u64,
        /// What is wrong with it.
        reason: String,
    },
}

/// An item and the columns around it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Item {
    /// The number of the line it begins on.
    pub number: u64,
    /// The columns before it, with the separator.
    pub before: String,
    /// The item, then the columns after it with the separator between.
    pub text: String,
    /// What stands between cells where the line is one of a table with a chosen column.
    pub separator: Option<char>,
}

/// Takes lines and gives entries.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Entry, PuzzleReader, Setup};
/// let text = "# mine\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
/// let mut reader = PuzzleReader::default();
/// let mut entries = std::collections::VecDeque::new();
/// for (number, line) in (1..).zip(text.lines()) {
///     reader.push(number, line, &mut entries)?;
/// }
/// reader.finish(&mut entries);
/// assert!(matches!(&entries[0], Entry::Remark { text, .. } if text == "# mine"));
/// let Entry::Item(item) = &entries[1] else { return Err("a grid".into()) };
/// assert_eq!((item.number, item.text.parse::<Setup>()?.clues()), (2, 30));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct PuzzleReader {
    form: ReadForm,
    column: Option<TableColumn>,
    /// Whether pencilmarks are items as they stand, 729 characters, instead of the placed cells.
    marks: bool,
    /// Whether names are items, too.
    names: bool,
    block: Block,
    /// Whether a line with something to read has come.
    begun: bool,
    /// The separator and the number of the column, once the first line of a table has told.
    table: Option<(char, usize)>,
    /// In a section of a file that holds no puzzle, such as the state of somebody's solving.
    aside: bool,
}

impl PuzzleReader {
    /// Reads files of this form.
    #[must_use]
    pub fn new(form: ReadForm) -> PuzzleReader {
        PuzzleReader { form, ..PuzzleReader::default() }
    }

    /// Reads the sudokus of one column of a table.
    #[must_use]
    pub fn with_column(mut self, column: TableColumn) -> PuzzleReader {
        self.form = ReadForm::Table;
        self.column = Some(column);
        self
    }

    /// Gives pencilmarks as they stand, 729 characters; else only their placed cells.
    #[must_use]
    pub const fn with_marks(mut self) -> PuzzleReader {
        self.marks = true;
        self
    }

    /// Takes names at the start of a line for items, too.
    #[must_use]
    pub const fn with_names(mut self) -> PuzzleReader {
        self.names = true;
        self
    }

    /// Takes the next line.
    ///
    /// # Errors
    /// When the file has not the column that was asked for.
    pub fn push(&mut self, number: u64, line: &str, entries: &mut VecDeque<Entry>) -> Result<(), ReadError> {
        if line.trim().is_empty() {
            if !self.block.may_pause() {
                self.close(entries);
            }
            if self.block.is_empty() {
                entries.push_back(remark(number, line));
            }
            return Ok(());
        }
        // A hash may also be the first of an item: `#` is no cell, though, so here it is a comment.
        if line.starts_with('#') {
            entries.push_back(remark(number, line));
            return Ok(());
        }
        if self.form == ReadForm::Table {
            return self.push_table(number, line, entries);
        }
        if self.form != ReadForm::Lines && self.push_row(number, line, entries) {
            return Ok(());
        }
        self.close(entries);
        let first = !std::mem::replace(&mut self.begun, true);
        if measure(line).is_some() || self.is_name(line) {
            entries.push_back(Entry::Item(Item { number, text: line.to_owned(), ..Item::default() }));
        } else if let Some(item) = find(line, self.marks) {
            entries.push_back(Entry::Item(Item { number, ..item }));
        } else if first && is_header(line) {
            entries.push_back(remark(number, line));
        } else {
            entries.push_back(Entry::Item(Item { number, text: line.to_owned(), ..Item::default() }));
        }
        Ok(())
    }

    /// Says that no further line comes.
    pub fn finish(&mut self, entries: &mut VecDeque<Entry>) {
        self.close(entries);
    }

    /// Whether the line is part of a grid of nine lines.
    fn push_row(&mut self, number: u64, line: &str, entries: &mut VecDeque<Entry>) -> bool {
        if let Some(section) = line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            self.close(entries);
            self.begun = true;
            self.aside = !section.eq_ignore_ascii_case("puzzle");
            entries.push_back(remark(number, line));
            return true;
        }
        let Some(row) = Row::read(line) else { return false };
        if self.aside {
            entries.push_back(remark(number, line));
            return true;
        }
        self.begun = true;
        self.block.push(number, row);
        if self.block.is_whole() {
            self.close(entries);
        }
        true
    }

    fn push_table(
        &mut self,
        number: u64,
        line: &str,
        entries: &mut VecDeque<Entry>,
    ) -> Result<(), ReadError> {
        let refused = |reason: String| Entry::Refused { number, reason };
        let separator = match self.table {
            Some((separator, _)) => separator,
            None => table::separator(line),
        };
        let Some(cells) = table::cells(line, separator) else {
            entries.push_back(refused("a quoted cell is not closed on its line".into()));
            return Ok(());
        };
        if self.table.is_none() {
            let (column, header) = self.settle(line, &cells)?;
            self.table = Some((separator, column));
            if header {
                entries.push_back(remark(number, line));
                return Ok(());
            }
        }
        let column = self.table.map_or(0, |(_, column)| column);
        entries.push_back(match cells.get(column) {
            Some(cell) => {
                let (before, rest) = (&line[..cell.start], &line[cell.end..]);
                let text = cell.text(line) + rest;
                let separator = Some(separator);
                Entry::Item(Item { number, before: before.to_owned(), text, separator })
            }
            None => refused(format!("{} columns, but column {} was asked for", cells.len(), column + 1)),
        });
        Ok(())
    }

    /// The column to read, from 0, and whether the first line is a header.
    fn settle(&self, line: &str, cells: &[table::Cell]) -> Result<(usize, bool), ReadError> {
        let texts: Vec<String> = cells.iter().map(|cell| cell.text(line)).collect();
        let holds = |text: &String| measure(text).is_some() || (self.names && self.is_name(text));
        match &self.column {
            Some(TableColumn::Title(title)) => match texts.iter().position(|text| text == title) {
                Some(column) => Ok((column, true)),
                None => Err(ReadError::Title { title: title.clone(), titles: texts }),
            },
            Some(TableColumn::Number(number)) => {
                let column = number - 1;
                let word = |text: &String| is_title(text) && !holds(text);
                Ok((column, texts.get(column).is_some_and(word)))
            }
            None => {
                const USUAL: [&str; 5] = ["puzzle", "puzzles", "sudoku", "quizzes", "quiz"];
                if let Some(column) = texts.iter().position(holds) {
                    return Ok((column, false));
                }
                let usual = |text: &String| USUAL.iter().any(|title| text.trim().eq_ignore_ascii_case(title));
                match texts.iter().position(usual) {
                    Some(column) => Ok((column, true)),
                    None => Ok((0, is_header(line))),
                }
            }
        }
    }

    fn is_name(&self, line: &str) -> bool {
        self.names && PuzzleName::measure(line.strip_prefix("sudoku:").unwrap_or(line)).is_some()
    }

    /// Ends the grid that is being read.
    fn close(&mut self, entries: &mut VecDeque<Entry>) {
        entries.extend(std::mem::take(&mut self.block).close(self.marks));
    }
}

impl fmt::Display for ReadForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReadForm::Auto => "auto",
            ReadForm::Lines => "lines",
            ReadForm::Grids => "grids",
            ReadForm::Table => "table",
        })
    }
}

fn remark(number: u64, line: &str) -> Entry {
    Entry::Remark { number, text: line.to_owned() }
}

/// Whether a text can be the title of a column: words.
fn is_title(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(|letter: char| letter.is_alphabetic())
        && text.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '_' | '/' | '-'))
}

/// Whether a first line is a header: several titles, or one that says what stands below.
fn is_header(line: &str) -> bool {
    const ALONE: [&str; 7] = ["puzzle", "puzzles", "sudoku", "sudokus", "quizzes", "grid", "name"];
    let cells: Vec<&str> =
        line.split(table::separator(line)).map(|cell| cell.trim().trim_matches('"')).collect();
    match &cells[..] {
        [alone] => ALONE.iter().any(|word| alone.eq_ignore_ascii_case(word)),
        several => several.iter().all(|cell| is_title(cell)),
    }
}

#[cfg(test)]
mod tests;

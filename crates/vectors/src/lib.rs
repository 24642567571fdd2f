//! Vectors of other programs, for the conformance tests.
//!
//! The folder is named by the variable `LUDEX_CONFORMANCE`; the vectors themselves are not part of the
//! project. Where it is not set, each test that needs it is listed as ignored: a test that compared
//! nothing never counts as passed. For this a conformance test has a `main` of its own
//! (`harness = false`) that hands its functions to [`run`]:
//!
//! ```no_run
//! fn names_are_exact() {
//!     for row in ludex_vectors::table("sudoku/names.tsv").rows() {
//!         assert_eq!(row["name19"].len(), 19);
//!     }
//! }
//!
//! fn main() {
//!     ludex_vectors::run(ludex_vectors::tests![names_are_exact])
//! }
//! ```

use libtest_mimic::{Arguments, Trial};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The variable that names the folder.
pub const VARIABLE: &str = "LUDEX_CONFORMANCE";

/// A test by its name.
pub type Test = (&'static str, fn());

/// Functions as tests, under their own names.
#[macro_export]
macro_rules! tests {
    ($($test:path),* $(,)?) => { [$((stringify!($test), $test as fn())),*] };
}

/// Runs the tests; ignores them, visibly, where there are no vectors.
pub fn run(tests: impl IntoIterator<Item = Test>) -> ! {
    let missing = folder().is_none();
    let trials = tests.into_iter().map(|(name, test)| {
        let run = move || {
            test();
            Ok(())
        };
        Trial::test(name, run).with_ignored_flag(missing)
    });
    let arguments = Arguments::from_args();
    if missing && !arguments.list {
        eprintln!("{VARIABLE} names no folder of vectors: nothing is compared");
    }
    libtest_mimic::run(&arguments, trials.collect()).exit()
}

/// The folder of vectors, where one is named.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// The path of a file of vectors, such as `cube/names.tsv`.
///
/// # Panics
/// When no folder is named.
#[must_use]
pub fn path(file: &str) -> PathBuf {
    folder().unwrap_or_else(|| panic!("{VARIABLE} is not set")).join(file)
}

/// The text of a file of vectors.
///
/// # Panics
/// When it cannot be read.
#[must_use]
pub fn text(file: &str) -> String {
    let path = path(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file of tab-separated columns under a header line. Lines that begin with `#` are remarks.
///
/// # Panics
/// When it cannot be read, or has no header.
#[must_use]
pub fn table(file: &str) -> Table {
    Table::read(file, &text(file))
}

/// Lines of tab-separated columns without a header. Lines that begin with `#` are remarks.
///
/// # Panics
/// When it cannot be read.
#[must_use]
pub fn lines(file: &str) -> Vec<Vec<String>> {
    let text = text(file);
    let columns = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(columns).collect()
}

/// The rows of a table as maps from column to value, the escapes `\\t`, `\\n` and `\\\\` undone.
///
/// # Panics
/// When it cannot be read, or has no header.
#[must_use]
pub fn maps(file: &str) -> Vec<HashMap<String, String>> {
    let text = text(file);
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_else(|| panic!("{file} is empty")).split('\t').collect();
    let row = |line: &str| {
        header.iter().map(|&column| column.to_owned()).zip(line.split('\t').map(unescape)).collect()
    };
    lines.map(row).collect()
}

/// A cell with its escapes undone.
fn unescape(cell: &str) -> String {
    let mut plain = String::with_capacity(cell.len());
    let mut characters = cell.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    plain
}

/// A table with a header.
#[derive(Debug, Clone)]
pub struct Table {
    file: String,
    columns: Arc<HashMap<String, usize>>,
    rows: Vec<Vec<String>>,
}

/// A row of a table: `row["name"]` is the cell of that column.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    table: &'a Table,
    cells: &'a [String],
}

impl Table {
    fn read(file: &str, text: &str) -> Table {
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let header = lines.next().unwrap_or_else(|| panic!("{file} is empty"));
        let columns: HashMap<String, usize> =
            header.split('\t').enumerate().map(|(i, name)| (name.to_owned(), i)).collect();
        let rows = lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect();
        Table { file: file.to_owned(), columns: Arc::new(columns), rows }
    }

    /// Every row.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        self.rows.iter().map(|cells| Row { table: self, cells })
    }
}

impl<'a> Row<'a> {
    /// The cells in order.
    #[must_use]
    pub fn cells(&self) -> &'a [String] {
        self.cells
    }
}

impl std::ops::Index<&str> for Row<'_> {
    type Output = str;

    /// # Panics
    /// When the table has no such column, or the row is too short for it.
    fn index(&self, column: &str) -> &str {
        let at = self.table.columns.get(column);
        let at = *at.unwrap_or_else(|| panic!("{} has no column {column:?}", self.table.file));
        self.cells.get(at).unwrap_or_else(|| panic!("{}: a row ends before {column:?}", self.table.file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_their_column() {
        let table = Table::read("a.tsv", "# a remark\nname\tlength\nsolved\t0\nU\t1\n");
        let rows: Vec<(&str, &str)> =
            table.rows().map(|row| (row.cells()[0].as_str(), row.cells()[1].as_str())).collect();
        assert_eq!(rows, [("solved", "0"), ("U", "1")]);
        assert_eq!(&table.rows().next().unwrap()["length"], "0");
    }

    #[test]
    fn escapes_are_undone() {
        assert_eq!(unescape("a\\tb\\nc\\\\d\\"), "a\tb\nc\\d\\");
    }

    #[test]
    #[should_panic(expected = "a.tsv has no column \"depth\"")]
    fn a_missing_column_is_told() {
        let table = Table::read("a.tsv", "name\nU\n");
        let _ = &table.rows().next().unwrap()["depth"];
    }
}

//! A setup as typed: six fields, none of them checked yet, or a fumen alone.

use crate::fumen::{Fumen, FumenError};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The names of the fields, as the header of a batch file gives them.
pub const FIELDS: [&str; 6] = ["pc", "oqb", "leftover", "build", "cover_pattern", "fumen"];

/// Six texts that claim to be a setup.
///
/// One line of text holds them tab separated, in the order of [`FIELDS`]. A line without a tab is a
/// fumen alone, whose other fields are empty: it has pictures, but is no position and has no name.
///
/// # Examples
/// ```
/// use ludex_tetris::Setup;
///
/// let setup: Setup = "2\t0\tTTIO\tTIO\tT,[TIO]!\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH".parse()?;
/// assert_eq!(setup.leftover, "TTIO");
/// let alone: Setup = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH".parse()?;
/// assert!(alone.is_fumen_alone());
/// assert_eq!(alone.to_string(), "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH");
/// # Ok::<(), ludex_tetris::SetupError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    /// Which perfect clear, 1 to 9.
    pub pc: String,
    /// `1` where the setup is one of several that look alike until a later piece decides.
    pub oqb: String,
    /// The pieces left over from the bag of the perfect clear before.
    pub leftover: String,
    /// The pieces of the setup.
    pub build: String,
    /// When to build it, as a pattern of extended pieces.
    pub cover_pattern: String,
    /// What it looks like.
    pub fumen: String,
}

/// A line or header that does not hold the six fields.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Another number of fields.
    #[error(
        "{0} fields where six are needed, tab separated: pc, oqb (0 or 1), leftover, build, cover pattern, fumen"
    )]
    Fields(usize),
    /// One field, which is no fumen.
    #[error(transparent)]
    Fumen(#[from] FumenError),
    /// A header without one of the fields.
    #[error("the header has no column {0:?}: it needs pc, oqb, leftover, build, cover_pattern, fumen")]
    Column(&'static str),
    /// A row shorter than its header.
    #[error("the row has {read} columns, its header {wanted}")]
    Row {
        /// Columns of the row.
        read: usize,
        /// Columns of the header.
        wanted: usize,
    },
}

impl Setup {
    /// The setup of six texts in the order of [`FIELDS`].
    #[must_use]
    pub fn of(fields: [&str; 6]) -> Setup {
        let [pc, oqb, leftover, build, cover_pattern, fumen] = fields.map(str::to_owned);
        Setup { pc, oqb, leftover, build, cover_pattern, fumen }
    }

    /// Whether only the fumen is given.
    #[must_use]
    pub fn is_fumen_alone(&self) -> bool {
        [&self.pc, &self.oqb, &self.leftover, &self.build, &self.cover_pattern].iter().all(|f| f.is_empty())
    }

    /// How many bytes of a line, from its start, are a setup by their look; nothing where it is none.
    ///
    /// # Examples
    /// ```
    /// use ludex_tetris::Setup;
    /// assert_eq!(Setup::measure("v115@vhAAgH a comment"), Some(11));
    /// assert_eq!(Setup::measure("a comment"), None);
    /// ```
    #[must_use]
    pub fn measure(line: &str) -> Option<usize> {
        measure_fields(line).or_else(|| {
            let word = &line[..line.find(char::is_whitespace).unwrap_or(line.len())];
            crate::fumen::Link::find(word).is_ok().then_some(word.len())
        })
    }
}

/// The six fields, by their look.
fn measure_fields(line: &str) -> Option<usize> {
    let mut fields = line.split('\t');
    let (pc, oqb) = (fields.next()?, fields.next()?);
    let number = |text: &str| text.len() == 1 && text.bytes().all(|b| b.is_ascii_digit());
    (number(pc) && number(oqb)).then_some(())?;
    let rest: Vec<&str> = fields.take(4).collect();
    let &[leftover, build, cover, fumen] = &rest[..] else { return None };
    let letters = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic());
    (letters(leftover) && letters(build) && fumen.contains('@')).then_some(())?;
    Some(pc.len() + oqb.len() + leftover.len() + build.len() + cover.len() + fumen.len() + 5)
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(line: &str) -> Result<Setup, SetupError> {
        let line = line.trim_end_matches(['\r', '\n']);
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            [fumen] => {
                Fumen::decode(fumen)?;
                Ok(Setup::of(["", "", "", "", "", fumen]))
            }
            [pc, oqb, leftover, build, cover, fumen] => {
                Ok(Setup::of([pc, oqb, leftover, build, cover, fumen]))
            }
            _ => Err(SetupError::Fields(fields.len())),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_fumen_alone() {
            return f.write_str(&self.fumen);
        }
        let Setup { pc, oqb, leftover, build, cover_pattern, fumen } = self;
        f.write_str(&[pc, oqb, leftover, build, cover_pattern, fumen].map(String::as_str).join("\t"))
    }
}

/// Where the six fields stand in the rows of a batch file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    places: [usize; 6],
    width: usize,
}

impl Columns {
    /// Reads a header line; further columns may stand between.
    ///
    /// # Errors
    /// The first field without a column.
    pub fn read(header: &str) -> Result<Columns, SetupError> {
        let names: Vec<&str> = header.trim_end_matches(['\r', '\n']).split('\t').collect();
        let mut places = [0; 6];
        for (place, field) in places.iter_mut().zip(FIELDS) {
            *place = names.iter().position(|&n| n == field).ok_or(SetupError::Column(field))?;
        }
        Ok(Columns { places, width: names.len() })
    }

    /// Takes the six fields out of a row.
    ///
    /// # Errors
    /// When the row is shorter than the header.
    pub fn setup(&self, row: &str) -> Result<Setup, SetupError> {
        let cells: Vec<&str> = row.trim_end_matches(['\r', '\n']).split('\t').collect();
        if cells.len() < self.width {
            return Err(SetupError::Row { read: cells.len(), wanted: self.width });
        }
        Ok(Setup::of(self.places.map(|place| cells[place])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn columns_may_stand_anywhere() {
        let columns = Columns::read("row\tfumen\tcover_pattern\tbuild\tleftover\toqb\tpc").unwrap();
        let setup = columns.setup("9\tv115@vhAAgH\tT\tT\tT\t0\t3").unwrap();
        assert_eq!(setup, Setup::of(["3", "0", "T", "T", "T", "v115@vhAAgH"]));
        assert_eq!(Columns::read("pc"), Err(SetupError::Column("oqb")));
        assert_eq!(columns.setup("9"), Err(SetupError::Row { read: 1, wanted: 7 }));
    }

    proptest! {
        #[test]
        fn lines_come_back(fields in prop::array::uniform6("[^\t\r\n]{1,12}")) {
            let line = fields.join("\t");
            prop_assert_eq!(line.parse::<Setup>().unwrap().to_string(), line);
        }

        #[test]
        fn no_text_panics(text in ".*") {
            if let Some(length) = Setup::measure(&text) {
                let _ = text[..length].parse::<Setup>();
            }
            let _ = text.parse::<Setup>();
        }
    }
}

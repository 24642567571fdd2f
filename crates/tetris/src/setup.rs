//! A setup as typed: six fields, none of them checked yet.

use thiserror::Error;

/// The names of the fields, as the header of a batch file gives them.
pub const FIELDS: [&str; 6] = ["pc", "oqb", "leftover", "build", "cover_pattern", "fumen"];

/// Six texts that claim to be a setup.
///
/// One line of text holds them tab separated, in the order of [`FIELDS`].
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
    /// Reads one line of six fields.
    ///
    /// # Errors
    /// When there are fewer or more.
    pub fn read(line: &str) -> Result<Setup, SetupError> {
        let fields: Vec<&str> = line.trim_end_matches(['\r', '\n']).split('\t').collect();
        let [pc, oqb, leftover, build, cover, fumen] = fields[..] else {
            return Err(SetupError::Fields(fields.len()));
        };
        Ok(Setup::of([pc, oqb, leftover, build, cover, fumen]))
    }

    /// The setup of six texts in the order of [`FIELDS`].
    #[must_use]
    pub fn of(fields: [&str; 6]) -> Setup {
        let [pc, oqb, leftover, build, cover_pattern, fumen] = fields.map(str::to_owned);
        Setup { pc, oqb, leftover, build, cover_pattern, fumen }
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

    #[test]
    fn columns_may_stand_anywhere() {
        let columns = Columns::read("row\tfumen\tcover_pattern\tbuild\tleftover\toqb\tpc").unwrap();
        let setup = columns.setup("9\tv115@vhAAgH\tT\tT\tT\t0\t3").unwrap();
        assert_eq!(setup, Setup::of(["3", "0", "T", "T", "T", "v115@vhAAgH"]));
        assert_eq!(Columns::read("pc"), Err(SetupError::Column("oqb")));
        assert_eq!(columns.setup("9"), Err(SetupError::Row { read: 1, wanted: 7 }));
    }
}

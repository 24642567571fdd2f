//! A line taken apart: the item it begins with, and the trailing columns.

use crate::canonical::Canonical;
use crate::name::{NameError, PuzzleName, RecallError};
use crate::position::{Position, PositionError};
use crate::setup::Setup;
use crate::tables::Tables;
use crate::text::{TextError, measure};
use thiserror::Error;

/// A line that does not begin with what was looked for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineError {
    /// It is no sudoku.
    #[error(transparent)]
    Text(#[from] TextError),
    /// It is one, but no puzzle.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// It is a name, but of no puzzle.
    #[error(transparent)]
    Recall(#[from] RecallError),
}

impl Setup {
    /// The sudoku at the start of a line, and its trailing columns with the separator before them.
    ///
    /// # Errors
    /// What is wrong with it; a line of another look is read as a sudoku, which tells.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ludex_sudoku::Setup;
    /// let line = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12;7.2";
    /// let (setup, rest) = Setup::from_line(line)?;
    /// assert_eq!((setup.clues(), rest), (28, ";7.2"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_line(line: &str) -> Result<(Setup, &str), TextError> {
        // A quoted cell of a table: the quotes belong to it.
        if let Some(inner) = line.strip_prefix('"')
            && let Some(length) = measure(inner)
            && let Some(rest) = inner[length..].strip_prefix('"')
        {
            return Ok((inner[..length].parse()?, rest));
        }
        let (item, rest) = line.split_at(measure(line).unwrap_or(line.len()));
        Ok((item.parse()?, rest))
    }
}

impl Position {
    /// The puzzle at the start of a line, and its trailing columns with the separator before them.
    ///
    /// # Errors
    /// When the line begins with no sudoku, or with one that has not exactly one solution.
    pub fn from_line(line: &str) -> Result<(Position, &str), LineError> {
        let (setup, rest) = Setup::from_line(line)?;
        Ok((Position::try_from(&setup)?, rest))
    }
}

impl Canonical {
    /// The canonical puzzle of a line that begins with a sudoku or with a name in any form, and its trailing
    /// columns with the separator before them.
    ///
    /// # Errors
    /// When the line begins with neither, or with one that is no puzzle.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ludex_sudoku::{Canonical, Tables};
    /// let tables = Tables::default();
    /// let line = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12;7.2";
    /// let (canonical, rest) = Canonical::from_line(line, &tables)?;
    /// assert_eq!(rest, ";7.2");
    /// assert_eq!(Canonical::from_line("sudoku:eKEeveX3Ose2Ww4p42M", &tables)?.0, canonical);
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_line<'l>(line: &'l str, tables: &Tables) -> Result<(Canonical, &'l str), LineError> {
        if measure(line).is_none()
            && let Ok((name, rest)) = PuzzleName::from_line(line)
        {
            return Ok((name.canonical(tables)?, rest));
        }
        let (position, rest) = Position::from_line(line)?;
        Ok((position.canonical(), rest))
    }
}

impl PuzzleName {
    /// The name at the start of a line, in any form and with or without its kind, and its trailing
    /// columns with the separator before them.
    ///
    /// # Errors
    /// What is wrong with it.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ludex_sudoku::PuzzleName;
    /// let (name, rest) = PuzzleName::from_line("sudoku:eKEeveX3Ose2Ww4p42M\tmine")?;
    /// assert_eq!((name.rank(), rest), (5_411_131_853, "\tmine"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_line(line: &str) -> Result<(PuzzleName, &str), NameError> {
        let bare = line.strip_prefix("sudoku:").unwrap_or(line);
        let (item, rest) = bare.split_at(PuzzleName::measure(bare).unwrap_or(bare.len()));
        Ok((item.parse()?, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const P: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";

    #[test]
    fn a_quoted_cell_is_read() {
        let (setup, rest) = Setup::from_line(P).unwrap();
        assert_eq!(rest, "");
        let quoted = format!("\"{P}\",7.2");
        assert_eq!(Setup::from_line(&quoted), Ok((setup, ",7.2")));
        assert!(Setup::from_line(&format!("\"{P}")).is_err());
    }

    proptest! {
        #[test]
        fn no_line_panics(text in ".*") {
            let _ = Setup::from_line(&text);
            let _ = Position::from_line(&text);
            let _ = PuzzleName::from_line(&text);
            let _ = Setup::from_line(&format!("\"{text}"));
        }
    }
}

//! A line of a rating program: a puzzle and its ratings.
//!
//! ```text
//!   PUZZLE ED=11.0/8.4/2.6        skfr, serate
//!   PUZZLE 11.0/8.4/2.6           lists of hard puzzles
//!   PUZZLE;11.0;8.4;2.6           the same as a table
//! ```
//!
//! Other columns may stand before and after the ratings.

use crate::text::measure;
use thiserror::Error;

/// What separates columns.
const SEPARATORS: [char; 4] = [' ', '\t', ';', ','];

/// A line taken apart: the item, its ratings in tenths, and the other columns.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::RatedLine;
/// let line = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12;11.0;8.4;2.6;mine";
/// let rated = RatedLine::read(line)?;
/// assert_eq!(rated.ratings, [110, 84, 26]);
/// assert_eq!(rated.after, ";mine");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedLine<'a> {
    /// The puzzle as it stands.
    pub item: &'a str,
    /// ER, EP and ED in tenths, as many of them as there are; ER is always there.
    pub ratings: Vec<u32>,
    /// Columns between the puzzle and the ratings, with the separator before them.
    pub before: &'a str,
    /// Columns after the ratings, with the separator before them.
    pub after: &'a str,
}

/// A line without a rating, or with one that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RatedLineError {
    /// No rating is on the line.
    #[error("no rating: PUZZLE ED=11.0/8.4/2.6, PUZZLE 11.0/8.4/2.6 or PUZZLE;11.0;8.4;2.6 has one")]
    Missing,
    /// What follows `ED=` is no rating.
    #[error("{0:?} is no rating: ED=11.0/8.4/2.6 is one")]
    Rating(String),
}

/// A rating in tenths: 110 for `11.0`; nothing where the text is none.
///
/// # Examples
/// ```
/// assert_eq!(ludex_sudoku::tenths("11.0"), Some(110));
/// assert_eq!(ludex_sudoku::tenths("7"), Some(70));
/// assert_eq!(ludex_sudoku::tenths("7.25"), None);
/// ```
#[must_use]
pub fn tenths(text: &str) -> Option<u32> {
    let (units, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(units) || !digits(tenth) || tenth.len() != 1 || units.len() > 3 {
        return None;
    }
    Some(units.parse::<u32>().ok()? * 10 + tenth.parse::<u32>().ok()?)
}

/// A rating with its decimal: bare columns are ratings only then.
fn decimal(text: &str) -> Option<u32> {
    tenths(text).filter(|_| text.contains('.'))
}

impl<'a> RatedLine<'a> {
    /// Takes a line apart.
    ///
    /// # Errors
    /// When no rating is on the line, or what is marked as one is none.
    pub fn read(line: &'a str) -> Result<RatedLine<'a>, RatedLineError> {
        let (item, rest) = line.split_at(measure(line).unwrap_or(line.len()));
        if let Some(at) = rest.find("ED=") {
            let marked = &rest[at..];
            let (text, after) = marked.split_at(marked.find(SEPARATORS).unwrap_or(marked.len()));
            let wrong = || RatedLineError::Rating(text.to_owned());
            let ratings = slashes(&text["ED=".len()..], tenths).ok_or_else(wrong)?;
            let before = rest[..at].trim_end_matches(SEPARATORS);
            return Ok(RatedLine { item, ratings, before, after });
        }
        // Bare columns: `11.0/8.4/2.6`, or three of them with one separator.
        let mut at = 0;
        while let Some(from) = rest[at..].find(|c: char| !SEPARATORS.contains(&c)) {
            let start = at + from;
            let end = rest[start..].find(SEPARATORS).map_or(rest.len(), |length| start + length);
            let column = &rest[start..end];
            let before = rest[..start].trim_end_matches(SEPARATORS);
            if column.contains('/')
                && let Some(ratings) = slashes(column, decimal)
            {
                return Ok(RatedLine { item, ratings, before, after: &rest[end..] });
            }
            if let Some(first) = decimal(column) {
                let (mut ratings, mut end) = (vec![first], end);
                while ratings.len() < 3
                    && let Some(next) = rest[end..].strip_prefix(SEPARATORS)
                    && let length = next.find(SEPARATORS).unwrap_or(next.len())
                    && let Some(rating) = decimal(&next[..length])
                {
                    ratings.push(rating);
                    end = rest.len() - next.len() + length;
                }
                return Ok(RatedLine { item, ratings, before, after: &rest[end..] });
            }
            at = end;
        }
        Err(RatedLineError::Missing)
    }
}

/// One to three ratings with slashes between them.
fn slashes(text: &str, read: impl Fn(&str) -> Option<u32>) -> Option<Vec<u32>> {
    let ratings: Option<Vec<u32>> = text.split('/').map(read).collect();
    ratings.filter(|ratings| ratings.len() <= 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const P: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";

    #[test]
    fn every_way_to_write_ratings_is_read() {
        for (rest, before, after) in [
            (" ED=11.0/8.4/2.6", "", ""),
            (" 11.0/8.4/2.6", "", ""),
            ("\t11.0/8.4/2.6\tcoloin", "", "\tcoloin"),
            (";11.0;8.4;2.6", "", ""),
            (",11.0,8.4,2.6,28", "", ",28"),
            (";tarek 3;11.0;8.4;2.6;x", ";tarek 3", ";x"),
            (";pg ED=11.0/8.4/2.6;x", ";pg", ";x"),
        ] {
            let line = format!("{P}{rest}");
            let read = RatedLine::read(&line).unwrap();
            assert_eq!(
                (read.item, &read.ratings[..], read.before, read.after),
                (P, &[110, 84, 26][..], before, after),
                "{rest}"
            );
        }
        assert_eq!(RatedLine::read(&format!("{P} 7.1")).unwrap().ratings, [71]);
        assert_eq!(RatedLine::read(&format!("{P};tarek;3")), Err(RatedLineError::Missing));
        assert!(matches!(RatedLine::read(&format!("{P} ED=hard")), Err(RatedLineError::Rating(_))));
    }

    proptest! {
        #[test]
        fn no_line_panics(rest in ".*") {
            let _ = RatedLine::read(&rest);
            let _ = RatedLine::read(&format!("{P}{rest}"));
            let _ = RatedLine::read(&format!("{P} ED={rest}"));
        }
    }
}

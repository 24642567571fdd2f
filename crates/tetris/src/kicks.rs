//! Kick tables: which places are tried when a piece turns, and in which order.
//!
//! ```text
//!   T.NE=(0,0)(-1,0)(-1,+1)(0,-2)(@-1,-2)     piece . from to = tests, (x right, y up)
//!   J.NE=&L.NE                                as that one
//!   # a comment
//! ```
//!
//! Tests move the true centre of the piece ([`Piece::cells`]). A table has the 56 quarter turns, or
//! these and the 28 half turns. `@` marks the test that upgrades a small T-spin.

use crate::piece::{Piece, Rotation};
use thiserror::Error;

/// Most tests of one turn.
const MOST_TESTS: usize = 32;
/// Farthest a test may move a piece.
const FARTHEST: i8 = 9;

/// A text that is no kick table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KicksError {
    /// A line that is none of the three kinds.
    #[error("line {line}: {what}")]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A turn without tests.
    #[error("there is no line for {0}: a table has 56 quarter turns, and 28 half turns or none of them")]
    Missing(String),
    /// Aliases that lead nowhere.
    #[error("{0} is an alias that leads to no tests")]
    Alias(String),
    /// A rotation system that no list of tests tells.
    #[error(
        "ars cannot be played: its L, J and T do not kick where the centre column is blocked first, which no list of tests tells"
    )]
    CentreColumn,
    /// No table of that name.
    #[error("{0:?} is no kick table of ours: there are {list}; any other can be given as a file", list = KickTable::NAMES.join(", "))]
    Name(String),
}

/// The tests of every turn of every piece.
///
/// # Examples
/// ```
/// use ludex_tetris::{KickTable, Piece, Rotation};
/// let srs = KickTable::named("srs")?;
/// assert_eq!(srs.tests(Piece::T, Rotation::Spawn, Rotation::Right)[1], (-1, 0));
/// assert!(!srs.has_half_turns());
/// assert!(KickTable::named("ars").is_err());
/// # Ok::<(), ludex_tetris::KicksError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KickTable {
    /// By piece, from and to.
    tests: Vec<Vec<(i8, i8)>>,
    /// The test of a T that upgrades a small T-spin, by from and to.
    upgrades: [Option<u8>; 16],
    half_turns: bool,
}

/// One line: tests, or the turn whose tests are meant.
#[derive(Debug, Clone)]
enum Line {
    Tests(Vec<(i8, i8)>, Option<u8>),
    Alias(usize),
}

const fn slot(piece: Piece, from: Rotation, to: Rotation) -> usize {
    (piece as usize * 4 + from as usize) * 4 + to as usize
}

fn key(slot: usize) -> String {
    let compass = |i: usize| Rotation::ALL[i & 3].compass();
    format!("{}.{}{}", Piece::ALL[slot / 16], compass(slot / 4), compass(slot))
}

/// Reads `T.NE`.
fn read_key(text: &str) -> Option<usize> {
    let letters: Vec<char> = text.trim().chars().collect();
    let [piece, '.', from, to] = letters[..] else { return None };
    let (from, to) = (Rotation::from_compass(from)?, Rotation::from_compass(to)?);
    (from != to).then_some(slot(Piece::from_letter(piece)?, from, to))
}

/// The tests of a turn, and which of them upgrades.
type Tests = (Vec<(i8, i8)>, Option<u8>);

/// Reads `(0,0)(@-1,+1)`.
fn read_tests(text: &str) -> Option<Tests> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (mut tests, mut upgrade) = (Vec::new(), None);
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (inner, after) = rest.strip_prefix('(')?.split_once(')')?;
        let marked = inner.strip_prefix('@');
        if marked.is_some() {
            upgrade = Some(tests.len() as u8);
        }
        let (x, y) = marked.unwrap_or(inner).split_once(',')?;
        let number = |text: &str| text.parse::<i8>().ok().filter(|n| (-FARTHEST..=FARTHEST).contains(n));
        tests.push((number(x)?, number(y)?));
        (tests.len() <= MOST_TESTS).then_some(())?;
        rest = after;
    }
    (!tests.is_empty()).then_some((tests, upgrade))
}

impl KickTable {
    /// The names of the tables that come with the program.
    pub const NAMES: [&str; 8] =
        ["srs", "srs180", "srs_plus", "nullpomino180", "none", "srsx", "tetrax", "asc"];
    /// Those of them that were checked against a second source.
    pub const VERIFIED: [&str; 7] = ["srs", "srs180", "srs_plus", "nullpomino180", "none", "srsx", "tetrax"];

    /// A table that comes with the program.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn named(name: &str) -> Result<KickTable, KicksError> {
        KickTable::read(match name {
            "srs" => include_str!("../kicks/srs.properties"),
            "srs180" => include_str!("../kicks/srs180.properties"),
            "srs_plus" => include_str!("../kicks/srs_plus.properties"),
            "nullpomino180" => include_str!("../kicks/nullpomino180.properties"),
            "none" => include_str!("../kicks/none.properties"),
            "srsx" => include_str!("../kicks/srsx.properties"),
            "tetrax" => include_str!("../kicks/tetrax.properties"),
            "asc" => include_str!("../kicks/asc.properties"),
            "ars" => return Err(KicksError::CentreColumn),
            _ => return Err(KicksError::Name(name.chars().take(40).collect())),
        })
    }

    /// Reads a table in the `.properties` format.
    ///
    /// # Errors
    /// The first line or turn that does not hold.
    pub fn read(text: &str) -> Result<KickTable, KicksError> {
        let mut lines: Vec<Option<Line>> = vec![None; 7 * 16];
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |what: &str| KicksError::Line { line: number, what: what.to_owned() };
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let (turn, value) = line.split_once('=').ok_or_else(|| wrong("PIECE.FROMTO=tests is needed"))?;
            let turn =
                read_key(turn).ok_or_else(|| wrong("the turn is no T.NE: a piece, a point, two of NESW"))?;
            let value = value.trim();
            let value = match value.strip_prefix('&') {
                Some(other) => Line::Alias(read_key(other).ok_or_else(|| wrong("an alias is &T.NE"))?),
                None => {
                    let (tests, upgrade) = read_tests(value)
                        .ok_or_else(|| wrong("tests are (x,y)(x,y)..., numbers from -9 to 9"))?;
                    Line::Tests(tests, upgrade)
                }
            };
            lines[turn] = Some(value);
        }
        let half = |turn: usize| (turn / 4) & 3 == (turn + 2) & 3;
        let half_turns = (0..lines.len()).any(|turn| half(turn) && lines[turn].is_some());
        let mut table = KickTable { tests: vec![Vec::new(); 7 * 16], upgrades: [None; 16], half_turns };
        for turn in 0..lines.len() {
            let same = (turn / 4) & 3 == turn & 3;
            if same || (half(turn) && !half_turns) {
                continue;
            }
            let mut at = turn;
            for _ in 0..=lines.len() {
                match &lines[at] {
                    None if at == turn => return Err(KicksError::Missing(key(turn))),
                    None => return Err(KicksError::Alias(key(turn))),
                    Some(Line::Alias(other)) => at = *other,
                    Some(Line::Tests(tests, upgrade)) => {
                        table.tests[turn].clone_from(tests);
                        if turn < 16 {
                            table.upgrades[turn] = *upgrade;
                        }
                        break;
                    }
                }
            }
            if table.tests[turn].is_empty() {
                return Err(KicksError::Alias(key(turn)));
            }
        }
        Ok(table)
    }

    /// The tests of a turn, in order; none where the table has no half turns.
    #[must_use]
    pub fn tests(&self, piece: Piece, from: Rotation, to: Rotation) -> &[(i8, i8)] {
        &self.tests[slot(piece, from, to)]
    }

    /// Which test of a T upgrades a small T-spin, from 0.
    #[must_use]
    pub fn upgrade(&self, from: Rotation, to: Rotation) -> Option<usize> {
        self.upgrades[slot(Piece::T, from, to)].map(usize::from)
    }

    /// Whether half turns can be made in one.
    #[must_use]
    pub const fn has_half_turns(&self) -> bool {
        self.half_turns
    }

    /// The table in a mirror.
    #[must_use]
    pub fn mirrored(&self) -> KickTable {
        let mut table = self.clone();
        for piece in Piece::ALL {
            for from in Rotation::ALL {
                for to in Rotation::ALL {
                    // I and O have no middle column: mirrored about their true centre they lie one
                    // cell aside in some rotations, which the tests must undo.
                    let aside = |rotation: Rotation| {
                        let cells = piece.cells(rotation);
                        let mirror = piece.mirrored().cells(rotation.mirrored());
                        let left = cells.iter().map(|c| -c.0).min().unwrap_or(0);
                        let low = cells.iter().map(|c| c.1).min().unwrap_or(0);
                        (
                            mirror.iter().map(|c| c.0).min().unwrap_or(0) - left,
                            mirror.iter().map(|c| c.1).min().unwrap_or(0) - low,
                        )
                    };
                    let (a, b) = (aside(from), aside(to));
                    let turned = |&(x, y): &(i8, i8)| (-x + a.0 - b.0, y + a.1 - b.1);
                    table.tests[slot(piece.mirrored(), from.mirrored(), to.mirrored())] =
                        self.tests(piece, from, to).iter().map(turned).collect();
                }
            }
        }
        for from in Rotation::ALL {
            for to in Rotation::ALL {
                table.upgrades[slot(Piece::T, from.mirrored(), to.mirrored())] =
                    self.upgrades[slot(Piece::T, from, to)];
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_tables_read() {
        for name in KickTable::NAMES {
            let table = KickTable::named(name).unwrap();
            assert_eq!(table.has_half_turns(), name != "srs");
            assert_eq!(table.mirrored().mirrored(), table, "{name}");
        }
        let srs = KickTable::named("srs").unwrap();
        assert_eq!(srs.tests(Piece::J, Rotation::Spawn, Rotation::Right)[4], (-1, -2));
        assert_eq!(srs.upgrade(Rotation::Spawn, Rotation::Right), Some(4));
        assert_eq!(srs.upgrade(Rotation::Right, Rotation::Spawn), None);
    }

    fn turns() -> impl Iterator<Item = (Piece, Rotation, Rotation)> {
        let turns = |from: Rotation| Rotation::ALL.into_iter().map(move |to| (from, to));
        let turns = Rotation::ALL.into_iter().flat_map(turns).filter(|(from, to)| from != to);
        turns.flat_map(|(from, to)| Piece::ALL.into_iter().map(move |piece| (piece, from, to)))
    }

    /// Two sources, one table: they differ in what they mark as an upgrade of a T-spin, and in nothing else.
    #[test]
    fn srsx_has_the_tests_of_nullpomino180() {
        let [one, other] = ["srsx", "nullpomino180"].map(|name| KickTable::named(name).unwrap());
        for (piece, from, to) in turns() {
            assert_eq!(one.tests(piece, from, to), other.tests(piece, from, to), "{piece} {from:?} {to:?}");
        }
    }

    /// The second source of TETRA-X, as it has them: turns of states 0 to 3, the tests after the first, y down.
    const TETRAX: [(&str, &str, &str); 12] = [
        ("01", "0,1 -1,0 1,0 -1,1 1,1 0,-1 -1,-1 1,-1", "0,-1 0,-2 0,1 1,-1 -1,-1 1,-2 -1,-2"),
        ("10", "0,1 1,0 -1,0 1,1 -1,1 0,-1 1,-1 -1,-1", "0,-1 0,-2 0,1 -1,0 1,0 2,0"),
        ("12", "0,1 -1,0 1,0 -1,1 1,1 0,-1 -1,-1 1,-1", "0,-1 0,-2 0,1 -1,0 1,0 2,0"),
        ("21", "0,1 1,0 -1,0 1,1 -1,1 0,-1 1,-1 -1,-1", "0,1 0,2 0,-1 -1,1 1,1 -1,2 1,2"),
        ("23", "0,1 -1,0 1,0 -1,1 1,1 0,-1 -1,-1 1,-1", "0,1 0,2 0,-1 1,1 -1,1 1,2 -1,2"),
        ("32", "0,1 1,0 -1,0 1,1 -1,1 0,-1 1,-1 -1,-1", "0,-1 0,-2 0,1 1,0 -1,0 -2,0"),
        ("30", "0,1 -1,0 1,0 -1,1 1,1 0,-1 -1,-1 1,-1", "0,-1 0,-2 0,1 1,0 -1,0 -2,0"),
        ("03", "0,1 1,0 -1,0 1,1 -1,1 0,-1 1,-1 -1,-1", "0,-1 0,-2 0,1 -1,-1 1,-1 -1,-2 1,-2"),
        ("02", "0,1 0,-1 -1,0 1,0", "0,-1 0,1"),
        ("13", "0,1 0,-1 -1,0 1,0", "0,-1 0,1"),
        ("20", "0,1 0,-1 -1,0 1,0", "0,-1 0,1"),
        ("31", "0,1 0,-1 -1,0 1,0", "0,-1 0,1"),
    ];

    #[test]
    fn tetrax_is_what_a_second_source_says() {
        let table = KickTable::named("tetrax").unwrap();
        let state = |digit: u8| Rotation::Spawn.turned(usize::from(digit - b'0'));
        for (turn, others, of_i) in TETRAX {
            let (from, to) = (state(turn.as_bytes()[0]), state(turn.as_bytes()[1]));
            for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::O) {
                let told = if piece == Piece::I { of_i } else { others };
                let told = told.split(' ').map(|test| {
                    let (x, y) = test.split_once(',').unwrap();
                    (x.parse::<i8>().unwrap(), -y.parse::<i8>().unwrap())
                });
                // Ours move the true centre: the first test is the way it goes in the box.
                let ours = table.tests(piece, from, to);
                let ours: Vec<_> = ours[1..].iter().map(|t| (t.0 - ours[0].0, t.1 - ours[0].1)).collect();
                assert_eq!(ours, told.collect::<Vec<_>>(), "{piece} {turn}");
            }
        }
    }

    #[test]
    fn bad_tables_are_told() {
        assert!(matches!(KickTable::read("T.NE"), Err(KicksError::Line { line: 1, .. })));
        assert!(matches!(KickTable::read("T.NN=(0,0)"), Err(KicksError::Line { .. })));
        assert!(matches!(KickTable::read("T.NE=(0,99)"), Err(KicksError::Line { .. })));
        assert!(matches!(KickTable::read("T.NE=(0,0)"), Err(KicksError::Missing(_))));
        let circle = include_str!("../kicks/srs.properties")
            .replace("L.NE=(0,0)(-1,0)(-1,1)(0,-2)(-1,-2)", "L.NE=&J.NE");
        assert!(matches!(KickTable::read(&circle), Err(KicksError::Alias(_))));
        assert!(matches!(KickTable::named("srsy"), Err(KicksError::Name(_))));
        assert!(matches!(KickTable::named("ars"), Err(KicksError::CentreColumn)));
    }

    /// -128 has no absolute value of its size.
    #[test]
    fn the_least_number_is_too_far_like_any_other() {
        assert!(KickTable::read("T.NE=(0,0)(-128,0)").is_err());
    }
}

//! The reversible name: twenty-four letters for every board of the normal piece set.
//!
//! ```text
//!   letters   1 ........ 6   7 ....... 12   13 14  15 16  17 18   19 20  21 22  23 24
//!             side, Red's    Black's        Red's                 Black's
//!             block          block          rooks  horses cannons rooks  horses cannons
//!
//!   bit       35   34   33                              0        most significant letter first
//!             | 0 | stm |              block             |
//!
//!   block = ((king * 16 + advisors) * 29 + elephants) * 3_847_592 + pawns     < 16_067_544_192 < 2^34
//! ```
//!
//! Each factor is the rank of a set of points among those a kind may stand on, sets of fewer points
//! first, equal sizes in colexicographic order. Two rooks, horses or cannons on ninety points have
//! 1 + 90 + 4005 = 4096 ranks: two letters, nothing left over. Black's points are flipped over the river
//! first, so exchanging the colours exchanges the halves.

use crate::canonical::Canonical;
use crate::legal::Points;
use crate::piece::{Piece, PieceKind, Side};
use crate::position::Position;
use crate::setup::Setup;
use crate::square::{SQUARES, Square};
use crate::tables::Tables;
use crate::{BOARD_KIND, CANONICAL_KIND};
use ludex_core::bits::{LettersError, from_letters, to_letters};
use ludex_core::{NAME_ALPHABET, Name};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use thiserror::Error;

/// Letters of a name.
pub const NAME_LETTERS: usize = 24;
const BLOCK_LETTERS: usize = 6;
const PAIR_LETTERS: usize = 2;
/// Where the side to move stands in the first block.
const SIDE_BIT: u32 = 34;
/// Ranks of one side's king, advisors, elephants and pawns together.
pub const BLOCKS: u64 = 9 * 16 * 29 * 3_847_592;

/// The points of a kind (as Red sees them) and how many of it a side may have.
struct Places {
    kind: PieceKind,
    most: usize,
    points: Vec<Square>,
    /// Index into `points` by point, where there is one.
    index: [Option<u8>; SQUARES],
}

impl Places {
    fn new(kind: PieceKind, most: usize, here: impl Fn(u8, u8) -> bool) -> Self {
        let points: Vec<Square> = Square::all().filter(|s| here(s.file(), s.rank() + 1)).collect();
        let mut index = [None; SQUARES];
        for (i, point) in points.iter().enumerate() {
            index[point.index()] = Some(i as u8);
        }
        Places { kind, most, points, index }
    }

    /// How many ranks there are.
    fn count(&self) -> u64 {
        let n = self.points.len();
        if self.kind == PieceKind::King { n as u64 } else { (0..=self.most).map(|k| choose(n, k)).sum() }
    }

    /// The rank of a set of ascending indices.
    fn rank(&self, set: &[u8]) -> u64 {
        if self.kind == PieceKind::King {
            return u64::from(set[0]);
        }
        let smaller: u64 = (0..set.len()).map(|k| choose(self.points.len(), k)).sum();
        smaller + set.iter().enumerate().map(|(i, &s)| choose(s as usize, i + 1)).sum::<u64>()
    }

    /// The points of a rank below [`Places::count`].
    fn unrank(&self, mut rank: u64) -> Vec<Square> {
        let n = self.points.len();
        if self.kind == PieceKind::King {
            return vec![self.points[rank as usize]];
        }
        let mut size = 0;
        while rank >= choose(n, size) {
            rank -= choose(n, size);
            size += 1;
        }
        let (mut set, mut above) = (Vec::with_capacity(size), n);
        for i in (1..=size).rev() {
            above = (0..above).rev().find(|&s| choose(s, i) <= rank).unwrap_or(0);
            rank -= choose(above, i);
            set.push(self.points[above]);
        }
        set
    }
}

/// Binomial coefficients for up to five of up to ninety.
fn choose(n: usize, k: usize) -> u64 {
    static TABLE: LazyLock<[[u64; 6]; SQUARES + 1]> = LazyLock::new(|| {
        let mut table = [[0; 6]; SQUARES + 1];
        for n in 0..=SQUARES {
            table[n][0] = 1;
            for k in 1..6 {
                table[n][k] = if n == 0 { 0 } else { table[n - 1][k - 1] + table[n - 1][k] };
            }
        }
        table
    });
    TABLE[n][k]
}

/// King, advisors, elephants, pawns: the factors of a block, most significant first; then the pairs.
static BLOCK: LazyLock<[Places; 4]> = LazyLock::new(|| {
    [
        Places::new(PieceKind::King, 1, |f, r| (3..6).contains(&f) && r <= 3),
        Places::new(PieceKind::Advisor, 2, |f, r| {
            (f == 4 && r == 2) || ((f == 3 || f == 5) && (r == 1 || r == 3))
        }),
        Places::new(PieceKind::Elephant, 2, |f, r| match f {
            0 | 4 | 8 => r == 3,
            2 | 6 => r == 1 || r == 5,
            _ => false,
        }),
        Places::new(PieceKind::Pawn, 5, |f, r| r >= if f % 2 == 0 { 4 } else { 6 }),
    ]
});
static PAIRS: LazyLock<[Places; 3]> = LazyLock::new(|| {
    [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon].map(|kind| Places::new(kind, 2, |_, _| true))
});

/// A board without a name, or letters that name no board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// More of a kind than the normal set has (or not exactly one king).
    #[error("{} has {count} {}s: names hold {}", side.word(), kind.word(), if *kind == PieceKind::King { "exactly 1".to_owned() } else { format!("at most {most}") })]
    Count {
        /// Whose.
        side: Side,
        /// What.
        kind: PieceKind,
        /// How many stand there.
        count: usize,
        /// How many would have been accepted.
        most: usize,
    },
    /// A piece where its kind never stands.
    #[error("a {} of {} never stands on {square}: names leave such boards out", kind.word(), side.word())]
    Place {
        /// Whose.
        side: Side,
        /// What.
        kind: PieceKind,
        /// Where.
        square: Square,
    },
    /// Letters that are no name at all.
    #[error(transparent)]
    Letters(#[from] LettersError),
    /// A qualified name that is none.
    #[error(transparent)]
    Qualified(#[from] ludex_core::NameError),
    /// A name of another family.
    #[error("{0:?} is no kind of xiangqi names: {CANONICAL_KIND}, {BOARD_KIND}")]
    Kind(String),
    /// A name said to be canonical that is the greater of the two.
    #[error("{greater} is the greater of two mirror images: the canonical name is {least}")]
    Greater {
        /// What was read.
        greater: BoardName,
        /// What would have been accepted.
        least: BoardName,
    },
    /// The first letter carries bits no name has.
    #[error("first letter {0:?} has a spare bit set: names begin with 0-E (red to move) or G-U (black)")]
    Spare(char),
    /// A block past the last one.
    #[error("letters {from}-{to} stand for block {block}, past the last one, {last}", last = BLOCKS - 1)]
    Block {
        /// First letter of the block, from 1.
        from: usize,
        /// Last letter of the block.
        to: usize,
        /// Its number.
        block: u64,
    },
    /// Two pieces on one point.
    #[error("the letters put two pieces on {0}")]
    Twice(Square),
}

/// The twenty-four letters of a board with its side to move.
///
/// # Examples
/// ```
/// use ludex_xiangqi::{BoardName, Position};
/// let name = BoardName::of(&Position::start())?;
/// assert_eq!(name.as_str(), "5{g4fI5{g4fIopdKfZopdKfZ");
/// assert_eq!("xiangqi:5-g4fI5-g4fIopdKfZopdKfZ".parse::<BoardName>()?, name);
/// assert_eq!(name.position(), Position::start());
/// # Ok::<(), ludex_xiangqi::NameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardName([u8; NAME_LETTERS]);

impl BoardName {
    /// The letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The name of a board as it stands.
    ///
    /// # Errors
    /// When a side has more than the normal piece set, or a piece where its kind never stands.
    pub fn of(position: &Position) -> Result<Self, NameError> {
        encode(position, |square| square)
    }

    /// The name of the mirror image of a board.
    pub(crate) fn of_mirror(position: &Position) -> Result<Self, NameError> {
        encode(position, Square::mirrored)
    }

    /// The board that has this name.
    ///
    /// # Panics
    /// Never: a name is only made of letters that decode.
    #[must_use]
    pub fn position(&self) -> Position {
        let setup = decode(self.as_str()).expect("names are only made of letters that decode");
        Position::try_from(&setup).expect("a name holds one king in each palace and at most 16 pieces a side")
    }

    /// The canonical form of that board. No table is needed for it.
    ///
    /// # Errors
    /// None in this family; others need a table or a store for the way back.
    pub fn canonical(&self, _: &Tables) -> Result<Canonical, NameError> {
        Ok(self.position().canonical())
    }
}

/// The letters of a board whose points are first sent through `image`.
fn encode(position: &Position, image: impl Fn(Square) -> Square) -> Result<BoardName, NameError> {
    let mut letters = String::with_capacity(NAME_LETTERS);
    let mut pairs = String::with_capacity(NAME_LETTERS / 2);
    for side in Side::ALL {
        let sets = Sets::of(position, side, &image);
        let mut block = 0;
        for places in BLOCK.iter() {
            block = block * places.count() + sets.rank(places)?;
        }
        if side == Side::Red && position.side() == Side::Black {
            block |= 1 << SIDE_BIT;
        }
        letters += &to_letters(&NAME_ALPHABET, u128::from(block), BLOCK_LETTERS);
        for places in PAIRS.iter() {
            pairs += &to_letters(&NAME_ALPHABET, u128::from(sets.rank(places)?), PAIR_LETTERS);
        }
    }
    letters += &pairs;
    let mut bytes = [0; NAME_LETTERS];
    bytes.copy_from_slice(letters.as_bytes());
    Ok(BoardName(bytes))
}

/// A side's pieces as ascending point indices, each as that side sees it.
struct Sets {
    side: Side,
    points: [Vec<Square>; 7],
}

impl Sets {
    fn of(position: &Position, side: Side, image: &impl Fn(Square) -> Square) -> Self {
        let mut points: [Vec<Square>; 7] = Default::default();
        for (kind, set) in PieceKind::ALL.into_iter().zip(&mut points) {
            set.extend(Points(position.of(side, kind)).map(|square| image(square).seen_by(side)));
            set.sort_unstable();
        }
        Sets { side, points }
    }

    fn rank(&self, places: &Places) -> Result<u64, NameError> {
        let (side, kind, set) = (self.side, places.kind, &self.points[places.kind.index()]);
        if set.len() > places.most || (kind == PieceKind::King && set.len() != 1) {
            return Err(NameError::Count { side, kind, count: set.len(), most: places.most });
        }
        let mut indices = [0; 5];
        for (index, &point) in indices.iter_mut().zip(set) {
            let square = point.seen_by(side);
            *index = places.index[point.index()].ok_or(NameError::Place { side, kind, square })?;
        }
        Ok(places.rank(&indices[..set.len()]))
    }
}

fn decode(text: &str) -> Result<Setup, NameError> {
    let count = text.chars().count();
    let digits = NAME_ALPHABET.digits(text).map_err(LettersError::from)?;
    if count != NAME_LETTERS {
        return Err(LettersError::Length { read: count, wanted: NAME_LETTERS }.into());
    }
    // In the name alphabet's own spelling, where every letter is one byte.
    let text: String = digits.iter().map(|&digit| NAME_ALPHABET.letter(digit)).collect();
    let number = |range: std::ops::Range<usize>| {
        from_letters(&NAME_ALPHABET, &text[range.clone()], range.len()).map(|number| number as u64)
    };
    let mut setup = Setup::empty();
    let mut put = |side: Side, kind: PieceKind, points: Vec<Square>| {
        for point in points {
            let square = point.seen_by(side);
            if setup.get(square).is_some() {
                return Err(NameError::Twice(square));
            }
            setup.put(square, Some(Piece::new(side, kind)));
        }
        Ok(())
    };
    let mut black_to_move = false;
    for side in Side::ALL {
        let start = BLOCK_LETTERS * side.index();
        let mut block = number(start..start + BLOCK_LETTERS)?;
        if side == Side::Red {
            if block >> (SIDE_BIT + 1) != 0 {
                return Err(NameError::Spare(NAME_ALPHABET.letter(digits[0])));
            }
            black_to_move = block >> SIDE_BIT == 1;
            block &= (1 << SIDE_BIT) - 1;
        }
        if block >= BLOCKS {
            return Err(NameError::Block { from: start + 1, to: start + BLOCK_LETTERS, block });
        }
        for places in BLOCK.iter().rev() {
            put(side, places.kind, places.unrank(block % places.count()))?;
            block /= places.count();
        }
        for (i, places) in PAIRS.iter().enumerate() {
            let start = 2 * BLOCK_LETTERS + (3 * side.index() + i) * PAIR_LETTERS;
            put(side, places.kind, places.unrank(number(start..start + PAIR_LETTERS)?))?;
        }
    }
    setup.side = if black_to_move { Side::Black } else { Side::Red };
    Ok(setup)
}

impl FromStr for BoardName {
    type Err = NameError;

    /// Reads the letters, bare or after `xiangqi:` or `xiangqi-board:`; `-` and `_` are read as `{` and
    /// `}`.
    fn from_str(text: &str) -> Result<Self, NameError> {
        if !Name::looks_like(text) {
            return of_letters(text);
        }
        let name: Name = text.parse()?;
        let board = of_letters(name.letters())?;
        match name.kind() {
            BOARD_KIND => Ok(board),
            CANONICAL_KIND => match board.position().canonical().name(&Tables)? {
                least if least == board => Ok(board),
                least => Err(NameError::Greater { greater: board, least }),
            },
            other => Err(NameError::Kind(other.to_owned())),
        }
    }
}

/// The name of the board the letters stand for: these letters, in the name alphabet's own spelling.
fn of_letters(text: &str) -> Result<BoardName, NameError> {
    decode(text)?;
    let mut bytes = [0; NAME_LETTERS];
    for (byte, digit) in bytes.iter_mut().zip(NAME_ALPHABET.digits(text).map_err(LettersError::from)?) {
        *byte = NAME_ALPHABET.letter(digit) as u8;
    }
    Ok(BoardName(bytes))
}

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

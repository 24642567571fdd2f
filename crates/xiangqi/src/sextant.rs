//! The seed's hash: six sums over six parts of the board, written as eighteen base64 letters.
//!
//! ```text
//!    4 | 5 | 6      sum[s] = sum of piece value * multiplier over sextant s
//!   ---+---+---     code   = sums 2 5 1 4 3 6, three letters each
//!    1 | 2 | 3      mirror = sums 2m 5m 3 6 1 4
//!
//!   127     112 111      96 95       80 79       64 63       48 47       32 31       16 15        0
//!   |   5m     |    2m     |   sum 6   |   sum 5   |   sum 4   |   sum 3   |   sum 2   |   sum 1   |
//! ```
//!
//! Reflecting the board exchanges sums 1 and 3, 4 and 6; the middle files use other multipliers on the
//! left than on the right, so sums 2 and 5 are kept a second time with the reflected multipliers (2m,
//! 5m). All eight run along in the lanes of one number: a move adds and subtracts one table entry each.
//! No lane can overflow: ninety of the largest piece would make 63,855 in a sextant.

use crate::piece::{PIECES, Piece};
use crate::setup::Setup;
use crate::square::{FILES, RANKS, SQUARES, Square};
use ludex_core::BASE64;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Letters of a code.
pub const CODE_LETTERS: usize = 18;
const LANE_BITS: u32 = 16;
/// Sextants (from 1) in the order of the code.
const ORDER: [usize; 6] = [2, 5, 1, 4, 3, 6];

/// By file within a third, then by rank counted from the nearer edge.
const A: [u16; 5] = [13, 23, 37, 47, 61];
const B: [u16; 5] = [11, 21, 31, 43, 59];
const C: [u16; 5] = [7, 19, 29, 41, 53];
const COLUMNS: [[u16; 5]; FILES as usize] = [A, B, C, B, C, A, C, B, A];

/// What a piece on this point is multiplied with.
#[must_use]
pub const fn multiplier(square: Square) -> u16 {
    let rank = square.rank();
    let near = if rank < 5 { rank } else { RANKS - 1 - rank };
    COLUMNS[square.file() as usize][near as usize]
}

/// The sextant of a point, 1..=6.
#[must_use]
pub const fn sextant(square: Square) -> usize {
    square.index() / 30 + if square.rank() < 5 { 1 } else { 4 }
}

/// What one piece on one point adds to the lanes.
pub(crate) const fn share(piece: Piece, square: Square) -> u128 {
    let number = sextant(square);
    let value = piece.seed_value() as u128;
    let mut lanes = (value * multiplier(square) as u128) << (LANE_BITS * (number as u32 - 1));
    if number == 2 || number == 5 {
        let lane = if number == 2 { 6 } else { 7 };
        lanes |= (value * multiplier(square.mirrored()) as u128) << (LANE_BITS * lane);
    }
    lanes
}

/// [`share`] of every piece on every point.
pub(crate) static SHARES: [[u128; SQUARES]; PIECES] = {
    let mut shares = [[0; SQUARES]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < SQUARES {
            shares[piece][square] = share(Piece::from_index(piece as u8), Square::new(square as u8));
            square += 1;
        }
        piece += 1;
    }
    shares
};

/// The six sums of a board and the two extra ones of its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sextants(pub(crate) u128);

impl Sextants {
    /// Adds up a whole board.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        Sextants(setup.pieces().map(|(square, piece)| SHARES[piece.index()][square.index()]).sum())
    }

    const fn lane(self, lane: usize) -> u16 {
        (self.0 >> (LANE_BITS * lane as u32)) as u16
    }

    /// The sum of a sextant.
    ///
    /// # Panics
    /// When the number is not 1..=6.
    #[must_use]
    pub fn sum(self, sextant: usize) -> u16 {
        assert!((1..=6).contains(&sextant), "sextants are numbered 1 to 6");
        self.lane(sextant - 1)
    }

    /// The sums of sextants 1 to 6.
    #[must_use]
    pub fn sums(self) -> [u16; 6] {
        std::array::from_fn(|i| self.lane(i))
    }

    /// The sums of the board reflected left to right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        // Lanes: 0 1 2 3 4 5 6 7 -> 2 6 0 5 7 3 1 4, read as "lane i of the mirror is lane m of this".
        const FROM: [usize; 8] = [2, 6, 0, 5, 7, 3, 1, 4];
        let (mut lanes, mut i) = (0, 0);
        while i < 8 {
            lanes |= (self.lane(FROM[i]) as u128) << (LANE_BITS * i as u32);
            i += 1;
        }
        Sextants(lanes)
    }

    /// The code of eighteen letters.
    #[must_use]
    pub fn code(self) -> Code {
        let mut letters = [0; CODE_LETTERS];
        for (three, number) in letters.chunks_exact_mut(3).zip(ORDER) {
            let sum = self.lane(number - 1);
            for (i, letter) in three.iter_mut().enumerate() {
                *letter = BASE64.letter((sum >> (12 - 6 * i)) as u8 & 63) as u8;
            }
        }
        Code(letters)
    }

    /// In how many sextants, and which, two boards look equal (bit s - 1 for sextant s).
    #[must_use]
    pub fn equal_regions(self, other: Sextants) -> u8 {
        (0..6).filter(|&lane| self.lane(lane) == other.lane(lane)).map(|lane| 1 << lane).sum()
    }
}

impl fmt::Debug for Sextants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sextants({})", self.code())
    }
}

/// The eighteen letters themselves.
///
/// The code is for people and for finding regions: different boards may share it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code([u8; CODE_LETTERS]);

/// The code in fourteen letters: the same sums in as many bits as boards of the normal piece set need.
///
/// ```text
///   bits 83..80   79..66   65..52   51..39   38..26   25..13   12..0
///           0     sum 2    sum 5    sum 1    sum 4    sum 3    sum 6      most significant letter first
/// ```
///
/// # Examples
/// ```
/// use ludex_xiangqi::{Code, Position, sextant::ShortCode};
/// let code = Position::start().sextants().code();
/// let short = ShortCode::of(&code).ok_or("the sums are too large")?;
/// assert_eq!(short.to_string().parse::<ShortCode>()?.code(), code);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortCode([u8; SHORT_LETTERS]);

/// Letters of a short code.
pub const SHORT_LETTERS: usize = 14;
/// Bits of the sums in the order of the code: the largest of legal boards are 13760, 13876 (sextants 2, 5)
/// and 7741, 7824 (the others).
const SHORT_BITS: [u32; 6] = [14, 14, 13, 13, 13, 13];

/// Letters that are no short code.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{0:?} is no short sextant code: {SHORT_LETTERS} base64 letters, the first A-D, would be one")]
pub struct ShortCodeError(pub String);

impl ShortCode {
    /// The short form of a code; nothing where a sum is larger than its bits hold, as on boards with more
    /// than the normal piece set.
    #[must_use]
    pub fn of(code: &Code) -> Option<Self> {
        let sums = code.sums();
        let mut number = 0u128;
        for (sextant, bits) in ORDER.into_iter().zip(SHORT_BITS) {
            let sum = u128::from(sums[sextant - 1]);
            if sum >> bits != 0 {
                return None;
            }
            number = number << bits | sum;
        }
        let letter = |i: usize| BASE64.letter((number >> (6 * (SHORT_LETTERS - 1 - i))) as u8 & 63) as u8;
        Some(ShortCode(std::array::from_fn(letter)))
    }

    /// The code of eighteen letters.
    #[must_use]
    pub fn code(&self) -> Code {
        let digit = |&letter: &u8| BASE64.digit(char::from(letter)).map_or(0, u128::from);
        let mut number = self.0.iter().fold(0, |number, letter| number << 6 | digit(letter));
        let mut lanes = 0u128;
        for (sextant, bits) in ORDER.into_iter().zip(SHORT_BITS).rev() {
            lanes |= (number & ((1 << bits) - 1)) << (LANE_BITS * (sextant as u32 - 1));
            number >>= bits;
        }
        Sextants(lanes).code()
    }
}

impl FromStr for ShortCode {
    type Err = ShortCodeError;

    fn from_str(text: &str) -> Result<Self, ShortCodeError> {
        let error = || ShortCodeError(text.chars().take(40).collect());
        let letters: [u8; SHORT_LETTERS] = text.as_bytes().try_into().map_err(|_| error())?;
        let digit = |letter: &u8| BASE64.digit(char::from(*letter));
        // Eighty of the eighty-four bits are used.
        if letters.iter().all(|letter| digit(letter).is_some()) && digit(&letters[0]) < Some(4) {
            Ok(ShortCode(letters))
        } else {
            Err(error())
        }
    }
}

impl fmt::Display for ShortCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.0).unwrap_or_default())
    }
}

impl fmt::Debug for ShortCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Letters that are no code.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{0:?} is no sextant code: {CODE_LETTERS} base64 letters, each three at most P//, would be one")]
pub struct CodeError(pub String);

impl Code {
    /// The letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The sums of sextants 1 to 6.
    #[must_use]
    pub fn sums(&self) -> [u16; 6] {
        let mut sums = [0; 6];
        for (three, number) in self.0.chunks_exact(3).zip(ORDER) {
            sums[number - 1] = three
                .iter()
                .fold(0, |sum, &letter| sum << 6 | BASE64.digit(char::from(letter)).map_or(0, u16::from));
        }
        sums
    }

    /// Which sextants of two boards look equal (bit s - 1 for sextant s).
    #[must_use]
    pub fn equal_regions(&self, other: &Code) -> u8 {
        // Three letters are a sum: nothing needs to be decoded.
        let pairs = self.0.chunks_exact(3).zip(other.0.chunks_exact(3)).zip(ORDER);
        pairs.filter(|((here, there), _)| here == there).map(|(_, number)| 1 << (number - 1)).sum()
    }

    /// The longest beginning of the code that lies in these sextants (bit s - 1 for sextant s).
    #[must_use]
    pub fn beginning(&self, regions: u8) -> &str {
        let within = ORDER.iter().take_while(|&&number| regions >> (number - 1) & 1 == 1).count();
        &self.as_str()[..3 * within]
    }
}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let error = || CodeError(text.chars().take(40).collect());
        let letters: [u8; CODE_LETTERS] = text.as_bytes().try_into().map_err(|_| error())?;
        let good = |three: &[u8]| {
            let mut digits = three.iter().map(|&letter| BASE64.digit(char::from(letter)));
            // Sixteen of the eighteen bits are used.
            digits.next().flatten().is_some_and(|first| first < 16) && digits.all(|digit| digit.is_some())
        };
        if letters.chunks_exact(3).all(good) { Ok(Code(letters)) } else { Err(error()) }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{PieceKind, Side};

    #[test]
    fn start_has_the_seed_s_sums() {
        let start = Sextants::of(&Setup::start());
        assert_eq!(start.sums(), [804, 2514, 804, 954, 2586, 954]);
        assert_eq!(start.code().as_str(), "AnSAoaAMkAO6AMkAO6");
        assert_eq!(start.mirrored(), start);
    }

    #[test]
    fn rook_one_step_up() {
        let mut setup = Setup::start();
        let rook = setup.get(Square::new(0));
        setup.put(Square::new(0), None);
        setup.put(Square::new(1), rook);
        let sextants = Sextants::of(&setup);
        assert_eq!((sextants.sum(1), sextants.code().as_str()), (884, "AnSAoaAN0AO6AMkAO6"));
        assert_eq!(sextants.equal_regions(Sextants::of(&Setup::start())), 0b11_1110);
    }

    #[test]
    fn codes_come_back_from_their_letters() {
        let start = Sextants::of(&Setup::start());
        let code: Code = start.code().as_str().parse().unwrap();
        assert_eq!((code, code.sums()), (start.code(), start.sums()));
        assert_eq!(code.equal_regions(&"AnSAoaAN0AO6AMkAO6".parse().unwrap()), 0b11_1110);
        assert_eq!([code.beginning(0b01_0010), code.beginning(0b00_0001)], ["AnSAoa", ""]);
        for bad in ["", "AnSAoaAMkAO6AMkAO", "AnSAoaAMkAO6AMkAO-", "QAAAoaAMkAO6AMkAO6", "炮炮炮炮炮炮"]
        {
            assert!(bad.parse::<Code>().is_err(), "{bad}");
        }
    }

    /// Issue 18, defect 11: fourteen letters hold all sums of a normal board.
    #[test]
    fn short_codes_lead_back_to_their_codes() {
        let mut random = ludex_core::Random::new(8);
        for _ in 0..5000 {
            let code = Sextants::of(&crate::sample::placement(&mut random)).code();
            let short = ShortCode::of(&code).unwrap();
            assert_eq!((short.code(), short.to_string().parse()), (code, Ok(short)));
        }
        let full: Code = "P//P//P//P//P//P//".parse().unwrap();
        assert_eq!(ShortCode::of(&full), None);
        for bad in ["", "AAAAAAAAAAAAA", "EAAAAAAAAAAAAA", "AAAAAAAAAAAAA-", "炮炮"] {
            assert!(bad.parse::<ShortCode>().is_err(), "{bad}");
        }
    }

    #[test]
    fn two_first_moves_share_a_code() {
        let code = |from: &str, to: &str| {
            let (from, to): (Square, Square) = (from.parse().unwrap(), to.parse().unwrap());
            let mut setup = Setup::start();
            setup.put(to, setup.get(from));
            setup.put(from, None);
            Sextants::of(&setup).code().to_string()
        };
        assert_eq!(code("b3", "a3"), "AnSAoaAM8AO6AMkAO6");
        assert_eq!(code("c4", "c5"), "AnSAoaAM8AO6AMkAO6");
    }

    #[test]
    fn ninety_black_kings_do_not_overflow() {
        let mut setup = Setup::empty();
        for square in Square::all() {
            setup.put(square, Some(Piece::new(Side::Black, PieceKind::King)));
        }
        let sextants = Sextants::of(&setup);
        assert_eq!(sextants.sums(), [63_855; 6]);
        assert_eq!(sextants.mirrored(), sextants);
    }

    #[test]
    fn mirror_sums_are_those_of_the_mirrored_board() {
        let mut random = ludex_core::Random::new(5);
        for _ in 0..500 {
            let mut setup = Setup::empty();
            for _ in 0..random.below(40) {
                let piece = Piece::from_index(random.below(14) as u8);
                setup.put(Square::new(random.below(90) as u8), Some(piece));
            }
            assert_eq!(Sextants::of(&setup).mirrored(), Sextants::of(&setup.mirrored()));
        }
    }
}

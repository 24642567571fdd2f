//! The setup id: 48 bits that sort, tell what the setup is made of, and are given out once.
//!
//! ```text
//!   bit 47                                                                               bit 0
//!   | pc 4 | oqb 1 | dup 3 | leftover 7 | left 4 | four 1 | counts 14 | fumen 4 | cover 2 | unique 8 |   v1
//!   | pc 4 | oqb 1 | dup 3 | leftover 7 | left 4 | four 1 | counts 14 | field 2 |          unique 12 |   v2
//!
//!   dup       1..7 for the piece (T..O) that is left over twice, else 0
//!   leftover  one bit per piece of TILJSZO, set where the piece is NOT left over
//!   left      10 - length of the build
//!   counts    two bits per piece of TILJSZO, 3 - how often it is in the build, not below 0
//!   unique    all ones, one less for each setup that has the other bits already
//! ```

use crate::canonical::Canonical;
use crate::field::{Cell, Field};
use crate::fumen::FumenError;
use crate::piece::{Counts, Piece};
use crate::position::MOST_BUILD;
use crate::tables::Tables;
use ludex_core::bits::{Pack, Unpack};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

const PC: u32 = 4;
const OQB: u32 = 1;
const DUP: u32 = 3;
const LEFTOVER: u32 = 7;
const LEFT: u32 = 4;
const FOUR: u32 = 1;
const COUNT: u32 = 2;
const FUMEN: u32 = 4;
const COVER: u32 = 2;
const FIELD: u32 = 2;
/// The kind of a setup's name, the word before the colon.
pub const KIND: &str = "pc";
/// Bits of the whole id.
pub const ID_BITS: u32 = 48;

/// Which of the two layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum IdScheme {
    /// The seed's: hashes of fumen and cover pattern, 8 bits unique.
    #[default]
    V1,
    /// The later one: a hash of the field's shape, 12 bits unique.
    V2,
}

impl IdScheme {
    /// Bits of the unique number.
    #[must_use]
    pub const fn unique_bits(self) -> u32 {
        match self {
            IdScheme::V1 => 8,
            IdScheme::V2 => 12,
        }
    }
}

/// How the "four of a piece" bit is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FourRule {
    /// Where a piece is in the build more than three times.
    #[default]
    Counted,
    /// Also for every eighth and ninth perfect clear, as the published ids of the first scheme are.
    Published,
}

/// A setup id.
///
/// # Examples
/// ```
/// use ludex_tetris::{IdScheme, SetupId};
/// let id: SetupId = "213ceaff91ff".parse()?;
/// assert_eq!(id, "pc:213ceaff91ff".parse()?);
/// assert_eq!(id.fields(IdScheme::V1).pc, 2);
/// # Ok::<(), ludex_tetris::IdError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetupId(u64);

/// Why there is no id.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IdError {
    /// Not twelve hexadecimal digits, or it begins with no number of a perfect clear.
    #[error("{0:?} is no setup id: twelve digits 0-9a-f are needed, the first 1 to 9")]
    Form(String),
    /// All unique numbers of one prefix are given out.
    #[error("all {count} ids that begin with the bits of {prefix} are taken")]
    Full {
        /// The last id there is.
        prefix: SetupId,
        /// How many there were.
        count: u64,
    },
    /// A build that an id cannot tell.
    #[error("the build {0}: an id counts each piece up to three times, and one of them four times")]
    Build(String),
    /// Only a store knows the setup of an id.
    #[error(
        "{KIND}:{0} tells what the setup is made of, not where its pieces lie: only a store that holds it knows"
    )]
    Store(SetupId),
    /// The second scheme looks at the field, and the fumen is none.
    #[error(transparent)]
    Fumen(#[from] FumenError),
}

/// The hash of a fumen: four bits of its letters between the head and the last eight.
#[must_use]
pub fn fumen_hash(fumen: &str) -> u8 {
    let bytes = fumen.as_bytes();
    let part = bytes.get(5..bytes.len().saturating_sub(8)).unwrap_or(&[]);
    let mut h = part.len();
    for &byte in part {
        h = (h << 3 | h >> 4) & 0x7F;
        h ^= usize::from(byte);
    }
    (h & 15) as u8
}

/// The hash of a cover pattern: two bits of its length and bytes.
#[must_use]
pub fn cover_hash(cover: &str) -> u8 {
    (cover.bytes().fold(cover.len(), |h, byte| h ^ usize::from(byte)) & 3) as u8
}

/// The hash of a field's shape: two bits that do not change when full columns at its sides go.
#[must_use]
pub fn field_hash(field: &Field) -> u8 {
    let filled = |y: usize| field.row(y).iter().map(|&c| c != Cell::Empty).collect::<Vec<bool>>();
    let rows: Vec<Vec<bool>> = (0..field.height()).rev().map(filled).collect();
    let open = || rows.iter().filter(|row| row.contains(&false));
    let left = open().filter_map(|row| row.iter().position(|&c| !c)).min();
    let right = open().filter_map(|row| row.iter().rev().position(|&c| !c)).min();
    let (Some(left), Some(right)) = (left, right) else { return 0 };
    let mut h: u64 = 0;
    for row in &rows {
        let row = &row[left..row.len() - right];
        let runs = row.split(|&c| !c).filter(|run| !run.is_empty());
        let number = runs.enumerate().fold(0, |n, (i, run)| n + ((run.len() as u64) << (4 * i)));
        h = (h << 3 | h >> 4) & 0x7F;
        h ^= number;
    }
    (h & 3) as u8
}

impl SetupId {
    /// The first id of a setup.
    pub(crate) fn pack(setup: &Canonical, scheme: IdScheme, rule: FourRule) -> Result<SetupId, IdError> {
        let mut pack = Pack::new();
        pack.put(u128::from(setup.pc()), PC);
        pack.put(u128::from(setup.oqb()), OQB);
        let dup = setup.leftover().0.iter().position(|&n| n > 1).map_or(0, |i| i + 1);
        pack.put(dup as u128, DUP);
        for &n in &setup.leftover().0 {
            pack.put(u128::from(n == 0), 1);
        }
        pack.put((MOST_BUILD - setup.build().total()) as u128, LEFT);
        let four = setup.build().0.iter().any(|&n| n > 3)
            || (scheme == IdScheme::V1 && rule == FourRule::Published && setup.pc() >= 8);
        pack.put(u128::from(four), FOUR);
        let counts = Counts(setup.build().0.map(|n| n.min(3)));
        if build_of(counts, four, MOST_BUILD - setup.build().total()) != Some(*setup.build()) {
            return Err(IdError::Build(Piece::spell(&setup.build().sorted())));
        }
        for &n in &setup.build().0 {
            pack.put(u128::from(3u8.saturating_sub(n)), COUNT);
        }
        match scheme {
            IdScheme::V1 => {
                pack.put(u128::from(fumen_hash(setup.fumen())), FUMEN);
                pack.put(u128::from(cover_hash(setup.cover())), COVER);
            }
            IdScheme::V2 => {
                let pages = setup.pages()?.pages;
                pack.put(pages.first().map_or(0, |page| u128::from(field_hash(&page.field))), FIELD);
            }
        }
        pack.put((1 << scheme.unique_bits()) - 1, scheme.unique_bits());
        Ok(SetupId(pack.value() as u64))
    }

    /// The setup of an id. The id tells what the setup is made of, not where its pieces lie, so this
    /// always fails: a store that holds the setup finds it.
    ///
    /// # Errors
    /// [`IdError::Store`].
    pub const fn canonical(self, _tables: &Tables) -> Result<Canonical, IdError> {
        Err(IdError::Store(self))
    }

    /// The 48 bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The bits before the unique number.
    #[must_use]
    pub const fn prefix(self, scheme: IdScheme) -> u64 {
        self.0 >> scheme.unique_bits()
    }

    /// Takes the id apart.
    #[must_use]
    pub fn fields(self, scheme: IdScheme) -> IdFields {
        let mut bits = Unpack::new(u128::from(self.0), ID_BITS);
        let mut take = |width| bits.take(width) as u16;
        let (pc, oqb, dup) = (take(PC) as u8, take(OQB) == 1, take(DUP));
        let mut leftover = Counts::default();
        for i in 0..LEFTOVER as usize {
            leftover.0[i] = u8::from(take(1) == 0);
        }
        let duplicate = (dup > 0).then(|| Piece::ALL[usize::from(dup) - 1]);
        if let Some(piece) = duplicate {
            leftover.0[piece.index()] += 1;
        }
        let (left, four) = (take(LEFT) as u8, take(FOUR) == 1);
        let mut counts = Counts::default();
        for n in &mut counts.0 {
            *n = 3 - take(COUNT) as u8;
        }
        let (fumen_hash, cover_hash, field_hash) = match scheme {
            IdScheme::V1 => (Some(take(FUMEN) as u8), Some(take(COVER) as u8), None),
            IdScheme::V2 => (None, None, Some(take(FIELD) as u8)),
        };
        let unique = take(scheme.unique_bits());
        let build = build_of(counts, four, usize::from(left));
        IdFields {
            pc,
            oqb,
            duplicate,
            leftover,
            left,
            four,
            build,
            fumen_hash,
            cover_hash,
            field_hash,
            unique,
        }
    }
}

/// The build of an id: the counts, one more where the four bit says so and the length asks for it.
fn build_of(mut counts: Counts, four: bool, left: usize) -> Option<Counts> {
    let length = MOST_BUILD.checked_sub(left)?;
    if counts.total() == length {
        return Some(counts);
    }
    let mut threes = counts.0.iter_mut().filter(|n| **n == 3);
    match (threes.next(), threes.next()) {
        (Some(n), None) if four => *n = 4,
        _ => return None,
    }
    (counts.total() == length).then_some(counts)
}

/// What an id says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdFields {
    /// Which perfect clear; 1 to 9 in a setup's id.
    pub pc: u8,
    /// One of several that look alike.
    pub oqb: bool,
    /// The piece left over twice.
    pub duplicate: Option<Piece>,
    /// All pieces left over.
    pub leftover: Counts,
    /// 10 less the length of the build.
    pub left: u8,
    /// The "four of a piece" bit.
    pub four: bool,
    /// The pieces of the build, where counts, four bit and length agree on one.
    pub build: Option<Counts>,
    /// First scheme: the fumen's four bits.
    pub fumen_hash: Option<u8>,
    /// First scheme: the cover pattern's two bits.
    pub cover_hash: Option<u8>,
    /// Second scheme: the field's two bits.
    pub field_hash: Option<u8>,
    /// The unique number.
    pub unique: u16,
}

impl fmt::Display for SetupId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:012x}", self.0)
    }
}

impl FromStr for SetupId {
    type Err = IdError;

    /// Reads the twelve digits, with `pc:` before them or not.
    fn from_str(text: &str) -> Result<Self, IdError> {
        let text = text.strip_prefix(KIND).and_then(|rest| rest.strip_prefix(':')).unwrap_or(text);
        let form = || IdError::Form(text.chars().take(40).collect());
        let digits = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 12 || !matches!(text.as_bytes()[0], b'1'..=b'9') || !text.bytes().all(digits) {
            return Err(form());
        }
        u64::from_str_radix(text, 16).map(SetupId).map_err(|_| form())
    }
}

/// Gives out ids: the first setup of a prefix gets all ones, each further one less.
///
/// # Examples
/// ```
/// use ludex_tetris::{Allocator, IdScheme};
/// let mut allocator = Allocator::new(IdScheme::V1);
/// let first = "213ceaff91ff".parse()?;
/// assert_eq!(allocator.allocate(first)?.to_string(), "213ceaff91ff");
/// assert_eq!(allocator.allocate(first)?.to_string(), "213ceaff91fe");
/// # Ok::<(), ludex_tetris::IdError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Allocator {
    scheme: IdScheme,
    given: HashMap<u64, u64>,
}

impl Allocator {
    /// An allocator that has given out nothing.
    #[must_use]
    pub fn new(scheme: IdScheme) -> Self {
        Allocator { scheme, given: HashMap::new() }
    }

    /// The id of the next setup whose first id is `first`.
    ///
    /// # Errors
    /// When every unique number of the prefix is given out.
    pub fn allocate(&mut self, first: SetupId) -> Result<SetupId, IdError> {
        let given = self.given.entry(first.prefix(self.scheme)).or_default();
        let count = 1u64 << self.scheme.unique_bits();
        if *given >= count {
            return Err(IdError::Full { prefix: first, count });
        }
        *given += 1;
        Ok(SetupId(first.0 + 1 - *given))
    }

    /// How many setups each prefix has, the least prefix first.
    #[must_use]
    pub fn groups(&self) -> Vec<(u64, u64)> {
        let mut groups: Vec<_> = self.given.iter().map(|(&prefix, &count)| (prefix, count)).collect();
        groups.sort_unstable();
        groups
    }
}

/// The entropy of how often each value occurs, in bits.
///
/// ```
/// assert_eq!(ludex_tetris::entropy(&[2, 2, 0]), 1.0);
/// ```
#[must_use]
pub fn entropy(counts: &[u64]) -> f64 {
    let total = counts.iter().sum::<u64>() as f64;
    // Neumaier's sum: the result does not depend on the order of the values, not in its last digit.
    let (mut sum, mut lost) = (0.0f64, 0.0f64);
    for p in counts.iter().filter(|&&n| n > 0).map(|&n| n as f64 / total) {
        let term = p * p.log2();
        let next = sum + term;
        lost += if sum.abs() >= term.abs() { sum - next + term } else { term - next + sum };
        sum = next;
    }
    // Subtracting from zero gives 0 and not -0 where there is one value only.
    0.0 - (sum + lost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::setup::Setup;
    use proptest::prelude::*;

    const SEED: [&str; 6] = ["2", "0", "TTIO", "TIO", "T,[TIO]!", "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH"];

    fn canonical(fields: [&str; 6]) -> Canonical {
        Position::try_from(&Setup::of(fields)).unwrap().canonical()
    }

    #[test]
    fn the_seeds_example() {
        let id = SetupId::pack(&canonical(SEED), IdScheme::V1, FourRule::Counted).unwrap();
        assert_eq!(id.to_string(), "213ceaff91ff");
        let fields = id.fields(IdScheme::V1);
        assert_eq!((fields.pc, fields.oqb, fields.duplicate), (2, false, Some(Piece::T)));
        assert_eq!(Piece::spell(&fields.leftover.sorted()), "TTIO");
        assert_eq!(Piece::spell(&fields.build.unwrap().sorted()), "TIO");
        assert_eq!((fields.fumen_hash, fields.cover_hash, fields.unique), (Some(4), Some(1), 255));
    }

    #[test]
    fn published_eighth_clears_carry_the_four_bit() {
        let mut fields = SEED;
        fields[0] = "8";
        let id = |rule| SetupId::pack(&canonical(fields), IdScheme::V1, rule).unwrap();
        assert!(!id(FourRule::Counted).fields(IdScheme::V1).four);
        assert!(id(FourRule::Published).fields(IdScheme::V1).four);
        // The bit alone does not make the build longer.
        assert_eq!(id(FourRule::Published).fields(IdScheme::V1).build.unwrap().total(), 3);
    }

    #[test]
    fn four_of_a_piece_come_back() {
        let mut fields = SEED;
        fields[3] = "TTTTIO";
        let id = SetupId::pack(&canonical(fields), IdScheme::V1, FourRule::Counted).unwrap();
        assert_eq!(Piece::spell(&id.fields(IdScheme::V1).build.unwrap().sorted()), "TTTTIO");
    }

    #[test]
    fn a_build_of_five_equal_pieces_has_no_id() {
        for build in ["SSSSS", "TTTTIII"] {
            let mut fields = SEED;
            fields[3] = build;
            let id = SetupId::pack(&canonical(fields), IdScheme::V1, FourRule::Counted);
            assert!(matches!(id, Err(IdError::Build(_))), "{build}");
        }
    }

    #[test]
    fn unique_numbers_run_out() {
        let first = SetupId::pack(&canonical(SEED), IdScheme::V1, FourRule::Counted).unwrap();
        let mut allocator = Allocator::new(IdScheme::V1);
        let ids: Vec<SetupId> = (0..256).map(|_| allocator.allocate(first).unwrap()).collect();
        assert_eq!(ids[1].to_string(), "213ceaff91fe");
        assert_eq!(ids[255].to_string(), "213ceaff9100");
        assert_eq!(allocator.allocate(first), Err(IdError::Full { prefix: first, count: 256 }));
    }

    #[test]
    fn short_fumens_hash_to_nothing() {
        assert_eq!(fumen_hash("v115@A"), 0);
        assert_eq!(fumen_hash(""), 0);
    }

    proptest! {
        #[test]
        fn letter_order_is_a_disguise(build in "T?I?[LJ]{0,3}S?Z?O", order in any::<u64>()) {
            let mut letters: Vec<char> = build.chars().collect();
            ludex_core::Random::new(order).shuffle(&mut letters);
            let shuffled: String = letters.into_iter().collect();
            let (mut a, mut b) = (SEED, SEED);
            (a[3], b[3]) = (&build, &shuffled);
            prop_assert_eq!(canonical(a), canonical(b));
            let id = |f| SetupId::pack(&canonical(f), IdScheme::V1, FourRule::Counted).unwrap();
            prop_assert_eq!(id(a), id(b));
            prop_assert_eq!(id(a).to_string().parse::<SetupId>().unwrap(), id(a));
        }

        #[test]
        fn no_text_panics(text in ".*") {
            let _ = text.parse::<SetupId>();
        }
    }
}

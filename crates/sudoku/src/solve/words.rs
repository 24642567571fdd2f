//! Propagation for machines with 512-bit registers (AVX-512): three digits to a register, a word to a row.
//!
//! ```text
//!   register i    digit 3 i              digit 3 i + 1          digit 3 i + 2
//!   word          0 1 2 3 4 5 6 7 8      9 .. 17                18 .. 26          27 .. 31 are zero
//!                 row 1 .. row 9                                                  bit c of a word is column c
//! ```
//!
//! Rows, bands and digits are turned round by one permutation of words each. Such machines permute and shift
//! in the same places, which is what a pass waits for: so columns are turned by sums and products where
//! they can be, and nothing is turned twice. The same steps in the same order as the plain
//! [`super::State::propagate`], which the tests compare it with.

use super::lanes::{self, Lanes};
use super::{Solved, Step, apart, choose};
use crate::grid::Grid;
use crate::setup::{CELLS, Setup};
use std::arch::x86_64::*;

/// Whether this machine can.
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && super::pairs::available()
}

type Wide = __m512i;
type Words = [u16; 32];

/// The words that hold rows.
const ROWS: u32 = (1 << 27) - 1;
/// The cells that 64 bytes do not hold.
const REST: u32 = (1 << (CELLS - 64)) - 1;
/// The first row of each digit of a register.
const EACH: u32 = 1 | 1 << 9 | 1 << 18;

/// Where each word comes from when rows turn round in their band, or digits in their register.
const fn turn(row: usize, digit: usize) -> Words {
    let mut from = [0; 32];
    let mut word = 0;
    while word < 32 {
        let (d, b, r) = (word / 9, word % 9 / 3, word % 3);
        let turned = 9 * ((d + digit) % 3) + 3 * b + (r + row) % 3;
        from[word] = if word < 27 { turned as u16 } else { word as u16 };
        word += 1;
    }
    from
}

/// One row of the band that lies so many further, for all rows.
const fn of_band(band: usize, row: usize) -> Words {
    let mut from = [31; 32];
    let mut word = 0;
    while word < 27 {
        from[word] = (word / 9 * 9 + 3 * ((word % 9 / 3 + band) % 3) + row) as u16;
        word += 1;
    }
    from
}

/// Columns turned round in their boxes: the middle row of each band takes the next column, the last row the
/// one after it. Those that pass the end of a box come from the other side.
const ON: Words = by_row(&[0, 1, 2]);
const BACK: Words = by_row(&[0, 2, 1]);
const WITHIN: Words = by_row(&[0o777, 0o333, 0o111]);

/// Which half of which lane the three rows of a band begin in; 12 lanes come in.
const LOW: Words = halves(&[0, 0, 1]);
/// The half that follows.
const HIGH: Words = halves(&[0, 1, 1]);
/// Rows begin at bits 0, 9 and 2 of those halves, the middle one ends in the next.
const DOWN: Words = by_row(&[0, 9, 2]);
const UP: Words = by_row(&[16, 7, 16]);

const fn halves(half: &[usize; 3]) -> Words {
    let mut from = [31; 32];
    let mut word = 0;
    while word < 27 {
        from[word] = (2 * (4 * (word / 9) + word % 9 / 3) + half[word % 3]) as u16;
        word += 1;
    }
    from
}

const fn by_row(values: &[u16; 3]) -> Words {
    let mut words = [0; 32];
    let mut word = 0;
    while word < 27 {
        words[word] = values[word % 3];
        word += 1;
    }
    words
}

/// The way back: rows 1 and 3 of a band go to the two halves of its lane, row 2 between them. The last
/// word is zero.
const OUTER: Words = bands(0, 2);
const MIDDLE: Words = bands(1, 31);

const fn bands(low: usize, high: usize) -> Words {
    let mut from = [31; 32];
    let mut lane = 0;
    while lane < 12 {
        if lane % 4 < 3 {
            let row = 9 * (lane / 4) + 3 * (lane % 4);
            from[2 * lane] = (row + low) as u16;
            from[2 * lane + 1] = if high < 31 { (row + high) as u16 } else { 31 };
        }
        lane += 1;
    }
    from
}

macro_rules! small {
    ($($item:item)*) => { $( #[inline] #[target_feature(enable = "avx512f,avx512bw,avx512vl")] $item )* };
}

small! {
    fn words(words: &Words) -> Wide {
        // SAFETY: 64 bytes are there, and the load asks for no alignment.
        unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
    }
    fn turned(x: Wide, from: Wide) -> Wide { _mm512_permutexvar_epi16(from, x) }
    fn all(word: u16) -> Wide { _mm512_set1_epi16(word as i16) }
    fn or3(a: Wide, b: Wide, c: Wide) -> Wide { _mm512_ternarylogic_epi32::<0xFE>(a, b, c) }
    /// What two or three of them have.
    fn most(a: Wide, b: Wide, c: Wide) -> Wide { _mm512_ternarylogic_epi32::<0xE8>(a, b, c) }
    /// From `a` under the mask, else from `b`.
    fn select(mask: Wide, a: Wide, b: Wide) -> Wide { _mm512_ternarylogic_epi32::<0xCA>(mask, a, b) }
    /// Either both of the first two or both of the others.
    fn crossed(a: Wide, b: Wide, c: Wide, d: Wide) -> Wide {
        _mm512_or_si512(_mm512_and_si512(a, b), _mm512_and_si512(c, d))
    }
    fn and(a: Wide, b: Wide) -> Wide { _mm512_and_si512(a, b) }
    fn or(a: Wide, b: Wide) -> Wide { _mm512_or_si512(a, b) }
    /// The next column; a sum does not wait for the shifters.
    fn left(x: Wide) -> Wide { _mm512_add_epi16(x, x) }
    /// Whether any of the three columns of a box, by its last one.
    fn any(x: Wide) -> Wide { and(or3(x, left(x), left(left(x))), all(0o444)) }
    /// From the last column of boxes to all three.
    fn spread(boxes: Wide) -> Wide { _mm512_sub_epi16(left(boxes), _mm512_srli_epi16::<2>(boxes)) }
    /// Which boxes have two cells or more, of the columns that have one or more and two or more.
    fn crowded(one: Wide, two: Wide) -> Wide {
        let more = or3(two, left(two), left(left(two)));
        and(or(more, most(one, left(one), left(left(one)))), all(0o444))
    }
    /// `x` without the cells of `gone`, and the cells of `back`.
    fn without(x: Wide, gone: Wide, back: Wide) -> Wide { _mm512_ternarylogic_epi32::<0xBA>(x, gone, back) }
    fn xor3(a: Wide, b: Wide, c: Wide) -> Wide { _mm512_ternarylogic_epi32::<0x96>(a, b, c) }
    /// Takes bits out of some words.
    fn clear(x: Wide, from: u32, bits: u16) -> Wide {
        _mm512_andnot_si512(_mm512_maskz_set1_epi16(from, bits as i16), x)
    }
    pub(super) fn is_empty(x: Wide) -> bool { _mm512_test_epi16_mask(x, x) == 0 }
}

/// The permutations of words, held in registers.
pub(super) struct Turns {
    row: [Wide; 2],
    digit: [Wide; 2],
    /// The middle and the last row of the next band, and of the one after it.
    next: [Wide; 2],
    after: [Wide; 2],
}

/// The cells of a digit that can belong to a placement of it.
struct Placeable {
    cells: Wide,
    /// In each row the columns that any row of its band has, and those that two rows have.
    one: Wide,
    two: Wide,
}

impl Turns {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn get() -> Turns {
        Turns {
            row: [words(&const { turn(1, 0) }), words(&const { turn(2, 0) })],
            digit: [words(&const { turn(0, 1) }), words(&const { turn(0, 2) })],
            next: [words(&const { of_band(1, 1) }), words(&const { of_band(1, 2) })],
            after: [words(&const { of_band(2, 1) }), words(&const { of_band(2, 2) })],
        }
    }

    /// The cells that can belong to a placement.
    ///
    /// The boxes a row meets stand at bits 2, 5, 8 and once more at 11 and 14, so that turning boxes round
    /// is a shift: bits 5, 8, 11 of one word meet bits 8, 11, 14 of another.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn placeable(&self, x: Wide) -> Placeable {
        let m = _mm512_mullo_epi16(any(x), all(1 | 1 << 9));
        let [p, q] = self.row.map(|from| turned(m, from));
        let k = crossed(p, _mm512_srli_epi16::<3>(q), _mm512_srli_epi16::<3>(p), q);
        // Seven times a bit are the three columns of its box; the upper half of 2^11 times that begins at bit 0.
        let x = and(x, _mm512_mulhi_epu16(k, all(7 << 11)));
        let [p, q] = self.row.map(|from| turned(x, from));
        let c = or3(x, p, q);
        let on = _mm512_srlv_epi16(c, words(&ON));
        let back = _mm512_sllv_epi16(c, words(&BACK));
        let c12 = select(words(&WITHIN), on, back);
        let ([p1, p2], [q1, q2]) =
            (self.next.map(|from| turned(c12, from)), self.after.map(|from| turned(c12, from)));
        let k = and(c, crossed(p1, q2, p2, q1));
        let cells = and(x, k);
        // All rows of a band have the same columns taken away: what was turned need not be turned again.
        Placeable { cells, one: k, two: and(most(x, p, q), k) }
    }

    /// The boxes, by their last column, that have one cell or more, and two or more.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn boxes(&self, x: Wide) -> (Wide, Wide) {
        let [p, q] = self.row.map(|from| turned(x, from));
        let one = or3(x, p, q);
        (any(one), crowded(one, most(x, p, q)))
    }

    /// The cells that one digit or more has, and two or more.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn over_digits(&self, x: &[Wide; 3]) -> (Wide, Wide) {
        let (one, two) = (or3(x[0], x[1], x[2]), most(x[0], x[1], x[2]));
        let ([p, q], [r, s]) =
            (self.digit.map(|from| turned(one, from)), self.digit.map(|from| turned(two, from)));
        (or3(one, p, q), or(most(one, p, q), or3(two, r, s)))
    }
}

/// A state in registers: the search stays in this layout from guess to guess.
#[derive(Clone, Copy)]
pub(super) struct Board {
    digits: [Wide; 3],
}

impl Board {
    /// The givens put in; nothing where two of them clash in a box.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn new(setup: &Setup) -> Option<Board> {
        let cells: &[u8; CELLS] = setup.cells();
        // SAFETY: 64 bytes are there, and the load asks for no alignment; the mask asks for the other 17.
        let (low, high) = unsafe {
            (
                _mm512_loadu_si512(cells.as_ptr().cast()),
                _mm256_maskz_loadu_epi8(REST, cells[64..].as_ptr().cast()),
            )
        };
        let lanes = |digit: usize| {
            let low = _mm512_cmpeq_epi8_mask(low, _mm512_set1_epi8(digit as i8 + 1));
            let high = _mm256_cmpeq_epi8_mask(high, _mm256_set1_epi8(digit as i8 + 1));
            let lane = |bits: u64| bits as u32 & lanes::ALL;
            Lanes([lane(low), lane(low >> 27), lane(low >> 54 | u64::from(high) << 10), 0])
        };
        let given = Board::of(&std::array::from_fn(lanes));
        let turns = Turns::get();
        let [a, b, c] = given.digits;
        let [p, q] = turns.digit.map(|from| turned(or3(a, b, c), from));
        let given_cells = or3(or3(a, b, c), p, q);
        let full = _mm512_maskz_set1_epi16(ROWS, 0o777);
        let mut clash = _mm512_setzero_si512();
        let digits = given.digits.map(|own| {
            let (boxes, crowded) = turns.boxes(own);
            clash = or(clash, crowded);
            without(full, or(spread(boxes), given_cells), own)
        });
        is_empty(clash).then_some(Board { digits })
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn of(digits: &[Lanes; 9]) -> Board {
        let digits = std::array::from_fn(|i| {
            let three: &[Lanes; 3] = digits[3 * i..].first_chunk().expect("nine digits");
            // SAFETY: the mask asks for the twelve lanes that are there.
            let lanes = unsafe { _mm512_maskz_loadu_epi32(0xFFF, three.as_ptr().cast()) };
            let low = _mm512_srlv_epi16(turned(lanes, words(&LOW)), words(&DOWN));
            let high = _mm512_sllv_epi16(turned(lanes, words(&HIGH)), words(&UP));
            and(or(low, high), all(0o777))
        });
        Board { digits }
    }

    /// The digits in lanes, and one more place: whole registers are written over each other's empty ends,
    /// since what a masked write leaves behind is slow to read.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn lanes(&self) -> [Lanes; 10] {
        let mut lanes = [Lanes::NONE; 10];
        for (i, x) in self.digits.iter().enumerate() {
            let to: &mut [Lanes; 4] = lanes[3 * i..].first_chunk_mut().expect("four of ten");
            // SAFETY: 64 bytes are there, and the write asks for no alignment.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), to_lanes(*x)) };
        }
        lanes
    }

    /// The digits of a solution, cell by cell.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn grid(&self) -> Grid {
        let lanes = self.lanes();
        let (mut low, mut high) = (_mm512_setzero_si512(), _mm256_setzero_si256());
        for (digit, Lanes([a, b, c, _])) in lanes[..9].iter().enumerate() {
            let (a, b, c) = (u64::from(*a), u64::from(*b), u64::from(*c));
            low = _mm512_mask_mov_epi8(low, a | b << 27 | c << 54, _mm512_set1_epi8(digit as i8 + 1));
            high = _mm256_mask_mov_epi8(high, (c >> 10) as u32, _mm256_set1_epi8(digit as i8 + 1));
        }
        let mut cells = [0; CELLS];
        // SAFETY: 64 bytes are there, and the write asks for no alignment; the mask writes the other 17.
        unsafe {
            _mm512_storeu_si512(cells.as_mut_ptr().cast(), low);
            _mm256_mask_storeu_epi8(cells[64..].as_mut_ptr().cast(), REST, high);
        }
        Grid::from_cells(cells)
    }

    /// [`super::State::step`] on words.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,popcnt")]
    pub(super) fn step(&mut self, calm: bool, stack: &mut Vec<Board>) -> Step {
        let turns = Turns::get();
        let Some(open) = self.propagate(&turns) else { return Step::Dead };
        if is_empty(open) {
            return Step::Solved;
        }
        let pairs = self.pairs(&turns);
        let few = one_to_lanes(if is_empty(pairs) { open } else { pairs });
        let cells = if calm {
            apart(few)
        } else {
            let digits = self.lanes();
            let digits = digits.first_chunk().expect("nine of ten");
            [Some(choose(digits, few, one_to_lanes(pairs), |cell| self.digits_at(cell))), None, None]
        };
        for cell in cells.into_iter().flatten() {
            let digits = self.digits_at(cell);
            let digit = digits.ilog2() as usize;
            let mut rest = *self;
            rest.rule_out(cell, digit, digits);
            stack.push(rest);
            self.put(cell, digit);
        }
        Step::Guessed
    }

    /// The cells with two digits left: digits are added up, ones and twos by themselves.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn pairs(&self, turns: &Turns) -> Wide {
        let [a, b, c] = self.digits;
        let (ones, twos) = (xor3(a, b, c), most(a, b, c));
        let ([p, q], [r, s]) =
            (turns.digit.map(|from| turned(ones, from)), turns.digit.map(|from| turned(twos, from)));
        let (odd, carried) = (xor3(ones, p, q), most(ones, p, q));
        let one_two = _mm512_xor_si512(xor3(twos, r, s), carried);
        _mm512_andnot_si512(_mm512_or_si512(odd, most(twos, r, s)), one_two)
    }

    /// The digits of a cell as bits.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi2")]
    fn digits_at(&self, cell: usize) -> u32 {
        let column = all(1 << (cell % 9));
        let mut digits = 0;
        for (i, x) in self.digits.iter().enumerate() {
            let words = _mm512_mask_test_epi16_mask(EACH << (cell / 9), *x, column) >> (cell / 9);
            digits |= _pext_u32(words, EACH) << (3 * i);
        }
        digits
    }

    /// Takes a digit from a cell; of two digits the other one is put in there.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,popcnt")]
    fn rule_out(&mut self, cell: usize, digit: usize, digits: u32) {
        let others = digits & !(1 << digit);
        if others.is_power_of_two() {
            self.put(cell, others.trailing_zeros() as usize);
        } else {
            let x = &mut self.digits[digit / 3];
            *x = clear(*x, 1 << (9 * (digit % 3) + cell / 9), 1 << (cell % 9));
        }
    }

    /// Puts a digit in: taken from its row, column and box, and the cell from the other digits.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn put(&mut self, cell: usize, digit: usize) {
        let (row, column) = (cell / 9, cell % 9);
        let bit = 1 << column;
        for x in &mut self.digits {
            *x = clear(*x, EACH << row, bit);
        }
        let first = 9 * (digit % 3);
        let x = &mut self.digits[digit / 3];
        *x = clear(*x, 0o777 << first, bit);
        *x = clear(*x, 0o7 << (first + row / 3 * 3), 0o7 << (column / 3 * 3));
        *x = _mm512_mask_mov_epi16(*x, 1 << (first + row), all(bit));
    }

    /// [`super::State::propagate`] on words.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn propagate(&mut self, turns: &Turns) -> Option<Wide> {
        let x = &mut self.digits;
        let full = _mm512_maskz_set1_epi16(ROWS, 0o777);
        loop {
            let old = *x;
            let mut alone = old;
            let mut lacking = 0;
            for (x, alone) in x.iter_mut().zip(&mut alone) {
                let placeable = turns.placeable(*x);
                *x = placeable.cells;
                lacking |= _mm512_testn_epi16_mask(placeable.one, placeable.one);
                *alone = _mm512_andnot_si512(spread(crowded(placeable.one, placeable.two)), *x);
            }
            if lacking & ROWS != 0 {
                return None;
            }
            let (one, two) = (or3(alone[0], alone[1], alone[2]), most(alone[0], alone[1], alone[2]));
            let [p, q] = turns.digit.map(|from| turned(one, from));
            let once = or3(one, p, q);
            if !is_empty(or(two, most(one, p, q))) {
                return None;
            }
            for (x, alone) in x.iter_mut().zip(alone) {
                *x = without(*x, once, alone);
            }
            let (one, two) = turns.over_digits(x);
            if !is_empty(_mm512_andnot_si512(one, full)) {
                return None;
            }
            let single = _mm512_andnot_si512(or(two, once), full);
            if !is_empty(single) {
                let mut clash = _mm512_setzero_si512();
                for x in x.iter_mut() {
                    let own = and(*x, single);
                    let (boxes, crowded) = turns.boxes(own);
                    clash = or(clash, crowded);
                    *x = without(*x, spread(boxes), own);
                }
                if !is_empty(clash) {
                    return None;
                }
            }
            let gone = |i: usize| _mm512_andnot_si512(x[i], old[i]);
            if is_empty(or3(gone(0), gone(1), gone(2))) {
                return Some(two);
            }
        }
    }
}

impl Solved for Board {
    fn grid(&self) -> Grid {
        // SAFETY: a board is made of registers, on a machine that has them.
        unsafe { Board::grid(self) }
    }
}

/// One digit in its lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn one_to_lanes(x: Wide) -> Lanes {
    let mut lanes = Lanes::NONE;
    // SAFETY: 16 bytes are there, and the write asks for no alignment.
    unsafe { _mm_storeu_si128(lanes.0.as_mut_ptr().cast(), _mm512_castsi512_si128(to_lanes(x))) };
    lanes
}

/// Three digits of four lanes each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn to_lanes(x: Wide) -> Wide {
    // Row 1 at bit 0, row 3 at bit 18: two places above the half.
    let outer = _mm512_sllv_epi16(turned(x, words(&OUTER)), _mm512_set1_epi32(2 << 16));
    _mm512_or_si512(outer, _mm512_slli_epi32::<9>(turned(x, words(&MIDDLE))))
}

//! Propagation for machines with 512-bit registers (AVX-512): three digits to a register, a word to a row.
//!
//! ```text
//!   register i    digit 3 i              digit 3 i + 1          digit 3 i + 2
//!   word          0 1 2 3 4 5 6 7 8      9 .. 17                18 .. 26          27 .. 31 are zero
//!                 row 1 .. row 9                                                  bit c of a word is column c
//! ```
//!
//! Rows, bands and digits are turned round by one permutation of words each, which leaves the shifts,
//! scarcer on such machines, to the columns. The same steps in the same order as the plain
//! [`State::propagate`], which the tests compare it with.

use super::State;
use super::lanes::Lanes;
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

/// Where each word comes from when rows turn round in their band, bands in their digit, digits in
/// their register.
const fn turn(row: usize, band: usize, digit: usize) -> Words {
    let mut from = [0; 32];
    let mut word = 0;
    while word < 32 {
        let (d, b, r) = (word / 9, word % 9 / 3, word % 3);
        let turned = 9 * ((d + digit) % 3) + 3 * ((b + band) % 3) + (r + row) % 3;
        from[word] = if word < 27 { turned as u16 } else { word as u16 };
        word += 1;
    }
    from
}

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
const OUTER: Words = lanes(0, 2);
const MIDDLE: Words = lanes(1, 31);

const fn lanes(low: usize, high: usize) -> Words {
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
    fn select(mask: u16, a: Wide, b: Wide) -> Wide { _mm512_ternarylogic_epi32::<0xCA>(all(mask), a, b) }
    /// Either both of the first two or both of the others.
    fn crossed(a: Wide, b: Wide, c: Wide, d: Wide) -> Wide {
        _mm512_or_si512(_mm512_and_si512(a, b), _mm512_and_si512(c, d))
    }
    /// From the first bits of boxes to their three columns.
    fn spread(boxes: Wide) -> Wide { _mm512_sub_epi16(_mm512_slli_epi16::<3>(boxes), boxes) }
    fn is_empty(x: Wide) -> bool { _mm512_test_epi16_mask(x, x) == 0 }
}

/// The permutations of words, held in registers.
struct Turns {
    row: [Wide; 2],
    band: [Wide; 2],
    digit: [Wide; 2],
}

impl Turns {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn get() -> Turns {
        Turns {
            row: [words(&const { turn(1, 0, 0) }), words(&const { turn(2, 0, 0) })],
            band: [words(&const { turn(0, 1, 0) }), words(&const { turn(0, 2, 0) })],
            digit: [words(&const { turn(0, 0, 1) }), words(&const { turn(0, 0, 2) })],
        }
    }

    /// The cells that can belong to a placement, and for every digit and band whether there are any.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn placeable(&self, x: Wide) -> (Wide, Wide) {
        let (one, two) = (_mm512_srli_epi16::<1>(x), _mm512_srli_epi16::<2>(x));
        let m = _mm512_and_si512(or3(x, one, two), all(0o111));
        let m1 = select(0o077, _mm512_srli_epi16::<3>(m), _mm512_slli_epi16::<6>(m));
        let m2 = select(0o007, _mm512_srli_epi16::<6>(m), _mm512_slli_epi16::<3>(m));
        let [p, q] = self.row;
        let k = _mm512_and_si512(m, crossed(turned(m1, p), turned(m2, q), turned(m2, p), turned(m1, q)));
        let x = _mm512_and_si512(x, spread(k));
        let c = or3(x, turned(x, p), turned(x, q));
        let c1 = select(0o333, _mm512_srli_epi16::<1>(c), _mm512_slli_epi16::<2>(c));
        let c2 = select(0o111, _mm512_srli_epi16::<2>(c), _mm512_slli_epi16::<1>(c));
        let [p, q] = self.band;
        let k = _mm512_and_si512(c, crossed(turned(c1, p), turned(c2, q), turned(c2, p), turned(c1, q)));
        (_mm512_and_si512(x, k), k)
    }

    /// The boxes, by their first column, that have one cell or more, and two or more.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn boxes(&self, x: Wide) -> (Wide, Wide) {
        let [p, q] = self.row.map(|from| turned(x, from));
        let (one, two) = (or3(x, p, q), most(x, p, q));
        let (a, b) = (_mm512_srli_epi16::<1>(one), _mm512_srli_epi16::<2>(one));
        let more = or3(two, _mm512_srli_epi16::<1>(two), _mm512_srli_epi16::<2>(two));
        let first = all(0o111);
        let two = _mm512_and_si512(_mm512_or_si512(most(one, a, b), more), first);
        (_mm512_and_si512(or3(one, a, b), first), two)
    }

    /// The cells that one digit or more has, and two or more.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn over_digits(&self, x: &[Wide; 3]) -> (Wide, Wide) {
        let (one, two) = (or3(x[0], x[1], x[2]), most(x[0], x[1], x[2]));
        let ([p, q], [r, s]) =
            (self.digit.map(|from| turned(one, from)), self.digit.map(|from| turned(two, from)));
        (or3(one, p, q), _mm512_or_si512(most(one, p, q), or3(two, r, s)))
    }
}

impl State {
    /// [`State::propagate`] on words.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,popcnt")]
    pub(super) fn propagate_words(&mut self) -> Option<Lanes> {
        let turns = Turns::get();
        let mut x: [Wide; 3] = std::array::from_fn(|i| {
            let three: &[Lanes; 3] = self.digits[3 * i..].first_chunk().expect("nine digits");
            // SAFETY: the mask asks for the twelve lanes that are there.
            let lanes = unsafe { _mm512_maskz_loadu_epi32(0xFFF, three.as_ptr().cast()) };
            let low = _mm512_srlv_epi16(turned(lanes, words(&LOW)), words(&DOWN));
            let high = _mm512_sllv_epi16(turned(lanes, words(&HIGH)), words(&UP));
            _mm512_and_si512(_mm512_or_si512(low, high), all(0o777))
        });
        let full = _mm512_maskz_set1_epi16(ROWS, 0o777);
        loop {
            let old = x;
            let mut lacking = 0;
            for x in &mut x {
                let (placed, bands) = turns.placeable(*x);
                *x = placed;
                lacking |= _mm512_testn_epi16_mask(bands, bands);
            }
            if lacking & ROWS != 0 {
                return None;
            }
            let alone = x.map(|x| _mm512_andnot_si512(spread(turns.boxes(x).1), x));
            let (once, twice) = turns.over_digits(&alone);
            if !is_empty(twice) {
                return None;
            }
            for (x, alone) in x.iter_mut().zip(alone) {
                *x = _mm512_or_si512(_mm512_andnot_si512(once, *x), alone);
            }
            let (one, two) = turns.over_digits(&x);
            if !is_empty(_mm512_andnot_si512(one, full)) {
                return None;
            }
            let single = _mm512_andnot_si512(_mm512_or_si512(two, once), full);
            if !is_empty(single) {
                let mut clash = _mm512_setzero_si512();
                for x in &mut x {
                    let own = _mm512_and_si512(*x, single);
                    let (boxes, crowded) = turns.boxes(own);
                    clash = _mm512_or_si512(clash, crowded);
                    *x = _mm512_or_si512(_mm512_andnot_si512(spread(boxes), *x), own);
                }
                if !is_empty(clash) {
                    return None;
                }
            }
            let gone = |i: usize| _mm512_andnot_si512(x[i], old[i]);
            if is_empty(or3(gone(0), gone(1), gone(2))) {
                for (i, x) in x.into_iter().enumerate() {
                    let lanes = to_lanes(x);
                    // SAFETY: the mask writes twelve lanes, those of three digits.
                    unsafe {
                        _mm512_mask_storeu_epi32(self.digits[3 * i..].as_mut_ptr().cast(), 0xFFF, lanes)
                    };
                }
                let mut open = Lanes::NONE;
                // SAFETY: the mask writes the four lanes that are there.
                unsafe { _mm512_mask_storeu_epi32(open.0.as_mut_ptr().cast(), 0xF, to_lanes(two)) };
                return Some(open);
            }
        }
    }
}

/// Three digits of four lanes each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn to_lanes(x: Wide) -> Wide {
    // Row 1 at bit 0, row 3 at bit 18: two places above the half.
    let outer = _mm512_sllv_epi16(turned(x, words(&OUTER)), _mm512_set1_epi32(2 << 16));
    _mm512_or_si512(outer, _mm512_slli_epi32::<9>(turned(x, words(&MIDDLE))))
}

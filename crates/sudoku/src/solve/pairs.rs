//! Propagation for machines with 256-bit registers (AVX2): two digits to a register.
//!
//! ```text
//!   pair i = digit 2 i in lanes 0..3, digit 2 i + 1 in lanes 4..7        five pairs, the tenth digit empty
//! ```
//!
//! The same steps in the same order as the plain [`State::propagate`], which the tests compare it with.

use super::State;
use super::lanes::{ALL, Lanes};
use std::arch::x86_64::*;

/// Two digits side by side.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Pair(__m256i);

// Both types have a stated layout without padding: two digits of four 32-bit lanes are one pair.
const _: () = assert!(size_of::<[Lanes; 2]>() == size_of::<Pair>() && size_of::<Lanes>() == 16);

/// Whether this machine can.
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

macro_rules! with_avx2 {
    ($($item:item)*) => { $( #[inline] #[target_feature(enable = "avx2")] $item )* };
}

with_avx2! {
    fn none() -> Pair { Pair(_mm256_setzero_si256()) }
    fn and(a: Pair, b: Pair) -> Pair { Pair(_mm256_and_si256(a.0, b.0)) }
    fn or(a: Pair, b: Pair) -> Pair { Pair(_mm256_or_si256(a.0, b.0)) }
    fn and_not(a: Pair, b: Pair) -> Pair { Pair(_mm256_andnot_si256(b.0, a.0)) }
    fn keep(a: Pair, mask: u32) -> Pair { Pair(_mm256_and_si256(a.0, _mm256_set1_epi32(mask as i32))) }
    fn right<const N: i32>(a: Pair) -> Pair { Pair(_mm256_srli_epi32::<N>(a.0)) }
    fn left<const N: i32>(a: Pair) -> Pair { Pair(_mm256_slli_epi32::<N>(a.0)) }
    /// Bands turned round, in both digits.
    fn next(a: Pair) -> Pair { Pair(_mm256_shuffle_epi32::<0b11_00_10_01>(a.0)) }
    /// The two digits change places.
    fn swap(a: Pair) -> Pair { Pair(_mm256_permute2x128_si256::<1>(a.0, a.0)) }
    fn is_empty(a: Pair) -> bool { _mm256_testz_si256(a.0, a.0) == 1 }
    /// One bit per lane that is empty.
    fn empty_lanes(a: Pair) -> i32 {
        _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a.0, _mm256_setzero_si256())))
    }
    fn three(a: Pair) -> Pair { or(or(a, right::<1>(a)), right::<2>(a)) }
    fn rows(a: Pair) -> Pair { or(or(a, right::<9>(a)), right::<18>(a)) }
    /// From bits 0, 3, 6 of the boxes to all their cells.
    fn spread(boxes: Pair) -> Pair {
        let row = Pair(_mm256_sub_epi32(left::<3>(boxes).0, boxes.0));
        or(or(row, left::<9>(row)), left::<18>(row))
    }
    fn down(a: Pair) -> Pair { keep(or(right::<9>(a), left::<18>(a)), ALL) }
    fn next_box(a: Pair) -> Pair {
        or(keep(right::<3>(a), 0o077_077_077), keep(left::<6>(a), 0o700_700_700))
    }
    fn next_column(a: Pair) -> Pair { or(keep(right::<1>(a), 0o333), keep(left::<2>(a), 0o444)) }
    fn placeable(x: Pair) -> Pair {
        let m = keep(three(x), 0o111_111_111);
        let p = down(m);
        let q = down(p);
        let (p1, q1) = (next_box(p), next_box(q));
        let k = and(m, or(and(p1, next_box(q1)), and(next_box(p1), q1)));
        let x = and(x, Pair(_mm256_sub_epi32(left::<3>(k).0, k.0)));
        let c = keep(rows(x), 0o777);
        let c1 = next_column(c);
        let c2 = next_column(c1);
        let (p1, p2) = (next(c1), next(c2));
        let k = and(c, or(and(p1, next(p2)), and(p2, next(p1))));
        and(x, or(or(k, left::<9>(k)), left::<18>(k)))
    }
    fn crowded(x: Pair) -> Pair {
        let (a, b, c) = (keep(x, 0o777), keep(right::<9>(x), 0o777), right::<18>(x));
        let (one, two) = (or(or(a, b), c), or(and(a, b), and(c, or(a, b))));
        let (p, q, r) = (keep(one, 0o111), keep(right::<1>(one), 0o111), keep(right::<2>(one), 0o111));
        or(or(and(p, q), and(r, or(p, q))), keep(three(two), 0o111))
    }
    fn boxes(x: Pair) -> Pair { spread(keep(three(rows(x)), 0o111)) }
}

impl State {
    /// [`State::propagate`] on pairs.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    pub(super) fn propagate_pairs(&mut self) -> Option<Lanes> {
        let [a, b, c, d, e, f, g, h, i] = self.digits;
        // SAFETY: `Lanes` is repr(C) of four 32-bit numbers, `Pair` transparent over eight (asserted above);
        // every bit pattern is valid for both.
        let mut x: [Pair; 5] = unsafe { std::mem::transmute([a, b, c, d, e, f, g, h, i, Lanes::NONE]) };
        // SAFETY: as above, two and one.
        let full: Pair = unsafe { std::mem::transmute([Lanes::FULL; 2]) };
        loop {
            let old = x;
            let mut lacking = 0;
            for (i, x) in x.iter_mut().enumerate() {
                *x = placeable(*x);
                lacking |= empty_lanes(*x) & if i < 4 { 0x77 } else { 0x07 };
            }
            if lacking != 0 {
                return None;
            }
            let mut alone = [none(); 5];
            let (mut once, mut twice) = (none(), none());
            for (alone, x) in alone.iter_mut().zip(x) {
                *alone = and_not(x, spread(crowded(x)));
                twice = or(twice, and(once, *alone));
                once = or(once, *alone);
            }
            twice = or(twice, and(once, swap(once)));
            once = or(once, swap(once));
            if !is_empty(twice) {
                return None;
            }
            let (mut one, mut two) = (none(), none());
            for (x, alone) in x.iter_mut().zip(alone) {
                *x = or(and_not(*x, once), alone);
                two = or(two, and(one, *x));
                one = or(one, *x);
            }
            two = or(or(two, swap(two)), and(one, swap(one)));
            one = or(one, swap(one));
            if !is_empty(and_not(full, one)) {
                return None;
            }
            let single = and_not(and_not(full, two), once);
            if !is_empty(single) {
                let mut clash = none();
                for x in &mut x {
                    let own = and(*x, single);
                    clash = or(clash, crowded(own));
                    *x = or(and_not(*x, boxes(own)), own);
                }
                if !is_empty(clash) {
                    return None;
                }
            }
            let mut changed = none();
            for (x, old) in x.iter().zip(old) {
                changed = or(changed, and_not(old, *x));
            }
            if is_empty(changed) {
                // SAFETY: as above, back again.
                let digits: [Lanes; 10] = unsafe { std::mem::transmute(x) };
                self.digits.copy_from_slice(&digits[..9]);
                // SAFETY: as above.
                let [two, _]: [Lanes; 2] = unsafe { std::mem::transmute(two) };
                return Some(two);
            }
        }
    }
}

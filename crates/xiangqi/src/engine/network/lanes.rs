//! The arithmetic of the network on 256 sixteen-bit lanes.
//!
//! One plain body each, compiled again for processors with wider registers: whole numbers that cannot
//! overflow (the weights are tested when they are read) come out equal on every path. On aarch64 the plain
//! path is NEON, which every such processor has.

use super::weights::{HIDDEN, ONE_IN};

/// One lane a hidden unit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[repr(C, align(64))]
pub(in crate::engine) struct Lanes(pub(in crate::engine) [i16; HIDDEN]);

/// Which compiled form of the arithmetic runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Path {
    /// What every processor of the kind can do: SSE2 on x86-64, NEON on aarch64.
    Plain,
    /// Sixteen lanes at a time.
    Avx2,
    /// Thirty-two lanes at a time.
    Avx512,
}

impl Path {
    /// All that this processor can run, the plain one first.
    #[must_use]
    pub fn all() -> Vec<Path> {
        let mut paths = vec![Path::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                paths.push(Path::Avx2);
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                paths.push(Path::Avx512);
            }
        }
        paths
    }

    /// The widest that this processor can run.
    #[must_use]
    pub fn widest() -> Path {
        Path::all().pop().unwrap_or(Path::Plain)
    }
}

#[inline(always)]
fn add_body(sum: &mut Lanes, row: &Lanes) {
    for (sum, row) in sum.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_add(*row);
    }
}

#[inline(always)]
fn quiet_body(next: &mut Lanes, last: &Lanes, gone: &Lanes, come: &Lanes) {
    for i in 0..HIDDEN {
        next.0[i] = last.0[i].wrapping_sub(gone.0[i]).wrapping_add(come.0[i]);
    }
}

#[inline(always)]
fn capture_body(next: &mut Lanes, last: &Lanes, gone: &Lanes, come: &Lanes, taken: &Lanes) {
    for i in 0..HIDDEN {
        next.0[i] = last.0[i].wrapping_sub(gone.0[i]).wrapping_add(come.0[i]).wrapping_sub(taken.0[i]);
    }
}

/// The square of a sum, clipped to 0..=1, times a weight. A clipped sum times a weight fits sixteen bits.
#[inline(always)]
fn output_body(sums: &Lanes, weights: &Lanes) -> i32 {
    let mut total = 0i32;
    for (&sum, &weight) in sums.0.iter().zip(&weights.0) {
        let clipped = sum.clamp(0, ONE_IN);
        total = total.wrapping_add(i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped));
    }
    total
}

/// Makes the form for each path and the choice between them.
macro_rules! paths {
    ($name:ident, $body:ident, ($($arg:ident: $kind:ty),*) $(-> $result:ty)?) => {
        #[inline]
        pub(super) fn $name(path: Path, $($arg: $kind),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2($($arg: $kind),*) $(-> $result)? { $body($($arg),*) }
                #[target_feature(enable = "avx512f,avx512bw")]
                fn avx512($($arg: $kind),*) $(-> $result)? { $body($($arg),*) }
                match path {
                    Path::Plain => {}
                    // SAFETY: this path is only made where the processor was asked for AVX2.
                    Path::Avx2 => return unsafe { avx2($($arg),*) },
                    // SAFETY: this path is only made where the processor was asked for AVX-512 F and BW.
                    Path::Avx512 => return unsafe { avx512($($arg),*) },
                }
            }
            let _ = path;
            $body($($arg),*)
        }
    };
}

paths!(add, add_body, (sum: &mut Lanes, row: &Lanes));
paths!(quiet, quiet_body, (next: &mut Lanes, last: &Lanes, gone: &Lanes, come: &Lanes));
paths!(capture, capture_body, (next: &mut Lanes, last: &Lanes, gone: &Lanes, come: &Lanes, taken: &Lanes));
paths!(output, output_body, (sums: &Lanes, weights: &Lanes) -> i32);

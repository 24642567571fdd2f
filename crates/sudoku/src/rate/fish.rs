//! Classes 8, 11, 17: X-wing, swordfish, jellyfish.

use super::candidates::Candidates;
use super::step::{Step, Strikes};
use super::technique::Technique;
use super::units::{COLUMN, ROW, at, bits, subsets};

/// Hands over every fish of `n` lines that strikes something: the kind of its base lines, the lines, the
/// cover lines, the digit.
pub(super) fn each(state: &Candidates, n: usize, mut visit: impl FnMut(usize, u16, u16, usize) -> bool) {
    // A digit has as many empty rows as it is not yet placed.
    let open: [usize; 9] = std::array::from_fn(|digit| {
        (0..81).filter(|&cell| usize::from(state.value(cell)) == digit + 1).count()
    })
    .map(|placed| 9 - placed);
    for kind in [COLUMN, ROW] {
        let fits: [u16; 9] = std::array::from_fn(|digit| {
            if open[digit] < 2 * n {
                return 0;
            }
            (0..9).fold(0, |fits, line| {
                let count = state.places[9 * kind + line][digit].count_ones() as usize;
                fits | u16::from((2..=n).contains(&count)) << line
            })
        });
        if fits.iter().all(|fits| (fits.count_ones() as usize) < n) {
            continue;
        }
        for set in subsets(n, 9) {
            for digit in (0..9).filter(|&digit| set & !fits[digit] == 0) {
                let union = bits(set).fold(0, |union, line| union | state.places[9 * kind + line][digit]);
                if union.count_ones() as usize == n
                    && bits(union).any(|line| state.places[9 * (3 - kind) + line][digit] & !set != 0)
                    && !visit(kind, set, union, digit)
                {
                    return;
                }
            }
        }
    }
}

/// The first fish of `n` lines.
pub(super) fn find(state: &Candidates, n: usize) -> Option<Step> {
    let (technique, rating) = match n {
        2 => (Technique::XWing, 3.2),
        3 => (Technique::Swordfish, 3.8),
        _ => (Technique::Jellyfish, 5.2),
    };
    let mut found = None;
    each(state, n, |kind, set, union, digit| {
        let mut strikes = Strikes::default();
        for line in bits(union) {
            let cover = 9 * (3 - kind) + line;
            at(cover, state.places[cover][digit] & !set)
                .for_each(|cell| strikes.add(state, cell, 1 << digit));
        }
        let bases: Vec<usize> = bits(set).map(|line| 9 * kind + line).collect();
        found = Step::new(technique, rating)
            .of(1 << digit, &bases)
            .made_of(
                bases
                    .iter()
                    .flat_map(|&base| at(base, state.places[base][digit]))
                    .map(|cell| (cell, 1 << digit)),
            )
            .striking(strikes);
        found.is_none()
    });
    found
}

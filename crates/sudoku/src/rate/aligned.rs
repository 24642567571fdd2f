//! Classes 20 and 22: aligned pair and triple exclusion.

use super::candidates::Candidates;
use super::step::{Step, Strikes};
use super::technique::Technique;
use super::units::{PEERS, SEEN, bits, cells};

/// A cell that may take part, and the cells that may exclude combinations of it.
struct Usable {
    cell: usize,
    excluders: u128,
}

/// Looks for exclusions; what gave none is looked at again only where it has changed.
#[derive(Debug, Default)]
pub(super) struct Aligned {
    /// The candidates of the last state without an exclusion of two cells, and of three.
    quiet: [Option<[u16; 81]>; 2],
}

impl Aligned {
    /// The first exclusion of `n` cells.
    pub(super) fn find(&mut self, state: &Candidates, n: u32) -> Option<Step> {
        let quiet = &mut self.quiet[n as usize - 2];
        let changed = quiet.map_or(u128::MAX, |quiet| {
            (0..81).fold(0, |set, cell| set | u128::from(quiet[cell] != state.masks[cell]) << cell)
        });
        let step = find(state, n, changed);
        if step.is_none() {
            *quiet = Some(state.masks);
        }
        step
    }
}

/// The first exclusion of `n` cells. What an exclusion strikes depends on its cells and on those that see them all:
/// one without a cell that has changed since there was none is passed over.
fn find(state: &Candidates, n: u32, mut changed: u128) -> Option<Step> {
    let masks = &state.masks;
    let (mut single, mut small) = (0u128, 0u128);
    for (cell, mask) in masks.iter().enumerate() {
        match mask.count_ones() {
            0 => {}
            1 => single |= 1 << cell,
            count if count <= n => small |= 1 << cell,
            _ => {}
        }
    }
    if single != 0 {
        // Cells that see one take no part; they might have begun to.
        changed = u128::MAX;
    }
    let usable: Vec<Usable> = (0..81)
        .filter(|&cell| masks[cell].count_ones() >= 2 && SEEN[cell] & single == 0 && SEEN[cell] & small != 0)
        .map(|cell| Usable { cell, excluders: SEEN[cell] & small })
        .collect();
    let all = usable.iter().fold(0u128, |set, usable| set | 1 << usable.cell);
    for (j, second) in usable.iter().enumerate() {
        for first in &usable[..j] {
            let common = first.excluders & second.excluders;
            if common & common.wrapping_sub(1) == 0 {
                continue;
            }
            let both = 1u128 << first.cell | 1 << second.cell;
            let touched = (both | SEEN[first.cell] & SEEN[second.cell]) & changed != 0;
            if n == 2 && !touched {
                continue;
            }
            if n == 2 {
                if let Some(step) = pair(state, first.cell, second.cell, common) {
                    return Some(step);
                }
                continue;
            }
            let thirds = (first.excluders | second.excluders) & all & !both;
            let open = thirds & if touched { u128::MAX } else { changed };
            if open == 0 {
                continue;
            }
            // Cells that see two of the common excluders or more.
            let (mut once, mut twice) = (0, 0);
            for excluder in cells(common) {
                twice |= once & SEEN[excluder];
                once |= SEEN[excluder];
            }
            let gives = |third: usize| {
                let own = both | 1 << third;
                let touched = own | SEEN[first.cell] & SEEN[second.cell] & SEEN[third];
                if touched & changed == 0 {
                    return None;
                }
                triple_step(state, [first.cell, second.cell, third], common & SEEN[third])
            };
            // Most have nothing to exclude, in whatever order they are looked at.
            if !cells(open & twice).any(|third| gives(third).is_some()) {
                continue;
            }
            // The first in order: excluders of the first cell as its peers come, then further ones of the second.
            for head in [first, second] {
                for third in PEERS[head.cell].map(usize::from) {
                    if (head.excluders & thirds & twice) >> third & 1 == 1
                        && let Some(step) = gives(third)
                    {
                        return Some(step);
                    }
                }
            }
        }
    }
    None
}

/// The masks of the excluders that a combination can empty: those inside the digits of the cells.
fn sharp(state: &Candidates, excluders: u128, digits: u16) -> ([u16; 20], usize) {
    let (mut found, mut n) = ([0; 20], 0);
    for cell in cells(excluders) {
        let mask = state.masks[cell];
        if mask & !digits == 0 && !found[..n].contains(&mask) {
            found[n] = mask;
            n += 1;
        }
    }
    (found, n)
}

fn pair(state: &Candidates, a: usize, b: usize, excluders: u128) -> Option<Step> {
    let (ma, mb) = (state.masks[a], state.masks[b]);
    let (sharp, n) = sharp(state, excluders, ma | mb);
    if n == 0 {
        return None;
    }
    let sees = SEEN[a] >> b & 1 == 1;
    let (mut la, mut lb) = (0u16, 0u16);
    for x in bits(ma) {
        for y in bits(mb) {
            let both = 1 << x | 1 << y;
            let falls = sees && x == y || sharp[..n].iter().any(|mask| mask & !both == 0);
            if !falls {
                la |= 1 << x;
                lb |= 1 << y;
                if (la, lb) == (ma, mb) {
                    return None; // Every digit is left already.
                }
            }
        }
    }
    finish(state, Technique::AlignedPair, 6.2, &[(a, la), (b, lb)], excluders)
}

fn triple_step(state: &Candidates, [a, b, c]: [usize; 3], excluders: u128) -> Option<Step> {
    let [ma, mb, mc] = [a, b, c].map(|cell| state.masks[cell]);
    let (sharp, n) = sharp(state, excluders, ma | mb | mc);
    if n == 0 {
        return None;
    }
    let sees = |x: usize, y: usize| SEEN[x] >> y & 1 == 1;
    let (ab, ac, bc) = (sees(a, b), sees(a, c), sees(b, c));
    let (mut la, mut lb, mut lc) = (0u16, 0u16, 0u16);
    for x in bits(ma) {
        for y in bits(mb) {
            let both = 1u16 << x | 1 << y;
            if ab && x == y || sharp[..n].iter().any(|mask| mask & !both == 0) {
                continue;
            }
            // What is left for the third cell: every mask that two digits fill but for one forbids that one.
            let mut left = mc;
            if ac {
                left &= !(1 << x);
            }
            if bc {
                left &= !(1 << y);
            }
            for mask in &sharp[..n] {
                let rest = mask & !both;
                if rest.is_power_of_two() {
                    left &= !rest;
                }
            }
            if left != 0 {
                la |= 1 << x;
                lb |= 1 << y;
                lc |= left;
                if (la, lb, lc) == (ma, mb, mc) {
                    return None; // Every digit is left already.
                }
            }
        }
    }
    finish(state, Technique::AlignedTriple, 7.5, &[(a, la), (b, lb), (c, lc)], excluders)
}

/// The step that leaves each cell these digits, where that strikes something.
fn finish(
    state: &Candidates,
    technique: Technique,
    rating: f64,
    left: &[(usize, u16)],
    excluders: u128,
) -> Option<Step> {
    if left.iter().all(|&(cell, mask)| state.masks[cell] == mask) {
        return None;
    }
    let mut strikes = Strikes::default();
    left.iter().for_each(|&(cell, mask)| strikes.add(state, cell, !mask));
    Step::new(technique, rating)
        .made_of(
            left.iter().map(|&(cell, _)| cell).chain(cells(excluders)).map(|cell| (cell, state.masks[cell])),
        )
        .striking(strikes)
}

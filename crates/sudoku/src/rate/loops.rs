//! Class 15: unique rectangles and unique loops.

use super::candidates::Candidates;
use super::step::{Step, Strikes};
use super::technique::Technique;
use super::units::{CELLS, HOUSES, SEEN, at, bits, cells, subsets};

/// How many cells of a loop may have extra candidates of different kinds.
const ALLOWANCE: i32 = 2;

/// The walk from one cell.
struct Walk<'a> {
    state: &'a Candidates,
    pair: u16,
    path: Vec<u8>,
    in_path: u128,
    found: Vec<Vec<u8>>,
}

impl Walk<'_> {
    /// Goes on from a cell; `extras` are those met so far, also beside the path.
    fn go(&mut self, cell: usize, mut extras: u16, allowance: i32, last: usize) {
        self.path.push(cell as u8);
        self.in_path |= 1 << cell;
        for kind in (0..3).filter(|&kind| kind != last) {
            for &next in &CELLS[usize::from(HOUSES[cell][kind])] {
                let next = usize::from(next);
                if self.path.len() >= 4 && usize::from(self.path[0]) == next {
                    if is_valid(&self.path) {
                        self.found.push(self.path.clone());
                    }
                } else if self.in_path >> next & 1 == 0 && self.state.masks[next] & self.pair == self.pair {
                    let own = self.state.masks[next] & !self.pair;
                    extras |= own;
                    if own == 0 || extras.is_power_of_two() || allowance > 0 {
                        self.go(next, extras, allowance - i32::from(own != 0), kind);
                    }
                }
            }
        }
        self.in_path &= !(1 << cell);
        self.path.pop();
    }
}

/// Whether every house is touched by as many even as odd cells, none twice by either.
fn is_valid(path: &[u8]) -> bool {
    let mut touched = [0u32; 2];
    for (i, &cell) in path.iter().enumerate() {
        let houses = HOUSES[usize::from(cell)].iter().fold(0, |set, house| set | 1 << house);
        if touched[i % 2] & houses != 0 {
            return false;
        }
        touched[i % 2] |= houses;
    }
    touched[0] == touched[1]
}

/// The hints of one loop are added to the list, with their type.
fn judge(state: &Candidates, path: &[u8], pair: u16, hints: &mut Vec<(u8, u128, Step)>) {
    let base = match path.len() {
        4 => 4.5,
        6 => 4.6,
        8 => 4.7,
        _ => 5.0,
    };
    let step = |kind: u8, added: f64| {
        let technique =
            if path.len() == 4 { Technique::UniqueRectangle(kind) } else { Technique::UniqueLoop(kind) };
        Step::new(technique, base + added)
            .of(pair, &[])
            .made_of(path.iter().map(|&cell| (usize::from(cell), state.masks[usize::from(cell)])))
    };
    let set = path.iter().fold(0u128, |set, cell| set | 1 << cell);
    let rich: Vec<usize> =
        path.iter().map(|&cell| usize::from(cell)).filter(|&cell| state.masks[cell] != pair).collect();
    let extras = rich.iter().fold(0, |extras, &cell| extras | state.masks[cell]) & !pair;
    let mut put = |kind: u8, step: Option<Step>| {
        let known = kind != 3 && hints.iter().any(|(other, cells, _)| (*other, *cells) == (kind, set));
        if let Some(step) = step.filter(|_| !known) {
            hints.push((kind, set, step));
        }
    };
    if let [cell] = rich[..] {
        let mut strikes = Strikes::default();
        strikes.add(state, cell, pair);
        put(1, step(1, 0.0).striking(strikes));
    }
    if rich.len() >= 2 && extras.is_power_of_two() {
        let seen = rich.iter().fold(u128::MAX, |seen, &cell| seen & SEEN[cell]);
        let mut strikes = Strikes::default();
        cells(seen & !set).for_each(|cell| strikes.add(state, cell, extras));
        put(2, step(2, 0.0).striking(strikes));
    }
    if let [c1, c2] = rich[..] {
        if extras.count_ones() >= 2 {
            type3(state, c1, c2, pair, extras, |added, house, strikes| {
                let mut found = step(3, added);
                found.houses.push(house as u8);
                put(3, found.striking(strikes));
            });
        }
        let mut strikes = Strikes::default();
        let alone = |digit: usize| {
            (0..3).any(|kind| {
                let house = usize::from(HOUSES[c1][kind]);
                HOUSES[c2][kind] == HOUSES[c1][kind] && state.places[house][digit].count_ones() == 2
            })
        };
        let (a, b) = (pair.trailing_zeros() as usize, 15 - pair.leading_zeros() as usize);
        let struck = if alone(a) {
            1 << b
        } else if alone(b) {
            1 << a
        } else {
            0
        };
        strikes.add(state, c1, struck);
        strikes.add(state, c2, struck);
        put(4, step(4, 0.0).striking(strikes));
    }
}

/// The two cells with extras taken for one cell of a naked or hidden set.
fn type3(
    state: &Candidates,
    c1: usize,
    c2: usize,
    pair: u16,
    extras: u16,
    mut put: impl FnMut(f64, usize, Strikes),
) {
    let shared = extras & state.masks[c1] & state.masks[c2];
    for n in extras.count_ones() as usize..=7 {
        for kind in (0..3).filter(|&kind| HOUSES[c1][kind] == HOUSES[c2][kind]) {
            let house = usize::from(HOUSES[c1][kind]);
            let place = |cell: usize| {
                CELLS[house].iter().position(|&other| usize::from(other) == cell).expect("in it")
            };
            let (p1, p2) = (place(c1), place(c2));
            let empty = state.empty(house);
            if 2 * n <= empty {
                for set in subsets(n, 9).filter(|set| set >> p1 & 1 == 1 && set >> p2 & 1 == 0) {
                    let others = set & !(1 << p1);
                    if at(house, others).any(|cell| state.masks[cell].count_ones() < 2) {
                        continue;
                    }
                    let digits = at(house, others).fold(0, |digits, cell| digits | state.masks[cell]);
                    if (digits | extras).count_ones() as usize != n
                        || (digits | shared).count_ones() as usize != n
                    {
                        continue;
                    }
                    let mut strikes = Strikes::default();
                    at(house, !set & !(1 << p2) & 0x1FF)
                        .for_each(|cell| strikes.add(state, cell, digits | extras));
                    put(tenths_sum(n - 1), house, strikes);
                }
            }
            if 2 * n < empty {
                for set in subsets(n - 2, 9).filter(|set| set & (pair | extras) == 0) {
                    let digits = set | pair;
                    let places = |digit: usize| state.places[house][digit] & !(1 << p2);
                    if bits(digits).any(|digit| places(digit) == 0) {
                        continue;
                    }
                    let union = bits(digits).fold(0, |union, digit| union | places(digit));
                    if union.count_ones() as usize != n {
                        continue;
                    }
                    let mut strikes = Strikes::default();
                    at(house, union & !(1 << p1)).for_each(|cell| strikes.add(state, cell, !digits & 0x1FF));
                    put(tenths_sum(n - 2), house, strikes);
                }
            }
        }
    }
}

/// So many tenths, multiplied out.
pub(super) fn tenths_sum(n: usize) -> f64 {
    n as f64 * 0.1
}

/// The loop hint of the lowest rating, then of the lowest type, then the first found.
pub(super) fn find(state: &Candidates) -> Option<Step> {
    let mut hints: Vec<(u8, u128, Step)> = Vec::new();
    for start in (0..81).filter(|&cell| state.masks[cell].count_ones() == 2) {
        let pair = state.masks[start];
        // A loop passes three other cells with both digits at least.
        let partners = (0..81).filter(|&cell| state.masks[cell] & pair == pair).count();
        if partners < 4 {
            continue;
        }
        let mut walk = Walk { state, pair, path: Vec::with_capacity(16), in_path: 0, found: Vec::new() };
        walk.go(start, 0, ALLOWANCE, 3);
        for path in walk.found {
            judge(state, &path, pair, &mut hints);
        }
    }
    // `min_by` keeps the first of equals.
    hints
        .into_iter()
        .min_by(|(a, _, x), (b, _, y)| x.rating.total_cmp(&y.rating).then(a.cmp(b)))
        .map(|(_, _, step)| step)
}

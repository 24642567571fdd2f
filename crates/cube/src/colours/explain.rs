//! The cheapest lawful cube, and the next cheapest, for samples that cost something in every colour.
//!
//! A cube falls into parts that the laws do not tie together: corners with the middle edges (their parities
//! are equal, twists and flips sum to nothing), every orbit of 24 wings (any order; where a wing lies says
//! which way round), and every orbit of 24 centres that move (four of each colour, in any order).

use super::Lab;
use super::assign::{Costs, cheapest, next_cheapest};
use crate::cubie::{corner_facelets, edge_facelets_of};
use crate::face::Face;
use crate::position::wing_kind;
use crate::symmetry::{CORNERS, EDGES};

/// The facelets of one part, with their colours.
type Shown = Vec<(usize, u8)>;

/// A part of a cube: the cheapest lawful way it can look, the next cheapest, and what that costs more.
struct Part {
    best: Shown,
    second: Shown,
    more: f64,
}

/// The cheapest cube as facelets, the next cheapest, and what the second of every part costs more.
pub(super) struct Explained {
    pub(super) best: Vec<u8>,
    pub(super) second: Vec<u8>,
    pub(super) more: Vec<f64>,
}

/// What the samples, in the order of facelets, say about a cube where colours look like this.
pub(super) fn explain(seen: &[Lab], colours: &[Lab; 6], size: usize) -> Explained {
    let sight = Sight { seen, colours, size };
    let mut parts = vec![sight.frame()];
    for offset in 1..size / 2 {
        parts.push(sight.wings(offset));
    }
    for row in 1..size / 2 {
        parts.extend((row..size - 1 - row).map(|column| sight.centres(row, column)));
    }
    let mut best = vec![0; seen.len()];
    if size % 2 == 1 {
        let middles = Face::FACELET_ORDER.iter().enumerate();
        middles.for_each(|(i, &face)| best[i * size * size + size * size / 2] = face as u8);
    }
    for part in &parts {
        part.best.iter().for_each(|&(place, colour)| best[place] = colour);
    }
    let mut second = best.clone();
    let least = parts.iter().min_by(|a, b| a.more.total_cmp(&b.more)).expect("corners at least");
    least.second.iter().for_each(|&(place, colour)| second[place] = colour);
    Explained { best, second, more: parts.iter().map(|part| part.more).collect() }
}

struct Sight<'a> {
    seen: &'a [Lab],
    colours: &'a [Lab; 6],
    size: usize,
}

impl Sight<'_> {
    fn cost(&self, place: usize, colour: u8) -> f64 {
        self.seen[place].apart(self.colours[colour as usize])
    }

    fn costs(&self, shown: &[(usize, u8)]) -> f64 {
        shown.iter().map(|&(place, colour)| self.cost(place, colour)).sum()
    }

    /// Corners, and on odd sizes the middle edges.
    fn frame(&self) -> Part {
        let places = corner_facelets(self.size);
        let shown = |place: usize, piece: usize, twist: u8| -> [(usize, u8); 3] {
            let names = CORNERS[piece];
            [0, 1, 2].map(|k| (places[place][k], names[(k + 3 - usize::from(twist)) % 3] as u8))
        };
        let corners = fill::<8>(3, |place, piece, twist| self.costs(&shown(place, piece, twist)));
        let corner_shown = |way: &Filled<8>| -> Shown {
            (0..8).flat_map(|i| shown(i, way.piece[i].into(), way.turn[i])).collect()
        };
        let mut all: Vec<(f64, Shown)> = Vec::new();
        if self.size.is_multiple_of(2) {
            // The middle layers of even sizes can turn: corners alone may be odd.
            all.extend(corners.iter().flatten().map(|way| (way.cost, corner_shown(way))));
        } else {
            let places = edge_facelets_of(self.size, self.size / 2);
            let shown = |place: usize, piece: usize, flip: u8| -> [(usize, u8); 2] {
                [0, 1].map(|k| (places[place][k], EDGES[piece][k ^ usize::from(flip)] as u8))
            };
            let edges = fill::<12>(2, |place, piece, flip| self.costs(&shown(place, piece, flip)));
            for (corners, edges) in corners.iter().zip(&edges) {
                for corner in corners {
                    for edge in edges {
                        let edge_shown = (0..12).flat_map(|i| shown(i, edge.piece[i].into(), edge.turn[i]));
                        let whole = corner_shown(corner).into_iter().chain(edge_shown).collect();
                        all.push((corner.cost + edge.cost, whole));
                    }
                }
            }
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all.truncate(2);
        let (second, best) = (all.pop().expect("two ways"), all.pop().expect("two ways"));
        Part { more: second.0 - best.0, best: best.1, second: second.1 }
    }

    /// The 24 wings so many stickers from the corners.
    fn wings(&self, offset: usize) -> Part {
        let halves = [offset, self.size - 1 - offset].map(|half| edge_facelets_of(self.size, half));
        // A wing is an edge piece and the half it is of; where it lies says which way round.
        let shown = |slot: usize, wing: u8| -> [(usize, u8); 2] {
            let (half, i) = (slot / 12, slot % 12);
            let flip = wing_kind(i, half == 0) ^ (wing % 2 == 1);
            let names = EDGES[usize::from(wing / 2)];
            [0, 1].map(|k| (halves[half][i][k], names[k ^ usize::from(flip)] as u8))
        };
        self.orbit(shown, |a, b| a == b)
    }

    /// The 24 centres of an orbit: four to a face.
    fn centres(&self, row: usize, column: usize) -> Part {
        let last = self.size - 1;
        let cells = [(row, column), (column, last - row), (last - row, last - column), (last - column, row)];
        let shown = |slot: usize, thing: u8| -> [(usize, u8); 1] {
            let (row, column) = cells[slot % 4];
            [((slot / 4 * self.size + row) * self.size + column, thing / 4)]
        };
        self.orbit(shown, |a, b| a / 4 == b / 4)
    }

    fn orbit<const N: usize>(
        &self,
        shown: impl Fn(usize, u8) -> [(usize, u8); N],
        alike: impl Fn(u8, u8) -> bool,
    ) -> Part {
        let costs: Costs =
            std::array::from_fn(|slot| std::array::from_fn(|thing| self.costs(&shown(slot, thing as u8))));
        let given = cheapest(&costs);
        let (more, next) = next_cheapest(&costs, &given, alike);
        let all = |given: &[u8; 24]| (0..24).flat_map(|slot| shown(slot, given[slot])).collect();
        Part { best: all(&given), second: all(&next), more }
    }
}

/// A way to fill the places so far: its cost and what stands where.
#[derive(Clone)]
struct Filled<const N: usize> {
    cost: f64,
    piece: [u8; N],
    turn: [u8; N],
}

/// The two cheapest ways to put `N` pieces into `N` places, for each sum of turns modulo `modulus` that
/// closes (0) and each parity.
fn fill<const N: usize>(modulus: u8, cost: impl Fn(usize, usize, u8) -> f64) -> [Vec<Filled<N>>; 2] {
    let blank = Filled { cost: 0.0, piece: [0; N], turn: [0; N] };
    // [set of pieces used][sum of turns][parity]: the two cheapest.
    let at =
        |set: usize, sum: u8, parity: usize| (set * usize::from(modulus) + usize::from(sum)) * 2 + parity;
    let mut best: Vec<Vec<Filled<N>>> = vec![Vec::new(); (1 << N) * usize::from(modulus) * 2];
    best[at(0, 0, 0)].push(blank);
    for set in 0..(1usize << N) {
        let place = set.count_ones() as usize;
        if place == N {
            continue;
        }
        for piece in (0..N).filter(|piece| set >> piece & 1 == 0) {
            // Pieces already placed that are larger: each is an inversion.
            let odd = (set >> piece).count_ones() as usize % 2;
            for turn in 0..modulus {
                let own = cost(place, piece, turn);
                for sum in 0..modulus {
                    for parity in 0..2 {
                        let from = at(set, sum, parity);
                        let to = at(set | 1 << piece, (sum + turn) % modulus, parity ^ odd);
                        for k in 0..best[from].len() {
                            let total = best[from][k].cost + own;
                            let rank = best[to].partition_point(|other| other.cost <= total);
                            if rank < 2 {
                                let mut next = best[from][k].clone();
                                (next.cost, next.piece[place], next.turn[place]) = (total, piece as u8, turn);
                                best[to].insert(rank, next);
                                best[to].truncate(2);
                            }
                        }
                    }
                }
            }
        }
    }
    let all = (1 << N) - 1;
    [0, 1].map(|parity| best[at(all, 0, parity)].clone())
}

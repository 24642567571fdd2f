//! Facelets from what a sensor saw: colour samples, and the one cube that explains them best.
//!
//! Every sample has a cost for each of the six colours: how far it lies from what that colour looks like
//! in this light. The pieces of a cube are few, so the cheapest lawful cube is found exactly: corners one
//! after the other over all sets of pieces used (with the sum of twists and the parity), edges alike, and
//! of both parities the cheaper whole. A doubtful orange is settled by which pieces exist. What colours
//! look like is then learned anew from the cube found, until nothing changes.

use crate::cubie::{Corners, Cubie, corner_facelets, edge_facelets};
use crate::face::Face;
use crate::position::{Pieces, Position};
use crate::setup::seed_places;
use crate::symmetry::{CORNERS, EDGES};
use std::str::FromStr;
use thiserror::Error;

/// A colour as eyes see it: lightness, green to red, blue to yellow (CIE L*a*b*, white D65).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Lab(pub [f64; 3]);

impl Lab {
    /// The colour of red, green and blue in 0..=255 (sRGB).
    ///
    /// # Examples
    /// ```
    /// use ludex_cube::colours::Lab;
    /// let [light, ..] = Lab::from_rgb([255.0, 255.0, 255.0]).0;
    /// assert!((light - 100.0).abs() < 0.01);
    /// ```
    #[must_use]
    pub fn from_rgb(rgb: [f64; 3]) -> Lab {
        let linear = rgb.map(|value| {
            let value = (value / 255.0).clamp(0.0, 1.0);
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        let row = |weights: [f64; 3], white: f64| {
            let sum: f64 = weights.iter().zip(linear).map(|(weight, value)| weight * value).sum();
            let ratio = sum / white;
            if ratio > 0.008_856 { ratio.cbrt() } else { 7.787 * ratio + 16.0 / 116.0 }
        };
        let x = row([0.412_456_4, 0.357_576_1, 0.180_437_5], 0.950_47);
        let y = row([0.212_672_9, 0.715_152_2, 0.072_175_0], 1.0);
        let z = row([0.019_333_9, 0.119_192, 0.950_304_1], 1.088_83);
        Lab([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])
    }

    /// Squared distance; lightness counts less, for it changes most with the light.
    fn apart(self, other: Lab) -> f64 {
        let [light, a, b] = std::array::from_fn(|i| self.0[i] - other.0[i]);
        0.4 * light * light + a * a + b * b
    }
}

/// The order in which a sensor sees the stickers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ScanOrder {
    /// Faces U R F D L B, each row by row in the usual net: the order of facelet texts.
    #[default]
    Facelets,
    /// Faces U L F R B D, each row by row in the usual net: from the top down along the net.
    Net,
    /// Faces U D F B L R, each row by row in the seed's own net.
    Seed,
}

impl ScanOrder {
    /// For every facelet in the order of facelet texts: which sample shows it.
    #[must_use]
    pub fn samples(self, size: usize) -> Vec<usize> {
        let area = size * size;
        match self {
            ScanOrder::Facelets => (0..6 * area).collect(),
            ScanOrder::Net => {
                // Where U R F D L B stand among U L F R B D.
                [0, 3, 2, 5, 1, 4].iter().flat_map(|face| face * area..(face + 1) * area).collect()
            }
            ScanOrder::Seed => seed_places(size).map(|(face, i)| face * area + i).collect(),
        }
    }
}

/// What a scan comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Scan {
    /// The cube that explains the samples best.
    pub position: Position,
    /// The next best one.
    pub second: Position,
    /// How likely the first is against the second, 0.5 to 1.
    pub confidence: f64,
}

/// Below this a scan is doubtful: look at the cube again.
pub const DOUBTFUL: f64 = 0.95;

impl Scan {
    /// Whether the second best cube is too likely to be left aside.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.confidence < DOUBTFUL
    }
}

/// Why samples are no scan.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScanError {
    /// As many samples as neither a 2x2 nor a 3x3 has.
    #[error("{0} samples: 24 (2x2) or 54 (3x3) are accepted")]
    Length(usize),
    /// A text that is no sample.
    #[error("sample {number}, {text:?}, is no colour: #RRGGBB or three numbers with commas are accepted")]
    Sample {
        /// Which one, from 1.
        number: usize,
        /// What was read.
        text: String,
    },
}

/// A sample as typed: `#RRGGBB`, or three numbers with commas between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample(pub [f64; 3]);

impl FromStr for Sample {
    type Err = ();

    fn from_str(text: &str) -> Result<Sample, ()> {
        if let Some(hex) = text.strip_prefix('#') {
            let number = u32::from_str_radix(hex, 16).ok().filter(|_| hex.len() == 6).ok_or(())?;
            return Ok(Sample([number >> 16, number >> 8 & 0xFF, number & 0xFF].map(f64::from)));
        }
        let numbers: Vec<f64> = text
            .split(',')
            .map(|part| part.trim().parse::<f64>())
            .collect::<Result<_, _>>()
            .map_err(|_| ())?;
        let three: [f64; 3] = numbers.try_into().map_err(|_| ())?;
        if three.iter().all(|value| value.is_finite()) { Ok(Sample(three)) } else { Err(()) }
    }
}

/// Reads samples with blanks between them, as numbers of a colour space.
///
/// # Errors
/// The first text that is no sample.
pub fn read_samples(text: &str, space: fn([f64; 3]) -> Lab) -> Result<Vec<Lab>, ScanError> {
    let read = |(i, word): (usize, &str)| match word.parse::<Sample>() {
        Ok(Sample(numbers)) => Ok(space(numbers)),
        Err(()) => Err(ScanError::Sample { number: i + 1, text: word.chars().take(20).collect() }),
    };
    text.split_whitespace().enumerate().map(read).collect()
}

/// What the colours of a usual cube look like in white light, by face number: W Y O R B G.
const USUAL: [[f64; 3]; 6] = [
    [235.0, 235.0, 235.0],
    [230.0, 205.0, 30.0],
    [240.0, 110.0, 20.0],
    [185.0, 20.0, 40.0],
    [20.0, 70.0, 175.0],
    [10.0, 145.0, 70.0],
];
/// Rounds after which what the colours look like is taken as known.
const ROUNDS: usize = 6;
/// A distance of samples of one colour that is not noise, so that a perfect picture gives no infinities.
const LEAST_SPREAD: f64 = 4.0;

/// Finds the cube that explains the samples (in the scan order) best.
///
/// On a 3x3 the centres say what the colours look like at first; on a 2x2 the usual colours do.
///
/// # Errors
/// When there are neither 24 nor 54 samples.
pub fn scan(samples: &[Lab], order: ScanOrder) -> Result<Scan, ScanError> {
    let size = match samples.len() {
        24 => 2,
        54 => 3,
        n => return Err(ScanError::Length(n)),
    };
    let seen: Vec<Lab> = order.samples(size).into_iter().map(|i| samples[i]).collect();
    let mut colours: [Lab; 6] = USUAL.map(Lab::from_rgb);
    if size == 3 {
        for (i, face) in Face::FACELET_ORDER.into_iter().enumerate() {
            colours[face.index()] = seen[9 * i + 4];
        }
    }
    let mut best = explain(&seen, &colours, size);
    for _ in 0..ROUNDS {
        let learned = learn(&seen, &best[0].1);
        let again = explain(&seen, &learned, size);
        let settled = again[0].1 == best[0].1;
        (colours, best) = (learned, again);
        if settled {
            break;
        }
    }
    let facelets = &best[0].1;
    let spread: f64 = seen.iter().zip(facelets).map(|(s, &c)| s.apart(colours[c as usize])).sum::<f64>()
        / seen.len() as f64;
    // Noise of this spread in three directions: twice the variance is two thirds of the mean distance.
    let doubled = 2.0 * spread.max(LEAST_SPREAD) / 3.0;
    let gap = best[1].0 - best[0].0;
    let confidence = 1.0 / (1.0 + (-gap / doubled).exp());
    let position =
        |facelets: &[u8]| Position::from_stickers(crate::stickers::Stickers::from_facelets(size, facelets));
    Ok(Scan { position: position(&best[0].1), second: position(&best[1].1), confidence })
}

/// The colours as the samples show them, given which sticker has which: medians, which a blinded sticker
/// cannot pull away.
fn learn(seen: &[Lab], facelets: &[u8]) -> [Lab; 6] {
    std::array::from_fn(|colour| {
        Lab(std::array::from_fn(|k| {
            let own = seen.iter().zip(facelets).filter(|(_, c)| usize::from(**c) == colour);
            let mut values: Vec<f64> = own.map(|(sample, _)| sample.0[k]).collect();
            values.sort_unstable_by(f64::total_cmp);
            // The middle half on average: steadier than the median of nine.
            let cut = values.len() / 4;
            let middle = &values[cut..values.len() - cut];
            middle.iter().sum::<f64>() / middle.len() as f64
        }))
    })
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

/// The two cheapest cubes with their costs, as facelets.
fn explain(seen: &[Lab], colours: &[Lab; 6], size: usize) -> Vec<(f64, Vec<u8>)> {
    let cost = |place: usize, face: Face| seen[place].apart(colours[face.index()]);
    let places = corner_facelets(size);
    let corners = fill::<8>(3, |place, piece, twist| {
        let colours = |k: usize| CORNERS[piece][(k + 3 - usize::from(twist)) % 3];
        (0..3).map(|k| cost(places[place][k], colours(k))).sum()
    });
    let corner_state = |way: &Filled<8>| Corners { piece: way.piece, twist: way.turn };
    let mut all: Vec<(f64, Pieces)> = Vec::new();
    if size == 2 {
        for way in corners.iter().flatten() {
            // Held as it was seen: only a lawful cube is needed here.
            all.push((way.cost, Pieces::Two(corner_state(way))));
        }
    } else {
        let places = edge_facelets();
        let edges = fill::<12>(2, |place, piece, flip| {
            (0..2).map(|k| cost(places[place][k], EDGES[piece][k ^ usize::from(flip)])).sum()
        });
        for (corners, edges) in corners.iter().zip(&edges) {
            for corner in corners {
                for edge in edges {
                    let edges = crate::cubie::Edges { piece: edge.piece, flip: edge.turn };
                    let state = Cubie { corners: corner_state(corner), edges };
                    all.push((corner.cost + edge.cost, Pieces::Three(state)));
                }
            }
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.truncate(2);
    let facelets = |pieces: &Pieces| match pieces {
        Pieces::Two(corners) => corners.stickers().facelets(),
        Pieces::Three(state) => state.stickers().facelets(),
        Pieces::Larger(stickers) => stickers.facelets(),
    };
    all.iter().map(|(cost, pieces)| (*cost, facelets(pieces))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Stickers, text};
    use ludex_core::Random;

    /// A number around 0 with a spread of 1: the sum of twelve even ones.
    fn normal(random: &mut Random) -> f64 {
        (0..12).map(|_| random.below(1 << 20) as f64 / f64::from(1 << 20)).sum::<f64>() - 6.0
    }

    /// What a camera might see: every face in its own light, every sample with noise.
    fn photograph(stickers: &Stickers, noise: f64, random: &mut Random) -> Vec<Lab> {
        let area = stickers.size() * stickers.size();
        let mut samples = Vec::new();
        for face in stickers.facelets().chunks(area) {
            let light = 1.0 + 0.08 * normal(random);
            for &colour in face {
                let rgb = USUAL[colour as usize].map(|value| value * light + noise * normal(random));
                samples.push(Lab::from_rgb(rgb));
            }
        }
        samples
    }

    /// The plain way: every sticker is the nearest centre's colour.
    fn nearest_centre(seen: &[Lab]) -> Vec<u8> {
        let centre = |face: usize| seen[9 * face + 4];
        let face = |sample: &Lab| {
            (0..6).min_by(|&a, &b| sample.apart(centre(a)).total_cmp(&sample.apart(centre(b))))
        };
        seen.iter().map(|sample| Face::FACELET_ORDER[face(sample).unwrap_or(0)] as u8).collect()
    }

    fn rounds() -> usize {
        if std::env::var_os("LUDEX_LONG").is_some() { 1000 } else { 60 }
    }

    #[test]
    fn noise_that_misleads_the_nearest_colour_is_settled_by_the_pieces() {
        let mut random = Random::new(71);
        let (mut plain, mut right, mut unsaid) = (0, 0, 0);
        for _ in 0..rounds() {
            let cube = Cubie::random(&mut random).stickers();
            let seen = photograph(&cube, 16.0, &mut random);
            plain += usize::from(nearest_centre(&seen) != cube.facelets());
            let found = scan(&seen, ScanOrder::Facelets).unwrap();
            let good = *found.position.stickers() == cube;
            right += usize::from(good);
            unsaid += usize::from(!good && !found.is_doubtful());
        }
        println!("plain wrong {plain}, right {right}, wrong without a word {unsaid} of {}", rounds());
        assert!(plain * 10 >= rounds(), "{plain}");
        assert!(right * 200 >= rounds() * 199, "{right}");
        assert_eq!(unsaid, 0);
    }

    #[test]
    fn every_order_finds_the_same_cube() {
        let mut random = Random::new(72);
        for size in [2, 3] {
            let cube = match size {
                2 => Corners::random2(&mut random).stickers(),
                _ => Cubie::random(&mut random).stickers(),
            };
            let seen = photograph(&cube, 4.0, &mut random);
            for order in [ScanOrder::Facelets, ScanOrder::Net, ScanOrder::Seed] {
                let mut shuffled = seen.clone();
                for (facelet, sample) in order.samples(size).into_iter().enumerate() {
                    shuffled[sample] = seen[facelet];
                }
                let found = scan(&shuffled, order).unwrap();
                assert_eq!(text::facelets(found.position.stickers()), text::facelets(&cube), "{order:?}");
                assert!(!found.is_doubtful() && found.second != found.position);
            }
        }
    }

    #[test]
    fn samples_as_typed() {
        let read = |text: &str| read_samples(text, Lab::from_rgb);
        assert_eq!(read("#FFFFFF 255,255,255").map(|all| all[0] == all[1]), Ok(true));
        assert_eq!(read("#FFF"), Err(ScanError::Sample { number: 1, text: "#FFF".into() }));
        assert_eq!(read("1,2,3 1,2"), Err(ScanError::Sample { number: 2, text: "1,2".into() }));
        assert!(matches!(scan(&[Lab::default(); 7], ScanOrder::Facelets), Err(ScanError::Length(7))));
    }
}

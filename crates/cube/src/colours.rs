//! Facelets from what a sensor saw: colour samples, and the one cube that explains them best.
//!
//! Every sample has a cost for each of the six colours: how far it lies from what that colour looks like
//! in this light. The pieces of a cube are few, so the cheapest lawful cube is found exactly: corners one
//! after the other over all sets of pieces used (with the sum of twists and the parity), middle edges alike,
//! of both parities the cheaper whole, wings and centres as assignments. A doubtful orange is settled by
//! which pieces exist. What colours look like, and how light every face is, is then learned anew from the
//! cube found, until nothing changes.

mod assign;
mod explain;

use crate::face::Face;
use crate::position::Position;
use crate::setup::seed_places;
use crate::stickers::MAX_SIZE;
use explain::explain;
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
    /// How likely the first is against the next best of every part of the cube, above 0 and up to 1.
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
    /// As many samples as no cube has.
    #[error("{0} samples: six times a square are accepted, 24 (2x2), 54 (3x3), 96 (4x4) to 1734 (17x17)")]
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
/// On odd sizes the centres say what the colours look like at first; on even ones the usual colours do.
///
/// # Errors
/// When no cube has so many stickers.
pub fn scan(samples: &[Lab], order: ScanOrder) -> Result<Scan, ScanError> {
    let size = (2..=MAX_SIZE).find(|size| 6 * size * size == samples.len());
    let size = size.ok_or(ScanError::Length(samples.len()))?;
    let seen: Vec<Lab> = order.samples(size).into_iter().map(|i| samples[i]).collect();
    let mut colours: [Lab; 6] = USUAL.map(Lab::from_rgb);
    if size % 2 == 1 {
        for (i, face) in Face::FACELET_ORDER.into_iter().enumerate() {
            colours[face.index()] = seen[size * size * i + size * size / 2];
        }
    }
    let (mut level, mut best) = (seen.clone(), explain(&seen, &colours, size));
    for _ in 0..ROUNDS {
        level = levelled(&seen, &best.best, &colours);
        let learned = learn(&level, &best.best);
        let again = explain(&level, &learned, size);
        let settled = again.best == best.best;
        (colours, best) = (learned, again);
        if settled {
            break;
        }
    }
    let spread: f64 = level.iter().zip(&best.best).map(|(s, &c)| s.apart(colours[c as usize])).sum::<f64>()
        / seen.len() as f64;
    // Noise of this spread in three directions: twice the variance would be two thirds of the mean distance,
    // but what sensors see has longer tails.
    let doubled = spread.max(LEAST_SPREAD);
    let others: f64 = best.more.iter().map(|more| (-more / doubled).exp()).sum();
    let position =
        |facelets: &[u8]| Position::from_stickers(crate::stickers::Stickers::from_facelets(size, facelets));
    Ok(Scan {
        position: position(&best.best),
        second: position(&best.second),
        confidence: 1.0 / (1.0 + others),
    })
}

/// The samples as if all faces had the same light, given which sticker has which of these colours.
///
/// More light multiplies red, green and blue, and so all three numbers of a colour, lightness from -16
/// (where the cube root of its definition is 0).
fn levelled(seen: &[Lab], facelets: &[u8], colours: &[Lab; 6]) -> Vec<Lab> {
    const BLACK: f64 = 16.0;
    // A face of few stickers says little about its light: as if so many had been in the common light.
    const COMMON: f64 = 6.0;
    let area = seen.len() / 6;
    let faces = seen.chunks(area).zip(facelets.chunks(area));
    faces
        .flat_map(|(samples, facelets)| {
            let pairs = samples.iter().zip(facelets);
            let mut ratios: Vec<f64> =
                pairs.map(|(own, &c)| (own.0[0] + BLACK) / (colours[c as usize].0[0] + BLACK)).collect();
            ratios.sort_unstable_by(f64::total_cmp);
            let cut = ratios.len() / 4;
            let middle = &ratios[cut..ratios.len() - cut];
            let mean = middle.iter().sum::<f64>() / middle.len() as f64;
            let gain = (mean * area as f64 + COMMON) / (area as f64 + COMMON);
            samples
                .iter()
                .map(move |Lab([light, a, b])| Lab([(light + BLACK) / gain - BLACK, a / gain, b / gain]))
        })
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Corners, Cubie, Stickers, Turn, text};
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

    /// The plain way: every sticker is the nearest centre's colour, on even sizes the nearest usual colour.
    fn nearest(seen: &[Lab], size: usize) -> Vec<u8> {
        let area = size * size;
        let shown = |face: usize| match size % 2 {
            1 => seen[area * face + area / 2],
            _ => Lab::from_rgb(USUAL[Face::FACELET_ORDER[face].index()]),
        };
        let face =
            |sample: &Lab| (0..6).min_by(|&a, &b| sample.apart(shown(a)).total_cmp(&sample.apart(shown(b))));
        seen.iter().map(|sample| Face::FACELET_ORDER[face(sample).unwrap_or(0)] as u8).collect()
    }

    /// A cube of a size, mixed well.
    fn mixed(size: usize, random: &mut Random) -> Stickers {
        match size {
            2 => Corners::random2(random).stickers(),
            3 => Cubie::random(random).stickers(),
            _ => {
                let mut stickers = Stickers::solved(size);
                for _ in 0..40 * size {
                    let last = 1 + random.below(size as u64 / 2) as u8;
                    let face = Face::from_index(random.below(6) as u8);
                    stickers.turn(Turn { face, first: 1, last, quarters: 1 + random.below(3) as u8 });
                }
                stickers
            }
        }
    }

    fn rounds(size: usize) -> usize {
        if std::env::var_os("LUDEX_LONG").is_some() { 1000 } else { 120 / size }
    }

    /// Noise at which the plain way is wrong about one cube in five or more.
    #[test]
    fn noise_that_misleads_the_nearest_colour_is_settled_by_the_pieces() {
        for (size, noise) in [(2, 18.5), (3, 12.5), (4, 14.8), (5, 10.8), (6, 13.4), (7, 10.0)] {
            let mut random = Random::new(71);
            let (mut plain, mut right, mut unsaid, mut doubtful) = (0, 0, 0, 0);
            let rounds = rounds(size);
            for _ in 0..rounds {
                let cube = mixed(size, &mut random);
                let seen = photograph(&cube, noise, &mut random);
                plain += usize::from(nearest(&seen, size) != cube.facelets());
                let found = scan(&seen, ScanOrder::Facelets).unwrap();
                let good = *found.position.stickers() == cube;
                right += usize::from(good);
                unsaid += usize::from(!good && !found.is_doubtful());
                doubtful += usize::from(found.is_doubtful());
            }
            println!(
                "{size}x{size}, noise {noise}: plain wrong {plain}, right {right}, doubtful {doubtful}, \
                 wrong without a word {unsaid} of {rounds}"
            );
            assert!(if rounds < 1000 { plain > 0 } else { plain * 5 >= rounds }, "{size}: {plain}");
            assert!(right * 200 >= rounds * 199, "{size}: {right}");
            assert_eq!(unsaid, 0, "{size}");
        }
    }

    #[test]
    fn every_order_finds_the_same_cube() {
        let mut random = Random::new(72);
        for size in [2, 3, 4, 5, 8, 17] {
            let cube = mixed(size, &mut random);
            let seen = photograph(&cube, 2.0, &mut random);
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

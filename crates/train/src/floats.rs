//! A trained network in floating point, and its way to the whole numbers the engine reads.
//!
//! ```text
//!   rows 2824 * 256 | bias 256 | weights 8 * 512 | biases 8      f32, little-endian
//! ```

use anyhow::ensure;
use ludex_xiangqi::engine::network::inputs::{KINGS, PHASES, PLACES, ROWS, elsewhere};
use ludex_xiangqi::engine::network::{HIDDEN, Network, ONE_IN, ONE_OUT};

const LENGTH: usize = (ROWS + 1) * HIDDEN + PHASES * (2 * HIDDEN + 1);

/// A network in floating point.
#[derive(Debug, Clone)]
pub struct Floats {
    /// Row after row.
    pub rows: Vec<f32>,
    /// One per hidden unit.
    pub bias: Vec<f32>,
    /// By phase; own half, other half.
    pub weights: Vec<f32>,
    /// By phase.
    pub biases: Vec<f32>,
}

impl Floats {
    /// Reads the file a trainer wrote.
    ///
    /// # Errors
    /// When the length is another, or a number is not finite.
    pub fn read(bytes: &[u8]) -> anyhow::Result<Floats> {
        ensure!(bytes.len() == 4 * LENGTH, "{} bytes, not {}", bytes.len(), 4 * LENGTH);
        let numbers: Vec<f32> =
            bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        ensure!(numbers.iter().all(|n| n.is_finite()), "a number that is not finite");
        let (rows, rest) = numbers.split_at(ROWS * HIDDEN);
        let (bias, rest) = rest.split_at(HIDDEN);
        let (weights, biases) = rest.split_at(PHASES * 2 * HIDDEN);
        Ok(Floats { rows: rows.into(), bias: bias.into(), weights: weights.into(), biases: biases.into() })
    }

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let parts = [&self.rows, &self.bias, &self.weights, &self.biases];
        parts.into_iter().flatten().flat_map(|n| n.to_le_bytes()).collect()
    }

    /// Gives the places that no game reaches the mean of their kind's.
    fn fill_elsewhere(&mut self) {
        for king in 0..KINGS {
            for (place, known) in elsewhere() {
                for unit in 0..HIDDEN {
                    let at = |place: usize| (king * PLACES + place) * HIDDEN + unit;
                    let sum: f32 = known.clone().map(|place| self.rows[at(place)]).sum();
                    self.rows[at(place)] = sum / known.len() as f32;
                }
            }
        }
    }

    /// The network file with the nearest whole numbers.
    ///
    /// # Errors
    /// When the numbers are so large that the engine refuses them.
    pub fn quantise(mut self) -> anyhow::Result<Vec<u8>> {
        self.fill_elsewhere();
        let (one_in, one_out) = (f32::from(ONE_IN), f32::from(ONE_OUT));
        let first = self.rows.iter().chain(&self.bias).map(|n| (n * one_in).round() as i16);
        let last = self.weights.iter().map(|n| (n * one_out).round() as i16);
        let shorts: Vec<i16> = first.chain(last).collect();
        let longs: Vec<i32> = self.biases.iter().map(|n| (n * one_in * one_out).round() as i32).collect();
        Ok(Network::write(&shorts, &longs)?)
    }
}

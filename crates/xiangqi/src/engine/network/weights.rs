//! The rows and weights of the network, and the file they are kept in.
//!
//! A table file (see `ludex_core::table`) with the word `xiangqi-network` and this payload, little-endian:
//!
//! ```text
//!   rows       2824 * 256 * i16    255 stands for 1
//!   bias              256 * i16    255 stands for 1
//!   weights       8 * 512 * i16    by phase; own half, other half; 64 stands for 1, at most 127
//!   biases              8 * i32    255 * 64 stands for 1
//! ```
//!
//! A reader refuses numbers with which a sum could overflow, so that all paths of the arithmetic agree.

use super::inputs::{PHASES, ROWS};
use super::lanes::{Lanes, Path};
use ludex_core::table::{BLOCK, Table, TableError, header};
use std::fmt;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Hidden units of either view.
pub const HIDDEN: usize = 256;
/// What stands for 1 in sums of the first layer.
pub const ONE_IN: i16 = 255;
/// What stands for 1 in weights of the last layer.
pub const ONE_OUT: i16 = 64;
/// Points of the evaluation that 1 at the output comes to: a logistic curve over 400 points to a tenth.
pub const POINTS_OF_ONE: i32 = 174;

const WORD: &str = "xiangqi-network";
const VERSION: u8 = 1;
/// Largest weight of the last layer: with it a clipped sum still fits sixteen bits.
const MOST_OUT: i16 = 127;
/// Pieces on a full board.
const PIECES: i32 = 32;
const LENGTH: usize = (ROWS + 1) * HIDDEN * 2 + PHASES * (HIDDEN * 4 + 4);

/// Values beyond this would be taken for won games.
const MOST_POINTS: i32 = 15_000;

/// Why a network is not used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// No table file of this kind, or a damaged one.
    #[error("no network of this engine: {0}")]
    Table(#[from] TableError),
    /// A payload of another length.
    #[error("a network has {LENGTH} bytes, this one {0}")]
    Length(usize),
    /// Numbers so large that a sum could overflow.
    #[error("the {0} are too large: a sum of them could overflow")]
    Overflow(&'static str),
}

/// The network.
pub struct Network {
    pub(super) rows: Box<[Lanes]>,
    pub(super) bias: Lanes,
    weights: Box<[[Lanes; 2]]>,
    biases: [i32; PHASES],
    pub(super) path: Path,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({:?})", self.path)
    }
}

impl Network {
    /// The network inside the program.
    #[must_use]
    pub fn embedded() -> Arc<Network> {
        static EMBEDDED: OnceLock<Arc<Network>> = OnceLock::new();
        EMBEDDED
            .get_or_init(|| {
                let bytes = include_bytes!("xiangqi-network-v1.ldx");
                Arc::new(Network::read(bytes).expect("the embedded network is tested"))
            })
            .clone()
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// When the bytes are no network of this engine, damaged, or hold numbers with which a sum could
    /// overflow.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let table = Table::open(bytes, WORD, VERSION)?;
        let payload = table.payload()?;
        if payload.len() != LENGTH {
            return Err(NetworkError::Length(payload.len()));
        }
        let (shorts, longs) = payload.split_at(LENGTH - 4 * PHASES);
        let mut shorts = shorts.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut lanes = || Lanes(std::array::from_fn(|_| shorts.next().unwrap_or(0)));
        let rows: Box<[Lanes]> = (0..ROWS).map(|_| lanes()).collect();
        let bias = lanes();
        let weights: Box<[[Lanes; 2]]> = (0..PHASES).map(|_| [lanes(), lanes()]).collect();
        let biases: [i32; PHASES] =
            std::array::from_fn(|i| i32::from_le_bytes(std::array::from_fn(|byte| longs[4 * i + byte])));
        let size = |lanes: &Lanes| lanes.0.iter().map(|&n| i32::from(n).abs()).max().unwrap_or(0);
        let largest = rows.iter().map(size).max().unwrap_or(0);
        if largest * PIECES + size(&bias) > i32::from(i16::MAX) {
            return Err(NetworkError::Overflow("rows"));
        }
        for halves in &weights {
            let total: i64 = halves.iter().flat_map(|half| &half.0).map(|&n| i64::from(n).abs()).sum();
            let square = i64::from(ONE_IN) * i64::from(ONE_IN);
            if halves.iter().any(|half| size(half) > i32::from(MOST_OUT))
                || total * square > i64::from(i32::MAX)
            {
                return Err(NetworkError::Overflow("weights"));
            }
        }
        if biases.iter().any(|&bias| i64::from(bias).abs() > 1 << 22) {
            return Err(NetworkError::Overflow("biases"));
        }
        Ok(Network { rows, bias, weights, biases, path: Path::widest() })
    }

    /// The bytes of a network file with these numbers, in the order of the drawing above.
    ///
    /// # Errors
    /// When [`Network::read`] would refuse them.
    pub fn write(shorts: &[i16], longs: &[i32]) -> Result<Vec<u8>, NetworkError> {
        let mut payload: Vec<u8> = shorts.iter().flat_map(|n| n.to_le_bytes()).collect();
        payload.extend(longs.iter().flat_map(|n| n.to_le_bytes()));
        let mut bytes = header(WORD, VERSION, &payload, BLOCK);
        bytes.extend(payload);
        Network::read(&bytes)?;
        Ok(bytes)
    }

    /// The same network on another path of the arithmetic, for tests and benches.
    #[must_use]
    pub fn on_path(&self, path: Path) -> Network {
        assert!(Path::all().contains(&path), "this processor cannot run {path:?}");
        Network {
            rows: self.rows.clone(),
            bias: self.bias.clone(),
            weights: self.weights.clone(),
            biases: self.biases,
            path,
        }
    }

    /// The value of two sums, the own first.
    #[inline]
    pub(super) fn value(&self, own: &Lanes, other: &Lanes, phase: usize) -> i32 {
        let [first, second] = &self.weights[phase];
        let sum =
            super::lanes::output(self.path, own, first) + super::lanes::output(self.path, other, second);
        let scaled = sum / i32::from(ONE_IN) + self.biases[phase];
        let points = i64::from(scaled) * i64::from(POINTS_OF_ONE) / (i64::from(ONE_IN) * i64::from(ONE_OUT));
        (points as i32).clamp(-MOST_POINTS, MOST_POINTS)
    }
}

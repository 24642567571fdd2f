//! A solved ending as bytes: blocks of places, each with a list of its values and short numbers into it.
//!
//! ```text
//!   byte 0   places                      8   little-endian, as all numbers here
//!        8   places a block, now 512     4
//!       12   zero                        4
//!       16   counts of results, 6 x u64 48   greater army to move: won drawn lost, then the lesser's
//!       64   plies of the longest win    2
//!       66   zero                        6
//!       72   where each block begins, and where the last one ends, from byte 72 on   4 * (blocks + 1)
//!        .   the blocks
//!
//!   block    values n - 1                1   n at most 256
//!            the values                  2 * n      0 draw, else plies to the end + 1: even won, odd lost
//!            numbers                     bits of n - 1 each, from the lowest bit of the first byte on
//! ```
//!
//! A place that no board has takes the value before it, so that it costs nothing.

use super::EndgameError;
use super::solve::{BROKEN, DRAWN, Solved, Tally};

const BLOCK: usize = 512;
const HEAD: usize = 72;

/// Where the bytes of a packed ending come from.
pub(super) trait Bytes {
    fn get(&self, range: std::ops::Range<usize>) -> Result<&[u8], EndgameError>;
}

impl Bytes for Vec<u8> {
    fn get(&self, range: std::ops::Range<usize>) -> Result<&[u8], EndgameError> {
        self.as_slice().get(range).ok_or(EndgameError::Short)
    }
}

#[cfg(feature = "cache")]
impl<S: ludex_core::table::Source> Bytes for ludex_core::table::Table<S> {
    fn get(&self, range: std::ops::Range<usize>) -> Result<&[u8], EndgameError> {
        Ok(ludex_core::table::Table::get(self, range)?)
    }
}

/// Bits that tell n values apart.
fn bits(values: usize) -> usize {
    (usize::BITS - (values - 1).leading_zeros()) as usize
}

pub(super) fn pack(solved: &Solved, tally: &Tally) -> Vec<u8> {
    let mut starts: Vec<u32> = vec![0];
    let mut data = Vec::new();
    let mut last = DRAWN;
    for block in solved.codes.chunks(BLOCK) {
        let mut codes = [DRAWN; BLOCK];
        for (code, &own) in codes.iter_mut().zip(block) {
            last = if own == BROKEN { last } else { own };
            *code = last;
        }
        let codes = &codes[..block.len()];
        let mut values = codes.to_vec();
        values.sort_unstable();
        values.dedup();
        // A block has 512 places, so more values than a byte can count are possible, but never seen: the
        // longest games have a few hundred plies, and a block holds one side's turn.
        assert!(values.len() <= 256, "more than 256 values in a block");
        data.push((values.len() - 1) as u8);
        data.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        let width = bits(values.len());
        let start = data.len();
        data.resize(start + (width * codes.len()).div_ceil(8), 0);
        for (i, code) in codes.iter().enumerate() {
            let number = values.partition_point(|value| value < code);
            for bit in (0..width).filter(|bit| number >> bit & 1 == 1) {
                let at = i * width + bit;
                data[start + at / 8] |= 1 << (at % 8);
            }
        }
        starts.push(data.len() as u32);
    }
    let mut bytes = Vec::with_capacity(HEAD + 4 * starts.len() + data.len());
    bytes.extend((solved.codes.len() as u64).to_le_bytes());
    bytes.extend((BLOCK as u64).to_le_bytes());
    bytes.extend(tally.strong.iter().chain(&tally.weak).flat_map(|count| count.to_le_bytes()));
    bytes.extend(u64::from(tally.longest).to_le_bytes());
    bytes.extend(starts.iter().flat_map(|start| start.to_le_bytes()));
    bytes.extend(data);
    bytes
}

/// A packed ending.
#[derive(Debug)]
pub(super) struct Packed<B> {
    bytes: B,
    places: usize,
    tally: Tally,
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl Packed<Vec<u8>> {
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }
}

impl<B: Bytes> Packed<B> {
    /// Opens bytes that should hold so many places.
    pub(super) fn open(bytes: B, places: usize) -> Result<Self, EndgameError> {
        let head = bytes.get(0..HEAD)?;
        if number(&head[..8]) != places as u64 || number(&head[8..16]) != BLOCK as u64 {
            return Err(EndgameError::Short);
        }
        let count = |i: usize| number(&head[16 + 8 * i..24 + 8 * i]);
        let tally = Tally {
            strong: std::array::from_fn(count),
            weak: std::array::from_fn(|i| count(i + 3)),
            longest: number(&head[64..66]) as u16,
        };
        Ok(Packed { bytes, places, tally })
    }

    pub(super) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The code of a place that a board has.
    pub(super) fn code(&self, place: usize) -> Result<u16, EndgameError> {
        if place >= self.places {
            return Err(EndgameError::Short);
        }
        let blocks = self.places.div_ceil(BLOCK);
        let (block, i) = (place / BLOCK, place % BLOCK);
        let start = self.bytes.get(HEAD + 4 * block..HEAD + 4 * block + 4)?;
        let start = HEAD + 4 * (blocks + 1) + number(start) as usize;
        let values = usize::from(self.bytes.get(start..start + 1)?[0]) + 1;
        let width = bits(values);
        let at = i * width;
        let from = start + 1 + 2 * values;
        let number_bytes = self.bytes.get(from + at / 8..from + (at + width).div_ceil(8))?;
        let which = (number(number_bytes) >> (at % 8)) as usize & ((1 << width) - 1);
        if which >= values {
            return Err(EndgameError::Short);
        }
        let value = start + 1 + 2 * which;
        Ok(number(self.bytes.get(value..value + 2)?) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back() {
        let mut random = ludex_core::Random::new(5);
        for values in [1, 2, 3, 5, 17, 200] {
            let codes: Vec<u16> = (0..5000).map(|_| random.below(values) as u16 * 3).collect();
            let solved = Solved { codes: codes.clone() };
            let tally = Tally { strong: [1, 2, 3], weak: [4, 5, 6], longest: 77 };
            let packed = Packed::open(pack(&solved, &tally), codes.len()).unwrap();
            assert_eq!(*packed.tally(), tally);
            for (place, &code) in codes.iter().enumerate() {
                assert_eq!(packed.code(place).unwrap(), code);
            }
            assert!(packed.code(5000).is_err());
        }
        assert!(Packed::open(vec![0; 80], 1).is_err() && Packed::open(Vec::new(), 0).is_err());
    }
}

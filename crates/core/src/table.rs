//! The layout of every table file, over plain bytes: the program does the reading and writing.
//!
//! ```text
//!   byte 0   "LUDEXTBL"                       8
//!        8   layout version, now 1            1
//!        9   version of this table            1
//!       10   zero                             2
//!       12   payload bytes per block          4   little-endian, as all numbers here
//!       16   the table's word, zero padded   32   e.g. "sudoku-catalogue"
//!       48   payload length                   8
//!       56   checksum of bytes 0..56 and of the checksum list   8
//!       64   one checksum per block           8 * blocks
//!        .   zeroes up to a multiple of 64
//!        .   the payload
//! ```
//!
//! The header is tested when a table is opened, a block when it is first touched, so that opening a
//! large file costs nothing and no altered byte is ever used.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"LUDEXTBL";
const LAYOUT: u8 = 1;
const HEAD: usize = 64;
const WORD: std::ops::Range<usize> = 16..48;
/// Payload bytes per block unless a maker chooses otherwise.
pub const BLOCK: usize = 1 << 16;

/// Why a table is not used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// Not a table file, or of another layout.
    #[error("not a table file of layout {LAYOUT}")]
    Foreign,
    /// Another table, or another version of it.
    #[error("it holds {found}, not {wanted}")]
    Other {
        /// What was read.
        found: String,
        /// What would have been accepted.
        wanted: String,
    },
    /// The file has another length than its header says.
    #[error("it is {found} bytes long, its header says {wanted}")]
    Length {
        /// What was read.
        found: u64,
        /// What would have been accepted.
        wanted: u64,
    },
    /// A checksum does not fit.
    #[error("its {0} is damaged (checksum)")]
    Damaged(String),
    /// The bytes cannot be read (any more): the file was cut or taken away.
    #[error("it cannot be read: {0}")]
    Read(String),
}

impl From<std::io::Error> for TableError {
    fn from(error: std::io::Error) -> Self {
        TableError::Read(error.to_string())
    }
}

/// Folds bytes into 64 bits such that any one altered byte alters the result.
///
/// Eight bytes a step: `h = (h ^ word) * odd; h ^= h >> 32`, every step a bijection of `h`.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let step = |h: u64, word: u64| {
        let h = (h ^ word).wrapping_mul(ODD);
        h ^ h >> 32
    };
    let mut words = bytes.chunks_exact(8);
    let mut h = step(ODD, bytes.len() as u64);
    for word in &mut words {
        h = step(h, u64::from_le_bytes(word.try_into().expect("eight bytes")));
    }
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    step(step(h, u64::from_le_bytes(last)), ODD)
}

/// The bytes that go before a payload to make it a table file.
///
/// # Panics
/// When the word is longer than 32 bytes or the block size is 0.
#[must_use]
pub fn header(word: &str, version: u8, payload: &[u8], block: usize) -> Vec<u8> {
    assert!(word.len() <= WORD.len() && block > 0);
    let blocks = payload.len().div_ceil(block);
    let mut head = vec![0; payload_start(blocks)];
    head[..8].copy_from_slice(MAGIC);
    head[8] = LAYOUT;
    head[9] = version;
    head[12..16].copy_from_slice(&(block as u32).to_le_bytes());
    head[WORD][..word.len()].copy_from_slice(word.as_bytes());
    head[48..56].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    for (i, part) in payload.chunks(block).enumerate() {
        head[HEAD + 8 * i..][..8].copy_from_slice(&checksum(part).to_le_bytes());
    }
    let sum = header_checksum(&head, blocks);
    head[56..64].copy_from_slice(&sum.to_le_bytes());
    head
}

fn payload_start(blocks: usize) -> usize {
    (HEAD + 8 * blocks).next_multiple_of(64)
}

fn header_checksum(head: &[u8], blocks: usize) -> u64 {
    checksum(&head[..56]) ^ checksum(&head[HEAD..HEAD + 8 * blocks]).rotate_left(1)
}

/// Where the bytes of a table come from: memory, a mapping, or a file read piece by piece.
pub trait Source {
    /// Bytes of the whole file.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes a range of bytes readable. It is called before the first [`Source::bytes`] of that range,
    /// by one thread at a time for one table.
    ///
    /// # Errors
    /// When the bytes cannot be had (any more).
    fn load(&self, range: Range<usize>) -> std::io::Result<()> {
        let _ = range;
        Ok(())
    }

    /// Bytes that were loaded before.
    ///
    /// # Panics
    /// When the range passes the end.
    fn bytes(&self, range: Range<usize>) -> &[u8];
}

impl<B: AsRef<[u8]>> Source for B {
    fn len(&self) -> usize {
        self.as_ref().len()
    }

    fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.as_ref()[range]
    }
}

/// A table file in memory, mapped, or read block by block; its blocks are tested on first touch.
///
/// # Examples
/// ```
/// use ludex_core::table::{BLOCK, Table, header};
/// let payload = b"distances";
/// let mut file = header("my-table", 1, payload, BLOCK);
/// file.extend_from_slice(payload);
/// let table = Table::open(file.clone(), "my-table", 1)?;
/// assert_eq!(table.get(0..4)?, b"dist");
/// *file.last_mut().unwrap() ^= 1;
/// assert!(Table::open(file, "my-table", 1)?.payload().is_err());
/// # Ok::<(), ludex_core::table::TableError>(())
/// ```
#[derive(Debug)]
pub struct Table<B> {
    bytes: B,
    start: usize,
    length: usize,
    block: usize,
    /// One bit per block that was tested and found whole.
    tested: Vec<AtomicU64>,
    /// Held while a block is loaded and tested.
    loading: Mutex<()>,
}

impl<B: Source> Table<B> {
    /// Opens a table: tests its header and the list of checksums, not yet the payload.
    ///
    /// # Errors
    /// When the bytes are no table file, another table, another version, cut short or altered.
    pub fn open(bytes: B, word: &str, version: u8) -> Result<Self, TableError> {
        let size = bytes.len();
        if size < HEAD {
            return Err(TableError::Foreign);
        }
        bytes.load(0..HEAD)?;
        let all = bytes.bytes(0..HEAD);
        if &all[..8] != MAGIC || all[8] != LAYOUT {
            return Err(TableError::Foreign);
        }
        let number = |at: usize| u64::from_le_bytes(all[at..at + 8].try_into().expect("eight bytes"));
        let found = String::from_utf8_lossy(&all[WORD]).trim_end_matches('\0').to_owned();
        if found != word || all[9] != version {
            return Err(TableError::Other {
                found: format!("{found} v{}", all[9]),
                wanted: format!("{word} v{version}"),
            });
        }
        let block = u32::from_le_bytes(all[12..16].try_into().expect("four bytes")) as usize;
        let length = number(48);
        let wrong = |wanted| TableError::Length { found: size as u64, wanted };
        if block == 0 || length > size as u64 {
            return Err(wrong(length));
        }
        let blocks = (length as usize).div_ceil(block);
        let start = payload_start(blocks);
        if start as u64 + length != size as u64 {
            return Err(wrong(start as u64 + length));
        }
        let sum = number(56);
        bytes.load(0..start)?;
        if header_checksum(bytes.bytes(0..start), blocks) != sum {
            return Err(TableError::Damaged("header".into()));
        }
        let tested = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Table { bytes, start, length: length as usize, block, tested, loading: Mutex::new(()) })
    }

    /// Bytes of payload.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is no payload.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Part of the payload, tested.
    ///
    /// # Errors
    /// When a block it touches is damaged, or the range passes the end.
    pub fn get(&self, range: Range<usize>) -> Result<&[u8], TableError> {
        if range.start > range.end || range.end > self.length {
            return Err(TableError::Length { found: self.length as u64, wanted: range.end as u64 });
        }
        if range.is_empty() {
            return Ok(&[]);
        }
        for i in range.start / self.block..=(range.end - 1) / self.block {
            if self.tested[i / 64].load(Ordering::Acquire) >> (i % 64) & 1 == 0 {
                self.test(i)?;
            }
        }
        Ok(self.bytes.bytes(self.start + range.start..self.start + range.end))
    }

    /// Loads a block and compares its checksum, unless another thread just did.
    #[cold]
    fn test(&self, i: usize) -> Result<(), TableError> {
        let _alone = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        let (word, bit) = (&self.tested[i / 64], 1u64 << (i % 64));
        if word.load(Ordering::Acquire) & bit != 0 {
            return Ok(());
        }
        let from = self.start + i * self.block;
        let block = from..self.start + self.length.min((i + 1) * self.block);
        self.bytes.load(block.clone())?;
        let at = HEAD + 8 * i;
        let sum = u64::from_le_bytes(self.bytes.bytes(at..at + 8).try_into().expect("eight bytes"));
        if checksum(self.bytes.bytes(block)) != sum {
            return Err(TableError::Damaged(format!("block {i}")));
        }
        word.fetch_or(bit, Ordering::Release);
        Ok(())
    }

    /// Takes every block as tested: for callers who remember that they tested this very file before.
    ///
    /// # Errors
    /// When the bytes cannot be had.
    pub fn trust(&self) -> Result<(), TableError> {
        self.bytes.load(0..self.bytes.len()).map_err(|error| TableError::Read(error.to_string()))?;
        self.tested.iter().for_each(|words| words.store(u64::MAX, Ordering::Release));
        Ok(())
    }

    /// The whole payload, every block tested.
    ///
    /// # Errors
    /// The first damaged block.
    pub fn payload(&self) -> Result<&[u8], TableError> {
        self.get(0..self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn file(payload: &[u8]) -> Vec<u8> {
        let mut bytes = header("test-table", 3, payload, 16);
        bytes.extend_from_slice(payload);
        bytes
    }

    proptest! {
        #[test]
        fn payload_there_and_back(payload in prop::collection::vec(any::<u8>(), 0..200)) {
            let table = Table::open(file(&payload), "test-table", 3).unwrap();
            prop_assert_eq!(table.payload().unwrap(), &payload[..]);
        }

        #[test]
        fn any_altered_byte_is_found(payload in prop::collection::vec(any::<u8>(), 1..200), at in any::<prop::sample::Index>(), flip in 1u8..) {
            let mut bytes = file(&payload);
            let at = at.index(bytes.len());
            // The padding between checksums and payload carries nothing.
            let blocks = payload.len().div_ceil(16);
            prop_assume!(!(HEAD + 8 * blocks..payload_start(blocks)).contains(&at));
            bytes[at] ^= flip;
            let opened = Table::open(bytes, "test-table", 3);
            prop_assert!(opened.is_err() || opened.unwrap().payload().is_err());
        }

        #[test]
        fn any_cut_is_found(payload in prop::collection::vec(any::<u8>(), 1..200), at in any::<prop::sample::Index>()) {
            let mut bytes = file(&payload);
            bytes.truncate(at.index(bytes.len()));
            prop_assert!(Table::open(bytes, "test-table", 3).is_err());
        }
    }

    #[test]
    fn another_table_is_refused() {
        let bytes = file(b"payload");
        assert!(matches!(Table::open(&bytes, "test-table", 4), Err(TableError::Other { .. })));
        assert!(matches!(Table::open(&bytes, "other", 3), Err(TableError::Other { .. })));
        assert!(matches!(Table::open(b"short", "other", 3), Err(TableError::Foreign)));
    }
}

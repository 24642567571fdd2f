//! The index: how many min-lex grids stand before a row 4, and how they spread over its rows 5.
//!
//! ```text
//!   payload  0   level: 0 small, 1 row5                          1
//!            1   zero                                            1
//!            2   records per directory entry (stride)            2
//!            4   bands, 416                                      4
//!            8   per band: offset of its section                 8
//!                          grids before it                       8
//!                          records in it                         4
//!                          directory entries in it               4
//!         9992   grids in all                                    8
//!        10000   the sections
//!
//!   section      directory: row of the first record              2
//!                           grids before it in the band          4
//!                           its offset in the section            4
//!                then the records
//! ```
//!
//! A record stands for one (band, row 4) that has grids. The row is numbered among the 8! orders of
//! its last eight digits. Records of a group follow each other; the first leaves its number to the
//! directory.
//!
//! ```text
//!   small    varint: row number less the last one's (not in the first of a group)
//!            varint: number of runs, then for each run
//!            varint: box rows r5c1-3 it spans      varint: grids in it
//!   row5     one code per row 5 (stride 1, so nothing else)
//! ```
//!
//! The box rows and the rows 5 counted are all those that keep the sudoku rules with rows 1..4, in
//! increasing order, whether or not a grid has them. A varint has seven bits a byte, the lowest first, the top bit
//! says that more follow. Codes of rows 5:
//!
//! ```text
//!      0..31          that many rows 5 and one more have no grid
//!     32..191         one row 5 with 1..160 grids
//!    192..255, x      one row 5 with 161 + 256 * (code - 192) + x grids
//! ```
//!
//! Rows 5 after the last code have no grid.

use super::CatalogueError;
use ludex_core::table::{Source, Table};

/// The word of the index a fresh clone carries.
pub const SMALL_WORD: &str = "sudoku-catalogue";
/// The word of the finer index.
pub const ROW5_WORD: &str = "sudoku-catalogue-row5";
/// The version of both.
pub const VERSION: u8 = 1;

pub(super) const BAND_HEAD: usize = 24;
pub(super) const HEAD: usize = 8;
pub(super) const SECTIONS: usize = HEAD + BAND_HEAD * crate::band::BANDS + 8;
pub(super) const ENTRY: usize = 10;
const FEW: u32 = 160;

/// How finely an index splits the grids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Runs of box rows r5c1-3: what a fresh clone carries.
    Small,
    /// Every row 5.
    Row5,
}

impl Level {
    /// The word of the table at this level.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Level::Small => SMALL_WORD,
            Level::Row5 => ROW5_WORD,
        }
    }

    /// Records per directory entry.
    pub(super) const fn stride(self) -> usize {
        match self {
            Level::Small => 16,
            Level::Row5 => 1,
        }
    }
}

/// The number of a row 4 among the orders of its last eight digits.
pub(super) fn row_number(row: &[u8; 9]) -> u16 {
    let mut number = 0;
    for i in 1..9 {
        let smaller = row[i + 1..].iter().filter(|&&digit| digit < row[i]).count();
        number = number * (9 - i as u16) + smaller as u16;
    }
    number
}

/// The row 4 with this number.
pub(super) fn row_of(mut number: u16) -> [u8; 9] {
    let mut places = [0u8; 8];
    for i in (0..8).rev() {
        let radix = 8 - i as u16;
        places[i] = (number % radix) as u8;
        number /= radix;
    }
    let mut left = vec![0u8, 2, 3, 4, 5, 6, 7, 8];
    let mut row = [1; 9];
    for (i, place) in places.into_iter().enumerate() {
        row[i + 1] = left.remove(usize::from(place));
    }
    row
}

/// Writes a number seven bits a byte.
pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u32) {
    while value > 127 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Reads a number seven bits a byte.
#[inline]
pub(super) fn take_varint(bytes: &mut &[u8]) -> Result<u32, CatalogueError> {
    let mut value = 0u32;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first().ok_or(CatalogueError::Malformed)?;
        *bytes = rest;
        value |= u32::from(byte & 127) << shift;
        if byte < 128 {
            return Ok(value);
        }
    }
    Err(CatalogueError::Malformed)
}

/// Writes the counts of consecutive rows 5 as codes.
pub(super) fn put_codes(out: &mut Vec<u8>, counts: &[u32]) {
    let mut zeros = 0;
    for &count in counts {
        if count == 0 {
            zeros += 1;
            continue;
        }
        while zeros > 0 {
            let run = std::cmp::min(zeros, 32);
            out.push(run as u8 - 1);
            zeros -= run;
        }
        if count <= FEW {
            out.push((31 + count) as u8);
        } else {
            let rest = count - FEW - 1;
            assert!(rest < 64 << 8, "{count} grids under one row 5 pass the code");
            out.extend([192 + (rest >> 8) as u8, rest as u8]);
        }
    }
}

/// The rows 5 of a record that have grids: (how many have none before it, its grids).
pub(super) struct Codes<'a>(pub(super) &'a [u8]);

impl Iterator for Codes<'_> {
    type Item = Result<(usize, u32), CatalogueError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut zeros = 0;
        loop {
            let (&code, rest) = self.0.split_first()?;
            self.0 = rest;
            match code {
                0..32 => zeros += usize::from(code) + 1,
                32..192 => return Some(Ok((zeros, u32::from(code) - 31))),
                192.. => {
                    let Some((&low, rest)) = self.0.split_first() else {
                        return Some(Err(CatalogueError::Malformed));
                    };
                    self.0 = rest;
                    return Some(Ok((zeros, FEW + 1 + (u32::from(code - 192) << 8 | u32::from(low)))));
                }
            }
        }
    }
}

/// The bytes of an index: embedded, read or mapped.
pub(super) struct Bytes(pub(super) Box<dyn Source + Send + Sync>);

impl Source for Bytes {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn load(&self, range: std::ops::Range<usize>) -> std::io::Result<()> {
        self.0.load(range)
    }

    fn bytes(&self, range: std::ops::Range<usize>) -> &[u8] {
        self.0.bytes(range)
    }
}

/// An index, opened.
pub(super) struct Index {
    pub(super) level: Level,
    table: Table<Bytes>,
}

/// One record: a row 4 and what its codes say.
pub(super) struct Record<'a> {
    pub(super) number: u16,
    /// Grids of the catalogue before its first.
    pub(super) before: u64,
    pub(super) codes: &'a [u8],
}

struct Band {
    before: u64,
    offset: usize,
    end: usize,
    records: usize,
    entries: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    number: u16,
    before: u32,
    offset: usize,
}

impl Index {
    pub(super) fn open(bytes: Bytes, level: Level) -> Result<Index, CatalogueError> {
        let table = Table::open(bytes, level.word(), VERSION)?;
        let index = Index { level, table };
        let head = index.table.get(0..SECTIONS)?;
        let whole = head[0] == level as u8
            && usize::from(u16::from_le_bytes([head[2], head[3]])) == level.stride()
            && number(&head[SECTIONS - 8..], 8) == super::GRIDS;
        if whole { Ok(index) } else { Err(CatalogueError::Malformed) }
    }

    /// Tests every block.
    pub(super) fn test(&self) -> Result<(), CatalogueError> {
        self.table.payload().map(|_| ()).map_err(Into::into)
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// The section of a band, byte by byte.
    #[cfg(test)]
    pub(super) fn section(&self, class: usize) -> Result<&[u8], CatalogueError> {
        let band = self.band(class)?;
        Ok(self.table.get(band.offset..band.end)?)
    }

    fn band(&self, class: usize) -> Result<Band, CatalogueError> {
        let at = HEAD + BAND_HEAD * class;
        let head = self.table.get(at..at + BAND_HEAD)?;
        let end = if class + 1 < crate::band::BANDS {
            number(self.table.get(at + BAND_HEAD..at + BAND_HEAD + 8)?, 8) as usize
        } else {
            self.table.len()
        };
        Ok(Band {
            offset: number(head, 8) as usize,
            before: number(&head[8..], 8),
            records: number(&head[16..], 4) as usize,
            entries: number(&head[20..], 4) as usize,
            end,
        })
    }

    fn entry(&self, band: &Band, i: usize) -> Result<Entry, CatalogueError> {
        let at = band.offset + ENTRY * i;
        let entry = self.table.get(at..at + ENTRY)?;
        Ok(Entry {
            number: number(entry, 2) as u16,
            before: number(&entry[2..], 4) as u32,
            offset: number(&entry[6..], 4) as usize,
        })
    }

    /// The first record of a group that is picked by its row number and the grids of the catalogue up to its end.
    fn pick(
        &self,
        band: &Band,
        i: usize,
        pick: impl Fn(u16, u64) -> bool,
    ) -> Result<Option<Record<'_>>, CatalogueError> {
        let entry = self.entry(band, i)?;
        let end = if i + 1 < band.entries { band.offset + self.entry(band, i + 1)?.offset } else { band.end };
        let mut bytes = self.table.get(band.offset + entry.offset..end)?;
        let mut before = band.before + u64::from(entry.before);
        if self.level == Level::Row5 {
            return Ok(Some(Record { number: entry.number, before, codes: bytes }));
        }
        let count = std::cmp::min(self.level.stride(), band.records.saturating_sub(i * self.level.stride()));
        let mut row = u32::from(entry.number);
        for n in 0..count {
            if n > 0 {
                row += take_varint(&mut bytes)?;
            }
            let codes = bytes;
            let mut grids = 0;
            for _ in 0..take_varint(&mut bytes)? {
                take_varint(&mut bytes)?;
                grids += u64::from(take_varint(&mut bytes)?);
            }
            if pick(row as u16, before + grids) {
                return Ok(Some(Record {
                    number: row as u16,
                    before,
                    codes: &codes[..codes.len() - bytes.len()],
                }));
            }
            before += grids;
        }
        Ok(None)
    }

    /// The last entry of a band for which `low` holds.
    fn search(&self, band: &Band, low: impl Fn(Entry) -> bool) -> Result<Option<usize>, CatalogueError> {
        let (mut from, mut to) = (0, band.entries);
        while from < to {
            let middle = (from + to) / 2;
            if low(self.entry(band, middle)?) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        Ok(from.checked_sub(1))
    }

    /// The record of a row 4, where it has grids.
    pub(super) fn by_row(&self, class: usize, row: u16) -> Result<Option<Record<'_>>, CatalogueError> {
        let band = self.band(class)?;
        let Some(i) = self.search(&band, |entry| entry.number <= row)? else { return Ok(None) };
        let record = self.pick(&band, i, |number, _| number == row)?;
        Ok(record.filter(|record| record.number == row))
    }

    /// The class and record of the grid with so many before it.
    pub(super) fn by_rank(&self, before: u64) -> Result<(usize, Record<'_>), CatalogueError> {
        let (mut from, mut to) = (0, crate::band::BANDS);
        while to - from > 1 {
            let middle = (from + to) / 2;
            if self.band(middle)?.before <= before { from = middle } else { to = middle }
        }
        let band = self.band(from)?;
        let inside = before - band.before;
        let i = self.search(&band, |entry| u64::from(entry.before) <= inside)?;
        let record = self.pick(&band, i.ok_or(CatalogueError::Malformed)?, |_, end| before < end)?;
        Ok((from, record.ok_or(CatalogueError::Malformed)?))
    }
}

/// A little-endian number of `width` bytes.
pub(super) fn number(bytes: &[u8], width: usize) -> u64 {
    bytes[..width].iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rows_and_numbers_go_both_ways_in_order() {
        let mut last = [0; 9];
        for number in 0..40320 {
            let row = row_of(number);
            assert_eq!(row_number(&row), number);
            assert!(row > last);
            last = row;
        }
    }

    proptest! {
        #[test]
        fn codes_there_and_back(counts in prop::collection::vec(prop_oneof![3 => Just(0u32), 2 => 1u32..200, 1 => 1u32..16000], 0..300)) {
            let mut bytes = Vec::new();
            put_codes(&mut bytes, &counts);
            let mut back = Vec::new();
            for code in Codes(&bytes) {
                let (zeros, count) = code.unwrap();
                back.resize(back.len() + zeros, 0);
                back.push(count);
            }
            back.resize(counts.len(), 0);
            prop_assert_eq!(back, counts);
        }

        #[test]
        fn varints_there_and_back(value in any::<u32>()) {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, value);
            let mut rest = &bytes[..];
            prop_assert_eq!(take_varint(&mut rest).unwrap(), value);
            prop_assert!(rest.is_empty());
        }
    }
}

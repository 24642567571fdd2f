//! Building the index band by band, and putting the bands together.

use super::index::{
    BAND_HEAD, Codes, HEAD, Level, SECTIONS, number, put_codes, put_varint, row_number, row_of,
};
use super::walk::{FirstBand, Walker};
use super::{CatalogueError, GRIDS, proof::Proof};
use crate::band::BANDS;
use ludex_core::table::{self, Table};
use ludex_core::{Progress, Stopped};

/// Box rows r5c1-3 are joined to runs until a run has this many grids.
const RUN: u32 = 1 << 11;
const PART_WORD: &str = "sudoku-catalogue-part";
const PART_HEAD: usize = 8;

/// The finished enumeration of one band: all that both levels of the index need of it.
///
/// Parts are what a build leaves behind when it is stopped: [`Part::to_bytes`] makes a checked file of
/// one, [`Part::from_bytes`] takes it up again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    class: u16,
    /// (number of automorphisms, grids), only those with more than one.
    symmetric: Vec<(u16, u64)>,
    /// (row number, grids, bytes of codes) per row 4 that has grids.
    rows: Vec<(u16, u32, u32)>,
    codes: Vec<u8>,
}

impl Part {
    /// Enumerates all min-lex grids of a band.
    ///
    /// # Errors
    /// [`Stopped`] when the progress asked for it; it hears of grids found, with no total.
    ///
    /// # Panics
    /// When there is no band of that number.
    pub fn build(class: u16, progress: &dyn Progress) -> Result<Part, Stopped> {
        let first = FirstBand::new(class);
        let mut walker = Walker::new();
        let mut part = Part { class, symmetric: Vec::new(), rows: Vec::new(), codes: Vec::new() };
        let mut stopped = Ok(());
        let mut grids = 0;
        first.rows_four(&mut |row| {
            stopped = progress.report(grids, 0);
            let Some(mut fourth) = first.fourth(row) else { return stopped.is_ok() };
            let counts = walker.counts(&first, &mut fourth);
            let total = counts.iter().sum();
            if total > 0 {
                let from = part.codes.len();
                put_codes(&mut part.codes, &counts);
                part.rows.push((row_number(row), total, (part.codes.len() - from) as u32));
                grids += u64::from(total);
            }
            stopped.is_ok()
        });
        stopped?;
        let symmetric = walker.symmetric.iter().enumerate().filter(|(_, grids)| **grids > 0);
        part.symmetric = symmetric.map(|(auts, &grids)| (auts as u16, grids)).collect();
        Ok(part)
    }

    /// Which band it is.
    #[must_use]
    pub const fn class(&self) -> u16 {
        self.class
    }

    /// How many min-lex grids the band has.
    #[must_use]
    pub fn grids(&self) -> u64 {
        self.rows.iter().map(|row| u64::from(row.1)).sum()
    }

    /// Grids by number of automorphisms, only those with more than one.
    #[must_use]
    pub fn symmetric(&self) -> &[(u16, u64)] {
        &self.symmetric
    }

    /// The part as a table file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut payload = Vec::with_capacity(self.codes.len() + 10 * self.rows.len() + 64);
        payload.extend(self.class.to_le_bytes());
        payload.extend((self.symmetric.len() as u16).to_le_bytes());
        payload.extend((self.rows.len() as u32).to_le_bytes());
        for (auts, grids) in &self.symmetric {
            payload.extend(auts.to_le_bytes());
            payload.extend(grids.to_le_bytes());
        }
        for (row, grids, bytes) in &self.rows {
            payload.extend(row.to_le_bytes());
            payload.extend(grids.to_le_bytes());
            payload.extend(bytes.to_le_bytes());
        }
        payload.extend(&self.codes);
        let mut bytes = table::header(PART_WORD, super::index::VERSION, &payload, table::BLOCK);
        bytes.extend(payload);
        bytes
    }

    /// Takes a part from a table file.
    ///
    /// # Errors
    /// When the file is another table, cut short or altered.
    pub fn from_bytes(bytes: &[u8]) -> Result<Part, CatalogueError> {
        let table = Table::open(bytes, PART_WORD, super::index::VERSION)?;
        let payload = table.payload()?;
        let field = |at: usize, width: usize| match payload.get(at..at + width) {
            Some(bytes) => Ok(number(bytes, width)),
            None => Err(CatalogueError::Malformed),
        };
        let (class, kinds, rows) = (field(0, 2)? as u16, field(2, 2)? as usize, field(4, 4)? as usize);
        let mut part = Part { class, symmetric: Vec::new(), rows: Vec::new(), codes: Vec::new() };
        let mut at = PART_HEAD;
        for _ in 0..kinds {
            part.symmetric.push((field(at, 2)? as u16, field(at + 2, 8)?));
            at += 10;
        }
        for _ in 0..rows {
            part.rows.push((field(at, 2)? as u16, field(at + 2, 4)? as u32, field(at + 6, 4)? as u32));
            at += 10;
        }
        part.codes = payload.get(at..).ok_or(CatalogueError::Malformed)?.to_vec();
        let bytes: u64 = part.rows.iter().map(|row| u64::from(row.2)).sum();
        if bytes != part.codes.len() as u64 || usize::from(class) >= BANDS {
            return Err(CatalogueError::Malformed);
        }
        Ok(part)
    }

    /// The section of the band in an index, with its number of directory entries.
    pub(super) fn section(&self, level: Level) -> (Vec<u8>, usize) {
        let first = (level == Level::Small).then(|| FirstBand::new(self.class));
        let (mut directory, mut records) = (Vec::new(), Vec::new());
        let entries = self.rows.len().div_ceil(level.stride());
        let begin = super::index::ENTRY * entries;
        let (mut before, mut at, mut last) = (0u32, 0, 0);
        for (i, &(row, grids, bytes)) in self.rows.iter().enumerate() {
            if i % level.stride() == 0 {
                directory.extend(row.to_le_bytes());
                directory.extend(before.to_le_bytes());
                directory.extend(((begin + records.len()) as u32).to_le_bytes());
            } else {
                put_varint(&mut records, u32::from(row - last));
            }
            let codes = &self.codes[at..at + bytes as usize];
            match &first {
                None => records.extend(codes),
                Some(first) => put_runs(&mut records, &runs(first, row, codes)),
            }
            (before, at, last) = (before + grids, at + bytes as usize, row);
        }
        directory.extend(records);
        (directory, entries)
    }
}

/// The record of a row 4, enumerated now; nothing where an automorphism makes the row smaller.
pub(super) fn record_of(walker: &mut Walker, level: Level, class: u16, row: &[u8; 9]) -> Option<Vec<u8>> {
    let first = FirstBand::new(class);
    let mut fourth = first.fourth(row)?;
    let mut codes = Vec::new();
    put_codes(&mut codes, &walker.counts(&first, &mut fourth));
    if level == Level::Row5 {
        return Some(codes);
    }
    let mut record = Vec::new();
    put_runs(&mut record, &runs(&first, row_number(row), &codes));
    Some(record)
}

/// Joins the rows 5 of a record to runs of box rows r5c1-3: (box rows, grids).
fn runs(first: &FirstBand, row: u16, codes: &[u8]) -> Vec<(u32, u32)> {
    let fourth = first.fourth(&row_of(row)).expect("a row 4 that has grids");
    let mut runs = Vec::new();
    let (mut span, mut grids) = (0, 0);
    let mut codes = Codes(codes);
    // The next row 5 with grids, and how many without stand before it.
    let mut next = codes.next().map(|code| code.expect("our own codes"));
    for begin in 0..fourth.begins() {
        let mut left = fourth.fifths(begin).count();
        while let Some((zeros, count)) = next {
            if zeros >= left {
                next = Some((zeros - left, count));
                break;
            }
            left -= zeros + 1;
            grids += count;
            next = codes.next().map(|code| code.expect("our own codes"));
        }
        span += 1;
        if grids >= RUN {
            runs.push((span, grids));
            (span, grids) = (0, 0);
        }
    }
    if grids > 0 {
        runs.push((span, grids));
    }
    runs
}

fn put_runs(out: &mut Vec<u8>, runs: &[(u32, u32)]) {
    put_varint(out, runs.len() as u32);
    for &(span, grids) in runs {
        put_varint(out, span);
        put_varint(out, grids);
    }
}

/// Puts all bands together to a table file, after the enumeration has proven itself.
///
/// Bands are asked for one after the other, so that they need not be in memory together.
///
/// # Errors
/// When a band cannot be had, or a count is not what it must be.
pub fn assemble(
    level: Level,
    mut part: impl FnMut(u16) -> Result<Part, CatalogueError>,
) -> Result<(Vec<u8>, Proof), CatalogueError> {
    let mut proof = Proof::default();
    let mut payload = vec![0; SECTIONS];
    payload[0] = level as u8;
    payload[2..4].copy_from_slice(&(level.stride() as u16).to_le_bytes());
    payload[4..8].copy_from_slice(&(BANDS as u32).to_le_bytes());
    payload[SECTIONS - 8..].copy_from_slice(&GRIDS.to_le_bytes());
    let mut before = 0u64;
    for class in 0..BANDS {
        let part = part(class as u16)?;
        proof.add(&part)?;
        let (section, entries) = part.section(level);
        let offset = payload.len() as u64;
        let head = &mut payload[HEAD + BAND_HEAD * class..][..BAND_HEAD];
        head[..8].copy_from_slice(&offset.to_le_bytes());
        head[8..16].copy_from_slice(&before.to_le_bytes());
        head[16..20].copy_from_slice(&(part.rows.len() as u32).to_le_bytes());
        head[20..].copy_from_slice(&(entries as u32).to_le_bytes());
        payload.extend(section);
        before += part.grids();
    }
    proof.finish()?;
    let mut file = table::header(level.word(), super::index::VERSION, &payload, table::BLOCK);
    file.append(&mut payload);
    Ok((file, proof))
}

//! How long the values of a Parquet file are, by the headers of its pages and its dictionaries.
//!
//! The library that reads pages gives room for what a header claims; so the headers are looked at first. They are in
//! Thrift's compact protocol, of which three numbers of a page are wanted and the rest is passed over.

use super::rows_of;
use anyhow::{Context, bail, ensure};
use datafusion::parquet::basic::Type;
use datafusion::parquet::column::page::Page;
use datafusion::parquet::file::metadata::ColumnChunkMetaData;
use datafusion::parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

/// The longest footer, in bytes: the library reads it whole.
const LONGEST_FOOTER: u64 = 32 << 20;
/// The longest page, unpacked. Writers aim at one megabyte.
const LONGEST_PAGE: i64 = 64 << 20;
/// The longest header of a page.
const LONGEST_HEADER: u64 = 1 << 20;
/// Dictionaries that are shorter hold no value worth looking at.
const HARMLESS: i64 = 4096;

/// How many rows may be taken at a time.
pub(super) fn rows_at_once(file: &File) -> anyhow::Result<usize> {
    check_footer(file)?;
    let reader = SerializedFileReader::new(file.try_clone()?)?;
    let mut longest = 1;
    for (index, group) in reader.metadata().row_groups().iter().enumerate() {
        for (column, chunk) in group.columns().iter().enumerate() {
            if !matches!(chunk.column_type(), Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY) {
                continue;
            }
            let (mean, dictionary) = pages(file, chunk)
                .with_context(|| format!("column {:?}, row group {index}", chunk.column_path().string()))?;
            longest = longest.max(mean);
            if dictionary {
                let mut pages = reader.get_row_group(index)?.get_column_page_reader(column)?;
                if let Some(Page::DictionaryPage { buf, .. }) = pages.get_next_page()? {
                    longest = longest.max(longest_of(&buf));
                }
            }
        }
    }
    Ok(rows_of(longest))
}

fn check_footer(mut file: &File) -> anyhow::Result<()> {
    let mut tail = [0; 8];
    file.seek(SeekFrom::End(-8)).and_then(|_| file.read_exact(&mut tail)).context("it is no Parquet")?;
    let length = u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]);
    ensure!(tail[4..] == *b"PAR1" || tail[4..] == *b"PARE", "it is no Parquet, or not all of it is there");
    ensure!(
        u64::from(length) <= LONGEST_FOOTER,
        "its footer has {length} bytes; {LONGEST_FOOTER} and fewer are read"
    );
    Ok(())
}

/// The largest mean length of the values of a page, and whether there is a dictionary worth looking at.
fn pages(mut file: &File, chunk: &ColumnChunkMetaData) -> anyhow::Result<(usize, bool)> {
    let (start, length) = chunk.byte_range();
    file.seek(SeekFrom::Start(start))?;
    let mut reader = Counted { inner: BufReader::new(file), read: 0 };
    let (mut mean, mut dictionary) = (0, false);
    while reader.read < length {
        let limit = reader.read + LONGEST_HEADER;
        let page = Header::read(&mut reader, limit).context("the header of a page cannot be read")?;
        ensure!(
            (0..=LONGEST_PAGE).contains(&page.plain),
            "a page of {} bytes; {LONGEST_PAGE} and fewer are read",
            page.plain
        );
        ensure!(page.packed >= 0, "a page of {} bytes", page.packed);
        if page.is_dictionary {
            dictionary = page.plain > HARMLESS;
        } else {
            mean = mean.max(usize::try_from(page.plain / page.values.max(1)).unwrap_or(usize::MAX));
        }
        reader.inner.seek_relative(page.packed)?;
        reader.read += page.packed.unsigned_abs();
    }
    Ok((mean, dictionary))
}

/// The longest value of a dictionary: each has its length before it.
fn longest_of(mut dictionary: &[u8]) -> usize {
    let mut longest = 0;
    while let Some((length, rest)) = dictionary.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length) as usize;
        longest = longest.max(length);
        dictionary = rest.get(length..).unwrap_or_default();
    }
    longest
}

struct Counted<R> {
    inner: BufReader<R>,
    read: u64,
}

impl<R: Read> Counted<R> {
    fn byte(&mut self) -> anyhow::Result<u8> {
        let mut byte = [0];
        self.inner.read_exact(&mut byte)?;
        self.read += 1;
        Ok(byte[0])
    }

    fn number(&mut self) -> anyhow::Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        bail!("a number without end")
    }

    fn signed(&mut self) -> anyhow::Result<i64> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

/// What is wanted of a page's header.
#[derive(Default)]
struct Header {
    plain: i64,
    packed: i64,
    values: i64,
    is_dictionary: bool,
}

impl Header {
    fn read<R: Read>(reader: &mut Counted<R>, limit: u64) -> anyhow::Result<Header> {
        let mut header = Header::default();
        fields(reader, limit, &mut |reader, field, kind| {
            match (field, kind) {
                (2, 5) => header.plain = reader.signed()?,
                (3, 5) => header.packed = reader.signed()?,
                // The headers of a page of data, of a dictionary, and of a page of data in its second version.
                (5 | 7 | 8, 12) => {
                    header.is_dictionary |= field == 7;
                    fields(reader, limit, &mut |reader, field, kind| {
                        if (field, kind) == (1, 5) {
                            header.values = reader.signed()?;
                            return Ok(());
                        }
                        skip(reader, kind, limit, 0)
                    })?;
                }
                _ => skip(reader, kind, limit, 0)?,
            }
            Ok(())
        })?;
        Ok(header)
    }
}

/// Takes a field of a struct: its number and its kind.
type Take<'a, R> = dyn FnMut(&mut Counted<R>, i64, u8) -> anyhow::Result<()> + 'a;

/// Goes through the fields of a struct.
fn fields<R: Read>(reader: &mut Counted<R>, limit: u64, take: &mut Take<'_, R>) -> anyhow::Result<()> {
    let mut field = 0_i64;
    loop {
        ensure!(reader.read <= limit, "it is too long");
        let byte = reader.byte()?;
        if byte == 0 {
            return Ok(());
        }
        field = match byte >> 4 {
            0 => reader.signed()?,
            step => field.wrapping_add(step.into()),
        };
        take(reader, field, byte & 0x0F)?;
    }
}

/// Passes over a value.
fn skip<R: Read>(reader: &mut Counted<R>, kind: u8, limit: u64, depth: u8) -> anyhow::Result<()> {
    ensure!(depth < 16 && reader.read <= limit, "it is too long or too deep");
    match kind {
        // Truth values are in the kind itself.
        1 | 2 => {}
        3 => _ = reader.byte()?,
        4..=6 => _ = reader.number()?,
        7 => {
            for _ in 0..8 {
                reader.byte()?;
            }
        }
        8 => {
            for _ in 0..reader.number()? {
                ensure!(reader.read <= limit, "it is too long");
                reader.byte()?;
            }
        }
        9 | 10 => {
            let head = reader.byte()?;
            let count = if head >> 4 == 15 { reader.number()? } else { u64::from(head >> 4) };
            for _ in 0..count {
                // In a list a truth value has a byte of its own.
                let kind = if matches!(head & 0x0F, 1 | 2) { 3 } else { head & 0x0F };
                skip(reader, kind, limit, depth + 1)?;
            }
        }
        12 => fields(reader, limit, &mut |reader, _, kind| skip(reader, kind, limit, depth + 1))?,
        _ => bail!("a value of kind {kind}"),
    }
    Ok(())
}

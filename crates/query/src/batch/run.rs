//! The rows of a unit on their way into order: as many as the memory allows are held and sorted, the rest goes through
//! files.

use super::long;
use super::manifest::Part;
use super::writer::NameWriter;
use anyhow::Context;
use datafusion::arrow::array::{Array, AsArray, RecordBatch, StringArray};
use std::path::{Path, PathBuf};

/// Rows that are held, name beside text.
#[derive(Default)]
struct Held {
    batches: Vec<(StringArray, StringArray)>,
    bytes: u64,
    rows: usize,
}

/// Where a row is: its batch and its place there, with the letters of its name that tell most names apart.
#[derive(Clone, Copy)]
struct Place {
    key: u64,
    batch: u32,
    row: u32,
}

impl Held {
    fn name(&self, place: Place) -> Option<&str> {
        let names = &self.batches[place.batch as usize].0;
        names.is_valid(place.row as usize).then(|| names.value(place.row as usize))
    }

    fn text(&self, place: Place) -> &str {
        self.batches[place.batch as usize].1.value(place.row as usize)
    }

    /// How many bytes all names have in common at their beginning.
    fn common(&self) -> usize {
        let mut all = self.batches.iter().flat_map(|(names, _)| names.iter().flatten().map(str::as_bytes));
        let Some(first) = all.next() else { return 0 };
        all.fold(first.len(), |length, name| {
            first[..length].iter().zip(name).take_while(|(a, b)| a == b).count()
        })
    }

    /// The places of all rows in the order of name and text, those without a name first.
    fn order(&self) -> Vec<Place> {
        let common = self.common();
        let mut places = Vec::with_capacity(self.rows);
        for (batch, (names, _)) in (0..).zip(&self.batches) {
            for (row, name) in (0..).zip(names.iter()) {
                // Without a name before all others; a shorter name before a longer one that begins with it.
                let key = name.map_or(0, |name| {
                    let mut letters = [0; 8];
                    for (to, from) in letters.iter_mut().zip(&name.as_bytes()[common.min(name.len())..]) {
                        *to = *from;
                    }
                    u64::from_be_bytes(letters)
                });
                places.push(Place { key, batch, row });
            }
        }
        places.sort_unstable_by(|&a, &b| {
            (a.key.cmp(&b.key))
                .then_with(|| self.name(a).cmp(&self.name(b)))
                .then_with(|| self.text(a).cmp(self.text(b)))
        });
        places
    }
}

/// Takes the rows of a unit in any order.
pub(crate) struct RunWriter {
    place: PathBuf,
    dedupe: bool,
    most: u64,
    held: Held,
    /// Files that are in order, each of a part of the rows.
    pub(crate) pieces: Vec<PathBuf>,
}

impl RunWriter {
    /// Begins a run that holds at most so many bytes.
    pub(crate) fn begin(place: &Path, dedupe: bool, most: u64) -> RunWriter {
        RunWriter { place: place.to_owned(), dedupe, most, held: Held::default(), pieces: Vec::new() }
    }

    /// Takes rows: name and text.
    pub(crate) fn take(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        let names = batch.column(0).as_string::<i32>().clone();
        let texts = long::kept(&names, batch.column(1).as_string::<i32>());
        // Where the rows of a batch are a part of others, all of those count.
        self.held.bytes += (names.get_array_memory_size() + texts.get_array_memory_size()) as u64;
        self.held.rows += names.len();
        self.held.batches.push((names, texts));
        let places = self.held.rows as u64 * size_of::<Place>() as u64;
        if self.held.bytes + places >= self.most { self.put() } else { Ok(()) }
    }

    fn put(&mut self) -> anyhow::Result<()> {
        let name = self.place.file_stem().context("a run has a name")?.to_string_lossy();
        let piece = self.place.with_file_name(format!("{name}-{:05}.parquet", self.pieces.len()));
        self.write(&piece)?;
        self.pieces.push(piece);
        Ok(())
    }

    fn write(&mut self, place: &Path) -> anyhow::Result<Part> {
        let held = std::mem::take(&mut self.held);
        let mut writer = NameWriter::begin(place, self.dedupe)?;
        for row in held.order() {
            writer.row(held.name(row), held.text(row), 1)?;
        }
        writer.finish()
    }

    /// Puts the run in its place where all of it could be held; else nothing, and its pieces are to be merged.
    pub(crate) fn finish(&mut self) -> anyhow::Result<Option<Part>> {
        if self.pieces.is_empty() {
            let place = self.place.clone();
            return self.write(&place).map(Some);
        }
        if self.held.rows > 0 {
            self.put()?;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_names_and_texts() {
        let names =
            [Some("cube:b"), None, Some("cube:"), Some("cube:ba"), Some("cube:b"), None, Some("cube:\0")];
        let texts = ["z", "2", "é", "x", "a", "1", "n"];
        let mut held = Held::default();
        for rows in [0..3, 3..7] {
            let names = StringArray::from_iter(names[rows.clone()].iter().copied());
            held.rows += names.len();
            held.batches.push((names, StringArray::from_iter_values(&texts[rows])));
        }
        let mut wanted: Vec<(Option<&str>, &str)> = names.into_iter().zip(texts).collect();
        wanted.sort_unstable();
        let found: Vec<_> =
            held.order().into_iter().map(|place| (held.name(place), held.text(place))).collect();
        assert_eq!(found, wanted);
    }
}

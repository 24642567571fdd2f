//! Records on their way into the store: gathered, sorted by name, equal names joined.
//!
//! A bare name seen once is by far the most frequent record of a large import, and a [`Record`] of it
//! takes some 400 bytes. Here it takes its letters and one [`Entry`], so that a batch can hold millions:
//! the larger a sorted batch, the fewer pages of the tree of names are written for each row.

use crate::error::{Result, StoreError};
use crate::record::Record;
use crate::sql::{Cell, Dialect, Sql};
use rayon::prelude::*;
use serde_json::Value as Json;

/// Where a name lies in the text of all names, and what belongs to it.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// The first eight bytes after what all names begin with: most comparisons need no more.
    key: u64,
    start: usize,
    length: u32,
    /// The place in the order in which records came.
    order: u32,
    what: What,
}

/// What belongs to a name.
#[derive(Debug, Clone, Copy)]
enum What {
    /// Seen once, and nothing else is known; the number of its [`Sighting`].
    Bare(u32),
    /// The number of its record.
    Whole(u32),
}

/// What bare names of one batch share.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sighting {
    source: Option<String>,
    seen: i64,
}

/// Records gathered to be put together.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    names: String,
    entries: Vec<Entry>,
    sightings: Vec<Sighting>,
    /// Taken out when they are joined.
    wholes: Vec<Option<Record>>,
    bytes: usize,
    sorted: bool,
}

/// All facts of a record together, but for the typed ones, are no longer.
pub(crate) const LONGEST_FACTS: usize = 3 << 20;
/// Roughly what a record takes besides its texts.
const RECORD_BYTES: usize = 400;

impl Gathered {
    /// Adds a record.
    pub(crate) fn push(&mut self, record: Record) {
        let (start, order) = (self.names.len(), self.entries.len() as u32);
        self.names.push_str(record.name.kind());
        self.names.push(':');
        self.names.push_str(record.name.letters());
        let length = (self.names.len() - start) as u32;
        self.bytes += length as usize + size_of::<Entry>();
        let what = if is_bare(&record) {
            let sighting = Sighting { source: record.source, seen: record.first_seen };
            // Neighbours come from one source at one time.
            if self.sightings.last() != Some(&sighting) {
                self.sightings.push(sighting);
            }
            What::Bare(self.sightings.len() as u32 - 1)
        } else {
            // Thrice: it is parsed by one thread, written by another, and what both free stays with them.
            self.bytes += 3 * weight(&record);
            self.wholes.push(Some(record));
            What::Whole(self.wholes.len() as u32 - 1)
        };
        self.entries.push(Entry { key: 0, start, length, order, what });
        self.sorted = false;
    }

    /// How many records were gathered.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Roughly how much memory they take.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The records whose name the store has still to settle.
    pub(crate) fn shared(&mut self) -> impl Iterator<Item = &mut Record> {
        self.wholes.iter_mut().flatten().filter(|record| record.shared_name && record.position.is_some())
    }

    /// Some names of records that bring facts, which join those that are there: the next in their order, from an
    /// entry on.
    pub(crate) fn with_facts(&self, first: usize, most: usize) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for entry in &self.entries[first..] {
            let What::Whole(i) = entry.what else { continue };
            let facts = self.wholes[i as usize].as_ref().is_some_and(|record| !record.facts.is_empty());
            if facts && names.last().is_none_or(|last| last != self.name(entry)) {
                if names.len() == most {
                    break;
                }
                names.push(self.name(entry).to_owned());
            }
        }
        names
    }

    /// Takes over the names that records were given since they were gathered.
    pub(crate) fn rename(&mut self) {
        for entry in &mut self.entries {
            if let What::Whole(i) = entry.what
                && let Some(record) = &self.wholes[i as usize]
                && record.shared_name
            {
                let name = record.name.to_string();
                (entry.start, entry.length) = (self.names.len(), name.len() as u32);
                self.names.push_str(&name);
            }
        }
        self.sorted = false;
    }

    /// Refuses what no store takes.
    pub(crate) fn check(&self) -> Result<()> {
        // Bare ones passed when they were gathered.
        self.wholes.iter().flatten().try_for_each(Record::check_named)
    }

    fn name(&self, entry: &Entry) -> &str {
        &self.names[entry.start..entry.start + entry.length as usize]
    }

    /// Sorts by name, equal names in the order in which they came: a batch then walks the tree of names
    /// once from left to right.
    pub(crate) fn sort(&mut self) {
        if self.sorted {
            return;
        }
        let names = self.names.as_bytes();
        let name = |entry: &Entry| &names[entry.start..entry.start + entry.length as usize];
        // What the least and the greatest share, all share.
        let least = self.entries.iter().map(name).min().unwrap_or_default();
        let greatest = self.entries.iter().map(name).max().unwrap_or_default();
        let common = least.iter().zip(greatest).take_while(|(a, b)| a == b).count();
        let mut entries = std::mem::take(&mut self.entries);
        for entry in &mut entries {
            let rest = &name(entry)[common..];
            let mut key = [0; 8];
            let taken = rest.len().min(8);
            key[..taken].copy_from_slice(&rest[..taken]);
            entry.key = u64::from_be_bytes(key);
        }
        entries.par_sort_unstable_by(|a, b| {
            a.key.cmp(&b.key).then_with(|| name(a).cmp(name(b))).then(a.order.cmp(&b.order))
        });
        self.entries = entries;
        self.sorted = true;
    }

    /// Joins records of equal names that bring facts with what the store knows of them, so that what is
    /// written is the whole truth: from an entry on, up to a name, or until who knows says that it is enough.
    pub(crate) fn join(
        &mut self,
        from: usize,
        last: Option<&str>,
        replacing: bool,
        known: &mut Known<'_>,
    ) -> Result<Joined<'_>> {
        self.sort();
        let mut records = Vec::new();
        let (mut first, mut more) = (from, true);
        while more && first < self.entries.len() {
            let end = self.group(first);
            more = last.is_none_or(|last| self.name(&self.entries[first]) < last);
            if self.entries[first..end].iter().any(|entry| matches!(entry.what, What::Whole(_))) {
                let mut record = self.record(first);
                for i in first + 1..end {
                    let next = self.record(i);
                    if replacing {
                        let mut facts = std::mem::take(&mut record.facts);
                        facts.replace(&next.facts);
                        record.merge(&Record { facts: Default::default(), ..next });
                        record.facts = facts;
                    } else {
                        record.merge(&next);
                    }
                }
                if !record.facts.is_empty() {
                    let (there, enough) = known(self.name(&self.entries[first]))?;
                    more &= !enough;
                    if let Some(there) = there {
                        let mut facts = there.facts;
                        if replacing {
                            facts.replace(&record.facts);
                        } else {
                            facts.merge(&record.facts);
                        }
                        record.facts = facts;
                    }
                }
                check_facts(&record)?;
                records.push((first, record));
            }
            first = end;
        }
        Ok(Joined { gathered: self, from, end: first, records })
    }

    /// The end of the run of equal names that begins here.
    fn group(&self, first: usize) -> usize {
        let (key, name) = (self.entries[first].key, self.name(&self.entries[first]));
        // The keys lie side by side; the names do not.
        let same = |entry: &&Entry| entry.key == key && self.name(entry) == name;
        let more = self.entries[first + 1..].iter().take_while(same).count();
        first + 1 + more
    }

    /// The columns of a run of equal bare names, joined as records would be.
    fn bare_cells<'s>(&'s self, name: &'s str, first: usize, end: usize) -> [Cell<'s>; 11] {
        let sightings = self.entries[first..end].iter().filter_map(|entry| match entry.what {
            What::Bare(i) => Some(&self.sightings[i as usize]),
            What::Whole(_) => None,
        });
        let (mut source, mut early, mut late) = (None, i64::MAX, i64::MIN);
        for sighting in sightings {
            let other = sighting.source.as_deref();
            source = if sighting.seen < early { other.or(source) } else { source.or(other) };
            (early, late) = (early.min(sighting.seen), late.max(sighting.seen));
        }
        let mut cells = [Cell::Null; 11];
        cells[0] = Cell::Text(name);
        cells[7] = source.map_or(Cell::Null, Cell::Text);
        (cells[8], cells[9], cells[10]) =
            (Cell::Int(early), Cell::Int(late), Cell::Int((end - first) as i64));
        cells
    }

    /// Takes out a record.
    fn record(&mut self, at: usize) -> Record {
        let entry = self.entries[at];
        if let What::Whole(i) = entry.what
            && let Some(record) = self.wholes[i as usize].take()
        {
            return record;
        }
        let name = self.name(&entry).parse().expect("it was written from a name");
        let What::Bare(i) = entry.what else { return Record::new(name, 0) };
        let sighting = &self.sightings[i as usize];
        let mut record = Record::new(name, sighting.seen);
        record.source.clone_from(&sighting.source);
        record
    }
}

/// What the store knows of a name, and whether so much is read that the rest has to wait.
type Known<'a> = dyn FnMut(&str) -> Result<(Option<Record>, bool)> + 'a;

/// Facts that were joined over time may not take more than a line that brings them: an export must read again, and
/// memory is bounded.
fn check_facts(record: &Record) -> Result<()> {
    if weight(record) <= LONGEST_FACTS {
        return Ok(());
    }
    match record.facts.json_column().map_or(0, |text| text.len()) {
        length if length > LONGEST_FACTS => Err(StoreError::Value(format!(
            "{}: its facts would be {length} bytes long together; up to {LONGEST_FACTS} are stored",
            record.name
        ))),
        _ => Ok(()),
    }
}

/// Roughly how much memory a record takes.
pub(crate) fn weight(record: &Record) -> usize {
    let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let keys: usize = record.keys.iter().map(|(kind, key)| 64 + kind.len() + key.len()).sum();
    let facts: usize =
        record.facts.other.iter().map(|(word, value)| 100 + word.len() + json_weight(value)).sum();
    RECORD_BYTES + text(&record.position) + text(&record.source) + text(&record.facts.solution) + keys + facts
}

fn json_weight(value: &Json) -> usize {
    match value {
        Json::String(text) => 48 + text.len(),
        Json::Array(list) => 32 + list.iter().map(json_weight).sum::<usize>(),
        Json::Object(map) => {
            32 + map.iter().map(|(word, value)| 100 + word.len() + json_weight(value)).sum::<usize>()
        }
        _ => 32,
    }
}

fn is_bare(record: &Record) -> bool {
    record.position.is_none()
        && record.facts.is_empty()
        && record.keys.is_empty()
        && !record.shared_name
        && record.count == 1
        && record.first_seen == record.last_seen
        && record.check().is_ok()
}

/// Hears a joined row: where its name came first, the name, its columns.
type EachJoined<'a, 's> = dyn FnMut(usize, &'s str, &[Cell<'_>]) -> Result<()> + 'a;

/// One row per name, in the order of names.
pub(crate) struct Joined<'a> {
    gathered: &'a Gathered,
    from: usize,
    end: usize,
    /// The rows that are more than bare, by the number of their first entry.
    records: Vec<(usize, Record)>,
}

impl Joined<'_> {
    /// The entry after the last that is joined.
    pub(crate) const fn end(&self) -> usize {
        self.end
    }

    /// All names.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let _ = self.each(&mut |_, name, _| {
            names.push(name);
            Ok(())
        });
        names
    }

    /// Tells of each row.
    pub(crate) fn each<'s>(&'s self, hear: &mut EachJoined<'_, 's>) -> Result<()> {
        let mut first = self.from;
        let gathered = self.gathered;
        let mut records = self.records.iter().peekable();
        while first < self.end {
            let end = gathered.group(first);
            let entry = &gathered.entries[first];
            let (name, order) = (gathered.name(entry), entry.order as usize);
            if let Some((_, record)) = records.next_if(|(at, _)| *at == first) {
                let json = record.facts.json_column();
                hear(order, name, &record.to_cells(name, json.as_deref()))?;
            } else {
                hear(order, name, &gathered.bare_cells(name, first, end))?;
            }
            first = end;
        }
        Ok(())
    }

    /// Writes the short codes of all records.
    pub(crate) fn write_keys(&self, sql: &mut dyn Sql) -> Result<()> {
        if self.records.iter().all(|(_, record)| record.keys.is_empty()) {
            return Ok(());
        }
        let sums = crate::upsert::sum_column(sql);
        let keys: String;
        let (first, second) = match sql.dialect() {
            Dialect::Sqlite => {
                let insert = if sums {
                    "INSERT INTO record_keys (kind, key, name, sum) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING"
                } else {
                    "INSERT INTO record_keys (kind, key, name) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
                };
                // What the first leaves is there already.
                (
                    insert,
                    "UPDATE record_keys SET kind = kind WHERE kind = ?1 AND key = ?2 AND name = ?3 AND 1 = 0",
                )
            }
            Dialect::Postgres => {
                sql.script(
                    "CREATE TEMPORARY TABLE IF NOT EXISTS staging_keys (LIKE record_keys) ON COMMIT DELETE ROWS; \
                     DELETE FROM staging_keys",
                )?;
                let (columns, values) = crate::upsert::with_server_sum(&crate::check::SUMMED[1], sql);
                keys = format!(
                    "INSERT INTO record_keys ({columns}) SELECT DISTINCT {values} FROM staging_keys ON CONFLICT DO NOTHING"
                );
                ("COPY staging_keys (kind, key, name) FROM STDIN", keys.as_str())
            }
        };
        let mut total = (0, 0i64);
        sql.put_rows(first, second, &mut |put| {
            for (_, record) in &self.records {
                let name = record.name.to_string();
                for (kind, key) in &record.keys {
                    let cells = [Cell::Text(kind), Cell::Text(key), Cell::Text(&name)];
                    if !sums {
                        put(&cells)?;
                        continue;
                    }
                    let sum = crate::sum::of_cells(&cells);
                    if put(&[cells[0], cells[1], cells[2], Cell::Int(sum)])? {
                        total = (total.0 + 1, total.1.wrapping_add(sum));
                    }
                }
            }
            Ok(())
        })?;
        crate::upsert::add_total(sql, "record_keys", total)
    }
}

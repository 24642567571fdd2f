//! Questions to the records: a range of names, facts, a page.

use crate::batch::weight;
use crate::error::{Result, StoreError};
use crate::json::plain;
use crate::record::{COLUMNS, Record};
use crate::sql::{Dialect, Value};
use crate::store::Store;
use ludex_core::{Families, Name, Refusal, Signature};
use serde_json::Value as Json;
use std::cmp::Ordering;
use std::collections::HashMap;

/// How a fact compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// A condition on one fact; a record without the fact never meets it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// Which fact.
    pub word: String,
    /// How it compares.
    pub relation: Relation,
    /// With what: numbers compare as numbers, everything else as text.
    pub value: Json,
}

impl std::str::FromStr for Fact {
    type Err = StoreError;

    /// Reads `rating>=9.0`, `source_file=a.txt`, `solved=true`.
    fn from_str(text: &str) -> Result<Self> {
        let relations = [
            ("<=", Relation::AtMost),
            (">=", Relation::AtLeast),
            ("!=", Relation::Unequal),
            ("=", Relation::Equal),
            ("<", Relation::Less),
            (">", Relation::More),
        ];
        let at = text.find(['<', '>', '=', '!']).unwrap_or(0);
        for (sign, relation) in relations {
            if at > 0 && text[at..].starts_with(sign) {
                let value = &text[at + sign.len()..];
                let value = serde_json::from_str(value).unwrap_or_else(|_| Json::from(value));
                return Ok(Fact { word: text[..at].to_owned(), relation, value });
            }
        }
        Err(StoreError::Value(format!("{text:?} is no condition on a fact; rating>=9.0 would be one")))
    }
}

impl Fact {
    /// Whether a record meets the condition.
    #[must_use]
    pub fn holds(&self, record: &Record) -> bool {
        let Some(value) = record.facts.get(&self.word) else { return false };
        let order = match (value.as_f64(), self.value.as_f64()) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => plain(&value).cmp(&plain(&self.value)),
        };
        match self.relation {
            Relation::Equal => order == Ordering::Equal,
            Relation::Unequal => order != Ordering::Equal,
            Relation::Less => order == Ordering::Less,
            Relation::AtMost => order != Ordering::Greater,
            Relation::More => order == Ordering::Greater,
            Relation::AtLeast => order != Ordering::Less,
        }
    }
}

/// Which records, in the order of their names.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Query {
    /// Only names of these kinds; all kinds where it is empty.
    pub kinds: Vec<String>,
    /// Only names that begin so, kind and colon included.
    pub prefix: Option<String>,
    /// Only names from this on.
    pub from: Option<String>,
    /// Only names up to this one, it and all that begin with it included.
    pub to: Option<String>,
    /// Only records whose facts meet all of these.
    pub facts: Vec<Fact>,
    /// Only names after this one: the last of the page before.
    pub after: Option<String>,
    /// At most so many.
    pub limit: Option<u64>,
}

/// The least text after all that begin with this one.
pub(crate) fn past(prefix: &str) -> Option<String> {
    let mut bytes = prefix.as_bytes().to_vec();
    while let Some(last) = bytes.pop() {
        if last < 0x7E {
            bytes.push(last + 1);
            return String::from_utf8(bytes).ok();
        }
    }
    None
}

impl Query {
    /// The same, only names of one family.
    ///
    /// # Errors
    /// When there is no such family.
    pub fn of_family(mut self, families: &Families, word: &str) -> std::result::Result<Query, Refusal> {
        self.kinds = families.find(word)?.kinds().iter().map(|kind| kind.word.to_owned()).collect();
        Ok(self)
    }

    /// The same, only ranks in a range such as `cube2:0..999`, for kinds whose names are ranks.
    ///
    /// # Errors
    /// When it is no range, or names of the kind are no ranks.
    pub fn of_ranks(mut self, families: &Families, range: &str) -> std::result::Result<Query, Refusal> {
        let parts = range.split_once(':').and_then(|(kind, range)| {
            let (low, high) = range.split_once("..")?;
            Some((kind, low.parse::<u64>().ok()?, high.parse::<u64>().ok()?))
        });
        let (kind, low, high) = parts.ok_or_else(|| {
            Refusal::new(format!("{range:?} is no range of ranks: cube2:0..999 would be one"))
        })?;
        let known = families.kind(kind).ok().and_then(|(_, kind)| kind.rank_bits);
        let bits = known.ok_or_else(|| {
            Refusal::new(format!("names of the kind {kind:?} are no ranks; give the first and last name"))
        })?;
        let (low, high) = rank_range(kind, bits, low, high)?;
        (self.from, self.to) = (Some(low.to_string()), Some(high.to_string()));
        Ok(self)
    }

    /// The conditions on the name, and their values.
    fn conditions(&self) -> (String, Vec<Value>) {
        let mut values: Vec<Value> = Vec::new();
        let mut parts: Vec<String> = Vec::new();
        let mut mark = |value: &str| {
            values.push(value.into());
            format!("?{}", values.len())
        };
        let kinds: Vec<String> = self
            .kinds
            .iter()
            .map(|kind| {
                format!("(name >= {} AND name < {})", mark(&format!("{kind}:")), mark(&format!("{kind};")))
            })
            .collect();
        if !kinds.is_empty() {
            parts.push(format!("({})", kinds.join(" OR ")));
        }
        if let Some(prefix) = &self.prefix {
            parts.push(format!("name >= {}", mark(prefix)));
            if let Some(end) = past(prefix) {
                parts.push(format!("name < {}", mark(&end)));
            }
        }
        if let Some(from) = &self.from {
            parts.push(format!("name >= {}", mark(from)));
        }
        if let Some(end) = self.to.as_deref().and_then(past) {
            parts.push(format!("name < {}", mark(&end)));
        }
        if let Some(after) = &self.after {
            parts.push(format!("name > {}", mark(after)));
        }
        for fact in &self.facts {
            let column =
                if crate::record::TYPED.contains(&fact.word.as_str()) { &fact.word } else { "facts" };
            parts.push(format!("{column} IS NOT NULL"));
        }
        let all = if parts.is_empty() { String::new() } else { format!(" WHERE {}", parts.join(" AND ")) };
        (all, values)
    }
}

/// How many records of a kind there are, and how often they were seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindCount {
    /// The kind.
    pub kind: String,
    /// Records.
    pub records: i64,
    /// Sightings.
    pub seen: i64,
}

/// A page of records ends early where they take more memory than this.
const PAGE_BYTES: usize = 32 << 20;

impl Store {
    /// Hears the records that answer a query, in the bytewise order of names; `false` ends it.
    /// Short codes are left out.
    ///
    /// # Errors
    /// When the database is in trouble, or the hearer fails.
    pub fn query(&mut self, query: &Query, each: &mut dyn FnMut(Record) -> Result<bool>) -> Result<()> {
        let (conditions, values) = query.conditions();
        let mut left = query.limit.unwrap_or(u64::MAX);
        if left == 0 {
            return Ok(());
        }
        let limit = match query.limit {
            Some(limit) if query.facts.is_empty() => format!(" LIMIT {limit}"),
            _ => String::new(),
        };
        let sql = format!("SELECT {COLUMNS} FROM records{conditions} ORDER BY name{limit}");
        self.sql.rows(&sql, &values, &mut |row| {
            let record = Record::from_row(row)?;
            if !query.facts.iter().all(|fact| fact.holds(&record)) {
                return Ok(true);
            }
            left -= 1;
            Ok(each(record)? && left > 0)
        })
    }

    /// Hears all records with their short codes, in pages, so that the store may be written meanwhile.
    ///
    /// # Errors
    /// When the database is in trouble, or the hearer fails.
    pub fn walk(&mut self, each: &mut dyn FnMut(Record) -> Result<()>) -> Result<()> {
        let with_keys = self.sql.one("SELECT 1 FROM record_keys LIMIT 1", &[])?.is_some();
        let mut query = Query { limit: Some(20_000), ..Query::default() };
        loop {
            let (mut page, mut bytes) = (Vec::new(), 0);
            self.query(&query, &mut |record| {
                bytes += weight(&record);
                page.push(record);
                Ok(bytes < PAGE_BYTES)
            })?;
            let (Some(first), Some(last)) = (page.first(), page.last()) else { return Ok(()) };
            let (first, last) = (first.name.to_string(), last.name.to_string());
            // The short codes of a page come with one question.
            let mut keys: HashMap<String, Vec<(String, String)>> = HashMap::new();
            if with_keys {
                let range = [first.into(), last.as_str().into()];
                let ask = "SELECT name, kind, key FROM record_keys WHERE name >= ?1 AND name <= ?2 \
                     ORDER BY name, kind, key";
                self.sql.rows(ask, &range, &mut |mut row| {
                    let (name, kind, key) = (row.text("name")?, row.text("kind")?, row.text("key")?);
                    keys.entry(name).or_default().push((kind, key));
                    Ok(true)
                })?;
            }
            query.after = Some(last);
            for mut record in page {
                record.keys = keys.remove(&record.name.to_string()).unwrap_or_default();
                each(record)?;
            }
        }
    }

    /// Folds all records into one number: equal stores have equal numbers on both databases.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn checksum(&mut self) -> Result<Signature> {
        let mut signature = Signature::new("records");
        self.walk(&mut |record| {
            signature.fold(serde_json::Value::Object(record.to_json()).to_string().as_bytes());
            Ok(())
        })?;
        Ok(signature)
    }

    /// How many records there are of each kind.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn kinds(&mut self) -> Result<Vec<KindCount>> {
        let kind = match self.dialect() {
            Dialect::Sqlite => "substr(name, 1, instr(name, ':') - 1)",
            Dialect::Postgres => "split_part(name, ':', 1)",
        };
        let rows = self.sql.all(
            &format!(
                "SELECT {kind} AS kind, count(*), CAST(sum(count >> 32) AS BIGINT), \
                 CAST(sum(count & 4294967295) AS BIGINT) FROM records GROUP BY 1 ORDER BY 1"
            ),
            &[],
        )?;
        let count = |mut row: crate::Row| {
            let (kind, records) = (row.text("kind")?, row.int("records")?);
            // In two halves: the sum may be more than a database counts, and is then the most it counts.
            let seen = (i128::from(row.int("seen")?) << 32) + i128::from(row.int("seen")?);
            Ok(KindCount { kind, records, seen: i64::try_from(seen).unwrap_or(i64::MAX) })
        };
        rows.into_iter().map(count).collect()
    }

    /// A text that changes whenever Ludex writes a record: what was derived from all records holds while it stays.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn state(&mut self) -> Result<String> {
        let row = self.sql.one(
            "SELECT CAST(sum(rows) AS TEXT), CAST(sum(sum) AS TEXT) FROM ludex_totals WHERE tab = 'records'",
            &[],
        )?;
        let Some(mut row) = row else { return Ok(String::new()) };
        let mut part = |column| Ok::<_, StoreError>(row.optional_text(column)?.unwrap_or_default());
        Ok(format!("{} {}", part("rows")?, part("sum")?))
    }

    /// All imports and how far they came.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn imports(&mut self) -> Result<Vec<(String, crate::ImportState)>> {
        let rows = self.sql.all("SELECT id FROM imports ORDER BY id", &[])?;
        let mut all = Vec::new();
        for mut row in rows {
            let id = row.text("id")?;
            if let Some(state) = self.import_state(&id)? {
                all.push((id, state));
            }
        }
        Ok(all)
    }

    /// Takes in all of another store: sightings add up, no fact is lost. A merge that was interrupted
    /// goes on where it was, and one that was finished is not repeated.
    ///
    /// # Errors
    /// When either database is in trouble.
    pub fn merge(&mut self, other: &mut Store, batch_size: usize) -> Result<crate::ImportState> {
        if let Some(identity) = self.sql.identity()?
            && other.sql.identity()?.as_ref() == Some(&identity)
        {
            return Err(StoreError::Value(format!(
                "{} and {} are the same store: merging it with itself would count everything twice",
                self.place(),
                other.place()
            )));
        }
        let import = format!("merge:{:016x}", other.checksum()?.hash);
        let mut state = self.import_state(&import)?.unwrap_or_default();
        if state.finished {
            return Ok(state);
        }
        let skip = state.line;
        let mut line = 0;
        let (mut records, mut bytes) = (Vec::new(), 0);
        other.walk(&mut |record| {
            line += 1;
            if line > skip {
                bytes += weight(&record);
                records.push(record);
            }
            if records.len() >= batch_size || bytes > PAGE_BYTES {
                bytes = 0;
                state = next_state(&state, records.len(), false);
                let batch = crate::Batch { records: std::mem::take(&mut records), refused: vec![] };
                self.put_batch(&import, batch, &state)?;
            }
            Ok(())
        })?;
        state = next_state(&state, records.len(), true);
        self.put_batch(&import, crate::Batch { records, refused: vec![] }, &state)?;
        Ok(state)
    }
}

fn next_state(state: &crate::ImportState, taken: usize, finished: bool) -> crate::ImportState {
    crate::ImportState {
        batch: state.batch + 1,
        line: state.line + taken as i64,
        taken: state.taken + taken as i64,
        finished,
        ..*state
    }
}

/// The names between two ranks of a kind whose first `bits` bits are the rank; in the last letter of the
/// rank other bits may follow.
///
/// # Errors
/// When a rank does not fit so many bits.
pub fn rank_range(kind: &str, bits: u32, low: u64, high: u64) -> Result<(Name, Name)> {
    let bound = 1u128 << bits.min(100);
    if u128::from(high) >= bound || low > high {
        return Err(StoreError::Value(format!(
            "{low}..{high} is no range of ranks below {bound}, the end of {kind}"
        )));
    }
    let letters = bits.div_ceil(ludex_core::bits::LETTER_BITS);
    let spare = letters * ludex_core::bits::LETTER_BITS - bits;
    let name = |number: u128| {
        let text = ludex_core::bits::to_letters(&ludex_core::NAME_ALPHABET, number, letters as usize);
        Name::new(kind, &text).map_err(|e| StoreError::Value(e.to_string()))
    };
    Ok((name(u128::from(low) << spare)?, name(((u128::from(high) + 1) << spare) - 1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_on_facts_are_read() {
        let fact: Fact = "rating>=9.0".parse().unwrap();
        assert_eq!((fact.word.as_str(), fact.relation), ("rating", Relation::AtLeast));
        assert_eq!("note=a=b".parse::<Fact>().unwrap().value, Json::from("a=b"));
        assert!("rating".parse::<Fact>().is_err());
        assert!("=3".parse::<Fact>().is_err());
    }

    #[test]
    fn the_end_of_a_prefix() {
        assert_eq!(past("cube2:0").as_deref(), Some("cube2:1"));
        assert_eq!(past("a:}").as_deref(), Some("a:~"));
        assert_eq!(past("a:~").as_deref(), Some("a;"));
    }
}

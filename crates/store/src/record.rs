//! A record: what the store knows under one name.

use crate::error::{Result, StoreError};
use crate::row::Row;
use crate::sql::{Cell, check_text};
use ludex_core::Name;
use serde_json::{Map, Number, Value as Json};

/// The facts of a position: typed where common, the rest as JSON.
///
/// Where two sources disagree no value is lost: the least (in the order of [`least_first`]) stands in
/// its place, all others are listed under [`ALSO`]. Merging is therefore commutative, associative and
/// idempotent.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facts {
    /// The solution in the family's text.
    pub solution: Option<String>,
    /// How hard, or how good.
    pub rating: Option<f64>,
    /// How long the solution is.
    pub length: Option<i64>,
    /// What it scores.
    pub score: Option<i64>,
    /// Everything else.
    pub other: Map<String, Json>,
}

/// Where values that lost their place to a lesser one are kept: `{"also": {"rating": [9.0, 9.1]}}`.
pub const ALSO: &str = "also";

/// The facts that have columns of their own.
pub const TYPED: [&str; 4] = ["solution", "rating", "length", "score"];

impl Facts {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.solution.is_none()
            && self.rating.is_none()
            && self.length.is_none()
            && self.score.is_none()
            && self.other.is_empty()
    }

    /// One fact as JSON.
    #[must_use]
    pub fn get(&self, fact: &str) -> Option<Json> {
        match fact {
            "solution" => self.solution.clone().map(Json::from),
            "rating" => self.rating.and_then(Number::from_f64).map(Json::Number),
            "length" => self.length.map(Json::from),
            "score" => self.score.map(Json::from),
            other => self.other.get(other).cloned(),
        }
    }

    /// Sets one fact.
    ///
    /// # Errors
    /// When a typed fact is given a value of another type, the value is too long, or the word is
    /// [`ALSO`], which the store keeps for itself.
    pub fn set(&mut self, fact: &str, value: Json) -> Result<()> {
        let wrong = |wanted: &str| {
            StoreError::Value(format!("the fact {fact} is {wanted}, not {}", short(&value.to_string())))
        };
        match fact {
            "solution" => {
                let text = value.as_str().ok_or_else(|| wrong("a text"))?;
                check_text("the fact solution", text)?;
                self.solution = Some(text.to_owned());
            }
            "rating" => {
                let number = value.as_f64().filter(|n| n.is_finite()).ok_or_else(|| wrong("a number"))?;
                // Zero has one sign here: it is written without it.
                self.rating = Some(number + 0.0);
            }
            "length" => self.length = Some(value.as_i64().ok_or_else(|| wrong("a whole number"))?),
            "score" => self.score = Some(value.as_i64().ok_or_else(|| wrong("a whole number"))?),
            ALSO => self.other_map(fact, value)?,
            _ => {
                check_text("the word of a fact", fact)?;
                if fact.is_empty() || fact.len() > 100 {
                    return Err(StoreError::Value(format!(
                        "{} is no word of a fact: 1 to 100 bytes would be",
                        short(fact)
                    )));
                }
                check_json(&value)?;
                self.other.insert(fact.to_owned(), one_form(value));
            }
        }
        Ok(())
    }

    /// The list of overruled values comes back from exports: it must be an object of arrays.
    fn other_map(&mut self, fact: &str, value: Json) -> Result<()> {
        let good = value.as_object().is_some_and(|lists| lists.values().all(Json::is_array));
        if !good {
            return Err(StoreError::Value(format!("the fact {fact} is kept for overruled values")));
        }
        check_json(&value)?;
        // Each of them may come to stand in the place of its fact, so each must be one.
        for (word, values) in value.as_object().into_iter().flatten() {
            if word == ALSO {
                return Err(StoreError::Value(format!("the fact {fact} is kept for overruled values")));
            }
            for value in values.as_array().into_iter().flatten() {
                Facts::default().set(word, value.clone())?;
            }
        }
        self.other.insert(fact.to_owned(), value);
        Ok(())
    }

    /// All facts as one object, typed ones first.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Json> {
        let mut object = Map::new();
        for fact in TYPED {
            if let Some(value) = self.get(fact) {
                object.insert(fact.to_owned(), value);
            }
        }
        object.extend(self.other.clone());
        object
    }

    /// Takes in what another source knows; no value is lost.
    pub fn merge(&mut self, other: &Facts) {
        let (mine, theirs) = (self.to_sets(), other.to_sets());
        let mut words: Vec<&String> = mine.iter().chain(&theirs).map(|(word, _)| word).collect();
        words.sort();
        words.dedup();
        let mut merged = Facts::default();
        let mut also = Map::new();
        for word in words {
            let find = |sets: &[(String, Vec<Json>)]| {
                sets.iter().find(|(w, _)| w == word).map(|(_, values)| values.clone()).unwrap_or_default()
            };
            let mut values = find(&mine);
            values.extend(find(&theirs));
            for value in &mut values {
                *value = if word == "rating" { rating_form(value) } else { one_form(value.take()) };
            }
            values.sort_by(least_first);
            values.dedup();
            if values.is_empty() {
                continue;
            }
            let first = values.remove(0);
            // Both sides held it, so it is of its type.
            let _ = merged.set(word, first);
            if !values.is_empty() {
                also.insert(word.clone(), Json::Array(values));
            }
        }
        if !also.is_empty() {
            merged.other.insert(ALSO.to_owned(), Json::Object(also));
        }
        *self = merged;
    }

    /// Takes over the facts that are given, and forgets what stood there before.
    pub fn replace(&mut self, newer: &Facts) {
        let (also_before, also_newer) = (self.other.remove(ALSO), newer.other.get(ALSO).cloned());
        let mut also = also_before.and_then(|also| also.as_object().cloned()).unwrap_or_default();
        for (word, _) in newer.to_sets() {
            also.remove(&word);
        }
        also.extend(also_newer.and_then(|also| also.as_object().cloned()).unwrap_or_default());
        for (fact, value) in newer.to_json() {
            if fact != ALSO {
                let _ = self.set(&fact, value);
            }
        }
        if !also.is_empty() {
            self.other.insert(ALSO.to_owned(), Json::Object(also));
        }
    }

    /// Every fact with all its values.
    fn to_sets(&self) -> Vec<(String, Vec<Json>)> {
        let mut sets: Vec<(String, Vec<Json>)> = self
            .to_json()
            .into_iter()
            .filter(|(word, _)| word != ALSO)
            .map(|(word, value)| (word, vec![value]))
            .collect();
        if let Some(Json::Object(also)) = self.other.get(ALSO) {
            for (word, values) in also {
                let values = values.as_array().cloned().unwrap_or_default();
                match sets.iter_mut().find(|(w, _)| w == word) {
                    Some((_, set)) => set.extend(values),
                    None => sets.push((word.clone(), values)),
                }
            }
        }
        sets
    }

    /// The JSON column: nothing where there is nothing to write.
    pub(crate) fn json_column(&self) -> Option<String> {
        // Keys in order: equal facts are equal bytes in every store.
        (!self.other.is_empty()).then(|| Json::Object(sorted(&self.other)).to_string())
    }

    /// All facts as one object, typed ones first, the others by their words.
    fn to_sorted(&self) -> Map<String, Json> {
        let mut facts = Facts { other: Map::new(), ..self.clone() }.to_json();
        facts.extend(sorted(&self.other));
        facts
    }
}

fn sorted(map: &Map<String, Json>) -> Map<String, Json> {
    let mut keys: Vec<_> = map.iter().collect();
    keys.sort_by(|a, b| a.0.cmp(b.0));
    keys.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// A number in its one form: whole where it is, zero without a sign. Equal numbers are then equal bytes.
fn one_form(value: Json) -> Json {
    let Json::Number(number) = &value else { return value };
    let Some(float) = number.as_f64().filter(|_| number.is_f64()) else { return value };
    // Two to the 63rd and 64th are exact: below them every whole number has a form of its own.
    if float.fract() != 0.0 {
        value
    } else if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&float) {
        (float as i64).into()
    } else if (0.0..18_446_744_073_709_551_616.0).contains(&float) {
        (float as u64).into()
    } else {
        value
    }
}

/// A rating is always a fraction.
fn rating_form(value: &Json) -> Json {
    value.as_f64().and_then(|rating| Number::from_f64(rating + 0.0)).map_or(value.clone(), Json::Number)
}

/// The order that decides which of several values stands in the place of a fact: numbers by size, exactly,
/// then everything by its JSON text.
#[must_use]
pub fn least_first(a: &Json, b: &Json) -> std::cmp::Ordering {
    let whole = |value: &Json| value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
    let exact = |value: &Json, float: f64| whole(value).unwrap_or(float as i128);
    let text = || a.to_string().cmp(&b.to_string());
    match (a.as_f64(), b.as_f64()) {
        (Some(x), Some(y)) => x.total_cmp(&y).then_with(|| exact(a, x).cmp(&exact(b, y))).then_with(text),
        (Some(_), None) => std::cmp::Ordering::Less,
        (None, Some(_)) => std::cmp::Ordering::Greater,
        (None, None) => text(),
    }
}

fn check_json(value: &Json) -> Result<()> {
    let text = value.to_string();
    check_text("a fact", &text)?;
    if text.contains("\\u0000") && has_nul(value) {
        return Err(StoreError::Value("a fact has the character NUL".into()));
    }
    Ok(())
}

fn has_nul(value: &Json) -> bool {
    match value {
        Json::String(text) => text.contains('\0'),
        Json::Array(items) => items.iter().any(has_nul),
        Json::Object(map) => map.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        _ => false,
    }
}

fn short(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

/// What the store knows under one name.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The qualified name.
    pub name: Name,
    /// The position in the family's text, as it was first seen; nothing where only the name came.
    pub position: Option<String>,
    /// What is known of it.
    pub facts: Facts,
    /// Who brought it first.
    pub source: Option<String>,
    /// When it was first seen, in seconds since 1970.
    pub first_seen: i64,
    /// When it was last seen.
    pub last_seen: i64,
    /// How often it was seen.
    pub count: i64,
    /// Short codes that other positions may share: kind and code, such as `sextant` and 18 letters.
    pub keys: Vec<(String, String)>,
    /// The name alone does not hold the position (it is a short hash of it): another position under the same name
    /// is another record, and gets the next name that is free.
    pub shared_name: bool,
}

impl Record {
    /// A record of a position seen once.
    #[must_use]
    pub fn new(name: Name, seen: i64) -> Self {
        Record {
            name,
            position: None,
            facts: Facts::default(),
            source: None,
            first_seen: seen,
            last_seen: seen,
            count: 1,
            keys: Vec::new(),
            shared_name: false,
        }
    }

    /// Takes in another record of the same name.
    pub fn merge(&mut self, other: &Record) {
        if other.first_seen < self.first_seen {
            self.position = other.position.clone().or(self.position.take());
            self.source = other.source.clone().or(self.source.take());
        } else {
            self.position = self.position.take().or(other.position.clone());
            self.source = self.source.take().or(other.source.clone());
        }
        if !other.facts.is_empty() {
            self.facts.merge(&other.facts);
        }
        self.first_seen = self.first_seen.min(other.first_seen);
        self.last_seen = self.last_seen.max(other.last_seen);
        self.count = self.count.saturating_add(other.count);
        self.keys.extend(other.keys.iter().cloned());
        self.keys.sort();
        self.keys.dedup();
    }

    /// Refuses what no store takes.
    pub(crate) fn check(&self) -> Result<()> {
        check_text("the name", self.name.letters())?;
        if self.name.letters().len() > 1000 || self.name.kind().len() > 99 {
            return Err(StoreError::Value(
                "the name is too long: a kind of up to 99 letters and a name of up to 1000 are stored".into(),
            ));
        }
        for (field, text) in [("the position", &self.position), ("the source", &self.source)] {
            if let Some(text) = text {
                check_text(field, text)?;
            }
        }
        for (kind, key) in &self.keys {
            check_text("a key", kind)?;
            check_text("a key", key)?;
            if kind.is_empty() || kind.len() > 100 || key.len() > 1000 {
                return Err(StoreError::Value(format!("the key {} is too long", short(key))));
            }
        }
        if self.count < 1 || self.first_seen > self.last_seen {
            return Err(StoreError::Value(format!(
                "a record is seen at least once, first before last; here {} times, {} to {}",
                self.count, self.first_seen, self.last_seen
            )));
        }
        Ok(())
    }

    /// The same, with the name in the reason.
    pub(crate) fn check_named(&self) -> Result<()> {
        self.check().map_err(|error| match error {
            StoreError::Value(reason) => StoreError::Value(format!("{}: {reason}", self.name)),
            other => other,
        })
    }

    /// The record as one JSON object, the form of NDJSON exports.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Json> {
        let mut object = Map::new();
        object.insert("name".into(), self.name.to_string().into());
        if let Some(position) = &self.position {
            object.insert("position".into(), position.clone().into());
        }
        if !self.facts.is_empty() {
            object.insert("facts".into(), Json::Object(self.facts.to_sorted()));
        }
        if let Some(source) = &self.source {
            object.insert("source".into(), source.clone().into());
        }
        object.insert("first_seen".into(), self.first_seen.into());
        object.insert("last_seen".into(), self.last_seen.into());
        object.insert("count".into(), self.count.into());
        if !self.keys.is_empty() {
            let keys = self.keys.iter().map(|(kind, key)| Json::from(format!("{kind}:{key}"))).collect();
            object.insert("keys".into(), Json::Array(keys));
        }
        object
    }

    /// The columns of the table, in the order of [`COLUMNS`]; the name and the JSON column are made by
    /// the caller, who owns them.
    pub(crate) fn to_cells<'a>(&'a self, name: &'a str, json: Option<&'a str>) -> [Cell<'a>; 11] {
        let text = |text: Option<&'a str>| text.map_or(Cell::Null, Cell::Text);
        let int = |number: Option<i64>| number.map_or(Cell::Null, Cell::Int);
        [
            Cell::Text(name),
            text(self.position.as_deref()),
            text(self.facts.solution.as_deref()),
            self.facts.rating.map_or(Cell::Null, Cell::Real),
            int(self.facts.length),
            int(self.facts.score),
            text(json),
            text(self.source.as_deref()),
            Cell::Int(self.first_seen),
            Cell::Int(self.last_seen),
            Cell::Int(self.count),
        ]
    }

    /// Back from the columns of the table.
    pub(crate) fn from_row(mut row: Row) -> Result<Self> {
        let name = row.text("name")?;
        let damaged = |what: String| StoreError::Format { place: format!("the record {name}"), reason: what };
        let mut record =
            Record::new(name.parse().map_err(|e: ludex_core::NameError| damaged(e.to_string()))?, 0);
        record.position = row.optional_text("position")?;
        record.facts.solution = row.optional_text("solution")?;
        record.facts.rating = row.optional_real("rating")?;
        record.facts.length = row.optional_int("length")?;
        record.facts.score = row.optional_int("score")?;
        if let Some(text) = row.optional_text("facts")? {
            let json: Json = serde_json::from_str(&text).map_err(|e| damaged(e.to_string()))?;
            record.facts.other =
                json.as_object().cloned().ok_or_else(|| damaged("the facts are no JSON object".into()))?;
        }
        record.source = row.optional_text("source")?;
        record.first_seen = row.int("first_seen")?;
        record.last_seen = row.int("last_seen")?;
        record.count = row.int("count")?;
        Ok(record)
    }
}

/// The columns of the table of records.
pub(crate) const COLUMNS: &str =
    "name, position, solution, rating, length, score, facts, source, first_seen, last_seen, count";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn facts() -> impl Strategy<Value = Facts> {
        let word = prop::sample::select(vec!["er", "ep", "length", "rating", "solution"]);
        prop::collection::vec((word, 0i64..4), 0..6).prop_map(|list| {
            let mut facts = Facts::default();
            for (word, number) in list {
                let value = if word == "solution" { Json::from(number.to_string()) } else { number.into() };
                let mut one = Facts::default();
                one.set(word, value).unwrap();
                facts.merge(&one);
            }
            facts
        })
    }

    proptest! {
        #[test]
        fn merging_loses_nothing_in_any_order(a in facts(), b in facts(), c in facts()) {
            let join = |x: &Facts, y: &Facts| { let mut m = x.clone(); m.merge(y); m };
            prop_assert_eq!(join(&a, &b).json_column(), join(&b, &a).json_column());
            prop_assert_eq!(join(&join(&a, &b), &c).to_json(), join(&a, &join(&b, &c)).to_json());
            prop_assert_eq!(join(&a, &a).to_json(), join(&a, &Facts::default()).to_json());
            for (word, values) in a.to_sets() {
                let sets = join(&a, &b).to_sets();
                let all = &sets.iter().find(|(w, _)| *w == word).unwrap().1;
                prop_assert!(values.iter().all(|v| all.contains(v)));
            }
        }
    }

    #[test]
    fn a_newer_fact_replaces_all_older_ones() {
        let mut facts = Facts::default();
        for rating in [9.0, 9.1] {
            let mut one = Facts::default();
            one.set("rating", rating.into()).unwrap();
            facts.merge(&one);
        }
        assert!(facts.other.contains_key(ALSO));
        let mut newer = Facts::default();
        newer.set("rating", 8.5.into()).unwrap();
        facts.replace(&newer);
        assert_eq!(facts, newer);
    }

    #[test]
    fn strange_values_are_refused() {
        let mut facts = Facts::default();
        assert!(facts.set("rating", "high".into()).is_err());
        assert!(facts.set("note", "a\0b".into()).is_err());
        assert!(facts.set("", 1.into()).is_err());
        assert!(facts.set("note", "x".repeat(2 << 20).into()).is_err());
        assert!(facts.is_empty());
    }
}

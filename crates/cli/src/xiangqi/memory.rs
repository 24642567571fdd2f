//! The store as the library's records and books need it: facts in, facts out.

use ludex_core::Position as _;
use ludex_store::{Facts, Record, Store, StoreError, record::ALSO};
use ludex_xiangqi::record::{CODE_KIND, Known, Subject};
use ludex_xiangqi::{Choice, Position, Probe};
use serde_json::Value;

/// A record of a position, seen so often, with one fact.
pub(super) fn record(
    subject: &Subject,
    seen: i64,
    count: u64,
    (word, value): (String, Value),
) -> Result<Record, StoreError> {
    let mut record = Record::new(subject.name().clone(), seen);
    record.position = Some(subject.position().to_string());
    record.keys = subject.position().keys().into_iter().map(|(kind, key)| (kind.to_owned(), key)).collect();
    record.count = i64::try_from(count.max(1)).unwrap_or(i64::MAX);
    record.facts.set(&word, value)?;
    Ok(record)
}

/// What the store says about a position.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// How often it was seen; 0 where it is new.
    pub(super) count: i64,
    pub(super) known: Known,
    /// Other positions under the same code.
    pub(super) sharing: Vec<String>,
}

/// Looks a position up by its name, which is exact; its code finds those that only look like it.
pub(super) fn look(store: &mut Store, subject: &Subject) -> Result<Found, StoreError> {
    let mut found = Found::default();
    store.each_key(CODE_KIND, subject.code().as_str(), &mut |_, name| {
        if !subject.is_named(name) {
            found.sharing.push(name.to_owned());
        }
        Ok(true)
    })?;
    if let Some(record) = store.get(subject.name())? {
        found.count = record.count;
        found.known = Known::of(subject, facts(&record.facts));
    }
    Ok(found)
}

/// All facts as words and values, those that other stores gave for a word included.
fn facts(facts: &Facts) -> impl Iterator<Item = (&str, &Value)> {
    let also = facts.other.get(ALSO).and_then(Value::as_object).into_iter().flatten();
    let others = also.flat_map(|(word, values)| {
        values.as_array().into_iter().flatten().map(move |value| (word.as_str(), value))
    });
    facts.other.iter().map(|(word, value)| (word.as_str(), value)).chain(others)
}

/// A store as an opening book.
pub(super) struct StoreBook(Store);

impl StoreBook {
    /// Opens a store that is there.
    pub(super) fn open(place: &str) -> Result<Self, StoreError> {
        Ok(StoreBook(ludex_setups::Setups::open_to_read(place)?.into_store()))
    }
}

impl Probe for StoreBook {
    fn probe(&mut self, position: &Position) -> Result<Vec<Choice>, String> {
        // A position outside the normal piece set has no name, and no book knows it.
        let Ok(subject) = Subject::new(position.clone()) else { return Ok(Vec::new()) };
        let found = look(&mut self.0, &subject).map_err(|error| error.to_string())?;
        Ok(found.known.entry.choices(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Name;
    use ludex_xiangqi::record::board;
    use ludex_xiangqi::{BOARD_KIND, BoardName, Sextants};
    use std::collections::HashSet;

    /// Every board within some plies of the start, as it stands and with Red to move; a board counts
    /// once whoever moved last.
    fn boards(depth: u32) -> HashSet<BoardName> {
        fn walk(position: &mut Position, depth: u32, met: &mut HashSet<(BoardName, u32)>) {
            let mut setup = position.setup();
            setup.side = ludex_xiangqi::Side::Red;
            let letters = BoardName::of(&Position::try_from(&setup).unwrap()).unwrap();
            if !met.insert((letters, depth)) || depth == 0 {
                return;
            }
            for &m in position.legal_moves().iter() {
                let undo = position.make(m);
                walk(position, depth - 1, met);
                position.undo(m, undo);
            }
        }
        let mut met = HashSet::new();
        walk(&mut Position::start(), depth, &mut met);
        met.into_iter().map(|(letters, _)| letters).collect()
    }

    /// A store of all boards near the start: every one is found by its code and told from all that share
    /// it, no other position is taken for one of them, and the codes that boards share are listed.
    #[test]
    fn no_wrong_hit_among_boards_near_the_start() {
        let long = std::env::var_os("LUDEX_LONG").is_some();
        let (depth, count, sharing) = if long { (4, 939_062, 180_318) } else { (3, 43_049, 7_294) };
        let mut boards: Vec<BoardName> = boards(depth).into_iter().collect();
        boards.sort_unstable();
        assert_eq!(boards.len(), count);
        let name = |letters: &BoardName| Name::new(BOARD_KIND, letters.as_str()).unwrap();
        let code = |letters: &BoardName| Sextants::of(&letters.position().setup()).code().to_string();
        let file = std::env::temp_dir().join(format!("ludex-boards-{}.sqlite", std::process::id()));
        let mut store = Store::open(file.to_str().unwrap()).unwrap();
        for batch in boards.chunks(50_000) {
            let record = |letters: &BoardName| {
                let mut record = Record::new(name(letters), 0);
                record.keys = vec![(CODE_KIND.to_owned(), code(letters))];
                record
            };
            assert!(store.put(batch.iter().map(record).collect()).unwrap().iter().all(|new| *new));
        }
        let (mut shared, mut listed) = (0, HashSet::new());
        for letters in &boards {
            let whole = letters.position().setup();
            let mut other_side = whole.clone();
            other_side.side = other_side.side.other();
            let (mut hits, mut others) = (0, 0);
            store
                .each_key(CODE_KIND, &code(letters), &mut |_, found| {
                    let setup = board(found).unwrap();
                    assert!(!setup.same_board(&other_side));
                    if setup.same_board(&whole) {
                        assert_eq!(found, name(letters).to_string());
                        hits += 1;
                    } else {
                        others += 1;
                    }
                    Ok(true)
                })
                .unwrap();
            assert_eq!(hits, 1, "{letters}");
            if others > 0 {
                shared += 1;
                listed.insert(name(letters).to_string());
            }
        }
        let mut collided = HashSet::new();
        store
            .collisions(&mut |kind, _, names| {
                assert_eq!(kind, CODE_KIND);
                collided.extend(names.iter().cloned());
                Ok(())
            })
            .unwrap();
        assert_eq!((shared, collided.len()), (sharing, sharing));
        assert_eq!(collided, listed);
        drop(store);
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
        }
    }
}

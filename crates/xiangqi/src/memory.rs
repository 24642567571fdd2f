//! Records of positions in a store: looked up, found by their look, and as an opening book.
//!
//! The form of a record is [`record`](mod@crate::record)'s; here it meets the store (feature `store`).

use crate::book::{Choice, Probe};
use crate::notation::Notation;
use crate::position::Position;
use crate::record::{CODE_KIND, Known, Subject, image_with_code, write_choices};
use crate::sextant::Code;
use ludex_core::Position as _;
use ludex_store::{Facts, Record, Store, StoreError, record::ALSO};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A record of a position, seen so often, with one fact.
///
/// # Errors
/// When the fact is none a store keeps.
pub fn record(
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
pub struct Found {
    /// How often it was seen; 0 where it is new.
    pub count: i64,
    /// What its facts say.
    pub known: Known,
    /// Other positions under the same code.
    pub sharing: Vec<String>,
}

/// Looks a position up by its name, which is exact; its code finds those that only look like it.
///
/// # Errors
/// When the store is in trouble.
///
/// # Examples
/// ```
/// use ludex_store::Store;
/// use ludex_xiangqi::{Notation, memory, record::Subject};
/// let (subject, _) = Subject::read("3k5/9/9/9/9/9/9/9/9/5K3 w").map_err(|refusal| refusal.to_string())?;
/// let found = memory::look(&mut Store::open(":memory:")?, &subject)?;
/// assert_eq!(found.to_json(&subject, Notation::Uci)["state"], "new");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn look(store: &mut Store, subject: &Subject) -> Result<Found, StoreError> {
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

impl Found {
    /// `known` or `new`.
    #[must_use]
    pub const fn state(&self) -> &'static str {
        if self.count > 0 { "known" } else { "new" }
    }

    /// The engine's best move as it is written on the board asked about.
    #[must_use]
    pub fn best(&self, asked: &Subject, notation: Notation) -> Option<String> {
        let best = self.known.opinion.as_ref()?.best;
        let legal = asked.position().is_legal(best);
        Some(if legal { notation.write(asked.position(), best) } else { best.to_string() })
    }

    /// The answer as one JSON object: state, count, results, engine, moves, sharing.
    #[must_use]
    pub fn to_json(&self, asked: &Subject, notation: Notation) -> Map<String, Value> {
        let tally = self.known.entry.tally;
        let engine = self.known.opinion.as_ref().map(|opinion| {
            json!({"score": opinion.score, "move": self.best(asked, notation), "nodes": opinion.nodes})
        });
        let choices = self.known.entry.choices(asked.position());
        let (_, moves) = write_choices(asked.position(), &choices, notation);
        let results =
            json!({"red": tally.red, "draws": tally.draws, "black": tally.black, "open": tally.open});
        [
            ("state", self.state().into()),
            ("count", self.count.into()),
            ("results", results),
            ("engine", engine.unwrap_or(Value::Null)),
            ("moves", moves),
            ("sharing", self.sharing.clone().into()),
        ]
        .into_iter()
        .map(|(word, value)| (word.to_owned(), value))
        .collect()
    }
}

/// All facts as words and values, those that other stores gave for a word included.
fn facts(facts: &Facts) -> impl Iterator<Item = (&str, &Value)> {
    let also = facts.other.get(ALSO).and_then(Value::as_object).into_iter().flatten();
    let others = also.flat_map(|(word, values)| {
        values.as_array().into_iter().flatten().map(move |value| (word.as_str(), value))
    });
    facts.other.iter().map(|(word, value)| (word.as_str(), value)).chain(others)
}

/// How much positions must look alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Likeness {
    /// Sextants that must be alike: bit 0 is sextant 1, bit 5 sextant 6.
    pub wanted: u8,
    /// How many must be.
    pub least: u32,
    /// How many positions are answered at most.
    pub limit: usize,
}

/// A position that looks like another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// Its name.
    pub name: String,
    /// The sextants that are alike.
    pub regions: Vec<u32>,
    /// The image of its board that fits; nothing where the name is none of ours.
    pub fen: Option<String>,
}

impl Near {
    /// The answer as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({"name": self.name, "regions": self.regions, "fen": self.fen})
    }
}

/// What was found: the name, and the sextants that are alike with the code they were alike under.
type Alike = BTreeMap<String, (u8, Code)>;

/// Finds positions of the store that look like those asked about, the most alike first; nothing for
/// those that are missing. One walk over the codes serves all of them, unless sextant 2 is wanted: the
/// code begins with it, and only codes that begin alike are read.
///
/// # Errors
/// When the store is in trouble.
pub fn near(
    store: &mut Store,
    asked: &[Option<&Subject>],
    likeness: Likeness,
) -> Result<Vec<Vec<Near>>, StoreError> {
    let found = alike(store, asked, likeness)?;
    let list = |(asked, mut found): (&Option<&Subject>, Alike)| {
        if let Some(asked) = asked {
            found.remove(&asked.name().to_string());
        }
        let mut found: Vec<(String, (u8, Code))> = found.into_iter().collect();
        found.sort_by_key(|(_, (regions, _))| std::cmp::Reverse(regions.count_ones()));
        found.truncate(likeness.limit);
        let near = |(name, (regions, code)): (String, (u8, Code))| Near {
            // The picture that fits: the canonical board, or its mirror image.
            fen: image_with_code(&name, &code).map(|setup| setup.to_string()),
            regions: (1..=6).filter(|region| regions >> (region - 1) & 1 == 1).collect(),
            name,
        };
        found.into_iter().map(near).collect()
    };
    Ok(asked.iter().zip(found).map(list).collect())
}

fn alike(
    store: &mut Store,
    asked: &[Option<&Subject>],
    likeness: Likeness,
) -> Result<Vec<Alike>, StoreError> {
    let wanted = likeness.wanted;
    let least = likeness.least.max(wanted.count_ones());
    let codes: Vec<Option<Code>> = asked.iter().map(|asked| asked.map(Subject::code)).collect();
    let mut found = vec![Alike::new(); codes.len()];
    let narrow = wanted & 0b10 != 0;
    // Codes that begin alike lie together; otherwise one walk serves the whole batch.
    let passes: Vec<Vec<usize>> = if narrow {
        (0..codes.len()).filter(|&i| codes[i].is_some()).map(|i| vec![i]).collect()
    } else {
        vec![(0..codes.len()).filter(|&i| codes[i].is_some()).collect()]
    };
    for pass in passes {
        let prefix = match (narrow, pass.first().and_then(|&i| codes[i])) {
            (true, Some(code)) => code.beginning(wanted).to_owned(),
            (false, Some(_)) => String::new(),
            (_, None) => continue,
        };
        store.each_key(CODE_KIND, &prefix, &mut |key, name| {
            // Keys written by other programs may be anything.
            let Ok(key) = key.parse::<Code>() else { return Ok(true) };
            for &i in &pass {
                let Some(code) = &codes[i] else { continue };
                let regions = code.equal_regions(&key);
                if regions & wanted == wanted && regions.count_ones() >= least {
                    let best = found[i].entry(name.to_owned()).or_insert((regions, key));
                    if regions.count_ones() > best.0.count_ones() {
                        *best = (regions, key);
                    }
                }
            }
            Ok(true)
        })?;
    }
    Ok(found)
}

/// A store as an opening book.
#[derive(Debug)]
pub struct StoreBook(Store);

impl StoreBook {
    /// The book in a store.
    #[must_use]
    pub const fn new(store: Store) -> Self {
        StoreBook(store)
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
    use crate::record::board;
    use crate::{BOARD_KIND, BoardName, Sextants};
    use ludex_core::Name;
    use std::collections::HashSet;

    /// Every board within some plies of the start, as it stands and with Red to move; a board counts
    /// once whoever moved last.
    fn boards(depth: u32) -> HashSet<BoardName> {
        fn walk(position: &mut Position, depth: u32, met: &mut HashSet<(BoardName, u32)>) {
            let mut setup = position.setup();
            setup.side = crate::Side::Red;
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

//! What the store knows about a position, and how it is written there.
//!
//! ```text
//!   record    xiangqi:NAME                   the canonical name; keys `sextant`: its code and its mirror's
//!   games:ID  {"results": [r, d, b, o], "moves": {"h3e3": [r, d, b, o], ...}}
//!             one fact per file of games: wins of Red, draws, wins of Black, games without result; moves
//!             as they go on the canonical board. Facts of several files add up when they are read, so
//!             stores can be merged in any order, and a file counts once however often it comes.
//!   engine    {"nodes": 20000, "score": "34", "move": "h3e3"}
//!             of several the one with the most nodes counts
//! ```

use super::split;
use ludex_core::{Name, Position as _, Refusal};
use ludex_store::{Facts, Record, Store, StoreError, record::ALSO};
use ludex_xiangqi::{
    CANONICAL_KIND, Canonical, Choice, Code, Entry, Letters, Move, Notation, Position, Probe, Setup, Tally,
    Xiangqi,
};
use serde_json::{Map, Value, json};

/// The kind of secondary keys that hold sextant codes.
pub(super) const CODE_KIND: &str = "sextant";
const GAMES: &str = "games:";
const ENGINE: &str = "engine";

/// A position to be looked up.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) position: Position,
    pub(super) name: Name,
    pub(super) code: Code,
    /// The canonical board is the mirror image of this one.
    mirrored: bool,
}

impl Asked {
    pub(super) fn new(position: Position) -> Result<Self, Refusal> {
        let canonical = Canonical::of(&position.setup())?;
        Ok(Asked {
            name: Name::new(CANONICAL_KIND, canonical.letters().as_str())?,
            code: position.sextants().code(),
            mirrored: canonical.mirrored(),
            position,
        })
    }

    /// The position at the start of a line, and its trailing columns.
    pub(super) fn read(line: &str) -> Result<(Self, String), Refusal> {
        let (fen, rest) = split(line);
        Ok((Asked::new(Xiangqi::position(fen)?)?, rest.to_owned()))
    }

    /// A record of this position, seen so often.
    pub(super) fn record(&self, seen: i64, count: u64) -> Record {
        let mut record = Record::new(self.name.clone(), seen);
        record.position = Some(self.position.to_string());
        record.keys = self.position.keys().into_iter().map(|(kind, key)| (kind.to_owned(), key)).collect();
        record.count = i64::try_from(count.max(1)).unwrap_or(i64::MAX);
        record
    }

    /// A move between the board asked about and the canonical one, either way.
    fn turned(&self, m: Move) -> Move {
        if self.mirrored { m.mirrored() } else { m }
    }
}

/// The board a name stands for.
pub(super) fn board(name: &str) -> Option<Setup> {
    let name: Name = name.parse().ok()?;
    let letters: Letters = name.letters().parse().ok()?;
    Some(letters.setup())
}

/// What the engine said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Opinion {
    pub(super) nodes: u64,
    pub(super) score: String,
    pub(super) best: Move,
}

/// What is known about a position.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// How often it was seen; 0 where it is new.
    pub(super) count: i64,
    /// What games say, as the board asked about stands.
    pub(super) entry: Entry,
    pub(super) opinion: Option<Opinion>,
    /// Other positions under the same code.
    pub(super) sharing: Vec<String>,
}

/// Looks a position up: a hit on its code counts only where the whole position is equal.
pub(super) fn look(store: &mut Store, asked: &Asked) -> Result<Known, StoreError> {
    let (mut equal, mut sharing) = (false, Vec::new());
    let (here, there) = (asked.position.setup(), asked.position.setup().mirrored());
    store.each_key(CODE_KIND, asked.code.as_str(), &mut |_, name| {
        match board(name) {
            Some(setup) if setup.same_board(&here) || setup.same_board(&there) => equal = true,
            _ => sharing.push(name.to_owned()),
        }
        Ok(true)
    })?;
    // A record that was put by its name alone has no code; names are exact by themselves.
    let record = store.get(&asked.name)?;
    debug_assert!(!equal || record.is_some());
    let mut known = Known { sharing, ..Known::default() };
    if let Some(record) = record {
        known.count = record.count;
        known.entry = games(&record.facts);
        known.opinion = opinion(&record.facts).map(|mut opinion| {
            opinion.best = asked.turned(opinion.best);
            opinion
        });
        if asked.mirrored {
            known.entry = known.entry.mirrored();
        }
    }
    Ok(known)
}

/// All values of a fact, the one in its place first.
fn values<'a>(facts: &'a Facts, word: &str) -> impl Iterator<Item = &'a Value> {
    let others = facts.other.get(ALSO).and_then(|also| also.get(word)).and_then(Value::as_array);
    facts.other.get(word).into_iter().chain(others.into_iter().flatten())
}

fn tally(value: &Value) -> Option<Tally> {
    let number = |i: usize| value.get(i).and_then(Value::as_u64);
    Some(Tally { red: number(0)?, draws: number(1)?, black: number(2)?, open: number(3)? })
}

fn entry(value: &Value) -> Option<Entry> {
    let mut entry = Entry { tally: tally(value.get("results")?)?, ..Entry::default() };
    for (text, value) in value.get("moves")?.as_object()? {
        entry.moves.insert(coordinates(text)?, tally(value)?);
    }
    Some(entry)
}

/// A move from its coordinates, whatever stands on the board.
fn coordinates(text: &str) -> Option<Move> {
    let middle = text.rfind(|c: char| c.is_ascii_lowercase())?;
    Some(Move::new(text[..middle].parse().ok()?, text[middle..].parse().ok()?))
}

/// What all files of games say, added up.
fn games(facts: &Facts) -> Entry {
    let mut sum = Entry::default();
    for word in facts.other.keys().filter(|word| word.starts_with(GAMES)) {
        // One file read to different lengths: the longer reading holds the shorter.
        let readings = values(facts, word).filter_map(entry);
        if let Some(most) = readings.max_by_key(|entry| entry.tally.games()) {
            sum.add(&most);
        }
    }
    sum
}

fn opinion(facts: &Facts) -> Option<Opinion> {
    let read = |value: &Value| {
        Some(Opinion {
            nodes: value.get("nodes")?.as_u64()?,
            score: value.get("score")?.as_str()?.to_owned(),
            best: coordinates(value.get("move")?.as_str()?)?,
        })
    };
    values(facts, ENGINE).filter_map(read).max_by_key(|opinion| opinion.nodes)
}

/// The fact that a file of games is for one position; moves as they go on the canonical board.
pub(super) fn games_fact(id: &str, entry: &Entry) -> Result<Facts, StoreError> {
    let list = |tally: &Tally| json!([tally.red, tally.draws, tally.black, tally.open]);
    let moves: Map<String, Value> =
        entry.moves.iter().map(|(m, tally)| (m.to_string(), list(tally))).collect();
    let mut facts = Facts::default();
    facts.set(&format!("{GAMES}{id}"), json!({"results": list(&entry.tally), "moves": moves}))?;
    Ok(facts)
}

/// The fact that the engine's answer is.
pub(super) fn engine_fact(asked: &Asked, opinion: &Opinion) -> Result<Facts, StoreError> {
    let mut facts = Facts::default();
    let best = asked.turned(opinion.best).to_string();
    facts.set(ENGINE, json!({"nodes": opinion.nodes, "score": opinion.score, "move": best}))?;
    Ok(facts)
}

/// Moves of a book as text and as JSON.
pub(super) fn write_choices(
    position: &Position,
    choices: &[Choice],
    notation: Notation,
) -> (Vec<String>, Value) {
    let texts = choices.iter().map(|choice| notation.write(position, choice.m)).collect::<Vec<_>>();
    let objects = choices.iter().zip(&texts).map(|(choice, text)| {
        let Tally { red, draws, black, open } = choice.tally;
        json!({"move": text, "weight": choice.weight, "red": red, "draws": draws, "black": black, "open": open})
    });
    let objects = objects.collect();
    (texts, Value::Array(objects))
}

/// A store as an opening book.
pub(super) struct StoreBook(Store);

impl StoreBook {
    /// Opens a store that is there.
    pub(super) fn open(place: &str) -> Result<Self, StoreError> {
        Ok(StoreBook(Store::open_to_read(place)?))
    }
}

impl Probe for StoreBook {
    fn probe(&mut self, position: &Position) -> Result<Vec<Choice>, String> {
        // A position outside the normal piece set has no name, and no book knows it.
        let Ok(asked) = Asked::new(position.clone()) else { return Ok(Vec::new()) };
        let known = look(&mut self.0, &asked).map_err(|error| error.to_string())?;
        Ok(known.entry.choices(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_xiangqi::BOARD_KIND;
    use std::collections::HashSet;

    /// Every board within some plies of the start, as it stands and with Red to move; a board counts
    /// once whoever moved last.
    fn boards(depth: u32) -> HashSet<Letters> {
        fn walk(position: &mut Position, depth: u32, met: &mut HashSet<(Letters, u32)>) {
            let mut setup = position.setup();
            setup.side = ludex_xiangqi::Side::Red;
            let letters = Letters::of(&setup).unwrap();
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
        let mut boards: Vec<Letters> = boards(depth).into_iter().collect();
        boards.sort_unstable();
        assert_eq!(boards.len(), count);
        let name = |letters: &Letters| Name::new(BOARD_KIND, letters.as_str()).unwrap();
        let code = |letters: &Letters| ludex_xiangqi::Sextants::of(&letters.setup()).code().to_string();
        let file = std::env::temp_dir().join(format!("ludex-boards-{}.sqlite", std::process::id()));
        let mut store = Store::open(file.to_str().unwrap()).unwrap();
        for batch in boards.chunks(50_000) {
            let record = |letters: &Letters| {
                let mut record = Record::new(name(letters), 0);
                record.keys = vec![(CODE_KIND.to_owned(), code(letters))];
                record
            };
            assert!(store.put(batch.iter().map(record).collect()).unwrap().iter().all(|new| *new));
        }
        let (mut shared, mut listed) = (0, HashSet::new());
        for letters in &boards {
            let whole = letters.setup();
            let mut other_side = whole.clone();
            other_side.side = other_side.side.other();
            let (mut hits, mut others) = (0, 0);
            store
                .each_key(CODE_KIND, &code(letters), &mut |_, found| {
                    let setup = super::board(found).unwrap();
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

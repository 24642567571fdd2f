//! What a store keeps about a position, and how records of one position merge.
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
//!
//! Facts are words and JSON values; which store holds them is not known here.

use crate::book::{Choice, Entry, Tally};
use crate::canonical::Canonical;
use crate::moves::Move;
use crate::name::{BoardName, NameError};
use crate::notation::Notation;
use crate::position::Position;
use crate::sextant::{Code, Sextants};
use crate::tables::Tables;
use crate::{CANONICAL_KIND, Setup, line};
use ludex_core::{Name, Refusal};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The kind of secondary keys that hold sextant codes.
pub const CODE_KIND: &str = "sextant";
const GAMES: &str = "games:";
const ENGINE: &str = "engine";

/// A position to be looked up or kept, with everything its record is found by.
///
/// # Examples
/// ```
/// use ludex_xiangqi::record::{Known, Opinion, Subject};
/// let (subject, _) = Subject::read("3k5/9/9/9/9/9/9/9/9/5K3 w")?;
/// assert_eq!(subject.name().to_string(), "xiangqi:0000009{TuC0000000000000");
/// let best = subject.position().legal_moves()[0];
/// let (word, value) = subject.engine_fact(&Opinion { nodes: 500, score: "0".into(), best });
/// let known = Known::of(&subject, [(word.as_str(), &value)]);
/// assert_eq!(known.opinion.map(|opinion| opinion.best), Some(best));
/// # Ok::<(), ludex_core::Refusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct Subject {
    position: Position,
    canonical: Canonical,
    name: Name,
}

impl Subject {
    /// A position as the subject of a record.
    ///
    /// # Errors
    /// When it has no name, see [`BoardName::of`].
    pub fn new(position: Position) -> Result<Self, NameError> {
        let canonical = position.canonical();
        let name = Name::new(CANONICAL_KIND, canonical.name(&Tables)?.as_str())?;
        Ok(Subject { position, canonical, name })
    }

    /// The position at the start of a line, and its trailing columns.
    ///
    /// # Errors
    /// When there is none, or it has no name.
    pub fn read(text: &str) -> Result<(Self, String), Refusal> {
        let (position, rest) = line::position(text)?;
        Ok((Subject::new(position)?, rest.to_owned()))
    }

    /// The position as it was asked about.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The name its record lies under.
    #[must_use]
    pub const fn name(&self) -> &Name {
        &self.name
    }

    /// The sextant code of the board as it was asked about.
    #[must_use]
    pub fn code(&self) -> Code {
        self.position.sextants().code()
    }

    /// Whether a name found under the code is that of this position, as it stands or reflected: codes are
    /// shared, so a hit counts only when the whole board is equal.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        board(name).is_some_and(|setup| {
            let here = self.position.setup();
            setup.same_board(&here) || setup.mirrored().same_board(&here)
        })
    }

    /// A move between the board asked about and the canonical one, either way.
    #[must_use]
    pub const fn turned(&self, m: Move) -> Move {
        if self.canonical.is_mirrored() { m.mirrored() } else { m }
    }

    /// The fact that the engine's answer is: a word and its value.
    #[must_use]
    pub fn engine_fact(&self, opinion: &Opinion) -> (String, Value) {
        let best = self.turned(opinion.best).to_string();
        (ENGINE.to_owned(), json!({"nodes": opinion.nodes, "score": opinion.score, "move": best}))
    }
}

/// The fact that a file of games is for one position; moves as they go on the canonical board.
#[must_use]
pub fn games_fact(id: &str, entry: &Entry) -> (String, Value) {
    let list = |tally: &Tally| json!([tally.red, tally.draws, tally.black, tally.open]);
    let moves: Map<String, Value> =
        entry.moves.iter().map(|(m, tally)| (m.to_string(), list(tally))).collect();
    (format!("{GAMES}{id}"), json!({"results": list(&entry.tally), "moves": moves}))
}

/// The board a qualified name stands for; nothing where it is none of ours.
#[must_use]
pub fn board(name: &str) -> Option<Setup> {
    let name: BoardName = name.parse().ok()?;
    Some(name.position().setup())
}

/// The image of a named board that has this code: the board, or its mirror image.
#[must_use]
pub fn image_with_code(name: &str, code: &Code) -> Option<Setup> {
    let setup = board(name)?;
    Some(if Sextants::of(&setup).code() == *code { setup } else { setup.mirrored() })
}

/// What the engine said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// Positions it visited.
    pub nodes: u64,
    /// The score for the side to move, as it is printed.
    pub score: String,
    /// The move it would play.
    pub best: Move,
}

/// What the facts of a record say, as the board asked about stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Known {
    /// What games say.
    pub entry: Entry,
    /// What the engine said after the most nodes.
    pub opinion: Option<Opinion>,
}

impl Known {
    /// Reads the facts of a subject's record; a word may come several times, with the values of several
    /// stores. Values that are not ours are passed over.
    pub fn of<'a>(subject: &Subject, facts: impl IntoIterator<Item = (&'a str, &'a Value)>) -> Self {
        let mut games: BTreeMap<&str, Entry> = BTreeMap::new();
        let mut opinion: Option<Opinion> = None;
        for (word, value) in facts {
            if let Some(id) = word.strip_prefix(GAMES)
                && let Some(read) = entry(value)
            {
                // One file read to different lengths: the longer reading holds the shorter.
                let most = games.entry(id).or_default();
                if read.tally.games() >= most.tally.games() {
                    *most = read;
                }
            }
            if word == ENGINE
                && let Some(read) = self::opinion(value)
                && opinion.as_ref().is_none_or(|best| read.nodes > best.nodes)
            {
                opinion = Some(read);
            }
        }
        let mut sum = Entry::default();
        games.values().for_each(|entry| sum.add(entry));
        if let Some(opinion) = &mut opinion {
            opinion.best = subject.turned(opinion.best);
        }
        let entry = if subject.canonical.is_mirrored() { sum.mirrored() } else { sum };
        Known { entry, opinion }
    }
}

fn tally(value: &Value) -> Option<Tally> {
    let number = |i: usize| value.get(i).and_then(Value::as_u64);
    Some(Tally { red: number(0)?, draws: number(1)?, black: number(2)?, open: number(3)? })
}

fn entry(value: &Value) -> Option<Entry> {
    let mut entry = Entry { tally: tally(value.get("results")?)?, ..Entry::default() };
    for (text, value) in value.get("moves")?.as_object()? {
        entry.moves.insert(text.parse().ok()?, tally(value)?);
    }
    Some(entry)
}

fn opinion(value: &Value) -> Option<Opinion> {
    Some(Opinion {
        nodes: value.get("nodes")?.as_u64()?,
        score: value.get("score")?.as_str()?.to_owned(),
        best: value.get("move")?.as_str()?.parse().ok()?,
    })
}

/// Moves of a book as texts and as JSON.
#[must_use]
pub fn write_choices(position: &Position, choices: &[Choice], notation: Notation) -> (Vec<String>, Value) {
    let texts = choices.iter().map(|choice| notation.write(position, choice.m)).collect::<Vec<_>>();
    let objects = choices.iter().zip(&texts).map(|(choice, text)| {
        let Tally { red, draws, black, open } = choice.tally;
        json!({"move": text, "weight": choice.weight, "red": red, "draws": draws, "black": black, "open": open})
    });
    let objects = objects.collect();
    (texts, Value::Array(objects))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(fen: &str) -> Subject {
        Subject::read(fen).unwrap().0
    }

    const HERE: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1CC6/9/RNBAKABNR b";

    #[test]
    fn both_images_read_one_record() {
        let here = subject(HERE);
        let there = Subject::new(here.position().mirrored()).unwrap();
        assert_eq!(here.name(), there.name());
        let best: Move = "h10g8".parse().unwrap();
        let (word, value) = here.engine_fact(&Opinion { nodes: 7, score: "12".into(), best });
        let known = |subject: &Subject| Known::of(subject, [(word.as_str(), &value)]).opinion.unwrap().best;
        assert_eq!((known(&here), known(&there)), (best, best.mirrored()));
        assert!(here.is_named(&there.name().to_string()));
        assert!(!here.is_named("xiangqi:0000009{TuC0000000000000") && !here.is_named("nonsense"));
    }

    /// Whatever order the facts of two stores come in, the sum is the same.
    #[test]
    fn facts_merge_in_any_order() {
        let here = subject(HERE);
        let m: Move = "h10g8".parse().unwrap();
        let make = |red: u64| {
            let mut entry = Entry { tally: Tally { red, ..Tally::default() }, ..Entry::default() };
            entry.moves.insert(m, Tally { red, ..Tally::default() });
            entry
        };
        let (a, short, b) = (games_fact("a", &make(5)), games_fact("a", &make(2)), games_fact("b", &make(1)));
        let other = ("games:c".to_owned(), json!("not ours"));
        let facts = [&a, &short, &b, &other];
        let read = |order: [usize; 4]| Known::of(&here, order.map(|i| (facts[i].0.as_str(), &facts[i].1)));
        let known = read([0, 1, 2, 3]);
        assert_eq!(known.entry.tally.red, 6);
        for order in [[1, 0, 2, 3], [2, 1, 0, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
            assert_eq!(read(order), known);
        }
    }
}

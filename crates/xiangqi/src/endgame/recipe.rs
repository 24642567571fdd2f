//! Tables of endings in the user's cache folder: one file an ending, and a list of them.
//!
//! ```text
//!   xiangqi-endgames-v1.ldx              the list: a line an ending, see `Row`
//!   xiangqi-endgames/KR-KAA-v1.ldx       a packed ending
//! ```

use super::ending::Ending;
use super::layout::Layout;
use super::packed::Packed;
use super::{EndgameError, Endgames, Stored, Tally, places};
use crate::position::Position;
use ludex_core::cache::{self, CacheError, Mapped};
use ludex_core::recipe::{Job, Recipe, RecipeError};
use ludex_core::table::{BLOCK, Table};
use ludex_core::{Progress, Random, Stopped};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

const WORD: &str = "xiangqi-endgames";
const VERSION: u8 = 1;
/// Endings of at most so many boards are built unless a level says otherwise.
pub const DEFAULT_PLACES: u64 = 1 << 20;
/// Random boards of each ending that `verify` compares with a ply of search.
const SAMPLES: usize = 200;

/// A packed ending in a mapped file.
pub(super) type File = Table<Mapped>;

fn word(ending: Ending) -> String {
    format!("{WORD}/{ending}")
}

/// Opens the file of an ending; none where there is none that can be used.
pub(super) fn open(layout: &Layout) -> Option<Packed<File>> {
    let table = cache::map(&word(layout.ending()), VERSION).ok().flatten()?;
    Packed::open(table, layout.places()).ok()
}

/// Whether the file of an ending is there and whole; one that is not is made anew.
fn is_sound(layout: &Layout) -> bool {
    let table = cache::map(&word(layout.ending()), VERSION).ok().flatten();
    table.is_some_and(|table| table.payload().is_ok() && Packed::open(table, layout.places()).is_ok())
}

impl From<EndgameError> for RecipeError {
    fn from(error: EndgameError) -> RecipeError {
        match error {
            EndgameError::Stopped => Stopped.into(),
            EndgameError::Table(error) => error.into(),
            error => RecipeError::Other(error.to_string()),
        }
    }
}

/// What the list says of an ending.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    places: u64,
    bytes: u64,
    seconds: f64,
    tally: Tally,
    /// A board with the longest win.
    longest: Option<Position>,
}

impl Row {
    fn write(&self, ending: Ending) -> String {
        let counts = |counts: [u64; 3]| counts.map(|count| count.to_string()).join(" ");
        let longest = self.longest.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
        format!(
            "{ending}\t{}\t{}\t{:.2}\t{}\t{}\t{}\t{longest}",
            self.places,
            self.bytes,
            self.seconds,
            counts(self.tally.strong),
            counts(self.tally.weak),
            self.tally.longest
        )
    }

    fn read(line: &str) -> Option<(Ending, Row)> {
        let mut columns = line.split('\t');
        let ending = columns.next()?.parse().ok()?;
        let places = columns.next()?.parse().ok()?;
        let bytes = columns.next()?.parse().ok()?;
        let seconds = columns.next()?.parse().ok()?;
        let mut counts = || -> Option<[u64; 3]> {
            let numbers: Option<Vec<u64>> =
                columns.next()?.split(' ').map(|text| text.parse().ok()).collect();
            numbers?.try_into().ok()
        };
        let (strong, weak) = (counts()?, counts()?);
        let tally = Tally { strong, weak, longest: columns.next()?.parse().ok()? };
        let longest = columns.next()?.parse().ok().and_then(|setup| Position::try_from(&setup).ok());
        Some((ending, Row { places, bytes, seconds, tally, longest }))
    }
}

type List = BTreeMap<Ending, Row>;

/// The list in the cache folder; empty where there is none.
fn read_list() -> Result<List, CacheError> {
    let Some(table) = cache::open(WORD, VERSION)? else { return Ok(List::new()) };
    let text = table.payload().map_err(|error| cache::refused(WORD, VERSION, error))?;
    Ok(String::from_utf8_lossy(text).lines().filter_map(Row::read).collect())
}

fn write_list(list: &List) -> Result<(), CacheError> {
    let text: String = list.iter().map(|(ending, row)| row.write(*ending) + "\n").collect();
    cache::store(WORD, VERSION, text.as_bytes(), BLOCK).map(|_| ())
}

impl Endgames {
    /// The tables in the user's cache folder, each opened when it is first asked for.
    ///
    /// # Errors
    /// When the list of them is damaged.
    pub fn cached() -> Result<Endgames, CacheError> {
        let mut endgames = Endgames::default();
        for &ending in read_list()?.keys() {
            endgames.insert(Layout::new(ending), Stored::File(OnceLock::new()));
        }
        Ok(endgames)
    }
}

/// The recipes of all tables of the family.
#[must_use]
pub fn recipes() -> Vec<Box<dyn Recipe>> {
    vec![Box::new(EndgamesRecipe)]
}

struct EndgamesRecipe;

/// A number of boards: digits, then nothing, K, M or G.
fn limit(level: &str) -> Result<u64, RecipeError> {
    let bad = || {
        let shown: String = level.chars().take(40).collect();
        RecipeError::Other(format!(
            "--level {shown:?}: the most boards of an ending is needed, such as 200K, 1M or 16M"
        ))
    };
    let (digits, factor) = match level.char_indices().next_back() {
        Some((at, 'K' | 'k')) => (&level[..at], 1u64 << 10),
        Some((at, 'M' | 'm')) => (&level[..at], 1 << 20),
        Some((at, 'G' | 'g')) => (&level[..at], 1 << 30),
        _ => (level, 1),
    };
    digits.parse::<u64>().ok().and_then(|number| number.checked_mul(factor)).ok_or_else(bad)
}

/// The endings of at most so many boards, in layers by pieces: captures lead to the layer before.
fn layers(most: u64) -> Vec<Vec<Ending>> {
    let mut layers: Vec<Vec<Ending>> = Vec::new();
    for ending in Ending::all().filter(|&ending| places(ending) as u64 <= most) {
        let pieces = ending.to_string().len() - "K-K".len();
        if layers.len() <= pieces {
            layers.resize_with(pieces + 1, Vec::new);
        }
        layers[pieces].push(ending);
    }
    layers
}

/// What the threads of a build share.
struct Yard<'a> {
    endgames: &'a Endgames,
    layer: &'a [Ending],
    next: AtomicUsize,
    /// Boards of finished endings, of all layers.
    done: &'a AtomicU64,
    total: u64,
    progress: &'a dyn Progress,
    list: &'a Mutex<List>,
}

impl Progress for Yard<'_> {
    /// Inside an ending only the finished ones count: several are under way.
    fn report(&self, _done: u64, _total: u64) -> Result<(), Stopped> {
        self.progress.report(self.done.load(Ordering::Relaxed), self.total)
    }
}

impl Yard<'_> {
    /// Takes endings from the layer until there are none left.
    fn work(&self) -> Result<(), RecipeError> {
        while let Some(&ending) = self.layer.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let places = places(ending) as u64;
            let known = lock(self.list).contains_key(&ending) && is_sound(&Layout::new(ending));
            if !known {
                let start = Instant::now();
                let (packed, tally, longest) = self.endgames.solve(ending, self)?;
                cache::store(&word(ending), VERSION, &packed, BLOCK)?;
                let seconds = start.elapsed().as_secs_f64();
                let row = Row { places, bytes: packed.len() as u64, seconds, tally, longest };
                let mut list = lock(self.list);
                list.insert(ending, row);
                write_list(&list)?;
            }
            self.done.fetch_add(places, Ordering::Relaxed);
            self.progress.report(self.done.load(Ordering::Relaxed), self.total)?;
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recipe for EndgamesRecipe {
    fn word(&self) -> &'static str {
        WORD
    }

    fn version(&self) -> u8 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "proven xiangqi endings, a file each (--level N: of at most N boards, 1M by default)"
    }

    fn build(&self, job: &Job<'_>) -> Result<Vec<(String, String)>, RecipeError> {
        let most = job.level.map_or(Ok(DEFAULT_PLACES), limit)?;
        let layers = layers(most);
        let total = layers.iter().flatten().map(|&ending| places(ending) as u64).sum();
        // A list that cannot be read is made anew, as its tables are.
        let list = Mutex::new(read_list().unwrap_or_default());
        let done = AtomicU64::new(0);
        let mut endgames = Endgames::default();
        let threads = match job.jobs {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs,
        };
        for layer in &layers {
            let yard = Yard {
                endgames: &endgames,
                layer,
                next: AtomicUsize::new(0),
                done: &done,
                total,
                progress: job.progress,
                list: &list,
            };
            let results: Vec<Result<(), RecipeError>> = std::thread::scope(|scope| {
                let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| yard.work())).collect();
                workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
            });
            results.into_iter().collect::<Result<Vec<()>, RecipeError>>()?;
            for &ending in layer {
                endgames.insert(Layout::new(ending), Stored::File(OnceLock::new()));
            }
        }
        let list = lock(&list);
        let built: Vec<&Row> = layers.iter().flatten().filter_map(|ending| list.get(ending)).collect();
        let longest =
            layers.iter().flatten().max_by_key(|ending| list.get(ending).map_or(0, |row| row.tally.longest));
        let mut proven = vec![
            ("endings".to_owned(), built.len().to_string()),
            ("boards".to_owned(), total.to_string()),
            ("bytes".to_owned(), built.iter().map(|row| row.bytes).sum::<u64>().to_string()),
            (
                "seconds of work".to_owned(),
                format!("{:.0}", built.iter().map(|row| row.seconds).sum::<f64>()),
            ),
        ];
        if let Some((ending, row)) = longest.and_then(|ending| list.get(ending).map(|row| (ending, row))) {
            let board = row.longest.as_ref().map_or_else(String::new, ToString::to_string);
            let moves = row.tally.longest.div_ceil(2);
            proven.push(("longest".to_owned(), format!("{ending}: {moves} moves, {board}")));
        }
        Ok(proven)
    }

    fn verify(&self, progress: &dyn Progress) -> Result<bool, RecipeError> {
        let list = read_list()?;
        if list.is_empty() {
            return Ok(false);
        }
        let endgames = Endgames::cached()?;
        let mut random = Random::new(1);
        for (i, &ending) in list.keys().enumerate() {
            progress.report(i as u64, list.len() as u64)?;
            let layout = Layout::new(ending);
            let word = word(ending);
            let table = cache::map(&word, VERSION)?
                .ok_or_else(|| RecipeError::Other(format!("the file of {ending} is missing")))?;
            table.payload().map_err(|error| cache::refused(&word, VERSION, error))?;
            for _ in 0..SAMPLES {
                let place = random.below(layout.places() as u64) as usize;
                let Some((stand, _)) = layout.stand(place) else { continue };
                let position = layout.position(&stand);
                let Some(value) = endgames.probe(&position) else { continue };
                let moves = endgames.moves(&position);
                let best =
                    moves.map(|moves| moves.first().map_or(super::Value::Loss(0), |&(_, value)| value));
                if best != Some(value) {
                    return Err(RecipeError::Other(format!(
                        "{ending}: a ply of search disagrees on {position}"
                    )));
                }
            }
        }
        Ok(true)
    }

    fn parts(&self) -> Vec<(String, u8)> {
        read_list().unwrap_or_default().keys().map(|&ending| (word(ending), VERSION)).collect()
    }
}

/// A line an ending, as the list has it: name, boards, bytes, seconds, counts, plies of the longest win and
/// a board that has it.
///
/// # Errors
/// When the list in the cache folder is damaged.
pub fn listing() -> Result<Vec<String>, CacheError> {
    Ok(read_list()?.iter().map(|(ending, row)| row.write(*ending)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back() {
        let ending: Ending = "KR-KAA".parse().unwrap();
        let tally = Tally { strong: [3, 2, 1], weak: [0, 5, 7], longest: 33 };
        let longest = Position::try_from(&"4k4/9/9/9/9/9/9/9/R8/3K5 w".parse().unwrap()).ok();
        for longest in [longest, None] {
            let row = Row { places: 9, bytes: 8, seconds: 0.25, tally, longest };
            assert_eq!(Row::read(&row.write(ending)), Some((ending, row)));
        }
        for bad in ["", "KR-K", "KR-K\t1\t2\t3\t1 2\t1 2 3\t4\t-"] {
            assert_eq!(Row::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn levels_are_numbers() {
        assert_eq!(
            [limit("200K").unwrap(), limit("1M").unwrap(), limit("7").unwrap()],
            [200 << 10, 1 << 20, 7]
        );
        for bad in ["", "M", "1X", "-1", "é", "99999999999G"] {
            assert!(limit(bad).unwrap_err().to_string().contains("200K"), "{bad}");
        }
        let layers = layers(100_000);
        assert!(
            layers
                .iter()
                .enumerate()
                .all(|(pieces, layer)| { layer.iter().all(|ending| ending.to_string().len() == pieces + 3) })
        );
        assert!(layers[1].iter().any(|ending| ending.to_string() == "KR-K"));
    }
}

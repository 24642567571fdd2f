//! Extended pieces: the language in which setups say for which queues they are.
//!
//! ```text
//!   pattern    alt ; alt ...           either
//!   alt        part , part ...         one after the other
//!   part       generators and filters  a filter {...} applies to all before it in its part
//!   generator  T  *  [TIO]  [^TIO]  [TI[LJ]]  ( alt )
//!              without a suffix: one of the pool; with !: all of it; with p3: three of it, in every order
//!   filter     a || b, a && b, !a, 2:a (first two), 1-3:a (second and third), (a)
//!              T=1  LJ>=1  [SZ]=1      counts         T<I  LZ[IO]<S   order         /^T.?I/   regex
//! ```
//!
//! Queues come out sorted by `TILJSZO` and each once. The book lists the readings we chose where the
//! two older implementations disagree.

mod budget;
mod expand;
mod filter;
mod parse;

pub use budget::Budget;

use crate::piece::Piece;
use crate::queue::Queue;
use ludex_core::{Progress, Silent, Stopped};
use thiserror::Error;

/// A pattern that is not understood, or too large.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{what} at column {column}")]
pub struct PatternError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What was read and what would be accepted.
    pub what: String,
}

/// Why the queues of a pattern were not listed to their end.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueuesError {
    /// The pattern is too large.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The progress asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A pattern that was read.
///
/// ```
/// use ludex_tetris::Pattern;
/// let queues = Pattern::read("[SZ]!,*p2{T=1}")?.queues()?;
/// assert_eq!(queues.len(), 24);
/// assert_eq!(queues[0].to_string(), "SZTI");
/// assert_eq!(Pattern::read("*p8").unwrap_err().column, 2);
/// # Ok::<(), ludex_tetris::PatternError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    alternatives: Vec<parse::Alternative>,
}

impl Pattern {
    /// Reads a pattern; spaces do not count.
    ///
    /// # Errors
    /// The first place where it is none.
    pub fn read(text: &str) -> Result<Pattern, PatternError> {
        Ok(Pattern { alternatives: parse::pattern(text)? })
    }

    /// Reads a pattern file as solution-finder has them: one pattern per line, `#` begins a comment.
    ///
    /// # Errors
    /// The first line that is no pattern, with its number, and the place in it.
    pub fn read_file(text: &str) -> Result<Pattern, (usize, PatternError)> {
        let mut alternatives = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or("").trim_end();
            let line = line.strip_prefix('\u{FEFF}').unwrap_or(line);
            alternatives.extend(parse::pattern(line).map_err(|error| (number, error))?);
        }
        Ok(Pattern { alternatives })
    }

    /// All queues, sorted, each once.
    ///
    /// # Errors
    /// When there are too many, or one is too long.
    pub fn queues(&self) -> Result<Vec<Queue>, PatternError> {
        self.queues_within(Budget::USUAL)
    }

    /// All queues, sorted, each once, as long as they and the work of the filters stay within a budget.
    ///
    /// # Errors
    /// When there are too many, one is too long, or the filters take too many steps.
    pub fn queues_within(&self, budget: Budget) -> Result<Vec<Queue>, PatternError> {
        expand::expand(&self.alternatives, budget, &Silent).unwrap_or_else(|_| Ok(Vec::new()))
    }

    /// The same, for whoever may want it to stop: millions of queues take seconds.
    ///
    /// # Errors
    /// As [`Pattern::queues_within`], or that the progress asked to stop.
    pub fn queues_until(&self, budget: Budget, progress: &dyn Progress) -> Result<Vec<Queue>, QueuesError> {
        Ok(expand::expand(&self.alternatives, budget, progress)??)
    }
}

/// What stands in the braces of a pattern, by itself: a condition on a queue.
///
/// # Examples
/// ```
/// use ludex_tetris::{Queue, pattern::Filter};
/// let filter = Filter::read("T<O && !/S$/")?;
/// assert!(filter.passes(Queue::read("TSO")?)? && !filter.passes(Queue::read("OST")?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    expr: filter::Expr,
}

impl Filter {
    /// Reads a filter without its braces; nothing passes everything.
    ///
    /// # Errors
    /// The first place where it is none.
    pub fn read(text: &str) -> Result<Filter, PatternError> {
        Ok(Filter { expr: parse::filter(text)? })
    }

    /// Whether a queue passes.
    ///
    /// # Errors
    /// When it takes too many steps to tell.
    pub fn passes(&self, queue: Queue) -> Result<bool, PatternError> {
        let pieces: Vec<Piece> = queue.iter().collect();
        let work = budget::Work::new(Budget::USUAL.steps);
        let passes = self.expr.holds(&pieces, &work).and_then(|passes| work.check().map(|()| passes));
        passes.map_err(|what| PatternError { column: 1, what })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn count(pattern: &str) -> usize {
        Pattern::read(pattern).unwrap().queues().unwrap().len()
    }

    #[test]
    fn chosen_readings() {
        for (pattern, expected) in [
            ("", 0),
            ("[SSZ]!", 3),
            ("T I", 1),
            ("Tp1", 1),
            ("([SZ]!,*p2){S<Z}", 42),
            ("T([SZ]!){S<Z}", 1),
            ("*p2{}", 42),
            ("[^T[^LJ]]!", 15120),
            ("[TI[LJ][SZ]]p3", 72),
            ("[TISZ]!{T[SZ]<I}", 10),
            ("*p4{T[LJ]<I[SZ]}", 250),
            ("*p4{T<*}", 0),
            ("*p4{T<[*]}", 480),
            ("*p3{T=1}*", 90 * 7),
            ("T;T", 1),
            ("*p4{1-3:1:T=1}", 120),
            (r"*p2*p2{/(.)\1/}", 252),
        ] {
            assert_eq!(count(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn errors_point_at_their_column() {
        for (pattern, column) in [
            ("*p0", 2),
            ("*p8", 2),
            ("*p02", 2),
            ("t", 1),
            (",T", 1),
            ("T,", 3),
            ("[^]!", 1),
            ("[T,I]!", 3),
            ("{T=1}", 1),
            ("*p4{2-:T=1}", 7),
            ("*p4{/T//}", 8),
            ("*p4{/(T/}", 8),
            ("*p2T=1}", 5),
            ("*p4{T=-1}", 7),
            ("T;", 3),
        ] {
            assert_eq!(Pattern::read(pattern).unwrap_err().column, column, "{pattern}");
        }
    }

    /// A stored pattern of this kind made every look-up run for half a minute. Without back-references
    /// the time is linear now; with them the budget ends it, and the pattern is refused.
    #[test]
    fn a_regex_that_runs_away_is_refused() {
        assert_eq!(count(r"*p7{/(.*.*.*.*.*.*)*(.*.*.*)*Q$/}"), 0);
        let pattern = Pattern::read(r"*p7{/^(.*)*(.*)*(.*)*(.*)*(.*)*\1Q$/}").unwrap();
        let error = pattern.queues().unwrap_err();
        assert_eq!(error.column, 4);
        assert!(error.what.contains("steps"), "{error}");
        assert_eq!(count("*p2{/T(?=I)/}"), 1);
    }

    /// Sets before or after each other multiply their choices.
    #[test]
    fn an_order_of_many_sets_is_refused() {
        for pattern in [format!("*p7{{T<{}}}", "[ILJ]".repeat(6)), format!("*p7{{{}<T}}", "[ILJS]".repeat(5))]
        {
            let pattern = Pattern::read(&pattern).unwrap();
            let few = Budget { steps: 100_000, ..Budget::STORED };
            let error = pattern.queues_within(few).unwrap_err();
            assert!(error.what.contains("more than 100000 steps"), "{error}");
        }
        let honest = Pattern::read("*p7{[TI][LJ]<S[ZO]}").unwrap();
        assert_eq!(honest.queues_within(Budget::STORED).unwrap(), honest.queues().unwrap());
    }

    #[test]
    fn files_of_patterns() {
        let pattern = Pattern::read_file("# two\nT,*p2 # after T\n\n[SZ]!\r\n").unwrap();
        assert_eq!(pattern.queues().unwrap().len(), 44);
        assert_eq!(Pattern::read_file("T\n[").unwrap_err().0, 2);
    }

    #[test]
    fn too_much_is_refused() {
        assert!(Pattern::read("*p7,*p7,*p7").unwrap().queues().is_err());
        assert!(Pattern::read(&"T".repeat(22)).unwrap().queues().is_err());
        assert!(Pattern::read(&"(".repeat(10_000)).is_err());
        assert!(Pattern::read(&format!("T{{{}T=1}}", "!".repeat(10_000))).is_err());
    }

    proptest! {
        #[test]
        fn queues_are_sorted_and_single(pattern in r"(\[\^?[TILJ]{1,3}\]!?|\*(p[12])?|[SZ]){1,3}(\{T<I\}|\{!L=1\})?(,[SZ]|;\*)?") {
            let Ok(pattern) = Pattern::read(&pattern) else { return Ok(()) };
            let queues = match pattern.queues() {
                Ok(queues) => queues,
                // Three bags of six are more queues than are ever listed.
                Err(error) => {
                    prop_assert!(error.what.contains("queues"), "{}", error);
                    return Ok(());
                }
            };
            prop_assert!(queues.windows(2).all(|pair| pair[0] < pair[1]));
        }

        #[test]
        fn no_text_panics(text in "[TILJSZO*!p0-9\\[\\](){}^,;<>=&|:/. -]{0,24}") {
            let _ = Pattern::read(&text);
        }
    }
}

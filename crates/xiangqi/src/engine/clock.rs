//! How long to think.

use std::time::{Duration, Instant};

/// When to stop; whatever comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// The clock of a game, from which a time for this move is taken.
    pub clock: Option<Clock>,
}

impl Limits {
    /// The same; 100,000 positions where nothing is limited.
    ///
    /// # Examples
    /// ```
    /// use ludex_xiangqi::engine::Limits;
    /// assert_eq!(Limits::default().or_usual().nodes, Some(100_000));
    /// let deep = Limits { depth: Some(3), ..Limits::default() };
    /// assert_eq!(deep.or_usual(), deep);
    /// ```
    #[must_use]
    pub fn or_usual(self) -> Limits {
        if self == Limits::default() { Limits { nodes: Some(100_000), ..self } } else { self }
    }
}

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Moves until time is added, where the game has such controls.
    pub moves_to_go: Option<u32>,
}

/// Kept back for the way to the other end of the line.
const OVERHEAD: Duration = Duration::from_millis(30);

/// The times at which a search should, and must, end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Deadline {
    pub(super) fn new(limits: &Limits) -> Self {
        let start = Instant::now();
        let (mut soft, mut hard) = (None, None);
        if let Some(clock) = limits.clock {
            let left = clock.left.saturating_sub(OVERHEAD).max(Duration::from_millis(1));
            let moves = clock.moves_to_go.unwrap_or(30).clamp(1, 30);
            let share = left / moves + clock.increment * 3 / 4;
            // A new iteration takes longer than all before it: begin none in the second half.
            soft = Some((share / 2).min(left / 2));
            hard = Some((share * 2).min(left * 4 / 5));
        }
        if let Some(time) = limits.time {
            hard = Some(hard.map_or(time, |hard| hard.min(time)));
        }
        Deadline { start, soft, hard }
    }

    /// Whether another iteration should begin.
    pub(super) fn begin_another(&self) -> bool {
        self.soft.or(self.hard).is_none_or(|soft| self.start.elapsed() < soft)
    }

    /// The time that the search will take about, where there is one.
    pub(super) fn allotted(&self) -> Option<Duration> {
        self.soft.or(self.hard)
    }

    /// Whether the search must end now.
    pub(super) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.start.elapsed() >= hard)
    }

    /// Since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

//! What a setup does with whole queues: which it can be built with, and which it then solves.

use crate::rules::{HoldRule, Rules, Status};
use crate::setup::SetupRow;
use crate::{Setups, lookup};
use ludex_core::{Progress, Stopped, Ticker};
use ludex_store::{Result, StoreError};
use ludex_tetris::solve::{Drop, Hold, Problem, ProblemError, first_field, is_cleared};
use ludex_tetris::{Counts, KickTable, Piece, Queue};
use std::collections::HashSet;

/// More whole queues are not looked at: those of the first perfect clear are fewer.
const MOST_QUEUES: usize = 5_000_000;
/// Queues that are looked at between two questions whether to go on: a millisecond's worth.
pub(crate) const STEPS: u32 = 1024;

/// The pieces of a word.
pub(crate) fn counts(field: &str, text: &str) -> Result<Counts> {
    let pieces = Piece::word(text).map_err(|error| StoreError::Value(format!("{field}: {error}")))?;
    Ok(Counts::of(&pieces))
}

/// All queues of so many pieces that come out of a leftover in any order and then bags, rising.
///
/// # Errors
/// When they are too many, or it was asked to stop.
pub(crate) fn whole_queues(leftover: &Counts, length: usize, ticker: &Ticker<'_>) -> Result<Vec<Queue>> {
    fn go(
        out: &mut Vec<Queue>,
        at: &mut Vec<Piece>,
        left: &mut Counts,
        bag: &mut Counts,
        (length, ticker): (usize, &Ticker<'_>),
    ) -> std::result::Result<(), Stopped> {
        if at.len() == length || out.len() > MOST_QUEUES {
            out.extend(Queue::of(at));
            return ticker.tick();
        }
        let from_leftover = left.total() > 0;
        let fresh = !from_leftover && bag.total() == 0;
        if fresh {
            *bag = Counts([1; 7]);
        }
        for piece in Piece::ALL {
            let pool = if from_leftover { &mut *left } else { &mut *bag };
            if pool.0[piece.index()] > 0 {
                pool.0[piece.index()] -= 1;
                at.push(piece);
                go(out, at, left, bag, (length, ticker))?;
                at.pop();
                let pool = if from_leftover { &mut *left } else { &mut *bag };
                pool.0[piece.index()] += 1;
            }
        }
        if fresh {
            *bag = Counts::default();
        }
        Ok(())
    }
    let mut out = Vec::new();
    go(&mut out, &mut Vec::new(), &mut { *leftover }, &mut Counts::default(), (length, ticker))?;
    if out.len() > MOST_QUEUES {
        return Err(StoreError::Value(format!("more than {MOST_QUEUES} queues of {length} pieces")));
    }
    Ok(out)
}

/// A setup with the queues that it covers.
#[derive(Debug, Clone)]
pub(crate) struct Player {
    pub(crate) setup: SetupRow,
    build: Counts,
    covered: HashSet<Queue>,
    /// The lengths of covered queues, rising.
    lengths: Vec<usize>,
    rules: Rules,
}

impl Setups {
    /// A setup as its statistics have it.
    pub(crate) fn player(&mut self, setup: SetupRow, rules: Rules) -> Result<Player> {
        let row = self.statistics(setup.id)?.into_iter().find(|row| row.rules == rules);
        let row = row.filter(|row| row.status == Status::Completed).ok_or_else(|| {
            StoreError::Value(format!(
                "{} has no statistics under {rules}: `setups compute` makes them",
                setup.id
            ))
        })?;
        let covered: HashSet<Queue> =
            lookup::covered_queues(&setup.cover_pattern, row.cover_data.as_deref())?.into_iter().collect();
        let mut lengths: Vec<usize> = covered.iter().map(|queue| queue.len()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let build = counts("the build", &setup.build)?;
        Ok(Player { setup, build, covered, lengths, rules })
    }
}

impl Player {
    /// Whether it can be built with a queue.
    pub(crate) fn covers(&self, queue: Queue) -> bool {
        self.lengths.iter().any(|&length| self.covered.contains(&queue.cut(length)))
    }

    /// The longest queue that it looks at to be built.
    pub(crate) fn longest(&self) -> usize {
        self.lengths.last().copied().unwrap_or(0)
    }

    /// Pieces that can be held.
    pub(crate) fn slots(&self) -> usize {
        if self.rules.hold == HoldRule::None { 0 } else { usize::try_from(self.setup.hold).unwrap_or(1) }
    }

    /// What is left of a queue when it is built: what is held, then the rest in order. Nothing where the pieces are not
    /// among the first.
    pub(crate) fn rest(&self, queue: Queue) -> Option<Queue> {
        let (mut open, mut rest) = (self.build, Vec::new());
        for piece in queue.iter() {
            let count = &mut open.0[piece.index()];
            if *count > 0 {
                *count -= 1;
            } else {
                rest.push(piece);
            }
            if open.total() > 0 && rest.len() > self.slots() {
                return None;
            }
        }
        Queue::of(&rest).filter(|_| open.total() == 0)
    }

    /// The field that is to be cleared; nothing where nothing is left to do.
    pub(crate) fn problem(&self) -> Result<Option<Problem>> {
        let refused =
            |error: &dyn std::fmt::Display| StoreError::Value(format!("{}: {error}", self.setup.id));
        let field = first_field(&self.setup.fumen).map_err(|error| refused(&error))?;
        if is_cleared(&field) {
            return Ok(None);
        }
        let table = KickTable::named(self.rules.kicks.as_str()).map_err(|error| refused(&error))?;
        let slots = u8::try_from(self.slots()).unwrap_or(1);
        let hold = if self.rules.hold == HoldRule::Cyclic { Hold::Cyclic(slots) } else { Hold::Any(slots) };
        let drop = Drop::of(&table);
        Problem::new(&field, 4, table, drop, hold).map(Some).map_err(|error| refused(&error))
    }

    /// By queue: whether it is built and solved, every piece being known once it is built.
    pub(crate) fn wins(
        &self,
        queues: &[Queue],
        covers: &[bool],
        progress: &dyn Progress,
    ) -> Result<Vec<bool>> {
        if self.setup.solve_pattern.is_none() {
            return Ok(vec![false; queues.len()]);
        }
        let Some(problem) = self.problem()? else { return Ok(covers.to_vec()) };
        let used = problem.needed() + self.slots();
        let ticker = Ticker::new(progress, STEPS);
        let mut rests: Vec<Option<Queue>> = Vec::with_capacity(queues.len());
        for (queue, covered) in queues.iter().zip(covers) {
            ticker.tick()?;
            rests.push(covered.then(|| self.rest(*queue)).flatten().map(|rest| rest.cut(used)));
        }
        let asked = distinct(&rests, &ticker)?;
        if asked.is_empty() {
            return Ok(vec![false; queues.len()]);
        }
        let percent = problem.percent(&asked, progress).map_err(|error| match error {
            ProblemError::Stopped(stopped) => StoreError::from(stopped),
            error => StoreError::Value(format!("{}: {error}", self.setup.id)),
        })?;
        let solved: HashSet<Queue> = percent
            .queues
            .iter()
            .zip(&percent.solved)
            .filter(|(_, solved)| **solved)
            .map(|(q, _)| *q)
            .collect();
        Ok(rests.iter().map(|rest| rest.is_some_and(|rest| solved.contains(&rest))).collect())
    }
}

/// What there is among them, each once, rising. Whole queues are up to millions, what is left of them when a setup is
/// built is far fewer: only those are sorted.
pub(crate) fn distinct(
    rests: &[Option<Queue>],
    ticker: &Ticker<'_>,
) -> std::result::Result<Vec<Queue>, Stopped> {
    let mut seen = HashSet::new();
    for rest in rests.iter().flatten() {
        ticker.tick()?;
        seen.insert(*rest);
    }
    let mut all: Vec<Queue> = seen.into_iter().collect();
    all.sort_unstable();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Silent;
    use ludex_tetris::solve::queues_of;

    /// The pattern language lists the same queues.
    #[test]
    fn queues_out_of_bags() {
        for (leftover, length, pattern) in
            [("TTI", 5, "[TTI]!,*p2"), ("T", 9, "T,*p7,*"), ("TILJSZO", 7, "*p7"), ("LSZO", 3, "[LSZO]p3")]
        {
            let ticker = Ticker::new(&Silent, STEPS);
            let listed = whole_queues(&counts("leftover", leftover).unwrap(), length, &ticker).unwrap();
            assert_eq!(listed, queues_of(pattern).unwrap(), "{leftover}");
        }
    }

    #[test]
    fn what_is_left_of_a_queue() {
        let setup = SetupRow {
            id: "705ccbbeb7ff".parse().unwrap(),
            fields: crate::SetupFields::new(7, "TLO", "TLZO", "[TLO]!,*p2{Z=1}", "v115@vhAAgH"),
            oqb_path: None,
            oqb_depth: None,
        };
        let build = counts("build", "TLZO").unwrap();
        let player =
            Player { setup, build, covered: HashSet::new(), lengths: Vec::new(), rules: Rules::default() };
        let rest = |text: &str| player.rest(Queue::read(text).unwrap()).map(|rest| rest.to_string());
        assert_eq!(rest("TLOSZIJ").as_deref(), Some("SIJ"));
        assert_eq!(rest("TLOZSIJ").as_deref(), Some("SIJ"));
        assert_eq!(rest("TLOSIZJ"), None, "two pieces cannot be held");
        assert_eq!(rest("TLO"), None);
    }
}

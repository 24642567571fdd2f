//! A tree to its queues.

use super::PatternError;
use super::budget::{Budget, Work};
use super::parse::{Alternative, Part, Step};
use crate::piece::{Counts, Piece};
use crate::queue::Queue;
use ludex_core::{Progress, Stopped, Ticker};

type Result<T> = std::result::Result<T, PatternError>;

/// Queues made or looked at between two questions whether to go on.
const QUEUES: u32 = 4096;

/// What is left of a budget, and who may end it all.
struct Limits<'a> {
    queues: usize,
    work: Work,
    ticker: Ticker<'a>,
}

/// An error that only says that the ticker has stopped.
fn stopped(stopped: Stopped) -> PatternError {
    PatternError { column: 1, what: stopped.to_string() }
}

/// The queues; the outer error where the progress asked to stop.
pub(super) fn expand(
    alternatives: &[Alternative],
    budget: Budget,
    progress: &dyn Progress,
) -> std::result::Result<Result<Vec<Queue>>, Stopped> {
    let ticker = Ticker::new(progress, QUEUES);
    let limits = &Limits { queues: budget.queues, work: Work::new(budget.steps), ticker };
    let done = either(alternatives, limits);
    if limits.ticker.is_stopped() { Err(Stopped) } else { Ok(done) }
}

fn either(alternatives: &[Alternative], limits: &Limits<'_>) -> Result<Vec<Queue>> {
    let mut all = Vec::new();
    for alternative in alternatives {
        let queues = one_after_the_other(alternative, limits)?;
        check(all.len(), queues.len(), true, 1, limits)?;
        if all.is_empty() { all = queues } else { all.extend(queues) }
    }
    tidy(&mut all);
    Ok(all)
}

/// Sorts and drops repetitions; most lists come sorted already.
fn tidy(queues: &mut Vec<Queue>) {
    if !queues.windows(2).all(|pair| pair[0] < pair[1]) {
        queues.sort_unstable();
        queues.dedup();
    }
}

fn check(a: usize, b: usize, add: bool, column: usize, limits: &Limits<'_>) -> Result<()> {
    let count = if add { a.saturating_add(b) } else { a.saturating_mul(b) };
    if count > limits.queues {
        let what = format!("the pattern has more than {} queues", limits.queues);
        return Err(PatternError { column, what });
    }
    Ok(())
}

fn one_after_the_other(parts: &[Part], limits: &Limits<'_>) -> Result<Vec<Queue>> {
    let mut queues = vec![Queue::EMPTY];
    for part in parts {
        queues = product(queues, expand_part(part, limits)?, 1, limits)?;
    }
    Ok(queues)
}

fn expand_part(part: &Part, limits: &Limits<'_>) -> Result<Vec<Queue>> {
    let mut queues = vec![Queue::EMPTY];
    for step in part {
        match step {
            Step::Draw { column, pool, picks, take } => {
                queues = product(queues, draw(*column, pool, picks, *take, limits)?, *column, limits)?;
            }
            Step::Group(inner) => queues = product(queues, one_after_the_other(inner, limits)?, 1, limits)?,
            Step::Filter { column, expr } => {
                let mut pieces = [Piece::T; Queue::LONGEST];
                let mut failure = None;
                queues.retain(|queue| {
                    if failure.is_some() {
                        return false;
                    }
                    let mut len = 0;
                    for piece in queue.iter() {
                        pieces[len] = piece;
                        len += 1;
                    }
                    if let Err(error) = limits.ticker.tick() {
                        failure = Some(error.to_string());
                        return false;
                    }
                    expr.holds(&pieces[..len], &limits.work).unwrap_or_else(|error| {
                        failure = Some(error);
                        false
                    })
                });
                if let Some(error) = failure {
                    return Err(PatternError { column: *column, what: error });
                }
            }
        }
    }
    Ok(queues)
}

fn product(first: Vec<Queue>, second: Vec<Queue>, column: usize, limits: &Limits<'_>) -> Result<Vec<Queue>> {
    if let [Queue::EMPTY] = first[..] {
        return Ok(second);
    }
    check(first.len(), second.len(), false, column, limits)?;
    let mut all = Vec::with_capacity(first.len() * second.len());
    for &a in &first {
        for &b in &second {
            limits.ticker.tick().map_err(stopped)?;
            let longer = || {
                let what = format!("a queue of more than {} pieces", Queue::LONGEST);
                PatternError { column, what }
            };
            all.push(a.then(b).ok_or_else(longer)?);
        }
    }
    tidy(&mut all);
    Ok(all)
}

fn draw(
    column: usize,
    pool: &[Piece],
    picks: &[Vec<Piece>],
    take: usize,
    limits: &Limits<'_>,
) -> Result<Vec<Queue>> {
    if take > Queue::LONGEST {
        let what = format!("a queue of more than {} pieces", Queue::LONGEST);
        return Err(PatternError { column, what });
    }
    // Pools that differ only in the order of picks are one.
    let mut pools = vec![Counts::of(pool)];
    for pick in picks {
        let mut next: Vec<Counts> = Vec::new();
        for pool in &pools {
            for piece in pick {
                let mut pool = *pool;
                pool.0[piece.index()] = pool.0[piece.index()].saturating_add(1);
                next.push(pool);
            }
        }
        next.sort_unstable();
        next.dedup();
        check(next.len(), 1, true, column, limits)?;
        pools = next;
    }
    let mut all = Vec::new();
    for pool in &mut pools {
        permute(pool, Queue::EMPTY, 0, take, &mut all, (column, limits))?;
    }
    tidy(&mut all);
    Ok(all)
}

fn permute(
    pool: &mut Counts,
    queue: Queue,
    at: usize,
    take: usize,
    all: &mut Vec<Queue>,
    within: (usize, &Limits<'_>),
) -> Result<()> {
    if at == take {
        all.push(queue);
        within.1.ticker.tick().map_err(stopped)?;
        return check(all.len(), 0, true, within.0, within.1);
    }
    for piece in Piece::ALL {
        if pool.0[piece.index()] > 0 {
            pool.0[piece.index()] -= 1;
            permute(pool, queue.with(at, piece), at + 1, take, all, within)?;
            pool.0[piece.index()] += 1;
        }
    }
    Ok(())
}

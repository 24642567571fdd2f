//! Which queues can build a setup.

use super::building::Building;
use super::modes::{Conditions, Judge};
use super::order::Order;
use super::placement::{Memo, Placement};
use super::reach::{Drop, Reach};
use super::trie::Trie;
use super::wide::Frame;
use super::word::Word;
use super::{Hold, ProblemError, STEPS};
use crate::kicks::KickTable;
use crate::queue::Queue;
use ludex_core::{Progress, Silent, Stopped, Ticker};

/// Which queues can build one of some buildings, in the order of the queues.
///
/// The order in which the pieces are placed is free, as long as each can lock when its turn comes.
/// A queue is used up to the pieces needed and the held ones; what follows does not matter.
///
/// # Errors
/// When the rules do not fit together.
pub fn cover(
    buildings: &[Building],
    queues: &[Queue],
    table: &KickTable,
    drop: Drop,
    hold: Hold,
) -> Result<Vec<bool>, ProblemError> {
    cover_until(buildings, queues, (table, drop, hold), &Silent)
}

/// The same, for whoever may want it to stop.
///
/// # Errors
/// When the rules do not fit together, or the progress asked to stop.
pub fn cover_until(
    buildings: &[Building],
    queues: &[Queue],
    (table, drop, hold): (&KickTable, Drop, Hold),
    progress: &dyn Progress,
) -> Result<Vec<bool>, ProblemError> {
    if drop == Drop::Half && !table.has_half_turns() {
        return Err(ProblemError::HalfTurns);
    }
    let mut covered = vec![false; queues.len()];
    for (done, building) in (0..).zip(buildings) {
        progress.report(done, buildings.len() as u64)?;
        let rules = (table, drop, hold);
        if Reach::<u64>::fits(table, drop, building.lines) {
            cover_one::<u64, u64>(building, queues, rules, &mut covered, progress)?;
        } else if Reach::<u128>::fits(table, drop, building.lines) {
            cover_one::<u128, u128>(building, queues, rules, &mut covered, progress)?;
        } else if Reach::<Frame>::fits(table, drop, building.lines) {
            cover_one::<u128, Frame>(building, queues, rules, &mut covered, progress)?;
        } else {
            return Err(ProblemError::Kicks(building.lines));
        }
    }
    Ok(covered)
}

/// Which queues can build each of some buildings under conditions, by building.
///
/// # Errors
/// When the rules do not fit together, or the progress asked to stop.
pub fn cover_with(
    buildings: &[Building],
    queues: &[Queue],
    (table, drop, hold): (&KickTable, Drop, Hold),
    conditions: &Conditions,
    progress: &dyn Progress,
) -> Result<Vec<Vec<bool>>, ProblemError> {
    if conditions.are_none() {
        let one = |building: &Building| {
            cover_until(std::slice::from_ref(building), queues, (table, drop, hold), progress)
        };
        return buildings.iter().map(one).collect();
    }
    if drop == Drop::Half && !table.has_half_turns() {
        return Err(ProblemError::HalfTurns);
    }
    if matches!(hold, Hold::Cyclic(n) if n > 1) {
        return Err(ProblemError::ConditionsCyclic);
    }
    let soft = if drop == Drop::Hard { Drop::Soft } else { drop };
    let mut all = Vec::new();
    for (done, building) in (0..).zip(buildings) {
        progress.report(done, buildings.len() as u64)?;
        let mut covered = vec![false; queues.len()];
        if !Reach::<Frame>::fits(table, soft, building.lines) {
            return Err(ProblemError::Kicks(building.lines));
        }
        let hard = Reach::<Frame>::new(table, Drop::Hard, building.lines);
        let soft = Reach::<Frame>::new(table, soft, building.lines);
        let mut judge = Judge::new(
            *conditions,
            drop,
            (&hard, &soft),
            building.base,
            building.lines,
            &building.placements,
        );
        let ticker = Ticker::new(progress, STEPS);
        let uses = Uses::of(queues, building.placements.len(), hold.slots(), &covered, &ticker)?;
        let mut found = vec![false; uses.cut.len()];
        Trie::new(&uses.cut, hold, &ticker)?.walk_steps(!0, &mut judge, &ticker, true, &mut |queue| {
            found[queue] = true;
        });
        if ticker.is_stopped() {
            return Err(Stopped.into());
        }
        uses.spread(queues, &found, &mut covered);
        all.push(covered);
    }
    Ok(all)
}

/// The queues as far as a building uses them: those that are alike there form a run, since they are sorted.
struct Uses {
    used: usize,
    cut: Vec<Queue>,
    runs: Vec<usize>,
}

impl Uses {
    fn of(
        queues: &[Queue],
        pieces: usize,
        slots: usize,
        covered: &[bool],
        ticker: &Ticker<'_>,
    ) -> Result<Uses, Stopped> {
        let mut uses = Uses { used: pieces + slots, cut: Vec::new(), runs: Vec::new() };
        for (i, queue) in queues.iter().enumerate().filter(|(i, _)| !covered[*i]) {
            ticker.tick()?;
            let queue = queue.cut(uses.used);
            if queue.len() >= pieces && uses.cut.last() != Some(&queue) {
                uses.cut.push(queue);
                uses.runs.push(i);
            }
        }
        Ok(uses)
    }

    /// Marks all queues of the runs that were found.
    fn spread(&self, queues: &[Queue], found: &[bool], covered: &mut [bool]) {
        for (run, _) in found.iter().enumerate().filter(|(_, found)| **found) {
            for (i, queue) in queues.iter().enumerate().skip(self.runs[run]) {
                if queue.cut(self.used) != self.cut[run] {
                    break;
                }
                covered[i] = true;
            }
        }
    }
}

/// Which queues are covered as bits, the first queue in the highest bit of the first byte.
///
/// # Examples
/// ```
/// use ludex_tetris::solve::cover_bits;
/// assert_eq!(cover_bits(&[true, false, false, true]), [0b1001_0000]);
/// ```
#[must_use]
pub fn cover_bits(covered: &[bool]) -> Vec<u8> {
    let byte =
        |eight: &[bool]| eight.iter().enumerate().fold(0, |byte, (i, &one)| byte | u8::from(one) << (7 - i));
    covered.chunks(8).map(byte).collect()
}

fn cover_one<W: Word, R: Word>(
    building: &Building,
    queues: &[Queue],
    (table, drop, hold): (&KickTable, Drop, Hold),
    covered: &mut [bool],
    progress: &dyn Progress,
) -> Result<(), Stopped> {
    let ticker = Ticker::new(progress, STEPS);
    let reach = Reach::<R>::new(table, drop, building.lines);
    let uses = Uses::of(queues, building.placements.len(), hold.slots(), covered, &ticker)?;
    let mut order = Order::new(&reach, W::cut(building.base), building.lines);
    order.load(building.placements.iter().map(|p| Placement {
        piece: p.piece,
        rotation: p.rotation,
        x: p.x,
        low: p.low,
        cells: W::cut(p.cells),
        gaps: p.gaps,
    }));
    let mut found = vec![false; uses.cut.len()];
    let mut memo = Memo::new();
    Trie::new(&uses.cut, hold, &ticker)?
        .walk(&mut order, &mut memo, &ticker, true, &mut |queue| found[queue] = true);
    if ticker.is_stopped() {
        return Err(Stopped);
    }
    uses.spread(queues, &found, covered);
    Ok(())
}

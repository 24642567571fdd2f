//! The whole loop: how many perfect clears in a row a collection gives.
//!
//! What is left over after a perfect clear, the unused piece and the rest of the last bag, is where the next one begins:
//!
//! ```text
//!   perfect clear n, leftover ── all queues out of bags ── by the pieces seen: the best setup
//!        ^                                                       │ built and solved: the best piece to keep
//!        └───────────────── perfect clear n + 1 <────────────────┘
//! ```
//!
//! The orders of a leftover and the bags are equally likely. The setup is chosen knowing the pieces that are seen; once
//! it is built every piece counts as known, as in its solve percentage. Both choices are those that give the most
//! perfect clears in a row, counted up to the last one asked for.

use crate::player::{Player, whole_queues};
use crate::rules::Rules;
use crate::{Filter, Order, SetupType, Setups};
use ludex_core::{Progress, Stopped};
use ludex_store::{Result, StoreError};
use ludex_tetris::saves::leftover_length;
use ludex_tetris::solve::ProblemError;
use ludex_tetris::{Counts, Piece, Queue};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, HashMap};

/// Pieces of a perfect clear of four lines with one for the hold.
const PIECES: usize = 11;

/// A perfect clear after a leftover.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Which perfect clear.
    pub pc: u32,
    /// What is left over before it.
    pub leftover: String,
    /// Setups there are.
    pub setups: usize,
    /// Queues with which it succeeds, and all queues.
    pub won: (usize, usize),
    /// Perfect clears in a row from here on, on average.
    pub expected: f64,
    /// What is left over after it, and with how many queues.
    pub next: BTreeMap<String, usize>,
}

/// A run of perfect clears.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Perfect clears in a row, on average.
    pub expected: f64,
    /// By perfect clear: the chance to get so far.
    pub reached: Vec<(u32, f64)>,
    /// All that may come up, in order.
    pub states: Vec<State>,
}

impl Run {
    /// As one object.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let states: Vec<Json> = self
            .states
            .iter()
            .map(|state| {
                json!({
                    "pc": state.pc,
                    "leftover": state.leftover,
                    "setups": state.setups,
                    "won": state.won.0,
                    "queues": state.won.1,
                    "expected": state.expected,
                    "next": state.next,
                })
            })
            .collect();
        let reached: Vec<Json> =
            self.reached.iter().map(|(pc, chance)| json!({"pc": pc, "chance": chance})).collect();
        json!({"expected": self.expected, "reached": reached, "states": states})
    }
}

/// What is left over after a queue of which one piece stays unused: that piece and what the last bag has not shown.
fn next_leftover(leftover: usize, queue: Queue, unused: Piece) -> Counts {
    let mut left = Counts::default();
    let bags = PIECES.saturating_sub(leftover).div_ceil(7);
    if bags > 0 {
        left = Counts([1; 7]);
        for piece in queue.iter().skip(leftover + 7 * (bags - 1)) {
            let count = &mut left.0[piece.index()];
            *count = count.saturating_sub(1);
        }
    }
    left.0[unused.index()] += 1;
    left
}

/// By setup and queue: what each piece that may stay unused leads to; nothing where it is not built or not solved.
type Ways = Vec<Vec<Vec<usize>>>;

/// The best play of one perfect clear: queues won, perfect clears in all, and by what follows how many queues lead there.
/// `worth` says what each thing that may follow is worth.
fn best_play(
    queues: &[Queue],
    see: usize,
    ways: &Ways,
    worth: &[f64],
) -> (usize, f64, BTreeMap<usize, usize>) {
    let (mut won, mut sum, mut after) = (0, 0.0, BTreeMap::new());
    let all: Vec<usize> = (0..queues.len()).collect();
    let best = |setup: usize, queue: usize| {
        let ends = ways[setup][queue].iter().copied();
        ends.max_by(|&a, &b| worth[a].total_cmp(&worth[b]).then(b.cmp(&a)))
    };
    for part in all.chunk_by(|&a, &b| queues[a].cut(see) == queues[b].cut(see)) {
        let value = |setup: usize| -> f64 {
            part.iter().filter_map(|&queue| best(setup, queue)).map(|end| 1.0 + worth[end]).sum()
        };
        let setup = (0..ways.len()).max_by(|&a, &b| value(a).total_cmp(&value(b)).then(b.cmp(&a)));
        let Some(setup) = setup else { continue };
        sum += value(setup);
        for end in part.iter().filter_map(|&queue| best(setup, queue)) {
            won += 1;
            *after.entry(end).or_default() += 1;
        }
    }
    (won, sum, after)
}

impl Setups {
    /// Perfect clears in a row from the first of some leftover up to the last, with the setups of the database or of
    /// one of its sets. Of OQB setups only roots with a solve pattern count.
    ///
    /// # Errors
    /// When the leftover is none of its perfect clear, a setup has no statistics, or the progress asked to stop.
    pub fn run_of_clears(
        &mut self,
        (first, last): (u32, u32),
        leftover: Counts,
        set: Option<&str>,
        (rules, see): (Rules, usize),
        progress: &dyn Progress,
    ) -> Result<Run> {
        if !(1..=9).contains(&first) || !(first..=9).contains(&last) {
            return Err(StoreError::Value(format!("perfect clears {first} to {last}: 1 to 9 are known")));
        }
        if leftover.total() != leftover_length(first) {
            return Err(StoreError::Value(format!(
                "the leftover {}: perfect clear {first} has {} pieces left over",
                Piece::spell(&leftover.sorted()),
                leftover_length(first)
            )));
        }
        let mut known: BTreeMap<(u32, Counts), State> = BTreeMap::new();
        let mut asked = Asked { set, rules, see, last, progress };
        let expected = self.state(first, leftover, &mut asked, &mut known)?;
        // How likely each state is, forwards.
        let mut reached = Vec::new();
        let mut now: BTreeMap<Counts, f64> = BTreeMap::from([(leftover, 1.0)]);
        for pc in first..=last {
            let mut next: BTreeMap<Counts, f64> = BTreeMap::new();
            for (leftover, chance) in &now {
                let Some(state) = known.get(&(pc, *leftover)) else { continue };
                for (after, count) in &state.next {
                    let pieces = Piece::word(after).unwrap_or_default();
                    *next.entry(Counts::of(&pieces)).or_default() +=
                        chance * *count as f64 / state.won.1.max(1) as f64;
                }
            }
            reached.push((pc, next.values().sum()));
            now = next;
        }
        Ok(Run { expected, reached, states: known.into_values().collect() })
    }

    /// Perfect clears in a row from a state on, on average.
    fn state(
        &mut self,
        pc: u32,
        leftover: Counts,
        asked: &mut Asked<'_>,
        known: &mut BTreeMap<(u32, Counts), State>,
    ) -> Result<f64> {
        if pc > asked.last {
            return Ok(0.0);
        }
        if let Some(state) = known.get(&(pc, leftover)) {
            return Ok(state.expected);
        }
        asked.progress.report(known.len() as u64, 0)?;
        let word = Piece::spell(&leftover.sorted());
        let filter = Filter {
            pc: Some(i64::from(pc)),
            leftover: Some(word.clone()),
            set: asked.set.map(str::to_owned),
            ..Filter::default()
        };
        let mut players = Vec::new();
        for setup in self.setups(&filter, Order::Id)? {
            let child = setup.kind == SetupType::Oqb && setup.oqb_depth.unwrap_or(0) > 0;
            if !child && setup.solve_pattern.is_some() {
                players.push(self.player(setup, asked.rules)?);
            }
        }
        let queues = if players.is_empty() { Vec::new() } else { whole_queues(&leftover, PIECES)? };
        let mut ends: Vec<Counts> = Vec::new();
        let mut ways: Ways = Vec::new();
        for player in &players {
            ways.push(ways_of(player, &queues, &mut ends, asked.progress)?);
        }
        let mut worth = Vec::with_capacity(ends.len());
        for end in &ends {
            worth.push(self.state(pc + 1, *end, asked, known)?);
        }
        let (won, sum, after) = best_play(&queues, asked.see, &ways, &worth);
        let expected = sum / queues.len().max(1) as f64;
        let next = after.into_iter().map(|(end, count)| (Piece::spell(&ends[end].sorted()), count)).collect();
        let won = (won, queues.len());
        known
            .insert((pc, leftover), State { pc, leftover: word, setups: players.len(), won, expected, next });
        Ok(expected)
    }
}

/// What is asked for.
struct Asked<'a> {
    set: Option<&'a str>,
    rules: Rules,
    see: usize,
    last: u32,
    progress: &'a dyn Progress,
}

/// By queue: what may be left over after a setup was built and solved.
fn ways_of(
    player: &Player,
    queues: &[Queue],
    ends: &mut Vec<Counts>,
    progress: &dyn Progress,
) -> Result<Vec<Vec<usize>>> {
    let leftover = player.setup.leftover.len();
    let rests: Vec<Option<Queue>> =
        queues.iter().map(|&queue| player.rest(queue).filter(|_| player.covers(queue))).collect();
    let Some(problem) = player.problem()? else {
        return Err(StoreError::Value(format!(
            "{} is a perfect clear of two lines: runs are counted for those of four",
            player.setup.id
        )));
    };
    let mut asked: Vec<Queue> = rests.iter().flatten().copied().collect();
    asked.sort_unstable();
    asked.dedup();
    let mut unused: HashMap<Queue, Vec<Piece>> = HashMap::new();
    if !asked.is_empty() {
        let path = problem.path(&asked, progress).map_err(|error| match error {
            ProblemError::Stopped(Stopped) => StoreError::from(Stopped),
            error => StoreError::Value(format!("{}: {error}", player.setup.id)),
        })?;
        for (queue, solutions) in path.queues.iter().zip(&path.by_queue) {
            let left = |&solution: &u32| {
                let used = path.solutions[solution as usize].counts();
                queue.counts().minus(&used).and_then(|left| left.sorted().first().copied())
            };
            let mut pieces: Vec<Piece> = solutions.iter().filter_map(left).collect();
            pieces.sort_unstable();
            pieces.dedup();
            unused.insert(*queue, pieces);
        }
    }
    let mut places: HashMap<Counts, usize> = ends.iter().enumerate().map(|(i, end)| (*end, i)).collect();
    let ways = queues.iter().zip(&rests).map(|(&queue, rest)| {
        let pieces = rest.and_then(|rest| unused.get(&rest));
        pieces
            .into_iter()
            .flatten()
            .map(|&piece| {
                let end = next_leftover(leftover, queue, piece);
                *places.entry(end).or_insert_with(|| {
                    ends.push(end);
                    ends.len() - 1
                })
            })
            .collect()
    });
    Ok(ways.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Random;
    use ludex_tetris::solve::queues_of;

    #[test]
    fn what_is_left_over() {
        let next = |leftover, queue: &str, unused| {
            Piece::spell(&next_leftover(leftover, Queue::read(queue).unwrap(), unused).sorted())
        };
        // Four of the second bag are seen.
        assert_eq!(next(7, "TILJSZOTILJ", Piece::J), "JSZO");
        assert_eq!(next(7, "TILJSZOTILJ", Piece::S), "SSZO");
        assert_eq!(next(4, "LSZOTILJSZO", Piece::T), "T");
        assert_eq!(next(1, "TTILJSZOTIL", Piece::O), "JSZOO");
        // As long as the leftover of the next perfect clear, always.
        for pc in 1..9 {
            let leftover = leftover_length(pc);
            let queue = Queue::of(&[&Piece::ALL[..leftover], &Piece::ALL, &Piece::ALL].concat()[..PIECES]);
            let left = next_leftover(leftover, queue.unwrap(), Piece::T);
            assert_eq!(left.total(), leftover_length(pc + 1), "after {pc}");
        }
    }

    /// Every strategy there is: by what is seen a setup, by queue a way to end.
    #[test]
    fn equal_to_the_best_of_all_strategies() {
        let queues = queues_of("[TIL]!").unwrap();
        let mut random = Random::new(3);
        for case in 0..50 {
            let worth: Vec<f64> = (0..3).map(|_| random.below(8) as f64).collect();
            let mut ends = || -> Vec<usize> { (0..3).filter(|_| random.below(3) == 0).collect() };
            let ways: Ways = (0..3).map(|_| (0..6).map(|_| ends()).collect()).collect();
            // What is seen is the first piece: three parts of two queues each.
            let mut most = 0.0f64;
            for strategy in 0..27usize {
                let setup = |part: usize| strategy / 3usize.pow(part as u32) % 3;
                let value = |queue: usize| {
                    let ends = ways[setup(queue / 2)][queue].iter();
                    ends.map(|&end| 1.0 + worth[end]).fold(0.0, f64::max)
                };
                most = most.max((0..6).map(value).sum());
            }
            let (won, sum, after) = best_play(&queues, 1, &ways, &worth);
            assert!((sum - most).abs() < 1e-9, "case {case}: {sum} {most}");
            assert_eq!(after.values().sum::<usize>(), won);
        }
    }
}

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

use crate::player::{Player, STEPS, distinct, whole_queues};
use crate::rules::Rules;
use crate::{Filter, Order, SetupType, Setups};
use ludex_core::{Progress, Stopped, Ticker};
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

/// Pieces as bits, the first one lowest.
type Bits = u8;

fn bit(piece: Piece) -> Bits {
    1 << piece.index()
}

/// The pieces of the last bag of a queue that nobody has seen yet.
fn unseen(leftover: usize, queue: Queue) -> Bits {
    let bags = PIECES.saturating_sub(leftover).div_ceil(7);
    if bags == 0 {
        return 0;
    }
    let seen = queue.iter().skip(leftover + 7 * (bags - 1)).map(bit);
    seen.fold(0x7f, |open, piece| open & !piece)
}

/// What is left over: the piece that stays unused, and what the last bag has not shown.
fn next_leftover(unseen: Bits, unused: Piece) -> Counts {
    let mut left = Counts::default();
    for piece in Piece::ALL {
        left.0[piece.index()] = unseen >> piece.index() & 1;
    }
    left.0[unused.index()] += 1;
    left
}

/// What may be left over in the end, and the sets of it that a queue leaves to choose from, each once.
///
/// Of a bag 128 rests can be unseen and 128 sets of pieces unused: two bytes a queue and setup tell the set.
struct Ends {
    all: Vec<Counts>,
    sets: Vec<Vec<usize>>,
    known: HashMap<(Bits, Bits), u16>,
}

impl Ends {
    fn new() -> Ends {
        // The first set is of no end: not built, or not solved.
        Ends { all: Vec::new(), sets: vec![Vec::new()], known: HashMap::new() }
    }

    /// The set of what is left over where each of some pieces may stay unused.
    fn set(&mut self, unseen: Bits, unused: Bits) -> u16 {
        if unused == 0 {
            return 0;
        }
        if let Some(&set) = self.known.get(&(unseen, unused)) {
            return set;
        }
        let mut ends = Vec::new();
        for piece in Piece::ALL.into_iter().filter(|&piece| unused & bit(piece) != 0) {
            let end = next_leftover(unseen, piece);
            let place = self.all.iter().position(|known| *known == end).unwrap_or(self.all.len());
            if place == self.all.len() {
                self.all.push(end);
            }
            ends.push(place);
        }
        let set = u16::try_from(self.sets.len()).expect("128 by 128 sets at most");
        self.sets.push(ends);
        self.known.insert((unseen, unused), set);
        set
    }
}

/// By setup and queue: the set of ends.
type Ways = Vec<Vec<u16>>;

/// The best play of one perfect clear: queues won, perfect clears in all, and by what follows how many queues lead there.
/// `worth` says what each thing that may follow is worth.
fn best_play(
    queues: &[Queue],
    see: usize,
    (ways, sets): (&Ways, &[Vec<usize>]),
    worth: &[f64],
    ticker: &Ticker<'_>,
) -> std::result::Result<(usize, f64, BTreeMap<usize, usize>), Stopped> {
    // Of a set the best end, and what it is worth with this perfect clear.
    let best: Vec<Option<(usize, f64)>> = sets
        .iter()
        .map(|ends| {
            let best = ends.iter().copied().max_by(|&a, &b| worth[a].total_cmp(&worth[b]).then(b.cmp(&a)));
            best.map(|end| (end, 1.0 + worth[end]))
        })
        .collect();
    let (mut won, mut sum, mut after) = (0, 0.0, BTreeMap::new());
    let mut first = 0;
    for part in queues.chunk_by(|a, b| a.cut(see) == b.cut(see)) {
        let part = first..first + part.len();
        first = part.end;
        // Of equals the first.
        let mut choice: Option<(f64, &[u16])> = None;
        for ways in ways {
            let ways = &ways[part.clone()];
            let mut value = 0.0;
            for &set in ways {
                ticker.tick()?;
                value += best[usize::from(set)].map_or(0.0, |(_, value)| value);
            }
            if choice.is_none_or(|(most, _)| value > most) {
                choice = Some((value, ways));
            }
        }
        let Some((value, ways)) = choice else { continue };
        sum += value;
        for (end, _) in ways.iter().filter_map(|&set| best[usize::from(set)]) {
            won += 1;
            *after.entry(end).or_default() += 1;
        }
    }
    Ok((won, sum, after))
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
        let ticker = Ticker::new(asked.progress, STEPS);
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
                asked.progress.report(known.len() as u64, 0)?;
                players.push(self.player(setup, asked.rules)?);
            }
        }
        let queues = if players.is_empty() { Vec::new() } else { whole_queues(&leftover, PIECES, &ticker)? };
        let mut ends = Ends::new();
        let mut ways: Ways = Vec::new();
        for player in &players {
            ways.push(ways_of(player, &queues, &mut ends, asked.progress)?);
        }
        let Ends { all: ends, sets, .. } = ends;
        let mut worth = Vec::with_capacity(ends.len());
        for end in &ends {
            worth.push(self.state(pc + 1, *end, asked, known)?);
        }
        let (won, sum, after) = best_play(&queues, asked.see, (&ways, &sets), &worth, &ticker)?;
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

/// By queue: the set of what may be left over after a setup was built and solved.
fn ways_of(player: &Player, queues: &[Queue], ends: &mut Ends, progress: &dyn Progress) -> Result<Vec<u16>> {
    let leftover = player.setup.leftover.len();
    let ticker = Ticker::new(progress, STEPS);
    let mut rests: Vec<Option<Queue>> = Vec::with_capacity(queues.len());
    // Queues rise: those that begin alike are covered alike, and stand together.
    let mut last: Option<(Queue, bool)> = None;
    for &queue in queues {
        ticker.tick()?;
        let begin = queue.cut(player.longest());
        let covered = match last {
            Some((known, covered)) if known == begin => covered,
            _ => player.covers(queue),
        };
        last = Some((begin, covered));
        rests.push(covered.then(|| player.rest(queue)).flatten());
    }
    let Some(problem) = player.problem()? else {
        return Err(StoreError::Value(format!(
            "{} is a perfect clear of two lines: runs are counted for those of four",
            player.setup.id
        )));
    };
    let asked = distinct(&rests, &ticker)?;
    let mut unused: HashMap<Queue, Bits> = HashMap::new();
    if !asked.is_empty() {
        let path = problem.path(&asked, progress).map_err(|error| match error {
            ProblemError::Stopped(Stopped) => StoreError::from(Stopped),
            error => StoreError::Value(format!("{}: {error}", player.setup.id)),
        })?;
        let used: Vec<Counts> = path.solutions.iter().map(|solution| solution.counts()).collect();
        for (queue, solutions) in path.queues.iter().zip(&path.by_queue) {
            ticker.tick()?;
            let all = queue.counts();
            let left = |&solution: &u32| all.minus(&used[solution as usize])?.sorted().first().copied();
            unused.insert(*queue, solutions.iter().filter_map(left).fold(0, |bits, piece| bits | bit(piece)));
        }
    }
    let mut ways = Vec::with_capacity(queues.len());
    for (&queue, rest) in queues.iter().zip(&rests) {
        ticker.tick()?;
        let pieces = rest.and_then(|rest| unused.get(&rest)).copied().unwrap_or(0);
        ways.push(if pieces == 0 { 0 } else { ends.set(unseen(leftover, queue), pieces) });
    }
    Ok(ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Random, Silent};
    use ludex_tetris::solve::queues_of;

    #[test]
    fn what_is_left_over() {
        let next = |leftover, queue: &str, unused| {
            let unseen = unseen(leftover, Queue::read(queue).unwrap());
            Piece::spell(&next_leftover(unseen, unused).sorted())
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
            let left = next_leftover(unseen(leftover, queue.unwrap()), Piece::T);
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
            let sets: Vec<Vec<usize>> =
                (0..8).map(|set| (0..3).filter(|end| set >> end & 1 == 1).collect()).collect();
            // Each end is there with a chance of a third.
            let mut set = || (0..3).filter(|_| random.below(3) == 0).map(|end| 1u16 << end).sum();
            let ways: Ways = (0..3).map(|_| (0..6).map(|_| set()).collect()).collect();
            // What is seen is the first piece: three parts of two queues each.
            let mut most = 0.0f64;
            for strategy in 0..27usize {
                let setup = |part: usize| strategy / 3usize.pow(part as u32) % 3;
                let value = |queue: usize| {
                    let ends = sets[usize::from(ways[setup(queue / 2)][queue])].iter();
                    ends.map(|&end| 1.0 + worth[end]).fold(0.0, f64::max)
                };
                most = most.max((0..6).map(value).sum());
            }
            let ticker = Ticker::new(&Silent, STEPS);
            let (won, sum, after) = best_play(&queues, 1, (&ways, &sets), &worth, &ticker).unwrap();
            assert!((sum - most).abs() < 1e-9, "case {case}: {sum} {most}");
            assert_eq!(after.values().sum::<usize>(), won);
        }
    }
}

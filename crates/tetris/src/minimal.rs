//! The fewest solutions that serve every queue: exact minimum set cover, the same every time.
//!
//! Small cases are ended by branching on the narrowest demand. Where that does not end soon, the size is found with stronger
//! bounds (`least`), and the branching looks for choices of that size only. Both stop after so much work, which no
//! machine and no load changes; then the answer says what is not proven, or not counted.

use crate::least::least;
use ludex_core::{Progress, Stopped};
use std::collections::{BTreeSet, HashMap};

/// Combinations are counted up to this many.
pub const MOST_COMBINATIONS: u64 = 1_000_000;
/// Entries of demands that are looked at before the size is sought by itself, and for the choices once their size is
/// known.
const WORK: [u64; 2] = [50_000_000, 500_000_000];
/// The same for the size where somebody waits for the answer: some minutes.
const PATIENT: u64 = 64_000_000_000;
/// The same where many answers are wanted: a dozen seconds for the hardest.
pub const BRISK: u64 = 8_000_000_000;

/// A smallest choice of solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Minimal {
    /// The chosen solutions, rising.
    pub chosen: Vec<u32>,
    /// Distinct demands that are not part of a harder one.
    pub demands: usize,
    /// Solutions that occur in them.
    pub solutions: usize,
    /// How many smallest choices there are, up to [`MOST_COMBINATIONS`].
    pub combinations: u64,
    /// Whether these are all of them.
    pub counted: bool,
    /// Every choice has so many solutions or more. Less than are chosen only where the search was given up.
    pub at_least: usize,
}

impl Minimal {
    /// Whether no smaller choice exists.
    ///
    /// # Examples
    /// ```
    /// let found = ludex_tetris::minimal::minimal(&[vec![0, 1], vec![1, 2]], &ludex_core::Silent)?;
    /// assert!(found.is_proven());
    /// # Ok::<(), ludex_core::Stopped>(())
    /// ```
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.at_least == self.chosen.len()
    }
}

/// Solutions with the number of demands each meets, the one for most first.
///
/// # Examples
/// ```
/// let demands = [vec![0], vec![0, 2], vec![2]];
/// assert_eq!(ludex_tetris::minimal::ranked(&demands, &[0, 1, 2]), [(2, 0), (2, 2), (0, 1)]);
/// ```
#[must_use]
pub fn ranked(demands: &[Vec<u32>], solutions: &[u32]) -> Vec<(usize, u32)> {
    // Each solution with the demands it meets and the last of them, which counts once.
    let mut met: HashMap<u32, (usize, usize)> =
        solutions.iter().map(|&solution| (solution, (0, usize::MAX))).collect();
    for (number, demand) in demands.iter().enumerate() {
        for solution in demand {
            if let Some((count, last)) = met.get_mut(solution)
                && *last != number
            {
                (*count, *last) = (*count + 1, number);
            }
        }
    }
    let mut ranked: Vec<(usize, u32)> =
        solutions.iter().map(|&solution| (met.get(&solution).map_or(0, |met| met.0), solution)).collect();
    ranked.sort_by_key(|&(met, solution)| (usize::MAX - met, solution));
    ranked
}

/// Chooses the fewest solutions such that every demand that can be met is met.
///
/// A demand is the list of solutions that meet it (one queue's); empty demands are left out. Of several
/// smallest choices the first one found is taken, which depends on nothing but the demands. A search that is given up, after
/// some minutes, answers the fewest it found ([`Minimal::is_proven`]).
///
/// # Errors
/// When the progress asked to stop.
pub fn minimal(demands: &[Vec<u32>], progress: &dyn Progress) -> Result<Minimal, Stopped> {
    minimal_with(demands, PATIENT, progress)
}

/// The same with a bound on the work: about so many entries of demands are looked at ([`BRISK`]).
///
/// # Errors
/// As [`minimal`].
///
/// # Examples
/// ```
/// use ludex_tetris::minimal::{BRISK, minimal_with};
/// let found = minimal_with(&[vec![0, 1], vec![1, 2]], BRISK, &ludex_core::Silent)?;
/// assert_eq!(found.chosen, [1]);
/// # Ok::<(), ludex_core::Stopped>(())
/// ```
pub fn minimal_with(demands: &[Vec<u32>], work: u64, progress: &dyn Progress) -> Result<Minimal, Stopped> {
    minimal_within(demands, [WORK[0], work, WORK[1]], progress)
}

fn minimal_within(demands: &[Vec<u32>], work: [u64; 3], progress: &dyn Progress) -> Result<Minimal, Stopped> {
    let distinct: BTreeSet<Vec<u32>> = demands
        .iter()
        .filter(|d| !d.is_empty())
        .map(|d| {
            let mut d = d.clone();
            d.sort_unstable();
            d.dedup();
            d
        })
        .collect();
    // A demand that contains another is met with it.
    let mut by_size: Vec<Vec<u32>> = distinct.into_iter().collect();
    by_size.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let mut kept: Vec<Vec<u32>> = Vec::new();
    for demand in by_size {
        let part_of = |small: &Vec<u32>| small.iter().all(|s| demand.binary_search(s).is_ok());
        progress.report(0, 0)?;
        if !kept.iter().any(part_of) {
            kept.push(demand);
        }
    }
    let mut names: Vec<u32> = kept.iter().flatten().copied().collect();
    names.sort_unstable();
    names.dedup();
    let index = |s: &u32| names.binary_search(s).unwrap_or(0);
    let mut search = Search {
        demands: kept.iter().map(|d| d.iter().map(index).collect()).collect(),
        by_solution: vec![Vec::new(); names.len()],
        progress,
        work: 0,
        most: work[0],
        best: None,
        count: 0,
    };
    for (i, demand) in search.demands.iter().enumerate() {
        for &s in demand {
            search.by_solution[s].push(i);
        }
    }
    // A first choice: always the solution that meets most. It bounds the search from above.
    let greedy = search.greedy()?;
    search.best = Some(greedy);
    search.run(&mut State::new(kept.len(), names.len()))?;
    let mut at_least = search.best.as_ref().map_or(0, Vec::len);
    // Many of one size say nothing of a smaller one.
    if search.is_over() || search.has_many() {
        let sized = least(&search.demands, names.len(), at_least, work[1], progress)?;
        at_least = sized.at_least;
        if let Some(chosen) = sized.chosen {
            search.best = Some(chosen);
        }
        // The same branching again with the size known: the first choice it meets is the answer.
        (search.work, search.most, search.count) = (0, work[2], 0);
        search.run(&mut State::new(kept.len(), names.len()))?;
        if !search.is_over() && !search.has_many() {
            at_least = search.best.as_ref().map_or(0, Vec::len);
        }
    }
    let counted = !search.is_over() && !search.has_many();
    let mut chosen = search.best.take().unwrap_or_default();
    chosen.sort_unstable();
    Ok(Minimal {
        chosen: chosen.into_iter().map(|s| names[s]).collect(),
        demands: kept.len(),
        solutions: names.len(),
        combinations: search.count.max(1),
        counted,
        at_least,
    })
}

struct State {
    /// How many chosen solutions meet each demand.
    met: Vec<u32>,
    /// Solutions whose choices have all been seen.
    banned: Vec<bool>,
    chosen: Vec<usize>,
}

impl State {
    fn new(demands: usize, solutions: usize) -> Self {
        State { met: vec![0; demands], banned: vec![false; solutions], chosen: Vec::new() }
    }
}

struct Search<'a> {
    demands: Vec<Vec<usize>>,
    by_solution: Vec<Vec<usize>>,
    progress: &'a dyn Progress,
    /// Entries of demands looked at, and how many may be.
    work: u64,
    most: u64,
    best: Option<Vec<usize>>,
    count: u64,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.work > self.most
    }

    fn has_many(&self) -> bool {
        self.count >= MOST_COMBINATIONS
    }

    fn greedy(&self) -> Result<Vec<usize>, Stopped> {
        let mut open: BTreeSet<usize> = (0..self.demands.len()).collect();
        let mut chosen = Vec::new();
        while !open.is_empty() {
            self.progress.report(0, 0)?;
            let meets = |s: usize| self.by_solution[s].iter().filter(|d| open.contains(d)).count();
            let best = (0..self.by_solution.len()).rev().max_by_key(|&s| meets(s)).unwrap_or(0);
            self.by_solution[best].iter().for_each(|d| {
                open.remove(d);
            });
            chosen.push(best);
        }
        Ok(chosen)
    }

    /// The open demands with what may still meet them, and how many solutions they need at least.
    fn bound(&mut self, state: &State) -> (Option<usize>, usize) {
        let mut taken = vec![false; self.by_solution.len()];
        let (mut least, mut narrow) = (0, None);
        let mut narrowest = usize::MAX;
        for (i, demand) in self.demands.iter().enumerate().filter(|(i, _)| state.met[*i] == 0) {
            self.work += demand.len() as u64;
            let free = demand.iter().filter(|&&s| !state.banned[s]).count();
            if free < narrowest {
                (narrowest, narrow) = (free, Some(i));
            }
            // Demands that share no solution need one each.
            if demand.iter().all(|&s| state.banned[s] || !taken[s]) {
                demand.iter().for_each(|&s| taken[s] = true);
                least += 1;
            }
        }
        (narrow, least)
    }

    fn run(&mut self, state: &mut State) -> Result<(), Stopped> {
        // One bound looks at all open demands: asking before each costs nothing beside it.
        self.progress.report(self.work, 0)?;
        let most = self.best.as_ref().map_or(usize::MAX, Vec::len);
        let (narrow, least) = self.bound(state);
        let Some(demand) = narrow else {
            // The first of a better size starts the count anew; the greedy choice is only a bound.
            if state.chosen.len() < most || self.count == 0 {
                self.best = Some(state.chosen.clone());
                self.count = 0;
            }
            self.count += 1;
            return Ok(());
        };
        if state.chosen.len() + least > most || self.is_over() || self.has_many() {
            return Ok(());
        }
        let mut choices: Vec<usize> =
            self.demands[demand].iter().copied().filter(|&s| !state.banned[s]).collect();
        choices.sort_by_key(|&s| {
            (usize::MAX - self.by_solution[s].iter().filter(|&&d| state.met[d] == 0).count(), s)
        });
        for &s in &choices {
            state.chosen.push(s);
            self.by_solution[s].iter().for_each(|&d| state.met[d] += 1);
            self.run(state)?;
            self.by_solution[s].iter().for_each(|&d| state.met[d] -= 1);
            state.chosen.pop();
            // What follows does without it, so no choice is counted twice.
            state.banned[s] = true;
        }
        choices.iter().for_each(|&s| state.banned[s] = false);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Silent;
    use proptest::prelude::*;

    #[test]
    fn small_cases() {
        let found = minimal(&[vec![1, 2], vec![2, 3], vec![], vec![5]], &Silent).unwrap();
        assert_eq!((found.chosen, found.combinations), (vec![2, 5], 1));
        let found = minimal(&[vec![1, 2], vec![3, 4]], &Silent).unwrap();
        assert_eq!((found.chosen.len(), found.combinations, found.demands, found.solutions), (2, 4, 2, 4));
        assert!(minimal(&[], &Silent).unwrap().chosen.is_empty());
    }

    /// More choices than are counted, and a search that branching alone does not end soon.
    #[test]
    fn large_cases() {
        let pairs: Vec<Vec<u32>> = (0..13).map(|i| vec![2 * i, 2 * i + 1]).collect();
        let found = minimal(&pairs, &Silent).unwrap();
        assert_eq!((found.chosen.len(), found.combinations, found.counted), (13, 8192, true));
        // Twenty-two of them are more than are counted.
        let pairs: Vec<Vec<u32>> = (0..22).map(|i| vec![2 * i, 2 * i + 1]).collect();
        let found = minimal(&pairs, &Silent).unwrap();
        assert_eq!((found.chosen.len(), found.at_least, found.counted), (22, 22, false));
    }

    /// The lines of nine points in a square: five points meet them all, and whoever has less work for it comes to the same.
    #[test]
    fn the_size_first() {
        let mut lines: Vec<Vec<u32>> = Vec::new();
        for a in 0..9u32 {
            for b in a + 1..9 {
                let third = |p: u32| (6 - a / p % 3 - b / p % 3) % 3 * p;
                if third(1) + third(3) > b {
                    lines.push(vec![a, b, third(1) + third(3)]);
                }
            }
        }
        let whole = minimal(&lines, &Silent).unwrap();
        assert_eq!((lines.len(), whole.chosen.len(), whole.combinations), (12, 5, 54));
        assert_eq!(minimal_within(&lines, [0, 1_000_000, 1_000_000], &Silent).unwrap(), whole);
        let uncounted = minimal_within(&lines, [0, 1_000_000, 0], &Silent).unwrap();
        assert_eq!((uncounted.chosen.len(), uncounted.is_proven(), uncounted.counted), (5, true, false));
        let given_up = minimal_within(&lines, [0, 0, 0], &Silent).unwrap();
        assert!(!given_up.is_proven() && given_up.chosen.len() >= 5 && given_up.at_least < 5, "{given_up:?}");
    }

    proptest! {
        #[test]
        fn agrees_with_trying_every_subset(demands in prop::collection::vec(prop::collection::vec(0u32..9, 1..4), 1..9)) {
            let found = minimal(&demands, &Silent).unwrap();
            let meets = |set: u32| demands.iter().all(|d| d.iter().any(|s| set >> s & 1 == 1));
            let least = (0u32..512).filter(|&set| meets(set)).map(u32::count_ones).min().unwrap();
            let chosen = found.chosen.iter().fold(0, |set, s| set | 1 << s);
            prop_assert!(meets(chosen));
            prop_assert_eq!(found.chosen.len() as u32, least);
            let count = (0u32..512).filter(|&set| set.count_ones() == least && meets(set)).count() as u64;
            prop_assert_eq!(found.combinations, count);
        }
    }
}

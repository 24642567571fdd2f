//! The fewest solutions that serve every queue: exact minimum set cover, the same every time.

use ludex_core::{Progress, Stopped};
use std::collections::{BTreeSet, HashMap};

/// Combinations are counted up to this many.
pub const MOST_COMBINATIONS: u64 = 1_000_000;

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
/// smallest choices the first one found is taken, which depends on nothing but the demands.
///
/// # Errors
/// When the progress asked to stop.
pub fn minimal(demands: &[Vec<u32>], progress: &dyn Progress) -> Result<Minimal, Stopped> {
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
        steps: 0,
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
    let mut state = State { met: vec![0; kept.len()], banned: vec![false; names.len()], chosen: Vec::new() };
    search.run(&mut state)?;
    let mut chosen = search.best.take().unwrap_or_default();
    chosen.sort_unstable();
    Ok(Minimal {
        chosen: chosen.into_iter().map(|s| names[s]).collect(),
        demands: kept.len(),
        solutions: names.len(),
        combinations: search.count.max(1),
    })
}

struct State {
    /// How many chosen solutions meet each demand.
    met: Vec<u32>,
    /// Solutions whose choices have all been seen.
    banned: Vec<bool>,
    chosen: Vec<usize>,
}

struct Search<'a> {
    demands: Vec<Vec<usize>>,
    by_solution: Vec<Vec<usize>>,
    progress: &'a dyn Progress,
    steps: u64,
    best: Option<Vec<usize>>,
    count: u64,
}

impl Search<'_> {
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
    fn bound(&self, state: &State) -> (Option<usize>, usize) {
        let mut taken = vec![false; self.by_solution.len()];
        let (mut least, mut narrow) = (0, None);
        let mut narrowest = usize::MAX;
        for (i, demand) in self.demands.iter().enumerate().filter(|(i, _)| state.met[*i] == 0) {
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
        self.steps += 1;
        self.progress.report(self.steps, 0)?;
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
        if state.chosen.len() + least > most || self.count >= MOST_COMBINATIONS {
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

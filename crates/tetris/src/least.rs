//! Minimum set cover where branching alone does not end: bounds by weights on the demands.
//!
//! Every demand has a weight. However they are chosen, the sum of the weights, less what solutions meet above one each, is
//! no more than the number of solutions needed. The weights climb towards the best bound by steps along what is met too
//! often or not at all. A solution that the bound and its own cost keep out of any choice of the wanted size is left
//! out for good, and one that it cannot do without is taken. What is left is branched on, the demand with the fewest
//! ways first. Sizes are tried upwards, so that the first choice of the size at hand is a smallest one. On the way choices are
//! completed by what the weights make cheap; they bound the size from above, and are the answer where the work is used up.
//!
//! Weights are whole numbers, [`ONE`] being one solution: bounds are exact.

use ludex_core::{Progress, Stopped};

/// One solution, in the measure of weights.
const ONE: i64 = 1 << 20;
/// Steps of the weights at the root, and below it.
const CLIMB: [usize; 2] = [600, 60];
/// Every so many steps a choice is completed.
const COMPLETE: usize = 24;

/// What the search came to.
pub(crate) struct Least {
    /// The size of every choice is this or more.
    pub(crate) at_least: usize,
    /// The smallest choice that was found: of that size unless the work was used up.
    pub(crate) chosen: Option<Vec<usize>>,
}

/// Finds a smallest choice of fewer than `known` solutions, or that there is none (`at_least` is `known` then). `work` is
/// about how many entries of demands may be looked at.
pub(crate) fn least(
    demands: &[Vec<usize>],
    solutions: usize,
    known: usize,
    work: u64,
    progress: &dyn Progress,
) -> Result<Least, Stopped> {
    let demands = reduced(demands, solutions, progress)?;
    let by_solution = inverted(&demands, solutions);
    let mut root = Node {
        met: vec![false; demands.len()],
        free: by_solution.iter().map(|own| !own.is_empty()).collect(),
        weight: vec![ONE / 16; demands.len()],
        chosen: Vec::new(),
    };
    let mut search =
        Search { demands, by_solution, size: 0, known, best: None, work: 0, most: work, progress };
    while search.size + 1 < search.known {
        search.size += 1;
        // What one size learns of the weights is a good beginning for the next.
        let mut node = root.clone();
        if search.climb(&mut node, CLIMB[0])? {
            root.weight.clone_from(&node.weight);
            search.run(node)?;
        }
        if search.is_over() || search.is_found() {
            return Ok(Least { at_least: search.size, chosen: search.best });
        }
    }
    Ok(Least { at_least: search.known, chosen: search.best })
}

fn inverted(demands: &[Vec<usize>], solutions: usize) -> Vec<Vec<usize>> {
    let mut by_solution = vec![Vec::new(); solutions];
    for (i, demand) in demands.iter().enumerate() {
        demand.iter().for_each(|&s| by_solution[s].push(i));
    }
    by_solution
}

/// Demands without the solutions for which another one does as well everywhere, and without demands that are met with
/// another; until nothing of both is left.
fn reduced(
    demands: &[Vec<usize>],
    solutions: usize,
    progress: &dyn Progress,
) -> Result<Vec<Vec<usize>>, Stopped> {
    let within = |small: &[usize], large: &[usize]| small.iter().all(|i| large.binary_search(i).is_ok());
    let mut demands = demands.to_vec();
    loop {
        let by_solution = inverted(&demands, solutions);
        let mut order: Vec<usize> = (0..solutions).filter(|&s| !by_solution[s].is_empty()).collect();
        order.sort_by_key(|&s| (usize::MAX - by_solution[s].len(), s));
        let (all, mut kept) = (order.len(), Vec::<usize>::new());
        for s in order {
            progress.report(0, 0)?;
            if !kept.iter().any(|&t| within(&by_solution[s], &by_solution[t])) {
                kept.push(s);
            }
        }
        if kept.len() == all {
            return Ok(demands);
        }
        for demand in &mut demands {
            demand.retain(|s| kept.contains(s));
        }
        demands.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        let mut open: Vec<Vec<usize>> = Vec::new();
        for demand in demands {
            progress.report(0, 0)?;
            if !open.iter().any(|other| within(other, &demand)) {
                open.push(demand);
            }
        }
        demands = open;
    }
}

#[derive(Clone)]
struct Node {
    /// By demand whether it is met.
    met: Vec<bool>,
    /// By solution whether it may still be chosen.
    free: Vec<bool>,
    weight: Vec<i64>,
    chosen: Vec<usize>,
}

struct Search<'a> {
    demands: Vec<Vec<usize>>,
    by_solution: Vec<Vec<usize>>,
    /// Solutions that may be chosen.
    size: usize,
    /// The size of the smallest choice that is known, here or to the caller; and the one found here.
    known: usize,
    best: Option<Vec<usize>>,
    work: u64,
    most: u64,
    progress: &'a dyn Progress,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.work > self.most
    }

    fn is_found(&self) -> bool {
        self.known <= self.size
    }

    fn keep(&mut self, chosen: &[usize]) {
        if chosen.len() < self.known {
            (self.known, self.best) = (chosen.len(), Some(chosen.to_vec()));
        }
    }

    /// Completes a choice by what is cheap, and leaves out what it can do without.
    fn complete(&mut self, node: &Node, cost: &[i64]) {
        let mut times = vec![0u32; self.demands.len()];
        let mut chosen = node.chosen.clone();
        let add = |times: &mut Vec<u32>, s: usize| self.by_solution[s].iter().for_each(|&i| times[i] += 1);
        chosen.iter().for_each(|&s| add(&mut times, s));
        let mut free: Vec<usize> = (0..cost.len()).filter(|&s| node.free[s]).collect();
        free.sort_by_key(|&s| (cost[s], s));
        let news = |times: &[u32], s: usize| self.by_solution[s].iter().filter(|&&i| times[i] == 0).count();
        for &s in free.iter().take_while(|&&s| cost[s] < 0) {
            if news(&times, s) > 0 {
                chosen.push(s);
                add(&mut times, s);
            }
        }
        while chosen.len() < self.known + 2 && times.contains(&0) {
            self.work += free.iter().map(|&s| self.by_solution[s].len() as u64).sum::<u64>();
            let dear = |&s: &usize| match news(&times, s) {
                0 => i64::MAX,
                new => (cost[s].max(0) + ONE / 64) / new as i64,
            };
            let Some(&cheap) = free.iter().min_by_key(|s| (dear(s), **s)) else { return };
            chosen.push(cheap);
            add(&mut times, cheap);
        }
        for at in (node.chosen.len()..chosen.len()).rev() {
            let own = &self.by_solution[chosen[at]];
            if own.iter().all(|&i| times[i] > 1) {
                own.iter().for_each(|&i| times[i] -= 1);
                chosen.remove(at);
            }
        }
        if !times.contains(&0) {
            self.keep(&chosen);
        }
    }

    fn choose(&self, node: &mut Node, solution: usize) {
        node.free[solution] = false;
        node.chosen.push(solution);
        self.by_solution[solution].iter().for_each(|&i| node.met[i] = true);
    }

    /// What a solution costs beyond the weights that it meets.
    fn cost(&self, node: &Node, solution: usize) -> i64 {
        let met = self.by_solution[solution].iter().filter(|&&i| !node.met[i]).map(|&i| node.weight[i]);
        ONE - met.sum::<i64>()
    }

    /// Betters the weights; leaves out and takes solutions as they allow. False where no choice of the size is left, or one
    /// was found.
    fn climb(&mut self, node: &mut Node, steps: usize) -> Result<bool, Stopped> {
        let mut best = node.weight.clone();
        let (mut most, mut stride, mut lost) = (i64::MIN, 1.0, 0);
        let mut cost = vec![0; self.by_solution.len()];
        let mut slope = vec![0i64; self.demands.len()];
        for step in 0..steps {
            self.progress.report(self.work, self.most)?;
            if self.is_over() || self.is_found() || node.chosen.len() > self.size {
                return Ok(false);
            }
            let budget = (self.size - node.chosen.len()) as i64 * ONE;
            let mut bound: i64 = (0..slope.len()).filter(|&i| !node.met[i]).map(|i| node.weight[i]).sum();
            slope.fill(1);
            for s in (0..cost.len()).filter(|&s| node.free[s]) {
                self.work += self.by_solution[s].len() as u64;
                cost[s] = self.cost(node, s);
                if cost[s] < 0 {
                    bound += cost[s];
                    self.by_solution[s].iter().for_each(|&i| slope[i] -= 1);
                }
            }
            if bound <= budget && step % COMPLETE == COMPLETE - 1 {
                self.complete(node, &cost);
            }
            if bound > most {
                if bound > budget {
                    return Ok(false);
                }
                (most, lost) = (bound, 0);
                best.copy_from_slice(&node.weight);
                let mut needed = Vec::new();
                for (s, cost) in cost.iter().enumerate() {
                    if !node.free[s] || bound + cost.abs() <= budget {
                        continue;
                    }
                    if *cost > 0 {
                        node.free[s] = false;
                    } else {
                        needed.push(s);
                    }
                }
                if !needed.is_empty() {
                    needed.into_iter().for_each(|s| self.choose(node, s));
                    if !self.narrow(node) {
                        return Ok(false);
                    }
                    most = i64::MIN;
                    continue;
                }
            } else {
                lost += 1;
                if lost == 8 {
                    (lost, stride) = (0, stride * 0.6);
                    node.weight.copy_from_slice(&best);
                    if stride < 0.01 {
                        break;
                    }
                    continue;
                }
            }
            let steep = |&i: &usize| !node.met[i] && (node.weight[i] != 0 || slope[i] >= 0);
            let norm: i64 = (0..slope.len()).filter(steep).map(|i| slope[i] * slope[i]).sum();
            if norm == 0 {
                break;
            }
            let stretch = stride * (budget + ONE - bound).max(ONE / 10) as f64 / norm as f64;
            for i in (0..slope.len()).filter(|&i| !node.met[i]) {
                node.weight[i] = (node.weight[i] + (stretch * slope[i] as f64) as i64).max(0);
            }
        }
        node.weight = best;
        Ok(self.narrow(node))
    }

    /// Takes what must be taken. False where no choice of the size is left, or one was found.
    fn narrow(&mut self, node: &mut Node) -> bool {
        loop {
            if node.chosen.len() > self.size {
                return false;
            }
            let (mut single, mut open) = (None, false);
            for i in (0..self.demands.len()).filter(|&i| !node.met[i]) {
                open = true;
                let mut ways = self.demands[i].iter().filter(|&&s| node.free[s]);
                match (ways.next(), ways.next()) {
                    (None, _) => return false,
                    (Some(&s), None) => {
                        single = Some(s);
                        break;
                    }
                    _ => {}
                }
            }
            match single {
                Some(s) => self.choose(node, s),
                None if open => return true,
                None => {
                    self.keep(&node.chosen);
                    return false;
                }
            }
        }
    }

    /// Goes on from a node that was narrowed and has good weights.
    fn run(&mut self, mut node: Node) -> Result<(), Stopped> {
        let ways = |i: usize| self.demands[i].iter().filter(|&&s| node.free[s]).count();
        let open = (0..self.demands.len()).filter(|&i| !node.met[i]);
        let Some(narrow) = open.min_by_key(|&i| (ways(i), -node.weight[i])) else { return Ok(()) };
        let mut choices: Vec<usize> =
            self.demands[narrow].iter().copied().filter(|&s| node.free[s]).collect();
        choices.sort_by_key(|&s| (self.cost(&node, s), s));
        for s in choices {
            let mut next = node.clone();
            self.choose(&mut next, s);
            if self.narrow(&mut next) && self.climb(&mut next, CLIMB[1])? {
                self.run(next)?;
            }
            if self.is_found() || self.is_over() {
                return Ok(());
            }
            // What follows does without it.
            node.free[s] = false;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Random, Silent};

    /// Equal to trying every subset, whatever is known before.
    #[test]
    fn equal_to_all_subsets() {
        let mut random = Random::new(5);
        for case in 0..300 {
            let solutions = 3 + random.below(9) as usize;
            let demands: Vec<Vec<usize>> = (0..4 + random.below(20))
                .map(|_| {
                    let mut demand: Vec<usize> =
                        (0..1 + random.below(3)).map(|_| random.below(solutions as u64) as usize).collect();
                    demand.sort_unstable();
                    demand.dedup();
                    demand
                })
                .collect();
            let meets = |set: usize| demands.iter().all(|d| d.iter().any(|s| set >> s & 1 == 1));
            let sets = (0usize..1 << solutions).filter(|&set| meets(set));
            let smallest = sets.map(usize::count_ones).min().unwrap() as usize;
            for known in [smallest, smallest + 1, solutions + 1] {
                let found = least(&demands, solutions, known, u64::MAX, &Silent).unwrap();
                assert_eq!(found.at_least, smallest, "case {case}, {known} known");
                assert_eq!(found.chosen.is_some(), known > smallest, "case {case}");
                if let Some(chosen) = found.chosen {
                    assert_eq!(chosen.len(), smallest, "case {case}");
                    assert!(meets(chosen.iter().fold(0, |set, s| set | 1 << s)), "case {case}");
                }
            }
        }
    }

    /// The 117 lines of the space of 27 points: at most nine points have no line among them, so 18 meet every line. Weights
    /// alone tell nine.
    #[test]
    fn work_that_is_used_up_is_told() {
        let mut demands = Vec::new();
        for a in 0..27usize {
            for b in a + 1..27 {
                let third = |p: u32| (6 - a / 3usize.pow(p) % 3 - b / 3usize.pow(p) % 3) % 3 * 3usize.pow(p);
                let c: usize = (0..3).map(third).sum();
                if c > b {
                    demands.push(vec![a, b, c]);
                }
            }
        }
        assert_eq!(demands.len(), 117);
        let stopped = least(&demands, 27, 27, 20_000, &Silent).unwrap();
        assert!(stopped.at_least < 18, "{}", stopped.at_least);
        let found = least(&demands, 27, 27, u64::MAX, &Silent).unwrap();
        assert_eq!((found.at_least, found.chosen.map(|chosen| chosen.len())), (18, Some(18)));
    }
}

//! What to learn: the fewest setups that serve every queue, and the best chance with a few.
//!
//! The queues are those out of a leftover and bags, as long as the setups look at; all are equally likely. With a set
//! of setups a queue is worth the best solve chance among those of the set that it can build. Two questions, each
//! answered exactly:
//!
//! - the fewest setups that cover every queue that any covers; among those sets the one with the best chance;
//! - the best chance with at most so many setups; among those sets the smallest.
//!
//! Queues that the same setups cover are one. Both searches choose setup by setup and turn back where even a bound on
//! what is still to be gained does not reach what is known.

use crate::player::{Player, STEPS, counts, whole_queues};
use crate::rules::Rules;
use crate::{Filter, Order, SetupType, Setups};
use ludex_core::{Progress, Stopped, Ticker};
use ludex_store::{Result, StoreError};
use ludex_tetris::minimal::minimal;
use ludex_tetris::{Queue, SetupId};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Steps after which a search is given up: what was found by then is told as not proven.
const MOST_STEPS: u64 = 3_000_000;

/// A chance as a fraction.
pub type Fraction = (u128, u128);

/// A setup among those that are learnt, in the order in which each adds most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learnt {
    /// The setup.
    pub id: SetupId,
    /// Its solve chance.
    pub solve: (i64, i64),
    /// Queues that it covers.
    pub covers: usize,
    /// Those that none before it covers.
    pub adds: usize,
    /// The chance with it and all before it.
    pub chance: Fraction,
}

/// What to learn for a perfect clear and a leftover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    /// The leftover.
    pub leftover: String,
    /// The setups, the one that adds most first.
    pub setups: Vec<Learnt>,
    /// All queues.
    pub queues: usize,
    /// Those that are covered.
    pub covered: usize,
    /// Those that some setup of the database covers.
    pub coverable: usize,
    /// The chance of a perfect clear with these setups.
    pub chance: Fraction,
    /// The chance with all setups there are.
    pub most: Fraction,
    /// Whether the search came to its end.
    pub proven: bool,
    /// By queue the setup to build, where there is one, and its place among [`Lesson::setups`].
    pub by_queue: Vec<(Queue, Option<usize>)>,
}

impl Lesson {
    /// As one object.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let fraction = |chance: Fraction| format!("{}/{}", chance.0, chance.1);
        let setups: Vec<Json> = self
            .setups
            .iter()
            .map(|one| {
                json!({
                    "id": one.id.to_string(),
                    "solve_fraction": format!("{}/{}", one.solve.0, one.solve.1),
                    "covers": one.covers,
                    "adds": one.adds,
                    "chance": fraction(one.chance),
                })
            })
            .collect();
        json!({
            "leftover": self.leftover,
            "setups": setups,
            "queues": self.queues,
            "covered": self.covered,
            "coverable": self.coverable,
            "chance": fraction(self.chance),
            "percent": self.chance.0 as f64 * 100.0 / self.chance.1.max(1) as f64,
            "most": fraction(self.most),
            "proven": self.proven,
        })
    }
}

/// Queues that the same setups cover: how many, and the setups.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Kind {
    count: u128,
    setups: Vec<usize>,
}

/// Which setups serve which queues, and what each is worth, in parts of one whole.
struct Table<'a> {
    kinds: Vec<Kind>,
    worth: Vec<u128>,
    /// By setup the kinds that it covers.
    by_setup: Vec<Vec<usize>>,
    progress: &'a dyn Progress,
    steps: u64,
    best: Option<(u128, Vec<usize>)>,
}

impl<'a> Table<'a> {
    fn new(kinds: Vec<Kind>, worth: Vec<u128>, progress: &'a dyn Progress) -> Self {
        let mut by_setup = vec![Vec::new(); worth.len()];
        for (i, kind) in kinds.iter().enumerate() {
            kind.setups.iter().for_each(|&setup| by_setup[setup].push(i));
        }
        Table { kinds, worth, by_setup, progress, steps: 0, best: None }
    }

    /// What a set is worth.
    fn value(&self, chosen: &[usize]) -> u128 {
        let best = |kind: &Kind| {
            let worth = kind.setups.iter().filter(|setup| chosen.contains(setup)).map(|&s| self.worth[s]);
            worth.max().unwrap_or(0) * kind.count
        };
        self.kinds.iter().map(best).sum()
    }

    /// What a setup adds to what the kinds are worth already.
    fn gain(&self, setup: usize, now: &[u128]) -> u128 {
        let worth = self.worth[setup];
        self.by_setup[setup].iter().map(|&i| worth.saturating_sub(now[i]) * self.kinds[i].count).sum()
    }

    fn taken(&self, setup: usize, now: &[u128]) -> Vec<u128> {
        let mut next = now.to_vec();
        self.by_setup[setup].iter().for_each(|&i| next[i] = next[i].max(self.worth[setup]));
        next
    }

    fn step(&mut self) -> std::result::Result<bool, Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(1024) {
            self.progress.report(self.steps, MOST_STEPS)?;
        }
        Ok(self.steps <= MOST_STEPS)
    }

    /// The set of at most so many setups that is worth most; of equals a smallest.
    fn few(&mut self, most: usize) -> std::result::Result<(Vec<usize>, bool), Stopped> {
        let nothing = vec![0; self.kinds.len()];
        // Taking what adds most each time is a first answer.
        let (mut now, mut chosen) = (nothing.clone(), Vec::new());
        while chosen.len() < most {
            let best = (0..self.worth.len()).rev().max_by_key(|&setup| self.gain(setup, &now));
            let Some(setup) = best.filter(|&setup| self.gain(setup, &now) > 0) else { break };
            now = self.taken(setup, &now);
            chosen.push(setup);
        }
        self.best = Some((self.value(&chosen), chosen));
        let all: Vec<usize> = (0..self.worth.len()).collect();
        let whole = self.choose(&all, &nothing, 0, &mut Vec::new(), most)?;
        Ok((self.best.take().map(|best| best.1).unwrap_or_default(), whole))
    }

    fn choose(
        &mut self,
        open: &[usize],
        now: &[u128],
        value: u128,
        chosen: &mut Vec<usize>,
        most: usize,
    ) -> std::result::Result<bool, Stopped> {
        if !self.step()? {
            return Ok(false);
        }
        let better = |table: &Self| {
            table.best.as_ref().is_none_or(|best| (value, best.1.len()) > (best.0, chosen.len()))
        };
        if better(self) {
            self.best = Some((value, chosen.clone()));
        }
        let mut gains: Vec<(u128, usize)> =
            open.iter().map(|&setup| (self.gain(setup, now), setup)).filter(|gain| gain.0 > 0).collect();
        gains.sort_by_key(|&(gain, setup)| (std::cmp::Reverse(gain), setup));
        let mut whole = true;
        for first in 0..gains.len() {
            let left = most - chosen.len();
            // Later setups add no more than they would alone: together with this one no more than that.
            let bound: u128 = gains[first..].iter().take(left).map(|gain| gain.0).sum();
            let (best, size) = self.best.as_ref().map_or((0, usize::MAX), |best| (best.0, best.1.len()));
            if left == 0 || value + bound < best || (value + bound == best && chosen.len() + 1 >= size) {
                break;
            }
            let (gain, setup) = gains[first];
            let rest: Vec<usize> = gains[first + 1..].iter().map(|gain| gain.1).collect();
            chosen.push(setup);
            whole &= self.choose(&rest, &self.taken(setup, now), value + gain, chosen, most)?;
            chosen.pop();
        }
        Ok(whole)
    }

    /// A smallest set that covers every kind; of equals one that is worth most.
    fn cover(&mut self) -> std::result::Result<(Vec<usize>, bool), Stopped> {
        let demands: Vec<Vec<u32>> =
            self.kinds.iter().map(|kind| kind.setups.iter().map(|&s| s as u32).collect()).collect();
        let least = minimal(&demands, self.progress)?;
        let chosen: Vec<usize> = least.chosen.iter().map(|&s| s as usize).collect();
        let size = chosen.len();
        self.best = Some((self.value(&chosen), chosen));
        let mut banned = vec![false; self.worth.len()];
        let whole = self.covers(&mut Vec::new(), &mut banned, size)? && least.is_proven();
        Ok((self.best.take().map(|best| best.1).unwrap_or_default(), whole))
    }

    fn covers(
        &mut self,
        chosen: &mut Vec<usize>,
        banned: &mut [bool],
        size: usize,
    ) -> std::result::Result<bool, Stopped> {
        if !self.step()? {
            return Ok(false);
        }
        // What is chosen and what may be: no set below is worth more.
        let most: u128 = self
            .kinds
            .iter()
            .map(|kind| {
                let open = kind.setups.iter().filter(|&&s| !banned[s] || chosen.contains(&s));
                open.map(|&s| self.worth[s]).max().unwrap_or(0) * kind.count
            })
            .sum();
        if self.best.as_ref().is_some_and(|best| most <= best.0) {
            return Ok(true);
        }
        let open = |kind: &&Kind| !kind.setups.iter().any(|setup| chosen.contains(setup));
        let free = |kind: &Kind| kind.setups.iter().copied().filter(|&s| !banned[s]).collect::<Vec<usize>>();
        let narrow = self.kinds.iter().filter(open).map(free).min_by_key(Vec::len);
        let Some(ways) = narrow else {
            let value = self.value(chosen);
            if self.best.as_ref().is_none_or(|best| value > best.0) {
                self.best = Some((value, chosen.clone()));
            }
            return Ok(true);
        };
        if chosen.len() == size {
            return Ok(true);
        }
        let mut whole = true;
        for &setup in &ways {
            chosen.push(setup);
            whole &= self.covers(chosen, banned, size)?;
            chosen.pop();
            banned[setup] = true;
        }
        ways.iter().for_each(|&setup| banned[setup] = false);
        Ok(whole)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A fraction in its lowest terms.
pub(crate) fn reduced((part, all): Fraction) -> Fraction {
    let common = gcd(part, all).max(1);
    (part / common, all / common)
}

impl Setups {
    /// What to learn for a perfect clear and a leftover: the fewest setups that cover every queue, or with `most` the
    /// best chance with at most so many. Setups that only another one leads to are left out, and so are those without
    /// a solve percentage.
    ///
    /// # Errors
    /// When there is no setup to learn, one has no statistics, or the progress asked to stop.
    pub fn lesson(
        &mut self,
        pc: i64,
        leftover: &str,
        rules: Rules,
        most: Option<usize>,
        progress: &dyn Progress,
    ) -> Result<Lesson> {
        let sorted = counts("the leftover", leftover)?;
        let filter = Filter { pc: Some(pc), leftover: Some(leftover.to_owned()), ..Filter::default() };
        let mut players: Vec<(Player, (i64, i64))> = Vec::new();
        for setup in self.setups(&filter, Order::Id)? {
            let child = setup.kind == SetupType::Oqb && setup.oqb_depth.unwrap_or(0) > 0;
            if child || setup.solve_pattern.is_none() {
                continue;
            }
            let solve = self.statistics(setup.id)?.into_iter().find(|row| row.rules == rules);
            let Some(solve) = solve.and_then(|row| row.solve) else {
                let what =
                    format!("{} has no statistics under {rules}: `setups compute` makes them", setup.id);
                return Err(StoreError::Value(what));
            };
            players.push((self.player(setup, rules)?, solve));
        }
        let leftover = ludex_tetris::Piece::spell(&sorted.sorted());
        if players.is_empty() {
            let what = format!("there is no setup of perfect clear {pc} after {leftover} to learn");
            return Err(StoreError::Value(what));
        }
        let length = players.iter().map(|(player, _)| player.longest()).max().unwrap_or(0);
        let queues = whole_queues(&sorted, length, &Ticker::new(progress, STEPS))?;
        Ok(lesson(leftover, &queues, &players, most, progress)?)
    }

    /// The leftovers of a perfect clear that have setups.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn leftovers(&mut self, pc: i64) -> Result<Vec<String>> {
        let rows =
            self.sql().all("SELECT DISTINCT leftover FROM setups WHERE pc = ?1 ORDER BY 1", &[pc.into()])?;
        rows.into_iter().map(|mut row| row.text("leftover")).collect()
    }
}

fn lesson(
    leftover: String,
    queues: &[Queue],
    players: &[(Player, (i64, i64))],
    most: Option<usize>,
    progress: &dyn Progress,
) -> std::result::Result<Lesson, Stopped> {
    // One whole of which every chance is a part.
    let whole = players.iter().fold(1, |all: u128, (_, (_, total))| {
        let total = u128::from(total.unsigned_abs().max(1));
        all / gcd(all, total) * total
    });
    let worth: Vec<u128> = players
        .iter()
        .map(|(_, (won, total))| {
            whole / u128::from(total.unsigned_abs().max(1)) * u128::from(won.unsigned_abs())
        })
        .collect();
    // A queue is asked of every setup: so often this asks whether to go on.
    let ticker = Ticker::new(progress, (STEPS / players.len().max(1) as u32).max(1));
    let mut served: Vec<Vec<usize>> = Vec::with_capacity(queues.len());
    for &queue in queues {
        ticker.tick()?;
        served.push((0..players.len()).filter(|&i| players[i].0.covers(queue)).collect());
    }
    let mut kinds: BTreeMap<Vec<usize>, u128> = BTreeMap::new();
    for setups in served.iter().filter(|setups| !setups.is_empty()) {
        ticker.tick()?;
        *kinds.entry(setups.clone()).or_default() += 1;
    }
    let kinds: Vec<Kind> = kinds.into_iter().map(|(setups, count)| Kind { count, setups }).collect();
    let mut table = Table::new(kinds, worth, progress);
    let (chosen, proven) = match most {
        Some(most) => table.few(most)?,
        None => table.cover()?,
    };
    // The one that adds most comes first.
    let (mut now, mut open, mut order) = (vec![0; table.kinds.len()], chosen, Vec::new());
    let (mut value, mut setups, mut seen) = (0, Vec::new(), vec![false; queues.len()]);
    let all = whole * queues.len().max(1) as u128;
    while !open.is_empty() {
        progress.report(0, 0)?;
        let best = (0..open.len()).rev().max_by_key(|&i| table.gain(open[i], &now)).unwrap_or(0);
        let setup = open.remove(best);
        value += table.gain(setup, &now);
        now = table.taken(setup, &now);
        let covers: Vec<usize> = (0..queues.len()).filter(|&i| served[i].contains(&setup)).collect();
        let adds = covers.iter().filter(|&&i| !seen[i]).count();
        covers.iter().for_each(|&i| seen[i] = true);
        let (id, solve) = (players[setup].0.setup.id, players[setup].1);
        setups.push(Learnt { id, solve, covers: covers.len(), adds, chance: reduced((value, all)) });
        order.push(setup);
    }
    let everything: Vec<usize> = (0..players.len()).collect();
    let by_queue = queues.iter().zip(&served).map(|(&queue, served)| {
        let place = |setup: &usize| order.iter().position(|chosen| chosen == setup);
        let best =
            served.iter().filter_map(place).max_by_key(|&at| (table.worth[order[at]], std::cmp::Reverse(at)));
        (queue, best)
    });
    Ok(Lesson {
        by_queue: by_queue.collect(),
        leftover,
        queues: queues.len(),
        covered: seen.iter().filter(|seen| **seen).count(),
        coverable: served.iter().filter(|setups| !setups.is_empty()).count(),
        chance: reduced((value, all)),
        most: reduced((table.value(&everything), all)),
        setups,
        proven,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Random, Silent};

    /// Every subset of the setups, with what it is worth and whether it covers all.
    fn subsets(table: &Table<'_>) -> Vec<(usize, u128, bool)> {
        (0usize..1 << table.worth.len())
            .map(|set| {
                let chosen: Vec<usize> = (0..table.worth.len()).filter(|i| set >> i & 1 == 1).collect();
                let covers = table.kinds.iter().all(|kind| kind.setups.iter().any(|s| chosen.contains(s)));
                (chosen.len(), table.value(&chosen), covers)
            })
            .collect()
    }

    #[test]
    fn equal_to_the_best_of_all_subsets() {
        let mut random = Random::new(11);
        for case in 0..200 {
            let setups = 1 + random.below(8) as usize;
            let worth: Vec<u128> = (0..setups).map(|_| 1 + u128::from(random.below(9))).collect();
            let mut kinds: BTreeMap<Vec<usize>, u128> = BTreeMap::new();
            for _ in 0..1 + random.below(9) {
                let mut of: Vec<usize> =
                    (0..1 + random.below(3)).map(|_| random.below(setups as u64) as usize).collect();
                of.sort_unstable();
                of.dedup();
                *kinds.entry(of).or_default() += 1 + u128::from(random.below(4));
            }
            let kinds: Vec<Kind> = kinds.into_iter().map(|(setups, count)| Kind { count, setups }).collect();
            let mut table = Table::new(kinds, worth, &Silent);
            let all = subsets(&table);
            let (chosen, proven) = table.cover().unwrap();
            let least = all.iter().filter(|set| set.2).map(|set| set.0).min().unwrap();
            let best = all.iter().filter(|set| set.2 && set.0 == least).map(|set| set.1).max().unwrap();
            assert!(proven);
            assert_eq!((chosen.len(), table.value(&chosen)), (least, best), "case {case}: cover");
            for most in 1..=setups {
                table.steps = 0;
                let (chosen, proven) = table.few(most).unwrap();
                let best = all.iter().filter(|set| set.0 <= most).map(|set| set.1).max().unwrap();
                let least = all.iter().filter(|set| set.1 == best).map(|set| set.0).min().unwrap();
                assert!(proven);
                assert_eq!((chosen.len(), table.value(&chosen)), (least, best), "case {case}: {most}");
            }
        }
    }
}

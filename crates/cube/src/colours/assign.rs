//! The cheapest way to give things to slots, and the next cheapest.

/// Slots of an orbit, and things that are to lie in them.
const SLOTS: usize = 24;

/// What a thing costs in a slot: `[slot][thing]`.
pub(super) type Costs = [[f64; SLOTS]; SLOTS];

/// Which thing every slot gets.
pub(super) type Given = [u8; SLOTS];

/// The cheapest way to give every slot a thing of its own.
///
/// Slots come in one after the other; each pushes others along the cheapest chain of exchanges, with
/// prices for slots and things that keep every exchange from costing less than nothing.
pub(super) fn cheapest(costs: &Costs) -> Given {
    const NONE: usize = SLOTS;
    let (mut slot_price, mut thing_price) = ([0.0; SLOTS], [0.0; SLOTS + 1]);
    // The slot that has a thing; one thing more than there are begins every chain.
    let mut owner = [NONE; SLOTS + 1];
    for slot in 0..SLOTS {
        let mut at = NONE;
        owner[at] = slot;
        let (mut least, mut way, mut done) = ([f64::INFINITY; SLOTS], [NONE; SLOTS], [false; SLOTS + 1]);
        loop {
            done[at] = true;
            let from = owner[at];
            let (mut step, mut next) = (f64::INFINITY, NONE);
            for thing in 0..SLOTS {
                if done[thing] {
                    continue;
                }
                let cost = costs[from][thing] - slot_price[from] - thing_price[thing];
                if cost < least[thing] {
                    (least[thing], way[thing]) = (cost, at);
                }
                if least[thing] < step {
                    (step, next) = (least[thing], thing);
                }
            }
            for thing in 0..=SLOTS {
                if done[thing] {
                    slot_price[owner[thing]] += step;
                    thing_price[thing] -= step;
                } else {
                    least[thing] -= step;
                }
            }
            at = next;
            if owner[at] == NONE {
                break;
            }
        }
        while at != NONE {
            let before = way[at];
            owner[at] = owner[before];
            at = before;
        }
    }
    let mut given = [0; SLOTS];
    for (thing, &slot) in owner[..SLOTS].iter().enumerate() {
        given[slot] = thing as u8;
    }
    given
}

/// The cheapest way that is another one, and what it costs more; things for which `alike` holds are the
/// same thing.
///
/// Two ways differ by rings of exchanges, none of which saves anything where the first way is the
/// cheapest. So the next cheapest differs by one ring: the cheapest of all.
pub(super) fn next_cheapest(costs: &Costs, given: &Given, alike: impl Fn(u8, u8) -> bool) -> (f64, Given) {
    // What it costs that a slot takes what another has, over any number of others.
    let mut over = [[f64::INFINITY; SLOTS]; SLOTS];
    let mut first = [[0; SLOTS]; SLOTS];
    for (slot, &own) in given.iter().enumerate() {
        for (other, &thing) in given.iter().enumerate() {
            if !alike(own, thing) {
                over[slot][other] = costs[slot][thing as usize] - costs[slot][own as usize];
                first[slot][other] = other;
            }
        }
    }
    for middle in 0..SLOTS {
        for slot in 0..SLOTS {
            for other in 0..SLOTS {
                let cost = over[slot][middle] + over[middle][other];
                // Rounding must not find savings that are none.
                if cost + 1e-9 < over[slot][other] {
                    over[slot][other] = cost;
                    first[slot][other] = first[slot][middle];
                }
            }
        }
    }
    let start = (0..SLOTS).min_by(|&a, &b| over[a][a].total_cmp(&over[b][b])).expect("there are slots");
    let (mut new, mut slot) = (*given, start);
    for _ in 0..SLOTS {
        let next = first[slot][start];
        new[slot] = given[next];
        slot = next;
        if slot == start {
            break;
        }
    }
    (over[start][start].max(0.0), new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Random;

    fn total(costs: &Costs, given: &Given) -> f64 {
        given.iter().enumerate().map(|(slot, &thing)| costs[slot][thing as usize]).sum()
    }

    /// The two cheapest ways by trying all sets of things, slot after slot: for 24 slots of which all but
    /// `free` are settled.
    fn plain(costs: &Costs, free: usize) -> [f64; 2] {
        let mut best = vec![vec![f64::INFINITY; 2]; 1 << free];
        best[0][0] = 0.0;
        for set in 0usize..(1 << free) - 1 {
            let slot = set.count_ones() as usize;
            for thing in (0..free).filter(|thing| set >> thing & 1 == 0) {
                for k in 0..2 {
                    let cost = best[set][k] + costs[slot][thing];
                    let to = &mut best[set | 1 << thing];
                    to.push(cost);
                    to.sort_by(f64::total_cmp);
                    to.truncate(2);
                }
            }
        }
        let rest: f64 = (free..SLOTS).map(|slot| costs[slot][slot]).sum();
        [best[(1 << free) - 1][0] + rest, best[(1 << free) - 1][1] + rest]
    }

    #[test]
    fn both_ways_cost_what_trying_everything_finds() {
        let mut random = Random::new(91);
        for _ in 0..20 {
            let free = 8;
            let mut costs = [[1e6; SLOTS]; SLOTS];
            for (slot, row) in costs.iter_mut().enumerate() {
                for (thing, cost) in row.iter_mut().enumerate() {
                    if slot < free && thing < free || slot == thing {
                        *cost = random.below(1000) as f64;
                    }
                }
            }
            let [first, second] = plain(&costs, free);
            let given = cheapest(&costs);
            assert_eq!(total(&costs, &given), first);
            let (more, next) = next_cheapest(&costs, &given, |a, b| a == b);
            assert!((total(&costs, &next) - second).abs() < 1e-6 && (first + more - second).abs() < 1e-6);
            assert_ne!(next, given);
        }
    }

    #[test]
    fn things_that_are_alike_are_no_other_way() {
        let mut random = Random::new(92);
        let colours: [[f64; 6]; SLOTS] =
            std::array::from_fn(|_| std::array::from_fn(|_| random.below(1000) as f64));
        let costs: Costs = std::array::from_fn(|slot| std::array::from_fn(|thing| colours[slot][thing / 4]));
        let given = cheapest(&costs);
        let (more, next) = next_cheapest(&costs, &given, |a, b| a / 4 == b / 4);
        let apart = (0..SLOTS).filter(|&slot| given[slot] / 4 != next[slot] / 4).count();
        assert!(apart >= 2 && more > 0.0);
        assert!((total(&costs, &given) + more - total(&costs, &next)).abs() < 1e-6);
    }
}

//! The whole starter collection: every perfect clear and leftover has an answer.

use ludex_core::Silent;
use ludex_setups::compute::Job;
use ludex_setups::{Filter, Order, Rules, SetupType, Setups};
use ludex_tetris::saves::leftover_length;
use ludex_tetris::solve::queues_of;
use ludex_tetris::{Counts, Piece, SetupId};
use std::collections::BTreeSet;

/// The leftovers of a perfect clear: parts of a bag, and a part with a piece more that was held.
fn leftovers(pc: u32) -> BTreeSet<String> {
    let length = leftover_length(pc);
    let mut all = BTreeSet::new();
    for set in 0u32..128 {
        let part = Counts(std::array::from_fn(|i| (set >> i & 1) as u8));
        if part.total() == length {
            all.insert(Piece::spell(&part.sorted()));
        }
        if part.total() + 1 == length && pc > 1 {
            for held in 0..7 {
                let mut with = part;
                with.0[held] += 1;
                all.insert(Piece::spell(&with.sorted()));
            }
        }
    }
    all
}

#[test]
fn every_leftover_of_every_perfect_clear_is_answered() {
    let mut store = Setups::open(":memory:").unwrap();
    let done = store.import_starter().unwrap();
    assert_eq!((done.refused, done.notes), (vec![], vec![]));
    let mut pairs = 0;
    for pc in 1..=9u32 {
        let (wanted, length) = (leftovers(pc), leftover_length(pc));
        let there: BTreeSet<String> = store.leftovers(i64::from(pc)).unwrap().into_iter().collect();
        assert_eq!(there, wanted, "perfect clear {pc}");
        pairs += wanted.len();
        // Some queue that begins with the leftover finds a setup that can be built and solved.
        for leftover in wanted {
            let orders = queues_of(&if length == 1 { leftover.clone() } else { format!("[{leftover}]!") });
            let answered = orders.unwrap().iter().any(|order| {
                let found = store.find_setups(i64::from(pc), &order.to_string(), Rules::default()).unwrap();
                found.iter().any(|found| found.solve.is_some_and(|(won, _)| won > 0))
            });
            assert!(answered, "perfect clear {pc} after {leftover}");
        }
    }
    assert_eq!(pairs, 709);
    // Trees of several steps, each a root with children.
    let tree = store.tree(None).unwrap();
    assert!(tree.iter().filter(|line| line.depth == 0).count() >= 50);
    assert!(tree.iter().all(|line| line.depth <= 1));
}

/// What the file says is what the solver computes, of a setup here and there.
#[test]
fn figures_are_those_of_the_solver() {
    let mut store = Setups::open(":memory:").unwrap();
    store.import_starter().unwrap();
    let all = store.setups(&Filter::default(), Order::Id).unwrap();
    let some: Vec<SetupId> =
        all.iter().filter(|setup| setup.pc > 1).map(|setup| setup.id).step_by(all.len() / 8).collect();
    let stored: Vec<_> = some.iter().map(|id| store.statistics(*id).unwrap().remove(0)).collect();
    let job = Job { see: Some(7), again: true, ids: some.clone(), batch: 8, ..Job::default() };
    assert_eq!(store.compute_setups(&job, &mut |_| {}, &Silent).unwrap(), (some.len() as u64, 0));
    for (id, stored) in some.iter().zip(stored) {
        let computed = store.statistics(*id).unwrap().remove(0);
        assert_eq!((computed.solve, computed.cover_data), (stored.solve, stored.cover_data), "{id}");
    }
    // A tree is worth more than nothing, and no more than its root covers.
    let root = all.iter().find(|setup| setup.kind == SetupType::Oqb && setup.oqb_depth == Some(0)).unwrap();
    let worth = store.tree_worth(root.id, Rules::default(), None, &Silent).unwrap();
    assert!(0 < worth.won && worth.won <= worth.covered && worth.covered <= worth.total);
    // To learn a leftover takes at least one setup, and as many as there are give the most.
    let lesson = store.lesson(2, "LSZO", Rules::default(), Some(12), &Silent).unwrap();
    assert!(lesson.proven && !lesson.setups.is_empty());
    assert_eq!(lesson.chance, lesson.most, "a leftover has fewer than twelve setups");
}

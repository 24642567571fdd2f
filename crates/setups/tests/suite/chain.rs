//! Perfect clears in a row, played: games with random bags come to what was computed.

use ludex_core::{Random, Silent};
use ludex_setups::chain::Run;
use ludex_setups::{Filter, Order, Rules, SetupRow, Setups};
use ludex_tetris::solve::{Building, Drop, Hold, Problem, cover, first_field};
use ludex_tetris::{Counts, Fumen, KickTable, Piece, Queue};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Pieces that the player sees when a setup is chosen.
const SEE: usize = 9;
const GAMES: usize = 1200;

/// A setup as a player knows it: what it looks like, and what was found out by playing.
struct Known {
    build: Counts,
    buildings: Vec<Building>,
    problem: Problem,
    /// By queue: the pieces that may stay unused.
    ends: HashMap<Queue, BTreeSet<Piece>>,
}

impl Known {
    fn of(setup: &SetupRow) -> Known {
        let table = KickTable::named("srs180").unwrap();
        let drop = Drop::of(&table);
        let field = first_field(&setup.fumen).unwrap();
        Known {
            build: Counts::of(&Piece::word(&setup.build).unwrap()),
            buildings: Building::of_fumen(&Fumen::decode(&setup.fumen).unwrap()).unwrap(),
            // The orders are played one by one, so nobody holds.
            problem: Problem::new(&field, 4, table, drop, Hold::AVOID).unwrap(),
            ends: HashMap::new(),
        }
    }

    /// The pieces of which one may stay unused when the setup is built and solved with a queue.
    fn ends(&mut self, queue: Queue) -> BTreeSet<Piece> {
        if let Some(ends) = self.ends.get(&queue) {
            return ends.clone();
        }
        let table = KickTable::named("srs180").unwrap();
        let drop = Drop::of(&table);
        let first = queue.cut(self.build.total() + 1);
        let builds = cover(&self.buildings, &[first], &table, drop, Hold::USE).unwrap()[0];
        let mut ends = BTreeSet::new();
        if builds {
            let (mut open, mut rest) = (self.build, Vec::new());
            for piece in queue.iter() {
                if open.0[piece.index()] > 0 {
                    open.0[piece.index()] -= 1;
                } else {
                    rest.push(piece);
                }
            }
            let mut orders = Vec::new();
            play(&rest[..2], &rest[2..], &mut Vec::new(), &mut orders);
            orders.sort_unstable();
            orders.dedup();
            let solved = self.problem.percent(&orders, &Silent).unwrap();
            for (order, solved) in solved.queues.iter().zip(&solved.solved) {
                let left = Counts::of(&rest).minus(&order.counts()).unwrap();
                ends.extend(left.sorted().into_iter().filter(|_| *solved));
            }
        }
        self.ends.insert(queue, ends.clone());
        ends
    }
}

/// Every order in which pieces can be placed with one of two in hand, one staying in the end.
fn play(hand: &[Piece], rest: &[Piece], placed: &mut Vec<Piece>, orders: &mut Vec<Queue>) {
    for i in 0..2 {
        placed.push(hand[i]);
        match rest.split_first() {
            Some((&next, rest)) => play(&[hand[1 - i], next], rest, placed, orders),
            None => orders.push(Queue::of(placed).unwrap()),
        }
        placed.pop();
    }
}

/// What a player plays with: the setups by perfect clear and leftover, and what each is said to be worth.
struct Game {
    setups: BTreeMap<(u32, String), Vec<Known>>,
    worth: BTreeMap<(u32, String), f64>,
}

impl Game {
    /// The pieces after a leftover, out of bags, and those of the last bag that nobody has seen yet.
    fn deal(leftover: &str, random: &mut Random) -> (Vec<Piece>, Vec<Piece>) {
        let mut pieces = Piece::word(leftover).unwrap();
        random.shuffle(&mut pieces);
        let mut bag = Vec::new();
        while pieces.len() < 11 {
            if bag.is_empty() {
                bag = Piece::ALL.to_vec();
                random.shuffle(&mut bag);
            }
            pieces.extend(bag.pop());
        }
        (pieces, bag)
    }

    /// The best end of a setup with a queue: the piece that stays, and the perfect clears it gives.
    fn best(
        &mut self,
        at: &(u32, String),
        setup: usize,
        queue: Queue,
        bag: &[Piece],
    ) -> Option<(String, f64)> {
        let ends = self.setups.get_mut(at)?[setup].ends(queue);
        let next = ends.into_iter().map(|unused| {
            let mut left = bag.to_vec();
            left.push(unused);
            let left = Piece::spell(&Counts::of(&left).sorted());
            let worth = self.worth.get(&(at.0 + 1, left.clone())).copied().unwrap_or(0.0);
            (left, 1.0 + worth)
        });
        next.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Perfect clears in a row of one game.
    fn run(&mut self, first: u32, leftover: &str, last: u32, random: &mut Random) -> usize {
        let (mut leftover, mut clears) = (leftover.to_owned(), 0);
        for pc in first..=last {
            let at = (pc, leftover.clone());
            let count = self.setups.get(&at).map_or(0, Vec::len);
            let (pieces, bag) = Game::deal(&leftover, random);
            let queue = Queue::of(&pieces).unwrap();
            // Where there is a choice, it is made without the last pieces: all their orders are thought of.
            let mut setup = 0;
            if count > 1 {
                assert!(bag.is_empty() && 11 - SEE == 2, "the last two pieces of a bag have two orders");
                let mut other = pieces.clone();
                other.swap(9, 10);
                let both = [queue, Queue::of(&other).unwrap()];
                let mut most = -1.0;
                for one in 0..count {
                    let value: f64 =
                        both.iter().filter_map(|&q| self.best(&at, one, q, &bag)).map(|end| end.1).sum();
                    if value > most {
                        (setup, most) = (one, value);
                    }
                }
            }
            let Some((next, _)) = self.best(&at, setup, queue, &bag) else { break };
            clears += 1;
            leftover = next;
        }
        clears
    }
}

/// The starter's setups of one leftover, as many as asked for.
fn keep(store: &mut Setups, pc: i64, leftover: &str, most: usize) {
    store.import_starter_of(Some(pc), Some(leftover)).unwrap();
    let filter = Filter { pc: Some(pc), leftover: Some(leftover.into()), ..Filter::default() };
    let all = store.setups(&filter, Order::Id).unwrap();
    let (solving, rest): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|s| s.solve_pattern.is_some() && s.oqb_depth.is_none());
    for setup in solving.iter().skip(most).chain(&rest) {
        store.remove_setup(setup.id).unwrap();
    }
}

#[test]
fn games_come_to_what_is_computed() {
    let mut store = Setups::open(":memory:").unwrap();
    keep(&mut store, 2, "LSZO", 3);
    for leftover in ["T", "I", "O"] {
        keep(&mut store, 3, leftover, 1);
    }
    let leftover = Counts::of(&Piece::word("LSZO").unwrap());
    let run: Run = store.run_of_clears((2, 3), leftover, None, (Rules::default(), SEE), &Silent).unwrap();
    let mut game = Game { setups: BTreeMap::new(), worth: BTreeMap::new() };
    for setup in store.setups(&Filter::default(), Order::Id).unwrap() {
        let at = (setup.pc as u32, setup.leftover.clone());
        game.setups.entry(at).or_default().push(Known::of(&setup));
    }
    for state in &run.states {
        game.worth.insert((state.pc, state.leftover.clone()), state.expected);
    }
    let mut random = Random::new(15);
    let games: Vec<f64> = (0..GAMES).map(|_| game.run(2, "LSZO", 3, &mut random) as f64).collect();
    let mean = games.iter().sum::<f64>() / GAMES as f64;
    let spread = games.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / (GAMES as f64).powi(2);
    assert!(
        (mean - run.expected).abs() < 3.0 * spread.sqrt(),
        "played {mean:.4} +- {:.4}, computed {:.4}",
        spread.sqrt(),
        run.expected
    );
    // So do the chances to get past each.
    for (i, &(pc, chance)) in run.reached.iter().enumerate() {
        let past = games.iter().filter(|&&n| n > i as f64).count() as f64 / GAMES as f64;
        let error = (chance * (1.0 - chance) / GAMES as f64).sqrt().max(0.001);
        assert!((past - chance).abs() < 3.0 * error, "past {pc}: played {past:.4}, computed {chance:.4}");
    }
    assert!(run.reached.iter().all(|(_, chance)| *chance > 0.0), "{:?}", run.reached);
}

//! The published setups on both databases; `LUDEX_CONFORMANCE` names the folder of vectors.

// Shared with the suite of ludex-store, which calls other parts of it.
#[allow(dead_code)]
#[path = "../../store/tests/suite/place.rs"]
mod place;

use ludex_core::{Random, Silent};
use ludex_setups::compute::Job;
use ludex_setups::formats::{self, SetupFormat};
use ludex_setups::{Filter, Order, Rules, Setups, Statistics};
use ludex_tetris::FourRule;
use place::Place;

impl Place {
    fn open(&self) -> Setups {
        Setups::open(&self.url).expect("the store opens")
    }
}

fn job(paths: bool) -> Job {
    Job { paths, batch: 3, ..Job::default() }
}

/// Half of the published setups.
fn real_setups(place: &mut Place) {
    let rows = |file: &str| {
        let text = ludex_vectors::text(&format!("tetris/{file}"));
        formats::read(&text, SetupFormat::Tsv).expect("it reads")
    };
    let mut store = place.open();
    let setups = rows("setup_ids.tsv");
    let done = store.import_setups(&setups, FourRule::Published).unwrap();
    assert_eq!((done.setups as usize, done.refused.as_slice()), (setups.len(), &[][..]));
    for file in ["cover_db.tsv", "percent_db.tsv"] {
        let statistics = rows(file);
        let done = store.import_setups(&statistics, FourRule::Published).unwrap();
        assert!(
            done.refused.iter().all(|(_, reason)| reason.starts_with("there is no setup ")),
            "{:?}",
            done.refused
        );
        assert!(done.others > 1000, "{}", done.others);
    }
    store.prepare_lookups(Rules::default()).unwrap();
    // Every setup is found by each of its covered queues; both databases answer alike.
    let mut memory = Setups::open(":memory:").unwrap();
    memory.import_setups(&setups, FourRule::Published).unwrap();
    for file in ["cover_db.tsv", "percent_db.tsv"] {
        memory.import_setups(&rows(file), FourRule::Published).unwrap();
    }
    assert_eq!(memory.setups_checksum().unwrap(), store.setups_checksum().unwrap());
    memory.prepare_lookups(Rules::default()).unwrap();
    let mut random = Random::new(3);
    let queues = if std::env::var_os("LUDEX_LONG").is_some() { 10_000 } else { 200 };
    for _ in 0..queues {
        let pc = 1 + random.below(8) as i64;
        let mut queue: String = String::new();
        while queue.len() < 11 {
            let mut bag: Vec<char> = "TILJSZO".chars().collect();
            random.shuffle(&mut bag);
            queue.extend(bag);
        }
        let queue = &queue[..7 + random.below(5) as usize];
        let find = |store: &mut Setups| store.find_setups(pc, queue, Rules::default()).unwrap();
        assert_eq!(find(&mut store), find(&mut memory), "{pc} {queue}");
    }
    let mut found = 0;
    for row in store.setups(&Filter { pc: Some(2), ..Filter::default() }, Order::Id).unwrap() {
        let statistics = store.statistics(row.id).unwrap();
        let bits = statistics.first().and_then(|s| s.cover_data.clone());
        let queues = ludex_setups::lookup::covered_queues(&row.cover_pattern, bits.as_deref()).unwrap();
        let Some(queue) = queues.first() else { continue };
        let hits = store.find_setups(2, &queue.to_string(), Rules::default()).unwrap();
        let child = row.oqb_depth.is_some_and(|depth| depth > 0);
        assert!(child || hits.iter().any(|hit| hit.setup.id == row.id), "{} by {queue}", row.id);
        found += 1;
    }
    assert!(found > 100);
    // Our solver comes to the published figures.
    let sample: Vec<Statistics> = store
        .setups(&Filter { pc: Some(2), limit: Some(60), ..Filter::default() }, Order::Id)
        .unwrap()
        .iter()
        .filter_map(|row| store.statistics(row.id).unwrap().into_iter().next())
        .filter(|row| row.solve.is_some())
        .take(6)
        .collect();
    let ids = sample.iter().map(|row| row.setup).collect();
    store.compute_setups(&Job { ids, again: true, batch: 8, ..job(false) }, &mut |_| {}, &Silent).unwrap();
    for row in sample {
        assert_eq!(store.statistics(row.setup).unwrap()[0].solve, row.solve, "{}", row.setup);
    }
    let lint = store.lint_setups().unwrap();
    // Eleven hashed all pages, two were edited later; the half of them that is here is found, and no other id.
    assert!(lint.iter().filter(|finding| finding.field == "id").count() <= 13);
}

fn sqlite() {
    real_setups(&mut Place::sqlite());
}

fn postgres() {
    real_setups(&mut Place::postgres());
}

fn main() {
    ludex_vectors::run(ludex_vectors::tests![sqlite, postgres])
}

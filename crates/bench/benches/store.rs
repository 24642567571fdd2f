//! The store: names imported, names looked up, setups found by queue.
//!
//! `cargo bench -p ludex-bench --bench store`; 10^6 names, 10^7 with LUDEX_LONG set. The setups of
//! LUDEX_CONFORMANCE are imported and asked for 10,000 random queues of 7 to 11 pieces.

use ludex_bench::own_cpu;
use ludex_core::{Random, Silent};
use ludex_setups::formats::{SetupFormat, read};
use ludex_setups::{Rules, Setups};
use ludex_store::Store;
use ludex_store::transfer::{self, Format, Named, Row};
use ludex_tetris::FourRule;
use std::time::{Duration, Instant};

fn main() {
    let folder = std::env::temp_dir().join(format!("ludex-bench-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    records(&folder);
    setups(&folder);
    let _ = std::fs::remove_dir_all(&folder);
}

fn timed<T>(title: &str, items: u64, work: impl FnOnce() -> T) -> T {
    let (cpu, wall) = (own_cpu(), Instant::now());
    let result = work();
    let (cpu, wall) = (own_cpu() - cpu, wall.elapsed());
    let each = cpu.as_secs_f64() / items as f64 * 1e6;
    println!(
        "{title:<34} {:>8.2} s wall {:>8.2} s cpu {each:>9.3} us each",
        wall.as_secs_f64(),
        cpu.as_secs_f64()
    );
    result
}

fn records(folder: &std::path::Path) {
    let count: u64 = if std::env::var_os("LUDEX_LONG").is_some() { 10_000_000 } else { 1_000_000 };
    let mut random = Random::new(1);
    let mut text = String::new();
    let mut names = Vec::new();
    for i in 0..count {
        let rank = u128::from(random.next_u64()) << 50 | u128::from(random.below(1 << 50));
        let name = format!("sudoku:{}", ludex_core::bits::to_letters(&ludex_core::NAME_ALPHABET, rank, 19));
        if i % (count / 10_000) == 0 {
            names.push(name.clone());
        }
        text.push_str(&name);
        text.push('\n');
    }
    let place = folder.join("names.sqlite").display().to_string();
    let mut store = Store::open(&place).expect("a store");
    let read = |item: &str| {
        let name = item.parse().map_err(|e: ludex_core::NameError| e.to_string())?;
        Ok(Named { name, position: None, keys: vec![], shared_name: false })
    };
    let understand = |rows: &[Row]| {
        let one = |row: &Row| match &row.content {
            Ok(content) => transfer::record(content, 0, None, &read),
            Err(reason) => Err(reason.clone()),
        };
        rows.iter().map(one).collect()
    };
    timed(&format!("import of {count} names"), count, || {
        let mut rows = transfer::rows(text.as_bytes(), Format::Items);
        transfer::import(&mut store, "bench", &mut rows, 2_500_000, &understand, &mut |_, _| {}, &Silent)
            .expect("an import");
    });
    drop(text);
    for round in ["cold", "warm"] {
        timed(&format!("seen, {round}, one at a time"), names.len() as u64, || {
            for name in &names {
                assert!(store.seen(&[name]).expect("an answer")[0]);
            }
        });
    }
}

fn setups(folder: &std::path::Path) {
    let Some(vectors) = std::env::var_os("LUDEX_CONFORMANCE").map(std::path::PathBuf::from) else {
        println!("setups: skipped, LUDEX_CONFORMANCE is not set");
        return;
    };
    let place = folder.join("setups.sqlite").display().to_string();
    let mut store = Setups::open(&place).expect("a store");
    for file in ["setup_ids.tsv", "cover_db.tsv", "percent_db.tsv"] {
        let text = std::fs::read_to_string(vectors.join("tetris").join(file)).expect("a file of vectors");
        timed(&format!("import of {file}"), text.lines().count() as u64, || {
            let rows = read(&text, SetupFormat::Tsv).expect("it reads");
            store.import_setups(&rows, FourRule::Published).expect("an import");
        });
    }
    timed("packing the covered queues", 1, || store.prepare_lookups(Rules::default()).expect("packed"));
    let mut random = Random::new(2);
    let (mut times, mut walls, mut found): (Vec<Duration>, Vec<Duration>, usize) =
        (Vec::new(), Vec::new(), 0);
    for _ in 0..10_000 {
        let mut queue = String::new();
        while queue.len() < 11 {
            let mut bag: Vec<char> = "TILJSZO".chars().collect();
            random.shuffle(&mut bag);
            queue.extend(bag);
        }
        let (pc, length) = (1 + random.below(9) as i64, 7 + random.below(5) as usize);
        let (start, wall) = (own_cpu(), Instant::now());
        found += store.find_setups(pc, &queue[..length], Rules::default()).expect("an answer").len();
        walls.push(wall.elapsed());
        times.push(own_cpu() - start);
    }
    println!("find, 10000 queues, {found} setups found");
    for (what, mut times) in [("wall", walls), ("cpu", times)] {
        times.sort_unstable();
        let at = |part: usize| times[(times.len() * part / 1000).min(times.len() - 1)].as_secs_f64() * 1e6;
        println!(
            "    {what:<5} p50 {:>6.0} us   p99 {:>6.0} us   most {:>6.0} us",
            at(500),
            at(990),
            at(1000)
        );
    }
}

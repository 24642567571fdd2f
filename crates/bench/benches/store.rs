//! The store: names imported, names looked up, setups found by queue.
//!
//! `cargo bench -p ludex-bench --bench store`; 10^6 names, 10^7 with LUDEX_LONG set. The setups of
//! LUDEX_CONFORMANCE are imported and asked for 10,000 random queues of 7 to 11 pieces. The same work against a
//! private PostgreSQL server is told in times of SQLite's CPU: what the client and the server take together. With
//! the argument `server` nothing else is measured.

use ludex_bench::own_cpu;
use ludex_core::{Random, Silent};
use ludex_setups::formats::{SetupFormat, read};
use ludex_setups::{Rules, Setups};
use ludex_store::transfer::{self, Format, Named, Row};
use ludex_store::{Batch, ImportState, Store};
use ludex_tetris::FourRule;
use ludex_xiangqi::memory::record;
use ludex_xiangqi::record::{Subject, games_fact};
use ludex_xiangqi::{Book, Game, Position};
use place::{Place, Server};
use std::time::{Duration, Instant};

// Shared with the suite of ludex-store, which calls other parts of it.
#[allow(dead_code)]
#[path = "../../store/tests/suite/place.rs"]
mod place;

fn main() {
    if std::env::args().any(|argument| argument == "server") {
        return against_a_server();
    }
    let folder = std::env::temp_dir().join(format!("ludex-bench-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    records(&folder);
    setups(&folder);
    against_a_server();
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

/// Names, one a line, and some of them.
fn names(count: u64) -> (String, Vec<String>) {
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
    (text, names)
}

fn import(store: &mut Store, text: &str) {
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
    let mut rows = transfer::rows(text.as_bytes(), Format::Items);
    transfer::import(store, "bench", &mut rows, 2_500_000, &understand, &mut |_, _| {}, &Silent)
        .expect("an import");
}

fn records(folder: &std::path::Path) {
    let count: u64 = if std::env::var_os("LUDEX_LONG").is_some() { 10_000_000 } else { 1_000_000 };
    let (text, names) = names(count);
    let place = folder.join("names.sqlite").display().to_string();
    let mut store = Store::open(&place).expect("a store");
    timed(&format!("import of {count} names"), count, || import(&mut store, &text));
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
    let mut store = Setups::open(&folder.join("starter.sqlite").display().to_string()).expect("a store");
    timed("import of the starter collection", 1, || store.import_starter().expect("an import"));
    finds("starter", &mut store);
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
    finds("public", &mut store);
}

/// How long it takes to find the setups of a random queue.
fn finds(what: &str, store: &mut Setups) {
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
    println!("find, {what}, 10000 queues, {found} setups found");
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

/// Games of random moves, all different.
fn games(count: usize) -> Vec<Game> {
    let mut random = Random::new(3);
    let one = |_| {
        let mut position = Position::start();
        let mut moves = Vec::new();
        for _ in 0..40 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let m = legal[random.below(legal.len() as u64) as usize];
            let _ = position.make(m);
            moves.push(m);
        }
        Game::of_moves(Position::start(), &moves)
    };
    (0..count).map(one).collect()
}

/// Takes games into a store as `ludex xiangqi book build` does.
fn build(store: &mut Store, games: &[Game]) {
    let mut book = Book::new();
    for game in games {
        book.learn(game, 40);
    }
    let mut state = ImportState::default();
    let mut left = book.entries().peekable();
    while left.peek().is_some() {
        let mut records = Vec::new();
        for (name, entry) in left.by_ref().take(20_000) {
            let subject = Subject::new(name.position()).expect("a position");
            let fact = games_fact("bench", entry);
            records.push(record(&subject, 7, entry.tally.games(), fact).expect("a record"));
        }
        state.batch += 1;
        state.taken += records.len() as i64;
        store.put_batch("book", Batch { records, refused: Vec::new() }, &state).expect("a batch");
    }
}

/// The CPU time of all processes of the private server, once it rests: what a process took that is just ending stands
/// nowhere for a moment.
fn server_cpu() -> Duration {
    let mut last = server_cpu_now();
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let now = server_cpu_now();
        if now == last {
            return now;
        }
        last = now;
    }
}

/// The same at this moment, of processes that have ended and those that run, to a hundredth of a second. Nothing is told
/// of them where there is no `/proc`.
fn server_cpu_now() -> Duration {
    let pid = std::fs::read_to_string(Server::shared().folder().join("data/postmaster.pid"));
    let Some(pid) = pid.ok().and_then(|text| text.lines().next()?.parse::<u32>().ok()) else {
        return Duration::ZERO;
    };
    // What comes after the name, which may hold anything: the parent is the second, the times are the 12th to 15th.
    let stat = |process: &str| -> Option<Vec<u64>> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(')')?;
        Some(rest.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect())
    };
    let mut hundredths = stat(&pid.to_string()).map_or(0, |stat| stat[11..15].iter().sum());
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        if let Some(stat) = entry.file_name().to_str().and_then(stat)
            && stat[1] == u64::from(pid)
        {
            hundredths += stat[11] + stat[12];
        }
    }
    Duration::from_millis(hundredths * 10)
}

fn against_a_server() {
    let (text, _) = names(200_000);
    let games = games(3000);
    let vectors = std::env::var_os("LUDEX_CONFORMANCE").map(std::path::PathBuf::from);
    println!("\nCPU, least of 3            SQLite      client + server        times");
    let report = |title: &str, work: &dyn Fn(&Place)| {
        let (mut least, mut parts) = ([Duration::MAX; 2], (Duration::ZERO, Duration::ZERO));
        for _ in 0..3 {
            for (i, fresh) in [Place::sqlite, Place::postgres].into_iter().enumerate() {
                let place = fresh();
                // The tables are made before.
                drop(Setups::open(&place.url).expect("a store"));
                let (server, before) = (server_cpu(), own_cpu());
                work(&place);
                let client = own_cpu() - before;
                let server = server_cpu().saturating_sub(server);
                let all = if i == 0 { client } else { client + server };
                if all < least[i] {
                    least[i] = all;
                    parts = if i == 0 { parts } else { (client, server) };
                }
            }
        }
        let [sqlite, postgres] = least.map(|time| time.as_secs_f64());
        println!(
            "{title:<24} {sqlite:>8.3} s {:>8.3} + {:>6.2} = {postgres:>6.2} s {:>6.2}x",
            parts.0.as_secs_f64(),
            parts.1.as_secs_f64(),
            postgres / sqlite
        );
    };
    report("200000 names", &|place| import(&mut Store::open(&place.url).expect("a store"), &text));
    report("a book of 3000 games", &|place| build(&mut Store::open(&place.url).expect("a store"), &games));
    report("the starter collection", &|place| {
        Setups::open(&place.url).expect("a store").import_starter().expect("an import");
    });
    let Some(vectors) = vectors else { return };
    let rows = |file: &str| {
        let text = std::fs::read_to_string(vectors.join("tetris").join(file)).expect("a file of vectors");
        read(&text, SetupFormat::Tsv).expect("it reads")
    };
    let (ids, cover, percent) = (rows("setup_ids.tsv"), rows("cover_db.tsv"), rows("percent_db.tsv"));
    let take = |place: &Place, lists: &[&Vec<_>]| {
        let mut store = Setups::open(&place.url).expect("a store");
        for rows in lists {
            store.import_setups(rows, FourRule::Published).expect("an import");
        }
    };
    report("setups", &|place| take(place, &[&ids]));
    report("setups, cover, percent", &|place| take(place, &[&ids, &cover, &percent]));
}

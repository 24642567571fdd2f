//! Shortest solutions of random 3x3 states, in CPU seconds: `cargo bench -p ludex-bench --bench
//! cube_optimal -- [rows] [seeded] [COUNT]`.
//!
//! `rows` are the random rows of `cube333_optimal.tsv` in the folder named by `LUDEX_CONFORMANCE`, whose
//! lengths are tested; `seeded` are random states of a fixed seed. The table is the program's own, from
//! the cache folder; where there is none it is made here.

use ludex_bench::cpu;
use ludex_core::table::Table;
use ludex_core::{Random, Silent};
use ludex_cube::solve::coset::Grain;
use ludex_cube::solve::optimal::Deepening;
use ludex_cube::solve::pruning::{Pruning, PruningTable};
use ludex_cube::{Cubie, Metric, Pieces, text};
use std::path::PathBuf;
use std::time::Duration;

const SEEDED: usize = 20;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let count = args.iter().find_map(|arg| arg.parse().ok()).unwrap_or(usize::MAX);
    let wanted = |word: &str| {
        let named = |arg: &String| arg.parse::<usize>().is_err();
        !args.iter().any(named) || args.iter().any(|arg| arg == word)
    };
    let pruning = Pruning::new(Grain::Fine, Metric::Htm);
    let mut pages = memmap2::MmapMut::map_anon(pruning.bytes()).expect("memory");
    #[cfg(target_os = "linux")]
    pages.advise(memmap2::Advice::HugePage).expect("advice");
    fill(&pruning, &mut pages);
    let pruning = pruning.over(&pages).expect("a whole table");
    let mut all = Vec::new();
    if wanted("rows") {
        all.extend(rows().into_iter().take(count));
    }
    if wanted("seeded") {
        let mut random = Random::new(36);
        let seeded = (0..SEEDED).map(|i| (format!("seeded {i:02}"), None, Cubie::random(&mut random)));
        all.extend(seeded.take(count));
    }
    let (mut sum, mut most) = (Duration::ZERO, Duration::ZERO);
    for (i, (name, length, state)) in all.iter().enumerate() {
        let time = solve(pruning, name, *length, *state);
        (sum, most) = (sum + time, most.max(time));
        println!("  mean of {} states so far: {:.2} CPU s", i + 1, sum.as_secs_f64() / (i + 1) as f64);
    }
    println!("longest {:.2} CPU s", most.as_secs_f64());
}

/// Reads the program's table, or makes it.
fn fill(pruning: &Pruning, pages: &mut [u8]) {
    let set = |variable: &str| std::env::var_os(variable).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    let path = base.unwrap_or_default().join("ludex/cube3-optimal-2g-htm-v2.ldx");
    let mut kept = false;
    let time = cpu(|| {
        let table =
            std::fs::read(&path).ok().and_then(|file| Table::open(file, "cube3-optimal-2g-htm", 2).ok());
        if let Some(payload) = table.as_ref().and_then(|table| table.payload().ok()) {
            pages.copy_from_slice(payload);
            kept = true;
        } else {
            pruning.build(pages, 1, &Silent).expect("never stopped");
        }
    });
    let how = if kept { "read and tested" } else { "made" };
    println!("table of {} bytes {how} in {:.2} CPU s", pages.len(), time.as_secs_f64());
}

fn rows() -> Vec<(String, Option<usize>, Cubie)> {
    let Some(folder) = std::env::var_os("LUDEX_CONFORMANCE") else {
        println!("no rows: LUDEX_CONFORMANCE is not set");
        return Vec::new();
    };
    let path = PathBuf::from(folder).join("cube/cube333_optimal.tsv");
    let text = std::fs::read_to_string(path).expect("the rows");
    let random = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    random
        .filter(|row| row[0].rsplit('-').next().is_some_and(|id| id.starts_with('r')))
        .map(|row| {
            let position = text::read(row[2], Some(3)).expect("facelets");
            let Pieces::Three(state) = position.pieces() else { panic!("not a 3x3") };
            (row[0].to_owned(), row[3].parse().ok(), *state)
        })
        .collect()
}

fn solve(pruning: PruningTable<'_>, name: &str, length: Option<usize>, state: Cubie) -> Duration {
    let (mut found, mut nodes) = (Vec::new(), 0);
    let time = cpu(|| {
        let told = &mut |depth: ludex_cube::solve::optimal::Depth| nodes += depth.nodes;
        found = Deepening::new(pruning, state).search(20, false, &Silent, told).expect("never stopped");
    });
    assert!(length.is_none_or(|length| found[0].len() == length), "{name}: {} moves", found[0].len());
    assert_eq!(state.apply(&found[0]), Cubie::SOLVED);
    println!("{name}: {} moves, {nodes} nodes, {:.2} CPU s", found[0].len(), time.as_secs_f64());
    time
}

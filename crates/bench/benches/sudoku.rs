//! Sudoku beside its peer: `LUDEX_CONFORMANCE=FOLDER cargo bench -p ludex-bench --bench sudoku`.
//!
//! The lists of puzzles are those of the conformance folder. The `sudoku` crate is AGPL, so it runs as a
//! program of its own, built from `crates/bench/peers/sudoku-peer`; its time includes reading the file, but not for
//! sudokus with several solutions.

use ludex_bench::Contest;
use ludex_core::Random;
use ludex_sudoku::catalogue::{Catalogue, GRIDS, Level};
use ludex_sudoku::{CellSet, Grid, Map, Position, Setup, Solutions, minlex_puzzle, solutions};
use std::hint::black_box;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let Some(folder) = std::env::var_os("LUDEX_CONFORMANCE").map(PathBuf::from) else {
        println!("skipped: LUDEX_CONFORMANCE is not set");
        return;
    };
    let peer = build_peer();
    let mut solved = Vec::new();
    for list in ["puzzles_17", "puzzles_hard"] {
        let text = unpack(&folder.join("sudoku").join(format!("{list}.txt.xz")));
        let setups: Vec<Setup> = text.lines().filter_map(|line| line.parse().ok()).collect();
        let mut contest = Contest::new(&format!("solve {list}, unique or not"), setups.len() as u64);
        contest.run("ludex", || {
            let one = |setup: &&Setup| matches!(solutions(setup), Solutions::One(_));
            assert_eq!(setups.iter().filter(one).count(), setups.len());
        });
        if let Some(peer) = &peer {
            let plain = std::env::temp_dir().join(format!("ludex-bench-{}-{list}.txt", std::process::id()));
            std::fs::write(&plain, &text).expect("a writable temporary folder");
            contest.run("sudoku crate 0.8", || {
                let status = Command::new(peer).arg(&plain).stdout(std::process::Stdio::null()).status();
                assert!(status.is_ok_and(|status| status.success()));
            });
            let _ = std::fs::remove_file(plain);
        }
        contest.report();
        if list == "puzzles_hard" {
            contest.rate_figure("sudoku-solve-hard");
        }
        solved.extend(setups.iter().filter_map(|setup| Position::try_from(setup).ok()));
    }
    many(peer.as_deref(), &solved);
    let mut random = Random::new(17);
    let scrambled: Vec<(Setup, Setup)> = solved
        .iter()
        .take_while(|position| position.setup().clues() == 17)
        .map(|position| (Map::random(&mut random).apply(position.setup()), *position.setup()))
        .collect();
    let mut contest = Contest::new("published form of scrambled 17-clue puzzles", scrambled.len() as u64);
    contest.run("ludex", || {
        assert!(scrambled.iter().all(|(image, published)| minlex_puzzle(image) == *published));
    });
    contest.report();
    let grids: Vec<Grid> = solved.iter().map(|puzzle| *puzzle.solution()).collect();
    let mut contest = Contest::new("canonicalise solved grids", grids.len() as u64);
    contest.run("ludex", || {
        black_box(grids.iter().map(|grid| grid.canonical().grid().cells()[80] as u64).sum::<u64>());
    });
    contest.report();
    let seventeen = &solved[..20_000.min(solved.len())];
    look_up("index of the program", &Catalogue::shipped(), seventeen);
    match row5() {
        Some(catalogue) => look_up("row5 index", &catalogue, seventeen),
        None => println!("no row5 index: `ludex tables build sudoku-catalogue --level row5` makes it"),
    }
}

/// Sudokus with two and more solutions, most of them: minimal puzzles on the grids of known ones without a few of
/// their givens, and random cells of these grids. The peer refuses fewer than 17 givens, so none has.
fn many(peer: Option<&Path>, solved: &[Position]) {
    let mut random = Random::new(23);
    let solved = &solved[..20_000.min(solved.len())];
    for (title, most) in [("one to three", 3), ("one to eight", 8)] {
        let less = |puzzle: &Position| {
            let mut setup = ludex_sudoku::minimise(&Position::from(puzzle.solution()), Some(&mut random));
            for _ in 0..=random.below(most) {
                let given: Vec<usize> = setup.given().cells().collect();
                setup = setup.with(given[random.below(given.len() as u64) as usize], 0);
            }
            setup
        };
        let setups: Vec<Setup> = solved.iter().map(less).filter(|setup| setup.clues() >= 17).collect();
        told(peer, &format!("minimal puzzles without {title} of their givens"), &setups);
    }
    for clues in [24, 26, 28] {
        let cut = |puzzle: &Position| {
            let mut cells: Vec<usize> = (0..81).collect();
            random.shuffle(&mut cells);
            cells[..clues].iter().copied().collect::<CellSet>().cut(puzzle.solution().cells())
        };
        let setups: Vec<Setup> = solved.iter().take(10_000).map(cut).collect();
        told(peer, &format!("grids with {clues} random cells left"), &setups);
    }
}

/// Whether each of these has one solution; both without reading them.
fn told(peer: Option<&Path>, title: &str, setups: &[Setup]) {
    const ROUNDS: u32 = 5;
    let one = |setup: &&Setup| matches!(solutions(setup), Solutions::One(_));
    let ones = setups.iter().filter(one).count();
    let mut contest = Contest::new(&format!("{title}, {ones} have one solution"), setups.len() as u64);
    contest.run("ludex", || assert_eq!(setups.iter().filter(one).count(), ones));
    if let Some(peer) = peer {
        let plain = std::env::temp_dir().join(format!("ludex-bench-{}-many.txt", std::process::id()));
        let text: String = setups.iter().map(|setup| format!("{setup}\n")).collect();
        std::fs::write(&plain, text).expect("a writable temporary folder");
        let run = |rounds: u32| {
            let time = || {
                ludex_bench::cpu(|| {
                    let output = Command::new(peer).arg(&plain).arg(rounds.to_string()).output();
                    let output = output.expect("the peer was built");
                    assert!(String::from_utf8_lossy(&output.stdout).starts_with(&format!("{ones}\n")));
                })
            };
            (0..3).map(|_| time()).min().expect("three runs")
        };
        contest.record("sudoku crate 0.8", (run(1 + ROUNDS) - run(1)) / ROUNDS);
        let _ = std::fs::remove_file(plain);
    }
    contest.report();
}

/// Names and grids with one index, on one thread; the first of several rounds also makes what the seeker
/// keeps.
fn look_up(title: &str, catalogue: &Catalogue, puzzles: &[Position]) {
    let mut seeker = catalogue.seeker();
    let mut contest = Contest::new(&format!("name solved puzzles, {title}"), puzzles.len() as u64);
    contest.run("ludex", || {
        for puzzle in puzzles {
            black_box(seeker.name(&puzzle.canonical()).expect("a sound index"));
        }
    });
    contest.report();
    let mut random = Random::new(1);
    let ranks: Vec<u64> = (0..20_000).map(|_| random.below(GRIDS) + 1).collect();
    let mut contest = Contest::new(&format!("grids of random ranks, {title}"), ranks.len() as u64);
    contest.run("ludex", || {
        for &rank in &ranks {
            black_box(seeker.grid(rank).expect("a sound index"));
        }
    });
    contest.report();
}

/// The finer index, where the user has built it.
fn row5() -> Option<Catalogue> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))?;
    let bytes = std::fs::read(base.join("ludex/sudoku-catalogue-row5-v1.ldx")).ok()?;
    Some(Catalogue::open(bytes, Level::Row5).expect("a sound index"))
}

fn unpack(path: &Path) -> String {
    let file = std::fs::File::open(path).expect("a list of puzzles");
    let mut text = String::new();
    liblzma::read::XzDecoder::new(file).read_to_string(&mut text).expect("an xz file of text");
    text
}

/// The peer's program; nothing where it cannot be built here.
fn build_peer() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/sudoku-peer");
    let target = std::env::temp_dir().join("ludex-sudoku-peer");
    let built = Command::new("cargo")
        .args(["build", "--release", "--quiet", "--target-dir"])
        .arg(&target)
        .arg("--manifest-path")
        .arg(folder.join("Cargo.toml"))
        .status();
    if built.is_ok_and(|status| status.success()) {
        return Some(target.join("release/sudoku-peer"));
    }
    println!("the peer cannot be built here: measured without it");
    None
}

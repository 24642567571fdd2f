//! Cubes beside their peers: `cargo bench -p ludex-bench --bench cube -- [two|names|three|axial] [STATES]`.

use ludex_bench::{Contest, cpu};
use ludex_core::{Random, Silent};
use ludex_cube::solve::axial::Axial;
use ludex_cube::solve::phase::TwoPhase;
use ludex_cube::{Corners, Cost, Cubie, Face, Metric, Table2, Turn, text};
use std::hint::black_box;
use std::time::Duration;

fn main() {
    let count = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(300);
    // `cargo bench` hands a flag of its own to every bench.
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-') && arg.parse::<usize>().is_err());
    let wanted = |word: &str| only.as_deref().is_none_or(|only| only == word);
    if wanted("two") {
        two();
    }
    if wanted("names") {
        names();
    }
    if wanted("three") {
        three(count);
    }
    if only.as_deref() == Some("axial") {
        axial(count);
    }
}

/// The average number of steps where opposite faces turn at once, by first phases tried, on one core.
fn axial(count: usize) {
    let mut payload = Vec::new();
    let time = cpu(|| payload = Axial::build(1, &Silent).expect("never stopped"));
    println!("3x3, axial: table of {} bytes in {time:?}", payload.len());
    let mut pages = memmap2::MmapMut::map_anon(payload.len()).expect("memory");
    #[cfg(target_os = "linux")]
    pages.advise(memmap2::Advice::HugePage).expect("advice");
    pages.copy_from_slice(&payload);
    let solver = Axial::exact(Box::new(pages)).expect("a whole payload");
    let mut random = Random::new(3);
    let states: Vec<Cubie> = (0..count).map(|_| Cubie::random(&mut random)).collect();
    for leaves in [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000] {
        let mut steps = 0;
        let time = cpu(|| {
            for state in &states {
                let mut best = 0;
                let mut visit = |turns: &[Turn]| {
                    best = Cost::Atm.of(turns, 3);
                    best.checked_sub(1).map(|limit| limit as u8)
                };
                solver.each(state, 20, &Face::ALL, leaves, &Silent, &mut visit).expect("never stopped");
                steps += best;
            }
        });
        let each = time.as_secs_f64() * 1e3 / count as f64;
        println!("  {leaves} first phases: {:.2} steps, {each:.1} ms of CPU", steps as f64 / count as f64);
    }
    println!("  published for rob-twophase: 14.71 steps in 10 ms of 12 threads, with 1.2 GB");
}

fn two() {
    let mut contest = Contest::new("2x2: both tables from nothing (published: a plain C++ table, 475 ms)", 1);
    contest.run("ludex", || {
        black_box([Metric::Htm, Metric::Qtm].map(Table2::new));
    });
    contest.report();
    let table = Table2::new(Metric::Htm);
    let mut random = Random::new(1);
    let ranks: Vec<u32> = (0..1_000_000).map(|_| Corners::random2(&mut random).rank2()).collect();
    let mut contest = Contest::new("2x2: optimal solutions", ranks.len() as u64);
    contest.run("ludex", || {
        black_box(ranks.iter().map(|&rank| table.solve(rank).len()).sum::<usize>());
    });
    contest.record("published: plain C++ table", Duration::from_nanos(330 * ranks.len() as u64));
    contest.report();
    contest.time_figure("cube2-solve");
}

fn names() {
    let mut random = Random::new(2);
    let states: Vec<Cubie> = (0..100_000).map(|_| Cubie::random(&mut random)).collect();
    let mut contest = Contest::new("3x3: canonical ranks over 48 symmetries", states.len() as u64);
    contest.run("ludex", || {
        black_box(states.iter().fold(0, |sum: u128, state| sum ^ state.least().rank3()));
    });
    contest.report();
}

fn three(count: usize) {
    let time = cpu(|| {
        black_box(TwoPhase::small());
    });
    println!("3x3: small tables in {time:?}");
    let mut payload = Vec::new();
    let time = cpu(|| payload = TwoPhase::build(1, &Silent).expect("never stopped"));
    println!("3x3: large table of {} bytes in {time:?}", payload.len());
    // As the program does: large pages, where the system has them.
    let mut pages = memmap2::MmapMut::map_anon(payload.len()).expect("memory");
    #[cfg(target_os = "linux")]
    pages.advise(memmap2::Advice::HugePage).expect("advice");
    pages.copy_from_slice(&payload);
    let solver = TwoPhase::large(Box::new(pages)).expect("a whole payload");
    let mut random = Random::new(3);
    let states: Vec<Cubie> = (0..count).map(|_| Cubie::random(&mut random)).collect();
    let facelets: Vec<String> = states.iter().map(|state| text::facelets(&state.stickers())).collect();
    // The peer makes its tables on first use.
    black_box(min2phase::solve(&facelets[0], 21));
    for target in [21u8, 20] {
        let (mut ours, mut theirs) = (0, 0);
        let (mut our_time, mut their_time) = (Duration::ZERO, Duration::ZERO);
        // Turn by turn, so that both meet the same weather.
        for (states, facelets) in states.chunks(10).zip(facelets.chunks(10)) {
            our_time += cpu(|| {
                for state in states {
                    let turns = solver.solve(state, target, false, &Silent, &mut |_| ());
                    ours += turns.expect("never stopped").expect("every state can be solved").len();
                }
            });
            their_time += cpu(|| {
                for facelets in facelets {
                    theirs += min2phase::solve(facelets, target)
                        .split_whitespace()
                        .filter(|m| m.starts_with(|c: char| "URFDLB".contains(c)))
                        .count();
                }
            });
        }
        let mut contest = Contest::new(&format!("3x3: at most {target} moves"), count as u64);
        contest.record("ludex", our_time);
        contest.record("min2phase", their_time);
        contest.report();
        if target == 20 {
            contest.time_figure("cube3-20");
        }
        let average = |moves: usize| moves as f64 / count as f64;
        println!("  average moves: ludex {:.3}, min2phase {:.3}", average(ours), average(theirs));
    }
}

//! Times the 3x3 tables and solvers on this machine: `three [COUNT] [TARGET]`.

use ludex_core::{Random, Silent};
use ludex_cube::family::random_cubie;
use ludex_cube::solve::phase::TwoPhase;
use std::time::Duration;

/// CPU time of this thread so far: the wall clock tells little on a shared machine.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or(0))
}

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<usize>().expect("a number"));
    let (count, target) = (args.next().unwrap_or(1000), args.next().unwrap_or(20) as u8);
    let start = cpu();
    let small = TwoPhase::small();
    println!("small tables {:?}", (cpu() - start));
    let start = cpu();
    let payload = TwoPhase::build(1, &Silent).expect("not stopped");
    println!("large table {:?}, {} bytes", (cpu() - start), payload.len());
    let large = TwoPhase::large(Box::new(payload)).expect("whole");
    for (word, solver, count) in [("large", &large, count), ("small", &small, count / 20)] {
        let mut random = Random::new(7);
        let states: Vec<_> = (0..count).map(|_| random_cubie(&mut random)).collect();
        let (start, mut moves) = (cpu(), 0);
        for state in &states {
            let turns = solver.solve(state, target, false, &Silent, &mut |_| ()).expect("not stopped");
            let turns = turns.expect("found");
            assert_eq!(state.apply(&turns), ludex_cube::Cubie::SOLVED);
            moves += turns.len();
        }
        let each = (cpu() - start).as_secs_f64() * 1e3 / count as f64;
        println!("{word}: {each:.3} ms each, {:.3} moves", moves as f64 / count as f64);
    }
}

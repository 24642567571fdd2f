//! Cubes of more than three layers: average lengths in outer block turns and CPU time, over seeded
//! states. `cargo bench -p ludex-bench --bench cube_nxn [-- COUNT]`.

use ludex_bench::{cpu, figures};
use ludex_core::{Random, Silent};
use ludex_cube::{MAX_SIZE, Position, nxn};

fn main() {
    let count = std::env::args().filter_map(|word| word.parse::<u32>().ok()).next().unwrap_or(20);
    // Tables first: their time is told apart.
    for size in [4, 5, 6, 7] {
        let mut random = Random::new(0);
        let position = scrambled(size, &mut random);
        let time = cpu(|| {
            let _ = nxn::solve(&position, &Silent);
        });
        println!("{size}x{size}: first solution with its tables {:.2} s CPU", time.as_secs_f64());
    }
    for (size, count) in
        [(4, count), (5, count), (6, count), (7, count.min(10)), (8, 1), (10, 1), (MAX_SIZE, 1)]
    {
        let mut random = Random::new(1);
        let mut lengths = Vec::new();
        let time = cpu(|| {
            for _ in 0..count {
                let position = scrambled(size, &mut random);
                let turns = nxn::solve(&position, &Silent).expect("nobody stops it");
                lengths.push(turns.len());
            }
        });
        lengths.sort_unstable();
        let average = lengths.iter().sum::<usize>() as f64 / f64::from(count);
        println!(
            "{size}x{size}: {count} cubes, {average:.2} turns on average ({} to {}), {:.3} s CPU each",
            lengths[0],
            lengths[lengths.len() - 1],
            time.as_secs_f64() / f64::from(count)
        );
        if let Some((_, field)) = FIELD.iter().find(|(other, _)| *other == size) {
            figures::record(&format!("cube{size}-length"), &format!("{average:.1} turns"), field);
        }
    }
}

/// What the field's programs take.
const FIELD: [(usize, &str); 4] = [
    (4, "44.4 (TPR)"),
    (5, "78.9 only to reach a 3x3 (dwalton76's reduction solver)"),
    (6, "135.7 only to reach a 3x3 (the same)"),
    (7, "193.8 only to reach a 3x3 (the same)"),
];

/// A random state of a 4x4, random turns on larger cubes.
fn scrambled(size: usize, random: &mut Random) -> Position {
    if size == 4 {
        return Position::from_stickers(nxn::random_state4(random));
    }
    Position::after(size, &nxn::scramble(size, random, &Silent).expect("nobody stops it"))
}

//! Cubes of more than three layers: average lengths in outer block turns and CPU time, over seeded
//! states. `cargo bench -p ludex-bench --bench cube_nxn [-- COUNT]`.

use ludex_bench::cpu;
use ludex_core::{Random, Silent};
use ludex_cube::{MAX_SIZE, Position, nxn};

fn main() {
    let count = std::env::args().filter_map(|word| word.parse::<u32>().ok()).next().unwrap_or(20);
    // Tables first: their time is told apart.
    for size in [4, 5, 6] {
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
        println!(
            "{size}x{size}: {count} cubes, {:.2} turns on average ({} to {}), {:.3} s CPU each",
            lengths.iter().sum::<usize>() as f64 / f64::from(count),
            lengths[0],
            lengths[lengths.len() - 1],
            time.as_secs_f64() / f64::from(count)
        );
    }
}

/// A random state of a 4x4, random turns on larger cubes.
fn scrambled(size: usize, random: &mut Random) -> Position {
    if size == 4 {
        return Position::from_stickers(nxn::random_state4(random));
    }
    Position::after(size, &nxn::scramble(size, random, &Silent).expect("nobody stops it"))
}

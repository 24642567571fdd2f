//! Times the 2x2 tables and solves on this machine.

use ludex_cube::solve::two::random_state;
use ludex_cube::{Metric, Table2};
use std::time::Instant;

fn main() {
    for _ in 0..5 {
        let start = Instant::now();
        let tables = [Metric::Htm, Metric::Qtm].map(Table2::new);
        let built = start.elapsed();
        let mut random = ludex_core::Random::new(1);
        let ranks: Vec<u32> = (0..1_000_000).map(|_| random_state(&mut random).rank2()).collect();
        for table in &tables {
            let start = Instant::now();
            let moves: usize = ranks.iter().map(|&rank| table.solve(rank).len()).sum();
            let each = start.elapsed().as_nanos() as f64 / ranks.len() as f64;
            println!("both tables {built:?}, {each:.0} ns per solve, {moves} moves");
        }
    }
}

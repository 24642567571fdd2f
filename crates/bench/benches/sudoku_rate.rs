//! Ratings, class by class: `LUDEX_CONFORMANCE=FOLDER cargo bench -p ludex-bench --bench sudoku_rate`.
//!
//! The puzzles are those of `sudoku/ratings.tsv`, classed by the rating given there; beside our CPU time
//! stands what skfr 2.0.1 took per puzzle of the class, as published with the vectors. Random minimal
//! puzzles are made here. `-- 9.4` leaves out puzzles rated higher; every puzzle is rated once.

use ludex_bench::{cpu, figures};
use ludex_core::{Random, Silent};
use ludex_sudoku::rate::{Candidates, Rater};
use ludex_sudoku::{GenerateOptions, Setup, Tables, generate};
use std::path::PathBuf;

/// The last rating of each class in tenths, and the milliseconds of skfr.
const CLASSES: [(u32, f64); 12] = [
    (25, 0.2),
    (44, 0.3),
    (62, 0.4),
    (74, 2.0),
    (79, 7.0),
    (84, 8.0),
    (89, 41.0),
    (94, 66.0),
    (99, 81.0),
    (104, 260.0),
    (109, 320.0),
    (200, 610.0),
];

/// Random puzzles that are rated.
const RANDOM: usize = 1000;

fn main() {
    let most: f64 = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20.0);
    random();
    let Some(folder) = std::env::var_os("LUDEX_CONFORMANCE").map(PathBuf::from) else {
        println!("skipped: LUDEX_CONFORMANCE is not set");
        return;
    };
    let text = std::fs::read_to_string(folder.join("sudoku/ratings.tsv")).expect("the rated puzzles");
    let mut sums = [(0usize, 0.0f64); CLASSES.len()];
    let mut rater = Rater::new();
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let rating: f64 = columns[1].parse().expect("a rating");
        if rating > most {
            continue;
        }
        let tenths = (rating * 10.0).round() as u32;
        let class = CLASSES.iter().position(|(last, _)| tenths <= *last).expect("a class");
        let state = Candidates::of(&columns[0].parse().expect("a sudoku"));
        let time = cpu(|| {
            rater.rate(&state).expect("one solution");
        });
        sums[class].0 += 1;
        sums[class].1 += time.as_secs_f64() * 1e3;
    }
    println!("{:>10} {:>8} {:>12} {:>12} {:>8}", "ER up to", "puzzles", "ludex ms", "skfr ms", "ratio");
    for ((last, skfr), (puzzles, ms)) in CLASSES.iter().zip(sums).filter(|(_, (puzzles, _))| *puzzles > 0) {
        let mean = ms / puzzles as f64;
        println!(
            "{:>10} {puzzles:>8} {mean:>12.3} {skfr:>12.1} {:>8.2}",
            f64::from(*last) / 10.0,
            mean / skfr
        );
    }
}

/// Random minimal puzzles, all in one go.
fn random() {
    let tables = Tables::default();
    let mut random = Random::new(1);
    let puzzles: Vec<Setup> = (0..RANDOM)
        .map(|_| {
            let made =
                tables.seek(|seeker| generate(seeker, &mut random, &GenerateOptions::default(), &Silent));
            made.expect("a minimal puzzle")
        })
        .collect();
    let mut rater = Rater::new();
    let time = cpu(|| {
        for setup in &puzzles {
            rater.rate(&Candidates::of(setup)).expect("one solution");
        }
    });
    let each = time.as_secs_f64() / RANDOM as f64;
    println!("random minimal puzzles: {:.3} ms each, {:.0} /s per core", each * 1e3, 1.0 / each);
    figures::record(
        "sudoku-rate",
        &format!("{:.0} /s", 1.0 / each),
        "970 /s (skfr), 3.4 /s (Sukaku Explainer)",
    );
}

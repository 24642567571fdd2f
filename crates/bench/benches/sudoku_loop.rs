//! The collector's loop: `LUDEX_CONFORMANCE=FOLDER cargo bench -p ludex-bench --bench sudoku_loop -- 20`.
//!
//! Hard puzzles (the first so many of the list), their {-1+1} neighbours, those without a needless given, each
//! once up to disguise, rated; on one thread, in CPU time.
//!
//! The peers cannot be had here: their side is computed, not measured, from published rates. gridchecker solves
//! and brings to min-lex form 22,800 puzzles a second (all it is charged with: one such look at every neighbour,
//! nothing for finding them or for the test of minimality), and skfr 2.0.1 rates at its mean time per class of ER.
//!
//! ```text
//! peers = neighbours / 22,800 + sum over the classes (puzzles of the class * skfr's mean of the class)
//! ```

use ludex_bench::cpu;
use ludex_core::Silent;
use ludex_sudoku::rate::{Candidates, Rater};
use ludex_sudoku::{Canonical, Position, Setup, is_minimal, vicinity};
use std::collections::HashSet;
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

/// Puzzles a second that gridchecker solves and brings to min-lex form.
const GRIDCHECKER: f64 = 22_800.0;

/// The last rating of each class in tenths, and the milliseconds of skfr.
const SKFR: [(u32, f64); 12] = [
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

fn main() {
    let Some(folder) = std::env::var_os("LUDEX_CONFORMANCE").map(PathBuf::from) else {
        println!("skipped: LUDEX_CONFORMANCE is not set");
        return;
    };
    let count = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20);
    let file = std::fs::File::open(folder.join("sudoku/puzzles_hard.txt.xz")).expect("the hard puzzles");
    let mut text = String::new();
    liblzma::read::XzDecoder::new(file).read_to_string(&mut text).expect("an xz file of text");
    let setups = text.lines().filter_map(|line| line.parse::<Setup>().ok());
    let puzzles: Vec<Position> =
        setups.filter_map(|setup| Position::try_from(&setup).ok()).take(count).collect();
    let mut times = [Duration::ZERO; 3];
    let mut neighbours = 0;
    let mut known: HashSet<Canonical> = puzzles.iter().map(Position::canonical).collect();
    let mut rater = Rater::new();
    let mut classes = [(0usize, Duration::ZERO); SKFR.len()];
    for puzzle in &puzzles {
        let mut found = Vec::new();
        times[0] += cpu(|| found = vicinity(puzzle, 1, 1, &Silent).expect("few solutions in between"));
        neighbours += found.len();
        times[1] += cpu(|| found.retain(|canonical| is_minimal(&canonical.position())));
        times[2] += cpu(|| found.retain(|canonical| known.insert(*canonical)));
        for canonical in &found {
            let mut er = 0;
            let time = cpu(|| {
                er = rater.rate(&Candidates::of(&canonical.setup())).expect("one solution").er;
            });
            let class = SKFR.iter().position(|(last, _)| er <= *last).expect("a class");
            classes[class].0 += 1;
            classes[class].1 += time;
        }
    }
    let rated: usize = classes.iter().map(|class| class.0).sum();
    println!("{} hard puzzles, {neighbours} neighbours, {rated} minimal and new", puzzles.len());
    for (title, time) in ["neighbours in canonical form", "minimal", "known"].iter().zip(times) {
        println!("{title:>30} {:>9.3} s", time.as_secs_f64());
    }
    println!("{:>10} {:>8} {:>12} {:>12} {:>8}", "ER up to", "puzzles", "ludex ms", "skfr ms", "ratio");
    let mut skfr = 0.0;
    for ((last, each), (puzzles, time)) in SKFR.iter().zip(classes).filter(|(_, class)| class.0 > 0) {
        let own = time.as_secs_f64() * 1e3 / puzzles as f64;
        skfr += each * puzzles as f64 / 1e3;
        println!("{:>10} {puzzles:>8} {own:>12.3} {each:>12.1} {:>8.2}", f64::from(*last) / 10.0, each / own);
    }
    let own = (times.iter().sum::<Duration>() + classes.iter().map(|class| class.1).sum::<Duration>())
        .as_secs_f64();
    let peers = neighbours as f64 / GRIDCHECKER + skfr;
    println!("ludex {own:.2} s measured, peers {peers:.2} s computed: {:.2}x", peers / own);
}

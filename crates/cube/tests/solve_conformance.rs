//! 3x3 rows of the vectors, solved; `LUDEX_CONFORMANCE` names their folder.

mod common;

use common::{coarse, large, long, shortest, state, two_phase};
use ludex_cube::{Cubie, Metric};

/// The rows of a table without its header.
fn rows(file: &str) -> Vec<Vec<String>> {
    ludex_vectors::lines(&format!("cube/{file}")).split_off(1)
}

fn the_random_rows_are_solved() {
    let rows = rows("cube333_random.tsv");
    for row in &rows {
        let state = state(&row[2]);
        let turns = two_phase(large(), &state, 20);
        assert!(turns.len() <= 20 && state.apply(&turns) == Cubie::SOLVED, "{row:?}");
    }
}

fn the_optimal_rows_are_exact_up_to_15_moves() {
    let rows = rows("cube333_optimal.tsv");
    let farthest = if long() { 16 } else { 15 };
    let mut tested = 0;
    for row in rows.iter().filter(|row| row[3].parse::<usize>().unwrap() <= farthest) {
        let state = state(&row[2]);
        let found = shortest(coarse(Metric::Htm), state, false).remove(0);
        assert_eq!(found.len().to_string(), row[3], "{row:?}");
        assert_eq!(state.apply(&found), Cubie::SOLVED, "{row:?}");
        tested += 1;
    }
    assert!(tested > 0);
}

fn main() {
    ludex_vectors::run(ludex_vectors::tests![
        the_random_rows_are_solved,
        the_optimal_rows_are_exact_up_to_15_moves
    ])
}

//! Ratings as recorded from other programs; `LUDEX_CONFORMANCE` names the folder of vectors.

use ludex_sudoku::Setup;
use ludex_sudoku::rate::{Candidates, Rater};

/// The rows of a table without its header.
fn rows(name: &str) -> Vec<Vec<String>> {
    ludex_vectors::lines(&format!("sudoku/{name}")).split_off(1)
}

fn long() -> bool {
    std::env::var_os("LUDEX_LONG").is_some()
}

fn state(puzzle: &str) -> Candidates {
    Candidates::of(&puzzle.parse::<Setup>().unwrap())
}

/// `9.1` as 91.
fn tenths(text: &str) -> i32 {
    text.replace('.', "").parse().unwrap()
}

fn paths_are_those_of_sudoku_explainer() {
    let rows = rows("rating_paths.tsv");
    let mut rater = Rater::new();
    for row in &rows {
        let [puzzle, er, ep, ed, path] = &row[..] else { panic!("{row:?}") };
        let mut steps = Vec::new();
        let rating = rater.follow(&state(puzzle), u32::MAX, |_, step| {
            let tenths = step.tenths();
            let name = step.technique().explainer_name();
            steps.push(format!("{}.{} {name} {}", tenths / 10, tenths % 10, step.effect()));
            true
        });
        assert_eq!(steps, path.split("; ").collect::<Vec<_>>(), "{puzzle}");
        assert_eq!(rating.unwrap().to_string(), format!("{er}/{ep}/{ed}"), "{puzzle}");
    }
}

fn ratings_are_those_of_sudoku_explainer() {
    let rows = rows("ratings.tsv");
    let mut rater = Rater::new();
    for row in rows.iter().filter(|row| row[4] == "se") {
        let rating = rater.rate(&state(&row[0])).unwrap();
        assert_eq!(rating.to_string(), format!("{}/{}/{}", row[1], row[2], row[3]), "{}", row[0]);
    }
}

/// The other rater finds shorter chains and takes shortcuts: Sudoku Explainer lies 0 to 0.4 above it.
fn ratings_lie_close_above_those_of_skfr() {
    let rows = rows("ratings.tsv");
    let mut rater = Rater::new();
    let hardest = if long() { 200 } else { 100 };
    let rows = rows.iter().filter(|row| row[4] == "skfr" && tenths(&row[1]) < hardest);
    let (mut within, mut all) = (0, 0);
    for row in rows.step_by(if long() { 1 } else { 3 }) {
        let above = rater.rate(&state(&row[0])).unwrap().er as i32 - tenths(&row[1]);
        assert!((-2..40).contains(&above), "{}: {above} tenths above {}", row[0], row[1]);
        within += u32::from((0..=4).contains(&above));
        all += 1;
    }
    assert!(100 * within >= 95 * all, "{within} of {all}");
}

fn main() {
    ludex_vectors::run(ludex_vectors::tests![
        paths_are_those_of_sudoku_explainer,
        ratings_are_those_of_sudoku_explainer,
        ratings_lie_close_above_those_of_skfr
    ])
}

//! Solves every line of a file and prints how many have one solution.

use sudoku::Sudoku;

fn main() {
    let file = std::env::args().nth(1).expect("a file of puzzles");
    let text = std::fs::read_to_string(file).expect("a readable file");
    let solved =
        text.lines().filter(|line| Sudoku::from_str_line(line).is_ok_and(|sudoku| sudoku.solution().is_some())).count();
    println!("{solved}");
}

//! Solves every line of a file, as often as the second argument says (once without), and prints how many have one
//! solution.

use sudoku::Sudoku;

fn main() {
    let file = std::env::args().nth(1).expect("a file of puzzles");
    let rounds = std::env::args().nth(2).map_or(1, |word| word.parse().expect("a number of rounds"));
    let text = std::fs::read_to_string(file).expect("a readable file");
    let sudokus: Vec<Sudoku> = text.lines().filter_map(|line| Sudoku::from_str_line(line).ok()).collect();
    for _ in 0..rounds {
        println!("{}", sudokus.iter().filter(|sudoku| sudoku.solution().is_some()).count());
    }
}

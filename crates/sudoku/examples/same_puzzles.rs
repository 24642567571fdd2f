//! Which puzzles of a file are one puzzle in disguise?
//!
//! ```text
//! cargo run --release -p ludex-sudoku --example same_puzzles -- puzzles.txt
//! ```
//!
//! Prints every line with the name of its puzzle, and behind a repeated one the line it repeats. Without a
//! file it takes three lines of its own.

use ludex_sudoku::{Position, Tables};
use std::collections::HashMap;
use std::error::Error;

const OWN: &str = "\
.....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12
3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5
.8.......5.2.6.38..63..21.5...3.6.......47..1...1.85....8.....3.51...2.823....6..";

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => OWN.to_owned(),
    };
    let tables = Tables::default();
    let mut first = HashMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let position = match Position::from_line(line) {
            Ok((position, _)) => position,
            Err(error) => {
                eprintln!("line {number}: {error}");
                continue;
            }
        };
        let name = position.canonical().name(&tables)?;
        match first.insert(name, number) {
            Some(before) => println!("{name}\t{line}\tthe puzzle of line {before}"),
            None => println!("{name}\t{line}"),
        }
    }
    Ok(())
}

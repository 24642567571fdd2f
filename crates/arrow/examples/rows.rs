//! Prints rows to try the functions on: `cargo run -p ludex-arrow --example rows -- FAMILY COUNT [SEED]`.

use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let usage = "usage: rows sudoku|tetris|cube|xiangqi|any COUNT [SEED]";
    let (family, count) = words.next().zip(words.next()).ok_or(usage)?;
    let seed = words.next().map_or(Ok(1), |seed| seed.parse())?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for row in ludex_arrow::sample::rows(&family, count.parse()?, seed) {
        writeln!(out, "{row}")?;
    }
    Ok(out.flush()?)
}

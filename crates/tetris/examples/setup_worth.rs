//! What is a setup worth? Its id, the queues that can build it, and the chance of the perfect clear.
//!
//! ```text
//! cargo run --release -p ludex-tetris --example setup_worth
//! ```

use ludex_core::Silent;
use ludex_tetris::solve::{Building, Drop, Hold, Problem, cover};
use ludex_tetris::{Fumen, KickTable, Pattern, Position, Setup, Tables};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // pc, oqb, leftover, build, cover pattern and fumen: L, S and O in the left corner.
    let line = "1\t0\tTILJSZO\tLSO\t*p5{LSO=1}\tv115@PhR4EeRpR4glEeRpilJeAgH";
    let setup: Setup = std::env::args().nth(1).unwrap_or_else(|| line.to_owned()).parse()?;
    let position = Position::try_from(&setup)?;
    let canonical = position.canonical();
    println!("id       {}", canonical.name(&Tables::default())?);

    let fumen = Fumen::decode(canonical.fumen())?;
    let table = KickTable::named("srs180")?;
    let (drop, hold) = (Drop::of(&table), Hold::USE);
    let queues = Pattern::read(canonical.cover())?.queues()?;
    let covered = cover(&Building::of_fumen(&fumen)?, &queues, &table, drop, hold)?;
    println!("covered  {}/{}", covered.iter().filter(|&&c| c).count(), queues.len());

    let field = &fumen.pages[0].field;
    let problem = Problem::new(field, 4, table, drop, hold)?;
    // Enough pieces for the clear and the hold, each bag in any order.
    let pattern = format!("*p{}", (problem.needed() + 1).min(7));
    let percent = problem.percent(&Pattern::read(&pattern)?.queues()?, &Silent)?;
    println!("solved   {}/{} with {pattern}", percent.success(), percent.queues.len());
    Ok(())
}

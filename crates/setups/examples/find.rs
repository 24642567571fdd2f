//! Which perfect-clear setups can I build with the pieces I see?
//!
//! `cargo run -p ludex-setups --example find -- 1 JLIZOST` asks the starter collection; a third argument
//! is a store of your own.

use ludex_setups::{Rules, Setups};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let pc = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let queue = arguments.next().unwrap_or_else(|| "JLIZOST".to_owned());
    let mut setups = Setups::open(&arguments.next().unwrap_or_else(|| ":memory:".to_owned()))?;
    if !setups.has_setups()? {
        setups.import_starter()?;
    }
    // The best solve comes first.
    for found in setups.find_setups(pc, &queue, Rules::default())?.iter().take(5) {
        let (covered, all) = found.covered;
        let percent = found.solve.map(|(solved, all)| 100.0 * solved as f64 / all as f64);
        println!("{}\t{}\t{covered}/{all}\t{}", found.setup.id, found.setup.build, found.setup.fumen);
        println!("    solved in {:.2} % of the queues", percent.unwrap_or_default());
    }
    Ok(())
}

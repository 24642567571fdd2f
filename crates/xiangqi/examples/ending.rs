//! Solves endings and says what is in them:
//!
//! ```text
//! cargo run --release -p ludex-xiangqi --example ending -- KR-KAA KRN-K
//! ```
//!
//! With a number, every ending of at most so many boards.

use ludex_core::Silent;
use ludex_xiangqi::endgame::{Endgames, Ending, places};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut endgames = Endgames::default();
    let mut endings = Vec::new();
    for text in std::env::args().skip(1) {
        match text.parse::<usize>() {
            Ok(most) => endings.extend(Ending::all().filter(|&ending| places(ending) <= most)),
            Err(_) => endings.push(text.parse()?),
        }
    }
    endings.sort_by_key(|&ending| places(ending));
    println!(
        "ending\tboards\tbytes\tseconds\tstrong to move: won drawn lost\tweak to move\tlongest win, plies"
    );
    for ending in endings {
        let start = Instant::now();
        endgames.add(ending, &Silent)?;
        let seconds = start.elapsed().as_secs_f64();
        if let (Some(tally), Some(bytes)) = (endgames.tally(ending), endgames.bytes(ending)) {
            let (strong, weak, longest) = (tally.strong, tally.weak, tally.longest);
            println!("{ending}\t{}\t{bytes}\t{seconds:.2}\t{strong:?}\t{weak:?}\t{longest}", places(ending));
        }
    }
    Ok(())
}

//! What is to be known about a position: its name, its mirror-free form, its code, the best move.
//!
//! ```text
//! cargo run --release -p ludex-xiangqi --example position -- '3k5/9/9/9/9/9/9/9/9/R4K3 w'
//! ```

use ludex_xiangqi::engine::{Engine, Limits};
use ludex_xiangqi::{BoardName, Notation, Position, Setup, Tables};
use std::error::Error;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn Error>> {
    let fens: Vec<String> = std::env::args().skip(1).collect();
    let setups = if fens.is_empty() {
        vec![Setup::start()]
    } else {
        fens.iter().map(|fen| fen.parse()).collect::<Result<Vec<Setup>, _>>()?
    };
    for setup in setups {
        let position = Position::try_from(&setup)?.playable()?;
        let canonical = position.canonical();
        println!("board      {position}");
        println!("name       {}", BoardName::of(&position)?);
        println!("canonical  {}", canonical.name(&Tables)?);
        println!("code       {}", position.sextants().code());
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let best = Engine::new(16 << 20).search(&position, &[], limits, &AtomicBool::new(false), |_| {});
        println!("best line  {} ({})", Notation::Wxf.write_line(&position, &best.line), best.score);
    }
    Ok(())
}

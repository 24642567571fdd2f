//! Names and solves a cube: `cargo run -p ludex-cube --example solve -- "R U R' U'"`.

use ludex_core::Silent;
use ludex_cube::{CubeKind, Position, Setup, Tables, notation, nxn, text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let typed = std::env::args().nth(1).unwrap_or_else(|| "R U2 F' D L B2".to_owned());
    let setup: Setup = typed.parse()?;
    let position = Position::try_from(&setup)?;
    println!("facelets   {}", text::facelets(position.stickers()));
    if let Ok(name) = position.canonical().name(&Tables::default()) {
        println!("name       {}", name.qualified());
        println!("as it is   {}", position.name(CubeKind::State)?.qualified());
    }
    let solution = nxn::solve(&position, &Silent)?;
    println!("solution   {}", notation::write(&solution, position.size()));
    Ok(())
}

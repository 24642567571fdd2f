//! Names and solves a cube: `cargo run -p ludex-cube --example solve -- "R U R' U'"`.

use ludex_core::Silent;
use ludex_cube::solve::solve;
use ludex_cube::{CubeKind, Position, Setup, SolveOptions, Tables, notation, text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let typed = std::env::args().nth(1).unwrap_or_else(|| "R U2 F' D L B2".to_owned());
    let tables = Tables::default();
    let setup: Setup = typed.parse()?;
    let position = Position::try_from(&setup)?;
    println!("facelets   {}", text::facelets(position.stickers()));
    if let Ok(name) = position.canonical().name(&tables) {
        println!("name       {}", name.qualified());
        println!("as it is   {}", position.name(CubeKind::State)?.qualified());
    }
    let found = solve(&position, &SolveOptions::default(), &tables, &Silent)?;
    println!("solution   {}", notation::write(&found.turns[0], position.size()));
    if found.is_shortest(position.size()) {
        println!("           and no shorter one exists");
    }
    Ok(())
}

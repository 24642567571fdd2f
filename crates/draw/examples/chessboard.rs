//! Draws a small board in the terminal and as SVG: `cargo run -p ludex-draw --example chessboard > board.svg`.

use ludex_core::{Colour, Picture};
use ludex_draw::{Ink, to_svg, to_terminal};

fn main() {
    let mut picture = Picture::new(4.0, 4.0, "a chessboard of sixteen squares");
    for (x, y) in (0..16).map(|i| (i % 4, i / 4)) {
        let (fill, mark) = if (x + y) % 2 == 0 { (Colour::WHITE, '.') } else { (Colour(90, 60, 30), '#') };
        picture.cell(x as f32, y as f32, fill, mark);
    }
    picture.label(0.5, 0.5, "K", Colour::BLACK, 0.6);
    eprintln!("{}", to_terminal(&picture, Ink::Plain));
    println!("{}", to_svg(&picture));
}

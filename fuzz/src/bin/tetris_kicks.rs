//! Law: a table that is read has tests for every turn, and is the mirror image of its mirror image.
#![no_main]

use ludex_tetris::{KickTable, Piece, Rotation};

libfuzzer_sys::fuzz_target!(|text: &str| {
    // Complete tables are rare among random texts: what is read replaces lines of a whole one.
    let whole = format!("{}\n{text}", include_str!("../../../crates/tetris/kicks/srs180.properties"));
    for text in [text, &whole] {
        if let Ok(table) = KickTable::read(text) {
            for piece in Piece::ALL {
                for from in Rotation::ALL {
                    assert!(!table.tests(piece, from, from.turned(1)).is_empty());
                    assert!(!table.tests(piece, from, from.turned(3)).is_empty());
                }
            }
            assert_eq!(table.mirrored().mirrored(), table);
        }
    }
});

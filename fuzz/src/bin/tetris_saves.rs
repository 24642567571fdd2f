//! Law: a wanted save that is read never holds without a save, and a save is either as wanted or not.
#![no_main]

use ludex_tetris::saves::Wanted;
use ludex_tetris::{Counts, Piece};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if text.len() > 200 {
        return;
    }
    match Wanted::read(text) {
        Ok(all) => {
            let saves = [Counts::of(&[Piece::T, Piece::I]), Counts::of(&[Piece::O])];
            for wanted in &all {
                assert_eq!(wanted.holds(&[]), Ok(false));
                let _ = (wanted.holds(&saves), wanted.label());
            }
        }
        Err(error) => assert!(error.column >= 1),
    }
});

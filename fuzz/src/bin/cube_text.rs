//! Law: a cube that is read prints facelets and the seed's text that read as the same pieces.
#![no_main]

use ludex_cube::{Position, Setup, text};

libfuzzer_sys::fuzz_target!(|input: &str| {
    let _ = text::read_line(input, None);
    // Only stickers: moves have a target of their own.
    let Ok(setup) = Setup::stickers(input, None) else { return };
    if let Ok(position) = Position::try_from(&setup) {
        let stickers = position.stickers();
        for written in [text::facelets(stickers), text::seed(stickers), stickers.hex()] {
            let again = text::read(&written, None).expect("our own text");
            assert_eq!(again.stickers(), position.stickers());
            assert_eq!(again.pieces(), position.pieces());
        }
    }
});

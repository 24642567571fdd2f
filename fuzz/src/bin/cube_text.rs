//! Law: a cube that is read prints facelets and the seed's text that read as the same pieces.
#![no_main]

use ludex_cube::text;

libfuzzer_sys::fuzz_target!(|input: &str| {
    // Only stickers: moves have a target of their own.
    if !text::looks_like_stickers(input) {
        return;
    }
    if let Ok(position) = text::read(input, None) {
        for written in [text::facelets(position.stickers()), text::seed(position.stickers())] {
            let again = text::read(&written, None).expect("our own text");
            assert_eq!(again.stickers(), position.stickers());
            assert_eq!(again.pieces(), position.pieces());
        }
    }
});

//! Law: a fumen that is read is written such that it reads as the same pages.
#![no_main]

use ludex_tetris::Fumen;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(fumen) = Fumen::decode(text) {
        let written = fumen.encode();
        let again = Fumen::decode(&written).expect("ours decodes");
        // A comment past the longest, or with a lone half of a pair, is cut; the rest is the same.
        for (a, b) in fumen.pages.iter().zip(&again.pages) {
            assert_eq!((&a.field, a.piece, a.flags), (&b.field, b.piece, b.flags));
        }
        assert_eq!(again.pages.len(), fumen.pages.len());
        assert_eq!(again.encode(), Fumen::decode(&again.encode()).expect("ours decodes").encode());
        assert_eq!(fumen.mirrored().mirrored().pages.len(), fumen.pages.len());
    }
});

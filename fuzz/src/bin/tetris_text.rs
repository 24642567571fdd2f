//! Law: pages that are read print as pages that read the same, and survive the fumen.
#![no_main]

use ludex_tetris::{Fumen, text};

libfuzzer_sys::fuzz_target!(|typed: &str| {
    if let Ok(fumen) = text::read_pages(typed) {
        let again = text::read_pages(&text::write_pages(&fumen)).expect("ours reads");
        assert_eq!(again.pages.len(), fumen.pages.len());
        let decoded = Fumen::decode(&fumen.encode()).expect("ours decodes");
        for (a, b) in fumen.pages.iter().zip(&decoded.pages) {
            assert_eq!((&a.field, a.piece), (&b.field, b.piece));
        }
    }
});

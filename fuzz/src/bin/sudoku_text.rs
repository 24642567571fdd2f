//! Law: a sudoku that is read prints itself, in a line and drawn, and solving it never panics.
#![no_main]

use ludex_sudoku::{Setup, count};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = ludex_sudoku::text::measure(text);
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse::<Setup>().as_ref(), Ok(&setup));
        assert_eq!(setup.drawn().parse::<Setup>().as_ref(), Ok(&setup));
        if setup.clues() >= 17 {
            assert!(count(&setup, 3) <= 3);
        }
    }
});

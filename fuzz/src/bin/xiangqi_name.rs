//! Law: letters that are read are the name of their board; a board's name leads back to it.
#![no_main]

use ludex_xiangqi::{Letters, Setup};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(letters) = text.parse::<Letters>() {
        assert_eq!(Letters::of(&letters.setup()).as_ref(), Ok(&letters));
    }
    if let Ok(setup) = text.parse::<Setup>()
        && let Ok(letters) = Letters::of(&setup)
    {
        assert!(letters.setup().same_board(&setup));
    }
});

//! Law: pencilmarks that are read print themselves, and no step is looked for in vain or panics.
#![no_main]

use ludex_sudoku::rate::{Candidates, Rater};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(state) = text.parse::<Candidates>() {
        assert_eq!(state.to_string().parse::<Candidates>().as_ref(), Ok(&state));
        // Chains of an arbitrary state take long: the classes up to the wings are enough here.
        let _ = Rater::new().follow(&state, 44, |_, _| true);
    }
});

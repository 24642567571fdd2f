//! Law: a pattern that is read gives sorted distinct queues, or says why not.
#![no_main]

use ludex_tetris::Pattern;

libfuzzer_sys::fuzz_target!(|text: &str| {
    match Pattern::read(text) {
        // Short patterns cannot draw whole bags over and over.
        Ok(pattern) if text.len() < 16 && !text.contains("p7") && !text.contains('!') => {
            if let Ok(queues) = pattern.queues() {
                assert!(queues.windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
        Ok(_) => {}
        Err(error) => assert!(error.column >= 1 && error.column <= text.chars().count() + 1),
    }
});

//! Law: a pattern that is read gives sorted distinct queues, or says why not.
#![no_main]

use ludex_tetris::Pattern;

libfuzzer_sys::fuzz_target!(|text: &str| {
    match Pattern::read(text) {
        // Only patterns of a few thousand queues are expanded: the law is about their order.
        Ok(pattern) if draws(text) <= 4 => {
            if let Ok(queues) = pattern.queues() {
                assert!(queues.windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
        Ok(_) => {}
        Err(error) => assert!(error.column >= 1 && error.column <= text.chars().count() + 1),
    }
});

/// A bound on how many draws a pattern makes, each of seven pieces at the most.
fn draws(text: &str) -> usize {
    let each = if text.contains(['p', '!']) { 4 } else { 1 };
    each * text.matches(['*', '[', '(']).count()
}

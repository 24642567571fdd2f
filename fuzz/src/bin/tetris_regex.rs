//! Law: no expression makes the engine panic or run for ever; an empty one matches everything.
#![no_main]

use ludex_tetris::regex::Regex;

libfuzzer_sys::fuzz_target!(|input: (&str, &str)| {
    let (expression, text) = input;
    if expression.len() < 64 && text.len() < 64 {
        if let Ok(regex) = Regex::new(expression) {
            let found = regex.search(text);
            assert!(found == Ok(true) || !expression.is_empty());
            assert_eq!(found, regex.search(text));
        }
    }
});

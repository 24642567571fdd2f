//! Law: a name that is read prints itself in every form, each of which reads as the same name.
#![no_main]

use ludex_sudoku::{Form, PuzzleName};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = PuzzleName::measure(text);
    if let Ok(name) = text.parse::<PuzzleName>() {
        for form in [Form::Name19, Form::Name25, Form::Semicolon] {
            assert_eq!(name.write(form).parse::<PuzzleName>().as_ref(), Ok(&name));
        }
    }
});

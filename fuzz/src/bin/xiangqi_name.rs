//! Law: letters that are read are the name of their board; a board's name leads back to it.
#![no_main]

use ludex_xiangqi::{BoardName, Position, Setup};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(name) = text.parse::<BoardName>() {
        assert_eq!(BoardName::of(&name.position()).as_ref(), Ok(&name));
    }
    if let Ok(setup) = text.parse::<Setup>()
        && let Ok(position) = Position::try_from(&setup)
        && let Ok(name) = BoardName::of(&position)
    {
        assert_eq!(name.position(), position);
    }
});

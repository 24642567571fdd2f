//! Law: a name that is read names its state, and the canonical kinds are the least of their class.
#![no_main]

use ludex_core::Name;
use ludex_cube::{CubeKind, family, text};

libfuzzer_sys::fuzz_target!(|input: (u8, &str)| {
    let kinds = ["cube2", "cube2-state", "cube2-inverse", "cube3", "cube3-state", "cube3-inverse"];
    let word = kinds[usize::from(input.0) % kinds.len()];
    let Ok(name) = Name::new(word, input.1) else { return };
    if let Ok(position) = text::read_name(&name, None) {
        let (kind, _) = CubeKind::of_word(word).expect("our own word");
        assert_eq!(family::named(&position, kind).expect("sizes 2 and 3 have names"), name);
    }
});

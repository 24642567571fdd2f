//! Law: a name that is read names its state, and the canonical kinds are the least of their class.
#![no_main]

use ludex_core::Name;
use ludex_cube::CubeName;

libfuzzer_sys::fuzz_target!(|input: (u8, &str)| {
    let kinds = ["cube2", "cube2-state", "cube2-inverse", "cube3", "cube3-state", "cube3-inverse"];
    let word = kinds[usize::from(input.0) % kinds.len()];
    let Ok(name) = Name::new(word, input.1) else { return };
    if let Ok(read) = CubeName::try_from(&name) {
        assert_eq!(read.qualified(), name);
        assert_eq!(read.position().name(read.kind()), Ok(read));
    }
});

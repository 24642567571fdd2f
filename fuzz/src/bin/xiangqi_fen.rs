//! Law: a FEN that is read prints itself, and its sums from scratch are those of its mirror, mirrored.
#![no_main]

use ludex_xiangqi::{Setup, Sextants, text};

libfuzzer_sys::fuzz_target!(|line: &str| {
    if let Some(end) = text::measure(line) {
        assert!(line.is_char_boundary(end));
    }
    if let Ok(setup) = line.parse::<Setup>() {
        assert_eq!(setup.to_string().parse::<Setup>().as_ref(), Ok(&setup));
        assert_eq!(Sextants::of(&setup).mirrored(), Sextants::of(&setup.mirrored()));
    }
});

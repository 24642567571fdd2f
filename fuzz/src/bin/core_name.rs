//! Law: a qualified name that is read prints itself, and its URL spelling reads as the same name.
#![no_main]

use ludex_core::Name;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(name) = text.parse::<Name>() {
        assert_eq!(name.to_string().parse::<Name>().as_ref(), Ok(&name));
        assert_eq!(Name::new(name.kind(), &name.url_letters()).as_ref(), Ok(&name));
    }
});

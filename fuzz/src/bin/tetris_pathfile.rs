//! Law: a path file that is read is written as one that reads the same; a packed one packs to itself.
#![no_main]

use ludex_tetris::pathfile::{ENGLISH, PathFile};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let csv = format!("{ENGLISH}\n{text}");
    for text in [text, &csv] {
        if let Ok(file) = PathFile::read(text) {
            assert_eq!(PathFile::read(&file.write(ENGLISH)).as_ref(), Ok(&file));
        }
    }
    // The pattern of a packed file decides how much it unpacks to: only small ones are tried.
    if text.lines().next().is_some_and(|pattern| pattern.len() < 6 && !pattern.contains(['!', '7'])) {
        if let Ok(file) = PathFile::unpack(text) {
            let _ = file.write(ENGLISH);
        }
    }
});

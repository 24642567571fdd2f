//! Law: no file of setups panics its reader, whatever format it is taken for.
#![no_main]

use ludex_setups::formats::{SetupFormat, read};

libfuzzer_sys::fuzz_target!(|text: &str| {
    for format in [SetupFormat::Tsv, SetupFormat::Csv, SetupFormat::Json, SetupFormat::Dump] {
        if let Ok(rows) = read(text, format) {
            assert!(rows.iter().all(|row| row.line >= 1));
        }
    }
});

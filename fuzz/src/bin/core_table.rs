//! Law: no bytes panic the reader of table files, and what it takes is what was written.
#![no_main]

use ludex_core::table::{Table, checksum, header};

const WORD: &str = "fuzz-table";

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(table) = Table::open(bytes, WORD, 1) {
        let _ = table.payload();
        let _ = table.get(0..table.len() / 2);
        let _ = table.get(1..usize::MAX);
    }
    // A file of ours is taken; the same file with one bit turned is not, or has the same payload.
    let mut file = header(WORD, 1, bytes, 64);
    file.extend_from_slice(bytes);
    let table = Table::open(&file[..], WORD, 1).expect("a file of ours");
    assert_eq!(table.payload().expect("a file of ours"), bytes);
    let at = checksum(bytes) as usize % file.len();
    file[at] ^= 1 << (bytes.len() % 8);
    if let Ok(table) = Table::open(&file[..], WORD, 1)
        && let Ok(payload) = table.payload()
    {
        assert_eq!(payload, bytes);
    }
});

//! Law: no file of setups panics an import, whatever format it is taken for; what was taken exports and comes
//! back as the same database.
#![no_main]

use ludex_setups::Setups;
use ludex_setups::formats::{SetupFormat, each_row, read};
use ludex_tetris::FourRule;
use std::cell::RefCell;

thread_local! {
    /// An empty store from the run before: making one takes longer than reading most files.
    static EMPTY: RefCell<Option<Setups>> = const { RefCell::new(None) };
}

fn keep(empty: Setups) {
    EMPTY.with(|kept| *kept.borrow_mut() = Some(empty));
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for format in [SetupFormat::Tsv, SetupFormat::Csv, SetupFormat::Json, SetupFormat::Dump] {
        let mut rows = 0;
        let read_all = each_row(bytes, format, &mut |_| {
            rows += 1;
            Ok(())
        });
        // Bytes in one piece or in many are the same rows.
        let pieces = std::io::BufReader::with_capacity(1, bytes);
        let mut again = 0;
        let read_again = each_row(pieces, format, &mut |_| {
            again += 1;
            Ok(())
        });
        assert_eq!((rows, read_all.is_ok()), (again, read_again.is_ok()));
        if rows == 0 || read_all.is_err() {
            continue;
        }
        let kept = EMPTY.with(|kept| kept.borrow_mut().take());
        let mut setups = kept.unwrap_or_else(|| Setups::open(":memory:").expect("memory"));
        let mut source = |each: &mut ludex_setups::formats::EachRow<'_>| each_row(bytes, format, each);
        let Ok(done) = setups.import_setups_from(&mut source, FourRule::Counted) else { continue };
        if done.setups + done.others == 0 {
            keep(setups);
            continue;
        }
        let mut out = Vec::new();
        setups.export_setups(SetupFormat::Dump, &mut out).expect("memory");
        let text = String::from_utf8(out).expect("a dump is text");
        let mut other = Setups::open(":memory:").expect("memory");
        let back = other
            .import_setups(&read(&text, SetupFormat::Dump).expect("our own dump"), FourRule::Counted)
            .expect("our own dump");
        assert!(back.refused.is_empty(), "{:?}", back.refused);
        assert_eq!(other.setups_checksum().expect("memory"), setups.setups_checksum().expect("memory"));
    }
});

//! Law: no input ends a UCI or UCCI session but its end.
#![no_main]

use ludex_xiangqi::protocol::{Dialect, Session};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for dialect in [Dialect::Uci, Dialect::Ucci] {
        let session = Session::new(dialect, std::io::sink()).with_most_nodes(50);
        session.run(bytes).expect("memory is read and nothing is written");
    }
});

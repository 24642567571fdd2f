//! Law: no input ends a UCI, UCCI or XBoard session but its end.
#![no_main]

use ludex_xiangqi::protocol::{Ceiling, Protocol, Session};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for protocol in [Protocol::Uci, Protocol::Ucci, Protocol::Xboard] {
        let ceiling = Ceiling { megabytes: 1, threads: 2, nodes: Some(50) };
        let session = Session::new(protocol, std::io::sink()).with_ceiling(ceiling);
        session.run(bytes).expect("memory is read and nothing is written");
    }
});

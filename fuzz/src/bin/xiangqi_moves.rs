//! Law: a move that is read in any notation is legal, and is read back from every notation it is
//! written in; the running key and sums stay those from scratch.
#![no_main]

use ludex_xiangqi::{Notation, Position, Sextants};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut board = Position::start();
    for word in text.split_whitespace().take(12) {
        let Ok(m) = Notation::Uci.read_any(&board, word) else { continue };
        assert!(board.is_legal(m));
        for notation in Notation::ALL {
            assert_eq!(notation.read(&board, &notation.write(&board, m)), Ok(m));
        }
        let _ = board.make(m);
        assert_eq!(board.sextants(), Sextants::of(&board.setup()));
    }
});

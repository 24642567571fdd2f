//! Law: a game of any format that is read is written as PGN that reads as the same game.
#![no_main]

use ludex_xiangqi::game::ReadOptions;
use ludex_xiangqi::{Game, Notation};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(games) = Game::read(bytes) else { return };
    for game in games {
        let text = game.to_pgn(Notation::Wxf);
        let again = Game::read_pgn(&text, ReadOptions::default());
        assert_eq!((again.warnings.len(), again.games[0].to_pgn(Notation::Wxf)), (0, text));
    }
});

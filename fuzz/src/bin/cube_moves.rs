//! Law: moves that are read and written again turn a cube alike, and so do they simplified; moves and
//! their inverse do nothing.
#![no_main]

use ludex_cube::{Stickers, moves, notation};

libfuzzer_sys::fuzz_target!(|input: (u8, &str)| {
    let size = usize::from(input.0) % 6 + 2;
    let Ok(turns) = notation::parse(input.1, size) else { return };
    // Long repetitions are lawful and slow; short ones tell as much.
    if turns.len() > 200 {
        return;
    }
    let after = |turns: &[ludex_cube::Turn]| {
        let mut stickers = Stickers::solved(size);
        stickers.apply(turns);
        stickers
    };
    for text in [notation::write(&turns, size), notation::write_sign(&turns, size)] {
        let again = notation::parse(&text, size).expect("our own text");
        assert_eq!(after(&again), after(&turns), "{text}");
    }
    assert_eq!(after(&moves::simplify(&turns, size)), after(&turns));
    let mut both = turns.clone();
    both.extend(moves::invert(&turns));
    assert_eq!(after(&both), Stickers::solved(size));
    assert!(moves::simplify(&both, size).is_empty());
});

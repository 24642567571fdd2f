//! The laws of the reversible name.

use ludex_core::Random;
use ludex_xiangqi::sample::placement;
use ludex_xiangqi::{BLOCKS, BoardName, NameError, Position, Setup, Side, Tables};
use proptest::prelude::*;

fn position(setup: &Setup) -> Position {
    Position::try_from(setup).unwrap()
}

/// Boards of a bijection run; the long form takes a hundred times as many.
fn count() -> u64 {
    if std::env::var_os("LUDEX_LONG").is_some() { 10_000_000 } else { 100_000 }
}

#[test]
fn bijective_on_random_placements() {
    let mut random = Random::new(24);
    for _ in 0..count() {
        let position = position(&placement(&mut random));
        let name = BoardName::of(&position).unwrap();
        assert_eq!(name.position(), position, "{name}");
        let canonical = position.canonical();
        assert_eq!(position.mirrored().canonical(), canonical);
        assert_eq!(canonical.position().canonical().name(&Tables), canonical.name(&Tables));
    }
}

#[test]
fn every_readable_name_is_the_name_of_its_board() {
    let mut random = Random::new(25);
    let mut read = 0;
    let digit = |random: &mut Random| ludex_core::NAME_ALPHABET.letter(random.below(64) as u8);
    for _ in 0..count() {
        // A true name with two letters changed: most are still names, of another board.
        let mut letters: Vec<char> =
            BoardName::of(&position(&placement(&mut random))).unwrap().as_str().chars().collect();
        for _ in 0..2 {
            letters[random.below(24) as usize] = digit(&mut random);
        }
        let text: String = letters.into_iter().collect();
        if let Ok(letters) = text.parse::<BoardName>() {
            read += 1;
            assert_eq!(letters.as_str(), text);
            assert_eq!(BoardName::of(&letters.position()).unwrap(), letters);
        }
    }
    assert!(read > count() / 10, "only {read} of the altered names were names");
}

/// The table of the definition, name as it stands and canonical name.
#[test]
fn known_names() {
    for (fen, exact, canonical) in [
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b",
            "L{g4fI5{g4fIopdKF4opdKfZ",
            "L{g4fI5{g4fIopdKF4opdKfZ",
        ),
        ("3k5/9/9/9/9/9/9/9/9/5K3 w", "9{TuC0000000000000000000", "0000009{TuC0000000000000"),
        ("4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w", "7C2tAR509fWs001Q0p0X1I0p", "6tPvLp509fX2000A0V0r020V"),
        (
            "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w",
            "7zvAz15}X6{V}8VKD}LWVEj4",
            "7lzSxT5{ru}2N6VKXZdfkJmb",
        ),
    ] {
        let position = position(&fen.parse().unwrap());
        assert_eq!(BoardName::of(&position).unwrap().as_str(), exact);
        assert_eq!(position.canonical().name(&Tables).unwrap().as_str(), canonical);
        let url = exact.replace('{', "-").replace('}', "_");
        assert_eq!(url.parse::<BoardName>().unwrap().as_str(), exact);
    }
}

#[test]
fn swapping_colours_swaps_the_halves() {
    let mut random = Random::new(26);
    for _ in 0..1000 {
        let mut setup = placement(&mut random);
        setup.side = Side::Red;
        let mut swapped = setup.colours_swapped();
        swapped.side = Side::Red;
        let (a, b) = (BoardName::of(&position(&setup)).unwrap(), BoardName::of(&position(&swapped)).unwrap());
        let (a, b) = (a.as_str(), b.as_str());
        assert_eq!([&a[6..12], &a[..6], &a[18..], &a[12..18]].concat(), b);
    }
}

#[test]
fn refusals_say_what_and_where() {
    let read = |text: &str| text.parse::<BoardName>().unwrap_err();
    assert!(matches!(read("W00000000000000000000000"), NameError::Spare('W')));
    assert!(matches!(read("F00000000000000000000000"), NameError::Block { from: 1, to: 6, .. }));
    assert!(matches!(read("000000F00000000000000000"), NameError::Block { from: 7, block: BLOCKS.., .. }));
    assert!(matches!(read("000000000000010100000000"), NameError::Twice(_)));
    assert!(matches!(read("0"), NameError::Letters(_)));
    assert!(matches!(read("00000000000000000000000!"), NameError::Letters(_)));
    let name = |fen: &str| BoardName::of(&position(&fen.parse().unwrap())).unwrap_err();
    assert!(matches!(name("4k4/9/9/9/9/9/9/RRR6/9/4K4 w"), NameError::Count { count: 3, most: 2, .. }));
    assert!(matches!(name("4k4/9/9/9/9/9/9/9/A8/4K4 w"), NameError::Place { .. }));
    assert!(matches!(read("cube3:9{TuC0000000000000000000"), NameError::Kind(_)));
    assert!(matches!(read("xiangqi:9{TuC0000000000000000000"), NameError::Greater { .. }));
    assert_eq!(
        "xiangqi-board:9{TuC0000000000000000000".parse(),
        "9{TuC0000000000000000000".parse::<BoardName>()
    );
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,30}", letters in "[0-9A-Za-z{}_-]{24}") {
        let _ = text.parse::<BoardName>();
        let _ = letters.parse::<BoardName>();
    }
}

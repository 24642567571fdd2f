//! Larger cubes from outside: what is solved, and what is refused with which reason.

use ludex_core::{Random, Silent};
use ludex_cube::{Face, Position, Setup, SetupError, Stickers, Turn, notation, nxn, text};

fn scrambled(size: usize, random: &mut Random) -> Stickers {
    let mut cube = Stickers::solved(size);
    for _ in 0..20 * size {
        let (a, b) = (random.below(size as u64) as u8 + 1, random.below(size as u64) as u8 + 1);
        let face = Face::from_index(random.below(6) as u8);
        cube.turn(Turn { face, first: a.min(b), last: a.max(b), quarters: random.below(3) as u8 + 1 });
    }
    cube
}

/// Facelets in, moves out, and the moves as text solve the cube again.
#[test]
fn solutions_as_text_solve_the_facelets() {
    let mut random = Random::new(31);
    let rounds = if std::env::var_os("LUDEX_LONG").is_some() { 20 } else { 1 };
    for size in [4, 5, 6, 7, 10, 13] {
        for _ in 0..rounds {
            let cube = scrambled(size, &mut random);
            let position =
                Position::try_from(&Setup::with_size(&text::facelets(&cube), size).unwrap()).unwrap();
            let turns = nxn::solve(&position, &Silent).unwrap();
            assert!(turns.iter().all(|turn| turn.first == 1), "outer blocks only");
            let mut after = cube.clone();
            after.apply(&notation::parse(&notation::write(&turns, size), size).unwrap());
            assert!(after.is_solved(), "size {size}");
        }
    }
}

/// The same cube gets the same turns.
#[test]
fn solving_is_deterministic() {
    let cube = scrambled(6, &mut Random::new(32));
    let solve = || nxn::solve(&Position::from_stickers(cube.clone()), &Silent);
    assert_eq!(solve(), solve());
}

fn reason(size: usize, facelets: &[u8]) -> &'static str {
    let letters: String = facelets.iter().map(|&colour| Face::from_index(colour).letter()).collect();
    let setup = match Setup::with_size(&letters, size) {
        Ok(setup) => setup,
        Err(SetupError::Stickers(invalid)) => return invalid.reason(),
        Err(other) => panic!("{other}"),
    };
    match Position::try_from(&setup) {
        Ok(_) => "ok",
        Err(invalid) => invalid.reason(),
    }
}

/// Facelet numbers: face in the order U R F D L B, row, column.
fn at(size: usize, face: usize, row: usize, column: usize) -> usize {
    (face * size + row) * size + column
}

#[test]
fn unlawful_cubes_are_refused_with_their_reason() {
    let mut random = Random::new(33);
    for size in 4..=9 {
        let good = scrambled(size, &mut random).facelets();
        let last = size - 1;
        assert_eq!(reason(size, &good), "ok");
        // The corner URF twisted in its place.
        let mut twisted = good.clone();
        let corner = [at(size, 0, last, last), at(size, 1, 0, 0), at(size, 2, 0, last)];
        for k in 0..3 {
            twisted[corner[(k + 1) % 3]] = good[corner[k]];
        }
        assert_eq!(reason(size, &twisted), "corner_twist", "size {size}");
        // The wing in UF turned over: no turn ever does that, its twin is there already.
        let mut flipped = good.clone();
        flipped.swap(at(size, 0, last, 1), at(size, 2, 0, 1));
        assert_eq!(reason(size, &flipped), "bad_edge_piece", "size {size}");
        // One sticker painted over.
        let mut painted = good.clone();
        let other = (0..6).find(|&colour| colour != good[at(size, 0, 1, 1)]).unwrap();
        painted[at(size, 0, 1, 1)] = other;
        assert_eq!(reason(size, &painted), "colour_count", "size {size}");
        if size % 2 == 1 {
            // The middle edge in UF turned over.
            let mut flipped = good.clone();
            flipped.swap(at(size, 0, last, size / 2), at(size, 2, 0, size / 2));
            assert_eq!(reason(size, &flipped), "edge_flip", "size {size}");
            // Centres of two orbits exchanged.
            let solved = Stickers::solved(size).facelets();
            let mut mixed = solved.clone();
            mixed.swap(at(size, 0, 1, 1), at(size, 1, 1, 2));
            assert_eq!(reason(size, &mixed), "centres", "size {size}");
        }
        assert_eq!(reason(size, &good[1..]), "length");
    }
}

/// Wings exchanged or a pair turned over (the parities that puzzle cubers) are lawful from 4x4 on.
#[test]
fn parities_of_even_cubes_are_solved() {
    for text in
        ["Rw2 B2 U2 Lw U2 Rw' U2 Rw U2 F2 Rw F2 Lw' B2 Rw2", "2R2 U2 2R2 Uw2 2R2 Uw2", "2R U2 2R U2 2R U2 2R"]
    {
        let scramble = notation::parse(text, 4).unwrap();
        let position = Position::after(4, &scramble);
        let mut cube = position.stickers().clone();
        cube.apply(&nxn::solve(&position, &Silent).unwrap());
        assert!(cube.is_solved(), "{text}");
    }
}

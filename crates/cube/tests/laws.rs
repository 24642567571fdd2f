//! The two promises of a name, on random states.

use ludex_core::Random;
use ludex_cube::{Corners, CubeKind, CubeName, Cubie, Pieces, Position, Symmetry, Tables, notation};

fn name2(corners: &Corners, kind: CubeKind) -> CubeName {
    CubeName::of(&Pieces::Two(*corners), kind).unwrap()
}

fn name3(state: &Cubie, kind: CubeKind) -> CubeName {
    CubeName::of(&Pieces::Three(*state), kind).unwrap()
}

fn rounds(usual: usize, long: usize) -> usize {
    if std::env::var_os("LUDEX_LONG").is_some() { long } else { usual }
}

const KINDS: [CubeKind; 3] = [CubeKind::State, CubeKind::Canonical, CubeKind::Inverse];

#[test]
fn names_of_3x3_states_come_back() {
    let mut random = Random::new(21);
    for _ in 0..rounds(10_000, 1_000_000) {
        let state = Cubie::random(&mut random);
        for kind in KINDS {
            let name = name3(&state, kind);
            assert_eq!(CubeName::read(&name.to_string(), kind, 3), Ok(name));
            assert_eq!(name.qualified().to_string().parse(), Ok(name));
            let back = name.position();
            assert_eq!(back.name(kind), Ok(name));
            if kind == CubeKind::State {
                assert_eq!(*back.pieces(), Pieces::Three(state));
            }
        }
    }
}

#[test]
fn disguises_of_3x3_states_share_their_name() {
    let mut random = Random::new(22);
    for _ in 0..rounds(300, 10_000) {
        let state = Cubie::random(&mut random);
        // The slow way: all 48 ranks.
        let least = Symmetry::all().map(|s| state.conjugate(s).rank3()).min().unwrap();
        assert_eq!(state.least().rank3(), least);
        let both = name3(&state, CubeKind::Inverse);
        assert_eq!(name3(&state.inverse(), CubeKind::Inverse), both);
        for s in Symmetry::all() {
            let disguise = state.conjugate(s);
            assert_eq!(name3(&disguise, CubeKind::Canonical), name3(&state, CubeKind::Canonical));
            assert_eq!(name3(&disguise, CubeKind::Inverse), both);
        }
    }
}

#[test]
fn symmetric_3x3_states_have_the_least_name_too() {
    let mut random = Random::new(23);
    // Commutators of few faces are full of symmetry, where ties must be broken by twists and edges.
    for _ in 0..rounds(2000, 100_000) {
        let mut state = Cubie::SOLVED;
        for _ in 0..random.below(4) + 1 {
            state = state.turn(ludex_cube::Face::from_index(random.below(6) as u8), 2);
        }
        let least = Symmetry::all().map(|s| state.conjugate(s).rank3()).min().unwrap();
        assert_eq!(state.least().rank3(), least);
    }
}

#[test]
fn names_of_2x2_states() {
    let mut random = Random::new(24);
    for _ in 0..rounds(2000, 100_000) {
        let state = Corners::random2(&mut random);
        let own = name2(&state, CubeKind::State);
        assert_eq!(CubeName::read(&own.to_string(), CubeKind::State, 2), Ok(own));
        assert_eq!(*own.position().pieces(), Pieces::Two(state));
        let s = Symmetry::all().nth(random.below(48) as usize).unwrap();
        let moved = state.conjugate(s);
        let disguise = moved.hold(moved.homing());
        for kind in [CubeKind::Canonical, CubeKind::Inverse] {
            let name = name2(&state, kind);
            assert_eq!(name2(&disguise, kind), name);
            assert_eq!(CubeName::read(&name.to_string(), kind, 2), Ok(name));
        }
        assert_eq!(name2(&state.inverse(), CubeKind::Inverse), name2(&state, CubeKind::Inverse));
    }
}

/// Larger cubes have no names; their canonical forms keep the promise all the same.
#[test]
fn disguises_of_larger_cubes_share_their_canonical_form() {
    for size in 4..=6 {
        let turns = notation::parse("Rw U2 F' Dw L B2", size).unwrap();
        let canonical = Position::after(size, &turns).canonical();
        assert!(canonical.name(&Tables::default()).is_err());
        assert_eq!(canonical.position().canonical(), canonical);
        for s in Symmetry::all() {
            let disguise: Vec<_> = turns.iter().map(|&turn| s.turn(turn)).collect();
            assert_eq!(Position::after(size, &disguise).canonical(), canonical, "{size} {s}");
        }
    }
}

#[test]
fn numbers_beyond_the_last_are_refused() {
    let state = |letters: &str, size| CubeName::read(letters, CubeKind::State, size);
    assert!(state("E10l", 2).is_ok());
    assert!(state("E10m", 2).is_err());
    assert!(state("bWz{z6t}}}}", 3).is_ok());
    assert!(state("bWz-z6t____", 3).is_ok());
    assert!(state("bWz{z6u0000", 3).is_err());
    assert!(state("}}}}}}}}}}}", 3).is_err());
    assert!(CubeName::read("60Rm", CubeKind::Canonical, 2).is_err());
}

/// Why shortest in half turns is shortest in axial turns on a 2x2: what two opposite faces do at once, one of them
/// does alone, held another way.
#[test]
fn two_opposite_faces_of_a_2x2_do_what_one_can() {
    use ludex_cube::{CubeKind, Face, Position, Turn};
    for axis in 0..3u8 {
        for (a, b) in (0..4u8).flat_map(|a| (0..4u8).map(move |b| (a, b))) {
            let faces = [2 * axis, 2 * axis + 1].map(Face::from_index);
            let both = [Turn::face(faces[0], a), Turn::face(faces[1], b)];
            // They turn the same layers' ends against each other.
            let one = [Turn::face(faces[0], (a + b) % 4)];
            let name =
                |turns: &[Turn]| Position::after(2, turns).name(CubeKind::State).map(|name| name.to_string());
            assert_eq!(name(&both).ok(), name(&one).ok(), "{faces:?} {a} {b}");
        }
    }
}

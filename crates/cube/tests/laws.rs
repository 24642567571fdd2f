//! The two promises of a name, on random states.

use ludex_core::Random;
use ludex_cube::family::random_cubie;
use ludex_cube::solve::two::random_state;
use ludex_cube::{CubeKind, Symmetry, name};

fn rounds(usual: usize, long: usize) -> usize {
    if std::env::var_os("LUDEX_LONG").is_some() { long } else { usual }
}

const KINDS: [CubeKind; 3] = [CubeKind::State, CubeKind::Canonical, CubeKind::Inverse];

#[test]
fn names_of_3x3_states_come_back() {
    let mut random = Random::new(21);
    for _ in 0..rounds(10_000, 1_000_000) {
        let state = random_cubie(&mut random);
        for kind in KINDS {
            let letters = name::letters3(&state, kind);
            let back = name::read3(&letters, kind).unwrap();
            assert_eq!(name::letters3(&back, kind), letters);
            if kind == CubeKind::State {
                assert_eq!(back, state);
            }
        }
    }
}

#[test]
fn disguises_of_3x3_states_share_their_name() {
    let mut random = Random::new(22);
    for _ in 0..rounds(300, 10_000) {
        let state = random_cubie(&mut random);
        // The slow way: all 48 ranks.
        let least = Symmetry::all().map(|s| state.conjugate(s).rank3()).min().unwrap();
        assert_eq!(ludex_cube::Canonical3::of(&state).rank(), least);
        let both = name::letters3(&state, CubeKind::Inverse);
        assert_eq!(name::letters3(&state.inverse(), CubeKind::Inverse), both);
        for s in Symmetry::all() {
            let disguise = state.conjugate(s);
            assert_eq!(
                name::letters3(&disguise, CubeKind::Canonical),
                name::letters3(&state, CubeKind::Canonical)
            );
            assert_eq!(name::letters3(&disguise, CubeKind::Inverse), both);
        }
    }
}

#[test]
fn symmetric_3x3_states_have_the_least_name_too() {
    let mut random = Random::new(23);
    // Commutators of few faces are full of symmetry, where ties must be broken by twists and edges.
    for _ in 0..rounds(2000, 100_000) {
        let mut state = ludex_cube::Cubie::SOLVED;
        for _ in 0..random.below(4) + 1 {
            state = state.turn(ludex_cube::Face::from_index(random.below(6) as u8), 2);
        }
        let least = Symmetry::all().map(|s| state.conjugate(s).rank3()).min().unwrap();
        assert_eq!(ludex_cube::Canonical3::of(&state).rank(), least);
    }
}

#[test]
fn names_of_2x2_states() {
    let mut random = Random::new(24);
    for _ in 0..rounds(2000, 100_000) {
        let state = random_state(&mut random);
        let back = name::read2(&name::letters2(&state, CubeKind::State), CubeKind::State).unwrap();
        assert_eq!(back, state);
        let s = Symmetry::all().nth(random.below(48) as usize).unwrap();
        let moved = state.conjugate(s);
        let disguise = moved.hold(moved.homing());
        for kind in [CubeKind::Canonical, CubeKind::Inverse] {
            let letters = name::letters2(&state, kind);
            assert_eq!(name::letters2(&disguise, kind), letters);
            assert_eq!(name::letters2(&name::read2(&letters, kind).unwrap(), kind), letters);
        }
        assert_eq!(
            name::letters2(&state.inverse(), CubeKind::Inverse),
            name::letters2(&state, CubeKind::Inverse)
        );
    }
}

#[test]
fn numbers_beyond_the_last_are_refused() {
    assert!(name::read2("E10l", CubeKind::State).is_ok());
    assert!(name::read2("E10m", CubeKind::State).is_err());
    assert!(name::read3("bWz{z6t}}}}", CubeKind::State).is_ok());
    assert!(name::read3("bWz-z6t____", CubeKind::State).is_ok());
    assert!(name::read3("bWz{z6u0000", CubeKind::State).is_err());
    assert!(name::read3("}}}}}}}}}}}", CubeKind::State).is_err());
    assert!(name::read2("60Rm", CubeKind::Canonical).is_err());
}

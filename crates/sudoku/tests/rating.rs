//! Laws of ratings and their steps.

use ludex_core::{Random, Silent};
use ludex_sudoku::catalogue::Catalogue;
use ludex_sudoku::rate::{Candidates, RateError, Rater, Technique};
use ludex_sudoku::{GenerateOptions, Setup, Solutions, generate, solutions};

fn long() -> bool {
    std::env::var_os("LUDEX_LONG").is_some()
}

fn state(puzzle: &str) -> Candidates {
    Candidates::of(&puzzle.parse::<Setup>().unwrap())
}

fn random_puzzles(seed: u64, count: usize) -> Vec<Setup> {
    let mut seeker = Catalogue::shipped().seeker();
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            generate(&mut seeker, &mut random, &GenerateOptions::default(), &Silent)
                .expect("a minimal puzzle")
        })
        .collect()
}

#[test]
fn no_step_strikes_the_solution() {
    let mut rater = Rater::new();
    for setup in random_puzzles(5, if long() { 2000 } else { 200 }) {
        let Solutions::One(solution) = solutions(&setup) else { panic!("{setup}") };
        let mut hardest = 0;
        let rating = rater
            .follow(&Candidates::of(&setup), u32::MAX, |state, step| {
                let mut after = state.clone();
                step.apply(&mut after);
                assert_ne!(*state, after, "{setup}: {step}");
                for cell in 0..81 {
                    let digit = solution.cells()[cell];
                    assert!(after.value(cell) == digit || after.has(cell, digit), "{setup}: {step}");
                }
                for chain in step.chains() {
                    for (i, node) in chain.nodes.iter().enumerate() {
                        assert!(node.parents.iter().all(|&parent| parent < i), "{setup}: {step}");
                    }
                }
                hardest = hardest.max(step.tenths());
                true
            })
            .unwrap();
        assert_eq!(rating.er, hardest, "{setup}");
        assert!(rating.er >= rating.ep && rating.ep >= rating.ed, "{setup}: {rating}");
    }
}

#[test]
fn pencilmarks_rate_like_their_puzzle() {
    let mut rater = Rater::new();
    for setup in random_puzzles(6, 20) {
        let state = Candidates::of(&setup);
        let read: Candidates = state.to_string().parse().unwrap();
        assert_eq!(read, state);
        assert_eq!(rater.rate(&read), rater.rate(&state));
    }
}

#[test]
fn what_has_not_one_solution_is_refused() {
    let mut rater = Rater::new();
    assert_eq!(rater.rate(&Candidates::of(&Setup::EMPTY)), Err(RateError::Many));
    let wrong = Setup::EMPTY.with(0, 5).with(1, 5);
    assert_eq!(rater.rate(&Candidates::of(&wrong)), Err(RateError::None));
    let full = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    assert_eq!(rater.rate(&state(full)), Err(RateError::Solved));
}

#[test]
fn a_bound_stops_early() {
    let mut rater = Rater::new();
    let puzzle = "..5.....2......35.4...95..8..8..........4..39..29.1..4..682.....5...42.38.....69.";
    let whole = rater.rate(&state(puzzle)).unwrap();
    assert!(!whole.open && rater.follow(&state(puzzle), whole.er, |_, _| true) == Ok(whole));
    let mut hardest = 0;
    let bounded = rater.follow(&state(puzzle), whole.er - 1, |_, step| {
        hardest = hardest.max(step.tenths());
        true
    });
    assert!(bounded.unwrap().open && hardest < whole.er);
    let mut steps = 0;
    let stopped = rater.follow(&state(puzzle), u32::MAX, |_, step| {
        steps += 1;
        step.technique() != Technique::HiddenSingle
    });
    assert!(stopped.unwrap().open && steps == 1);
}

/// What a rater keeps from one step to the next must not change what it finds.
#[test]
fn every_step_is_the_one_a_new_rater_finds() {
    let puzzles = [
        "......7....67...23....3..64..1.4.3.....5.1..69......1.5....8....1.9....8..7.2.65.",
        "98.7.46..5...86.4...........9....8...6.3.82......1..6..3..7..26..9..37.....2.....",
        "98.7..6..5...9..7...7..4...32....5.6..85...4......2.....98...6.....1.........63.1",
    ];
    let (mut rater, mut nets) = (Rater::new(), 0);
    for puzzle in puzzles {
        rater
            .follow(&state(puzzle), u32::MAX, |state, step| {
                if step.tenths() >= 65 {
                    assert_eq!(Rater::new().step(state).as_ref(), Some(step), "{puzzle}");
                    nets += u32::from(step.tenths() >= 80);
                }
                true
            })
            .unwrap();
    }
    assert!(nets > 20, "{nets} steps by nets");
}

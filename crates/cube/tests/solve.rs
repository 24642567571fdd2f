//! The solvers of the 3x3 on random states.

mod common;

use common::{coarse, large, long, shortest, small, tables, two_phase};

use ludex_core::{Random, Silent, Stopped};
use ludex_cube::solve::axial::Axial;
use ludex_cube::solve::coset::Grain;
use ludex_cube::solve::optimal::Deepening;
use ludex_cube::solve::pruning::Pruning;
use ludex_cube::solve::{SolveError, solve};
use ludex_cube::{Cost, Cubie, Face, Metric, Pieces, Position, SolveOptions, Turn, moves, notation};
use std::time::Duration;

fn options() -> SolveOptions {
    SolveOptions { memory: 64 << 20, ..SolveOptions::default() }
}

fn position(state: &Cubie) -> Position {
    Position::from(&Pieces::Three(*state))
}

fn scrambled(length: u8, random: &mut Random) -> Cubie {
    (0..length).fold(Cubie::SOLVED, |state, _| {
        state.turn(Face::from_index(random.below(6) as u8), random.below(3) as u8 + 1)
    })
}

#[test]
fn both_sets_of_tables_find_the_same_solutions() {
    let mut random = Random::new(41);
    for _ in 0..if long() { 500 } else { 10 } {
        let state = Cubie::random(&mut random);
        let (a, b) = (two_phase(large(), &state, 21), two_phase(small(), &state, 21));
        assert_eq!(notation::write(&a, 3), notation::write(&b, 3));
        assert!(a.len() <= 21);
        assert_eq!(state.apply(&a), Cubie::SOLVED);
    }
}

/// Of states near home a shorter solution is looked for, and was with an amount of work: less far with small tables.
#[test]
fn near_home_the_solutions_are_the_same_too() {
    let mut random = Random::new(43);
    for round in 0..if long() { 2_000_u16 } else { 60 } {
        let state = scrambled(12 + (round % 4) as u8, &mut random);
        let (a, b) = (two_phase(large(), &state, 21), two_phase(small(), &state, 21));
        assert_eq!(notation::write(&a, 3), notation::write(&b, 3));
    }
}

#[test]
fn short_scrambles_get_short_answers() {
    let mut random = Random::new(42);
    for length in 0..=9u8 {
        for _ in 0..20 {
            let state = (0..length).fold(Cubie::SOLVED, |state, _| {
                state.turn(Face::from_index(random.below(6) as u8), random.below(3) as u8 + 1)
            });
            for solver in [large(), small()] {
                let turns = two_phase(solver, &state, 20);
                assert!(turns.len() <= length as usize, "{length}: {}", notation::write(&turns, 3));
                assert_eq!(state.apply(&turns), Cubie::SOLVED);
            }
        }
    }
}

/// Cube defect 4: scrambles of 11 moves got answers of 15.4 on average.
#[test]
fn scrambles_of_11_moves_get_at_most_11() {
    let mut random = Random::new(48);
    for _ in 0..30 {
        let state = scrambled(11, &mut random);
        assert!(two_phase(large(), &state, 20).len() <= 11);
    }
}

/// Cube defect 5: a proof that took too long left no answer at all.
#[test]
fn a_proof_without_time_gives_the_best_found_and_a_bound() {
    let state = Cubie::random(&mut Random::new(49));
    let options = SolveOptions { optimal: true, time: Some(Duration::ZERO), ..options() };
    let found = solve(&position(&state), &options, tables(), &Silent).unwrap();
    assert_eq!(state.apply(&found.turns[0]), Cubie::SOLVED);
    assert!(found.turns[0].len() <= 20 && found.at_least >= 9, "{found:?}");
    assert!(!found.is_shortest(3));
}

/// Cube defect 6: a length that no solution has was looked for without end.
#[test]
fn a_length_that_is_too_short_is_proven_with_the_table_at_hand() {
    let superflip = Cubie::from_rank3(2047).unwrap();
    coarse(Metric::Htm);
    let options = SolveOptions { max_length: Some(13), ..options() };
    let refused = solve(&position(&superflip), &options, tables(), &Silent);
    assert!(matches!(refused, Err(SolveError::TooLong { limit: 13, .. })), "{refused:?}");
}

/// Cube defect 7: quarter turns were not counted without `optimal`.
#[test]
fn other_counts_matter_without_a_proof() {
    let mut random = Random::new(50);
    let mut sums = [0; 4];
    for _ in 0..4 {
        let state = Cubie::random(&mut random);
        for (sum, cost) in sums.iter_mut().zip([Cost::Htm, Cost::Qtm, Cost::Stm, Cost::Atm]) {
            let best = |options: &SolveOptions| {
                let found = solve(&position(&state), options, tables(), &Silent).unwrap();
                assert_eq!(state.apply(&found.turns[0]), Cubie::SOLVED);
                cost.of(&found.turns[0], 3)
            };
            let (usual, own) = (best(&options()), best(&SolveOptions { cost, ..options() }));
            assert!(own <= usual, "{cost:?}: {own} against {usual}");
            *sum += usual - own;
        }
    }
    assert!(sums[1] > 0 && sums[3] > 0, "{sums:?}");
}

#[test]
fn several_solutions_come_cheapest_first() {
    let state = Cubie::random(&mut Random::new(51));
    let options = SolveOptions { cost: Cost::Atm, count: 5, ..options() };
    let found = solve(&position(&state), &options, tables(), &Silent).unwrap();
    let costs: Vec<usize> = found.turns.iter().map(|turns| found.cost(turns, 3)).collect();
    assert!(costs.len() == 5 && costs.is_sorted(), "{costs:?}");
    assert!(found.turns.iter().all(|turns| state.apply(turns) == Cubie::SOLVED));
}

/// The exact table only saves nodes: the same first phases are tried in the same order.
#[test]
fn both_sets_of_axial_tables_find_the_same_solutions() {
    let payload = Axial::build(2, &Silent).unwrap();
    assert!(Axial::samples_fit(&payload, 50));
    let (exact, small) = (Axial::exact(Box::new(payload)).unwrap(), Axial::small());
    let mut random = Random::new(54);
    for round in 0..if long() { 200 } else { 6 } {
        let length = 3 + random.below(5) as u8;
        let state = if round % 2 == 0 { Cubie::random(&mut random) } else { scrambled(length, &mut random) };
        let all = [&exact, &small].map(|solver| {
            let mut found = Vec::new();
            let mut visit = |turns: &[Turn]| {
                assert_eq!(state.apply(turns), Cubie::SOLVED);
                found.push(turns.to_vec());
                Cost::Atm.of(turns, 3).checked_sub(1).map(|limit| limit as u8)
            };
            solver.each(&state, 20, &Face::ALL, 3000, &Silent, &mut visit).unwrap();
            found
        });
        assert_eq!(all[0], all[1]);
        let costs: Vec<usize> = all[0].iter().map(|turns| Cost::Atm.of(turns, 3)).collect();
        assert!(costs.windows(2).all(|pair| pair[1] < pair[0]), "{costs:?}");
        if round % 2 == 1 {
            assert!(costs.last() <= Some(&usize::from(length)), "{length}: {costs:?}");
        }
    }
}

/// CPU seconds of this thread, where the system tells.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// More first phases give shorter solutions; the long run prints by how much.
#[test]
fn axial_solutions_are_short() {
    let (solver, states, works): (Axial, usize, &[u64]) = if long() {
        let payload = Axial::build(1, &Silent).unwrap();
        let works = &[10_000, 30_000, 100_000, 300_000, 1_000_000];
        (Axial::exact(Box::new(payload)).unwrap(), 50, works)
    } else {
        (Axial::small(), 4, &[2_000, 8_000])
    };
    let mut random = Random::new(55);
    let states: Vec<Cubie> = (0..states).map(|_| Cubie::random(&mut random)).collect();
    let mut before = f64::INFINITY;
    for &leaves in works {
        let start = cpu();
        let mut sum = 0;
        for state in &states {
            let mut best = 99;
            let mut visit = |turns: &[Turn]| {
                best = Cost::Atm.of(turns, 3);
                best.checked_sub(1).map(|limit| limit as u8)
            };
            solver.each(state, 20, &Face::ALL, leaves, &Silent, &mut visit).unwrap();
            sum += best;
        }
        let count = states.len() as f64;
        let (average, each) = (sum as f64 / count, (cpu() - start) * 1e3 / count);
        println!("{leaves} first phases: {average:.2} steps, {each:.0} ms of CPU each");
        assert!(average <= before && (leaves < 8_000 || average < 17.0), "{leaves}: {average}");
        before = average;
    }
}

/// Two steps and fewer, counted plainly: the solver finds each of these states at its distance.
#[test]
fn axial_distances_near_home_are_exact() {
    let steps: Vec<Vec<Turn>> = (0..3u8)
        .flat_map(|axis| (1..16u8).map(move |k| (axis, k)))
        .map(|(axis, k)| {
            let turn = |face: u8, quarters: u8| Turn::face(Face::from_index(2 * axis + face), quarters);
            [(0, k % 4), (1, k / 4)].into_iter().filter(|pair| pair.1 > 0).map(|(f, q)| turn(f, q)).collect()
        })
        .collect();
    let mut layers = vec![vec![Cubie::SOLVED]];
    let mut seen = std::collections::BTreeSet::from([Cubie::SOLVED.rank3()]);
    for depth in 0..2 {
        let next = layers[depth].iter().flat_map(|state| steps.iter().map(|step| state.apply(step)));
        let next: Vec<Cubie> = next.filter(|state| seen.insert(state.rank3())).collect();
        layers.push(next);
    }
    assert_eq!(layers.iter().map(Vec::len).collect::<Vec<_>>()[..2], [1, 45]);
    for (depth, layer) in layers.iter().enumerate() {
        for state in layer.iter().step_by(29) {
            let options = SolveOptions { cost: Cost::Atm, ..options() };
            let found = solve(&position(state), &options, tables(), &Silent).unwrap();
            assert_eq!(found.cost(&found.turns[0], 3), depth);
        }
    }
}

#[test]
fn faces_that_must_not_turn_do_not() {
    let mut random = Random::new(53);
    for gone in [Face::B, Face::D] {
        let state = Cubie::random(&mut random);
        let faces = Face::ALL.into_iter().filter(|&face| face != gone).collect();
        let cost = Cost::Table("U=1,U2=1.5,R=2".parse().unwrap());
        let options = SolveOptions { faces, cost, ..options() };
        let turns = solve(&position(&state), &options, tables(), &Silent).unwrap().turns.remove(0);
        assert!(turns.iter().all(|turn| turn.face != gone), "{}", notation::write(&turns, 3));
        assert_eq!(state.apply(&turns), Cubie::SOLVED);
    }
}

#[test]
fn threads_find_the_same_solutions() {
    let mut random = Random::new(52);
    for length in [8, 11, 12] {
        let state = scrambled(length, &mut random);
        for all in [false, true] {
            let search = |threads: usize| {
                let mut search = Deepening::new(coarse(Metric::Htm), state).on_threads(threads);
                search.search(20, all, &Silent, &mut |_| ()).unwrap()
            };
            assert_eq!(search(3), search(1), "{length} {all}");
        }
    }
}

/// A depth that began with the count of the one before asked nobody until it had passed it.
#[test]
fn every_depth_asks_whether_to_go_on() {
    let state = Cubie::random(&mut Random::new(53));
    let asked = std::sync::Mutex::new(Vec::new());
    let ask = |nodes: u64, _: u64| {
        asked.lock().unwrap().push(nodes);
        Ok(())
    };
    let mut long = 0;
    let mut told = |depth: ludex_cube::solve::optimal::Depth| {
        let mut at = std::mem::take(&mut *asked.lock().unwrap());
        at.insert(0, 0);
        at.push(depth.nodes);
        let gap = at.windows(2).map(|pair| pair[1] - pair[0]).max();
        assert!(gap < Some(4096), "depth {}: {gap:?} of {} nodes", depth.depth, depth.nodes);
        long += u64::from(depth.nodes > 8192);
    };
    Deepening::new(coarse(Metric::Htm), state).search(15, false, &ask, &mut told).unwrap();
    assert!(long >= 2, "only {long} depths are long enough to tell");
}

#[test]
fn improving_goes_on_until_it_is_stopped() {
    let state = Cubie::random(&mut Random::new(43));
    let mut lengths = Vec::new();
    let stop = |nodes: u64, _: u64| if nodes > 400_000 { Err(Stopped) } else { Ok(()) };
    let best =
        large().solve(&state, 30, true, &stop, &mut |turns| lengths.push(turns.len())).unwrap().unwrap();
    assert!(lengths.windows(2).all(|pair| pair[1] < pair[0]), "{lengths:?}");
    assert_eq!(Some(&best.len()), lengths.last());
    let never = |_: u64, _: u64| Err(Stopped);
    assert_eq!(large().solve(&state, 15, false, &never, &mut |_| ()), Err(Stopped));
}

#[test]
fn all_optimal_solutions() {
    let checkerboard = Cubie::SOLVED.apply(&notation::parse("U2 D2 F2 B2 L2 R2", 3).unwrap());
    let all = shortest(coarse(Metric::Htm), checkerboard, true);
    // Three axes in any order.
    assert_eq!(all.len(), 6);
    for turns in &all {
        assert_eq!(checkerboard.apply(turns), Cubie::SOLVED);
        assert_eq!(moves::lengths(turns, 3), (6, 12));
    }
    let solved = shortest(coarse(Metric::Htm), Cubie::SOLVED, true);
    assert_eq!(solved, [Vec::new()]);
}

#[test]
fn depths_count_as_published() {
    // Every state within two moves is found exactly there; counts of sequences prove nothing is missed.
    let mut seen = std::collections::BTreeSet::new();
    let turns: Vec<(Face, u8)> = Face::ALL.iter().flat_map(|&f| (1..4).map(move |q| (f, q))).collect();
    let mut layers = vec![vec![Cubie::SOLVED]];
    seen.insert(Cubie::SOLVED.rank3());
    for depth in 1..=3 {
        let mut layer = Vec::new();
        for state in &layers[depth - 1] {
            for &(face, quarters) in &turns {
                let next = state.turn(face, quarters);
                if seen.insert(next.rank3()) {
                    layer.push(next);
                }
            }
        }
        layers.push(layer);
    }
    assert_eq!(layers.iter().map(Vec::len).collect::<Vec<_>>(), [1, 18, 243, 3240]);
    for (depth, layer) in layers.iter().enumerate() {
        for state in layer.iter().step_by(7) {
            let found = shortest(coarse(Metric::Htm), *state, false).remove(0);
            assert_eq!(found.len(), depth);
        }
    }
}

#[test]
fn quarter_turn_solutions() {
    let mut random = Random::new(44);
    for length in 0..=9u8 {
        let state = (0..length).fold(Cubie::SOLVED, |state, _| {
            state.turn(Face::from_index(random.below(6) as u8), [1, 3][random.below(2) as usize])
        });
        let found = shortest(coarse(Metric::Qtm), state, false).remove(0);
        let quarter = moves::lengths(&found, 3).1;
        assert!(quarter <= length as usize && quarter % 2 == length as usize % 2);
        assert_eq!(state.apply(&found), Cubie::SOLVED);
    }
    let half = Cubie::SOLVED.turn(Face::R, 2).turn(Face::U, 2);
    let found = shortest(coarse(Metric::Qtm), half, true);
    assert_eq!(found.iter().map(|turns| notation::write(turns, 3)).collect::<Vec<_>>(), ["U2 R2"]);
}

#[test]
fn all_solutions_agree_with_plain_counting() {
    let turns: Vec<(Face, u8)> = Face::ALL.iter().flat_map(|&f| (1..4).map(move |q| (f, q))).collect();
    let mut random = Random::new(45);
    for metric in [Metric::Htm, Metric::Qtm] {
        for length in [1, 2, 3, 3, 4, 4, 4] {
            let state = (0..length).fold(Cubie::SOLVED, |state, _| {
                let quarters =
                    if metric == Metric::Htm { 1 + random.below(3) } else { 1 + 2 * random.below(2) };
                state.turn(Face::from_index(random.below(6) as u8), quarters as u8)
            });
            let all = shortest(coarse(metric), state, true);
            let count = |turns: &[Turn]| match metric {
                Metric::Htm => moves::lengths(turns, 3).0,
                Metric::Qtm => moves::lengths(turns, 3).1,
            };
            let depth = count(&all[0]);
            // Plain search: every sequence of face turns of that length, nothing pruned but repetitions.
            let mut plain = std::collections::BTreeSet::new();
            let mut stack = vec![(Vec::new(), state, 0)];
            while let Some((path, state, used)) = stack.pop() {
                if state == Cubie::SOLVED && used == depth {
                    plain.insert(notation::write(&moves::simplify(&path, 3), 3));
                }
                for &(face, quarters) in &turns {
                    let price = if metric == Metric::Qtm && quarters == 2 { 2 } else { 1 };
                    if used + price > depth || path.last().is_some_and(|last: &Turn| last.face == face) {
                        continue;
                    }
                    let mut path = path.clone();
                    path.push(Turn::face(face, quarters));
                    stack.push((path, state.turn(face, quarters), used + price));
                }
            }
            let all: std::collections::BTreeSet<String> = all.iter().map(|t| notation::write(t, 3)).collect();
            assert_eq!(plain, all, "{metric:?}");
        }
    }
}

/// The default table takes one and a half gigabytes and minutes: only `cargo xtask long` makes it.
#[test]
fn the_superflip_takes_20_moves() {
    if !long() {
        println!("skipped: LUDEX_LONG is not set");
        return;
    }
    let pruning = Pruning::new(Grain::Fine, Metric::Htm);
    let mut table = vec![0; pruning.bytes()];
    let start = std::time::Instant::now();
    pruning.build(&mut table, 2, &Silent).unwrap();
    println!("the table took {:?}", start.elapsed());
    let pruning = pruning.over(&table).unwrap();
    assert!(pruning.samples_fit(1000));
    let superflip = Cubie::from_rank3(2047).unwrap();
    let start = std::time::Instant::now();
    let found = Deepening::new(pruning, superflip)
        .search(20, false, &Silent, &mut |depth| println!("{depth:?}"))
        .unwrap();
    println!("the superflip took {:?}", start.elapsed());
    assert_eq!(found[0].len(), 20);
    assert_eq!(superflip.apply(&found[0]), Cubie::SOLVED);
}

//! Laws of the solver, and a second solver made another way.
//!
//! The second one knows nothing of frames, tilings or words: it moves one piece at a time over a plain
//! field, tries every lock and every use of hold, and clears lines as a game does.

use ludex_core::{Random, Silent};
use ludex_tetris::field::ROWS;
use ludex_tetris::solve::{Drop, Hold, Problem, ProblemError};
use ludex_tetris::{Cell, Field, KickTable, Pattern, Piece, Queue, Rotation, field};
use std::collections::{BTreeSet, HashMap};

/// How many cases; the long run takes more.
fn cases(few: usize) -> usize {
    if std::env::var_os("LUDEX_LONG").is_some() { few * 20 } else { few }
}

/// A four-row field whose empty cells are some random pieces that do not overlap.
fn carved(random: &mut Random, pieces: usize) -> Field {
    let mut field = Field::new();
    for y in 0..4 {
        for x in 0..10 {
            field.set(x, y, Cell::Gray);
        }
    }
    let mut carved = 0;
    while carved < pieces {
        let piece = Piece::ALL[random.below(7) as usize];
        let rotation = Rotation::ALL[random.below(4) as usize];
        // Close together, so that pieces lean on one another and tilings are many.
        let (x, y) = (2 + random.below(6) as i32, random.below(4) as i32);
        let cells = piece.cells(rotation).map(|(dx, dy)| (x + i32::from(dx), y + i32::from(dy)));
        let free = |&(x, y): &(i32, i32)| {
            (0..10).contains(&x) && (0..4).contains(&y) && field.get(x as usize, y) == Cell::Gray
        };
        if cells.iter().all(free) {
            cells.iter().for_each(|&(x, y)| field.set(x as usize, y, Cell::Empty));
            carved += 1;
        }
    }
    field
}

type Place = (Rotation, i32, i32);

fn fits(field: &Field, piece: Piece, (rotation, x, y): Place) -> bool {
    piece.cells(rotation).iter().all(|&(dx, dy)| {
        let (x, y) = (x + i32::from(dx), y + i32::from(dy));
        let free = || y >= ROWS as i32 || field.get(x as usize, y) == Cell::Empty;
        (0..10).contains(&x) && (0..40).contains(&y) && free()
    })
}

/// The fields after every lock a piece can reach, all cells below `height`.
fn locks(field: &Field, piece: Piece, table: &KickTable, drop: Drop, height: i32) -> BTreeSet<Vec<String>> {
    let mut seen: BTreeSet<Place> = BTreeSet::new();
    let mut todo: Vec<Place> = Vec::new();
    for rotation in Rotation::ALL {
        for x in 0..10 {
            for y in height + 4..height + 9 {
                if fits(field, piece, (rotation, x, y)) && seen.insert((rotation, x, y)) {
                    todo.push((rotation, x, y));
                }
            }
        }
    }
    while let Some((rotation, x, y)) = todo.pop() {
        let mut next: Vec<Place> = vec![(rotation, x, y - 1)];
        if drop != Drop::Hard {
            next.extend([(rotation, x - 1, y), (rotation, x + 1, y)]);
            let quarters: &[usize] = if drop == Drop::Half { &[1, 2, 3] } else { &[1, 3] };
            for to in quarters.iter().map(|&q| rotation.turned(q)) {
                let kicked = table
                    .tests(piece, rotation, to)
                    .iter()
                    .map(|&(dx, dy)| (to, x + i32::from(dx), y + i32::from(dy)));
                next.extend(kicked.into_iter().find(|&place| fits(field, piece, place)));
            }
        }
        for place in next {
            if place.2 < height + 9 && fits(field, piece, place) && seen.insert(place) {
                todo.push(place);
            }
        }
    }
    let mut fields = BTreeSet::new();
    for &(rotation, x, y) in &seen {
        let inside = piece.cells(rotation).iter().all(|c| y + i32::from(c.1) < height);
        if inside && !fits(field, piece, (rotation, x, y - 1)) {
            let mut after = field.clone();
            for (dx, dy) in piece.cells(rotation) {
                after.set((x + i32::from(dx)) as usize, y + i32::from(dy), Cell::Gray);
            }
            fields.insert(after.rows());
        }
    }
    fields
}

type Known = HashMap<(Vec<String>, Option<Piece>, Vec<Piece>), bool>;

/// Whether a queue clears the field, with one hold or none.
fn clears(
    field: &Field,
    held: Option<Piece>,
    queue: &[Piece],
    hold: bool,
    rules: (&KickTable, Drop),
    height: i32,
    known: &mut Known,
) -> bool {
    if field.is_empty() {
        return true;
    }
    let key = (field.rows(), held, queue.to_vec());
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut turns: Vec<(Piece, Option<Piece>, &[Piece])> = Vec::new();
    match (queue.split_first(), held) {
        (Some((&now, rest)), None) => {
            turns.push((now, None, rest));
            if let (true, Some((&next, after))) = (hold, rest.split_first()) {
                turns.push((next, Some(now), after));
            }
        }
        (Some((&now, rest)), Some(held)) => turns.extend([(now, Some(held), rest), (held, Some(now), rest)]),
        (None, Some(held)) => turns.push((held, None, queue)),
        (None, None) => {}
    }
    let mut found = false;
    'turns: for (piece, held, rest) in turns {
        for rows in locks(field, piece, rules.0, rules.1, height) {
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let mut after = Field::from_rows(&rows).expect("rows of ten");
            let cleared = after.clear_lines() as i32;
            // Rows that were empty all along are not lines: only real ones lower the ceiling.
            let gone = rows.iter().filter(|row| !row.contains('_')).count() as i32;
            debug_assert!(cleared >= gone);
            if clears(&after, held, rest, hold, rules, height - gone, known) {
                found = true;
                break 'turns;
            }
        }
    }
    known.insert(key, found);
    found
}

#[test]
fn a_second_solver_agrees() {
    let mut random = Random::new(20);
    let mut mixed = 0;
    for case in 0..cases(24) {
        let field = carved(&mut random, 2 + case % 2);
        let name = KickTable::NAMES[case % 8];
        let table = KickTable::named(name).unwrap();
        let drop = match case % 3 {
            0 => Drop::of(&table),
            1 => Drop::Soft,
            _ => Drop::Hard,
        };
        for hold in [Hold::USE, Hold::AVOID] {
            let problem = Problem::new(&field, 4, table.clone(), drop, hold).unwrap();
            let length = problem.needed() + hold.slots();
            let queues = Pattern::read(&format!("*p{length}")).unwrap().queues().unwrap();
            let sample: Vec<Queue> = queues.into_iter().step_by(7).collect();
            let percent = problem.percent(&sample, &Silent).unwrap();
            let mut known = Known::new();
            // Rows that are full from the start are gone before the first piece.
            let mut start = field.clone();
            let full = field.rows().iter().filter(|row| !row.contains('_')).count() as i32;
            start.clear_lines();
            for (queue, solved) in percent.queues.iter().zip(&percent.solved) {
                let pieces: Vec<Piece> = queue.iter().collect();
                let second =
                    clears(&start, None, &pieces, hold == Hold::USE, (&table, drop), 4 - full, &mut known);
                assert_eq!(*solved, second, "{:?} {queue} {name} {drop:?} {hold:?}", field.rows());
            }
            mixed += usize::from(percent.success() > 0 && percent.success() < percent.queues.len());
        }
    }
    assert!(mixed > 8, "the fields are worth testing: {mixed}");
}

/// Sixteen rows: a shaft for three I, and a carved field above it.
fn shaft(random: &mut Random) -> Field {
    let (block, hole) = (carved(random, 2), [0, 4, 9][random.below(3) as usize]);
    let mut field = Field::new();
    for y in 0..12 {
        (0..10).filter(|&x| x != hole).for_each(|x| field.set(x, y, Cell::Gray));
    }
    for y in 0..4 {
        (0..10).for_each(|x| field.set(x, 12 + y, block.get(x, y)));
    }
    field
}

#[test]
fn a_second_solver_agrees_on_tall_fields() {
    let mut random = Random::new(24);
    let mut mixed = 0;
    for case in 0..cases(16) {
        let field = shaft(&mut random);
        let table = KickTable::named(KickTable::NAMES[case % 8]).unwrap();
        let (drop, hold) = (Drop::of(&table), Hold::USE);
        let problem = Problem::new(&field, 16, table.clone(), drop, hold).unwrap();
        assert_eq!(problem.needed(), 5);
        let queues = Pattern::read("*p3,III;I,*,I,*,I,*;III,*p3;*p2,III,*").unwrap().queues().unwrap();
        let percent = problem.percent(&queues, &Silent).unwrap();
        let path = problem.path(&queues, &Silent).unwrap();
        let solved: Vec<bool> = path.by_queue.iter().map(|solutions| !solutions.is_empty()).collect();
        assert_eq!(solved, percent.solved);
        assert_eq!(problem.chance(&queues, 6, &Silent).unwrap().success, percent.success());
        let mut known = Known::new();
        let mut start = field.clone();
        let full = field.rows().iter().filter(|row| !row.contains('_')).count() as i32;
        start.clear_lines();
        for (queue, solved) in percent.queues.iter().zip(&percent.solved).step_by(17) {
            let pieces: Vec<Piece> = queue.iter().collect();
            let second = clears(&start, None, &pieces, true, (&table, drop), 16 - full, &mut known);
            assert_eq!(*solved, second, "{:?} {queue}", field.rows());
        }
        mixed += usize::from(percent.success() > 0 && percent.success() < percent.queues.len());
    }
    assert!(mixed > 1, "the fields are worth testing: {mixed}");
}

#[test]
fn twenty_four_lines_are_counted_and_not_drawn() {
    // Full rows, two with a hole, a row with four cells to fill, and one more above all that a fumen holds.
    let mut field = Field::new();
    for y in 0..23 {
        let filled = match y {
            18 | 19 => 1..10,
            22 => 4..10,
            _ => 0..10,
        };
        filled.for_each(|x| field.set(x, y, Cell::Gray));
    }
    let table = KickTable::named("srs180").unwrap();
    let pose = |lines| Problem::new(&field, lines, table.clone(), Drop::Half, Hold::USE);
    let queues = [queue("IIJI"), queue("IIOI"), queue("IJII"), queue("JIIT")];
    let problem = pose(24).unwrap();
    let percent = problem.percent(&queues, &Silent).unwrap();
    assert_eq!((problem.needed(), percent.success()), (4, 2), "{:?}", percent.solved);
    assert_eq!(problem.chance(&queues, 4, &Silent).unwrap().success, 2);
    assert_eq!(problem.path(&queues, &Silent).unwrap_err(), ProblemError::Drawn(24));
    assert_eq!(pose(25).unwrap_err(), ProblemError::Lines(25));
}

fn queue(text: &str) -> Queue {
    Queue::of(&Piece::word(text).unwrap()).unwrap()
}

fn mirrored_queues(queues: &[Queue]) -> Vec<Queue> {
    let mut mirrored: Vec<Queue> = queues.iter().map(|q| q.mirrored()).collect();
    mirrored.sort_unstable();
    mirrored
}

#[test]
fn a_mirror_changes_nothing() {
    let mut random = Random::new(21);
    for case in 0..cases(40) {
        let field = carved(&mut random, 3 + case % 2);
        let table = KickTable::named(KickTable::NAMES[case % 5]).unwrap();
        let queues = Pattern::read("[TLJS]!,*").unwrap().queues().unwrap();
        let drop = Drop::of(&table);
        let count = |field: &Field, table: KickTable, queues: &[Queue]| {
            let problem = Problem::new(field, 4, table, drop, Hold::USE).unwrap();
            problem.percent(queues, &Silent).unwrap().success()
        };
        let here = count(&field, table.clone(), &queues);
        let there = count(&field.mirrored(), table.mirrored(), &mirrored_queues(&queues));
        assert_eq!(here, there, "{:?}", field.rows());
        // Under a table that is its own mirror image the table need not be turned.
        if table.mirrored() == table {
            assert_eq!(here, count(&field.mirrored(), table, &mirrored_queues(&queues)));
        }
    }
    assert!(KickTable::NAMES.iter().any(|n| {
        let table = KickTable::named(n).unwrap();
        table.mirrored() == table
    }));
}

#[test]
fn more_hold_never_hurts() {
    let mut random = Random::new(22);
    for _ in 0..cases(30) {
        let field = carved(&mut random, 3);
        let table = KickTable::named("srs180").unwrap();
        let queues = Pattern::read("*p5").unwrap().queues().unwrap();
        let mut before = vec![false; queues.len()];
        for hold in [Hold::AVOID, Hold::USE, Hold::Any(2)] {
            let problem = Problem::new(&field, 4, table.clone(), Drop::Half, hold).unwrap();
            let percent = problem.percent(&queues, &Silent).unwrap();
            let solved: Vec<bool> = queues
                .iter()
                .map(|q| {
                    let cut = q.cut(problem.needed() + hold.slots());
                    percent.solved[percent.queues.binary_search(&cut).expect("every cut queue is there")]
                })
                .collect();
            assert!(before.iter().zip(&solved).all(|(a, b)| b >= a), "{:?} {hold:?}", field.rows());
            before = solved;
        }
        // One slot gives back the only piece it has; several in turn are no better than any of them.
        let count = |hold| {
            let problem = Problem::new(&field, 4, table.clone(), Drop::Half, hold).unwrap();
            problem.percent(&queues, &Silent).unwrap().success()
        };
        assert_eq!(count(Hold::Cyclic(1)), count(Hold::USE));
        assert!(count(Hold::Cyclic(2)) <= count(Hold::Any(2)));
    }
}

#[test]
fn solutions_replay_to_an_empty_field() {
    let mut random = Random::new(23);
    let mut replayed = 0;
    for case in 0..cases(20) {
        let field = carved(&mut random, 3);
        let table = KickTable::named("srs_plus").unwrap();
        let hold = [Hold::USE, Hold::AVOID, Hold::Cyclic(2)][case % 3];
        let problem = Problem::new(&field, 4, table, Drop::Half, hold).unwrap();
        let queues = Pattern::read("*p5").unwrap().queues().unwrap();
        let path = problem.path(&queues, &Silent).unwrap();
        let percent = problem.percent(&queues, &Silent).unwrap();
        for (i, solutions) in path.by_queue.iter().enumerate() {
            assert_eq!(!solutions.is_empty(), percent.solved[i], "path and percent agree");
        }
        for solution in &path.solutions {
            let played = problem.building(solution).expect("it is low").glued().expect("a solution stands");
            assert!(played.pages.last().expect("there are pieces").after().is_empty());
        }
        for &queue in path.queues.iter().step_by(13) {
            let line = problem.best_line(queue, &Silent).unwrap();
            let at = path.queues.binary_search(&queue).unwrap();
            assert_eq!(line.is_some(), percent.solved[at]);
            if let Some((order, played)) = line {
                assert_eq!(order.len(), problem.needed());
                assert!(played.pages.last().expect("there are pieces").after().is_empty());
                assert!(queue.counts().contains(&ludex_tetris::Counts::of(&order)));
                replayed += 1;
            }
        }
    }
    assert!(replayed > 20);
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let pose = |field: &Field, lines| {
        Problem::new(field, lines, KickTable::named("srs180").unwrap(), Drop::Half, Hold::USE)
    };
    let full = field! { "XXXXXXXXXX" "XXXXXXXXXX" "XXXXXXXXXX" "XXXXXXXXXX" };
    assert_eq!(pose(&full, 0).unwrap_err(), ProblemError::Lines(0));
    assert_eq!(pose(&full, 4).unwrap_err(), ProblemError::Full(4));
    let odd = field! { "XXXXX_____" "XXXX______" "XXXXXXXXXX" "XXXXXXXXXX" };
    assert_eq!(pose(&odd, 4).unwrap_err(), ProblemError::Cells { empty: 11, lines: 4 });
    let three = field! { "XXXX___XXX" "XXXX___XXX" "XXXX___XXX" "XXXX___XXX" };
    let problem = pose(&three, 4).unwrap();
    assert_eq!(problem.percent(&[], &Silent).unwrap_err(), ProblemError::NoQueue);
}

/// The fields after every lock, by field, piece and height.
type Locks = HashMap<(Vec<String>, Piece, i32), BTreeSet<Vec<String>>>;

/// The value of the best strategy by its definition: every placement of every seen piece is tried over a
/// plain field, then every piece that may be seen next.
#[allow(clippy::too_many_arguments)]
fn strategy(
    field: &Field,
    placed: &[Piece],
    queues: &[Vec<Piece>],
    see: usize,
    slots: usize,
    rules: (&KickTable, Drop),
    height: i32,
    fields: &mut Locks,
) -> usize {
    if field.is_empty() {
        return queues.len();
    }
    let count = placed.len();
    let mut hand: Vec<Piece> = queues[0].iter().take((see + count).min(slots + 1 + count)).copied().collect();
    for piece in placed {
        hand.remove(hand.iter().position(|p| p == piece).expect("it was in hand"));
    }
    hand.sort_unstable();
    hand.dedup();
    let mut best = 0;
    for piece in hand {
        let reached = fields
            .entry((field.rows(), piece, height))
            .or_insert_with(|| locks(field, piece, rules.0, rules.1, height))
            .clone();
        for rows in reached {
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let mut after = Field::from_rows(&rows).expect("rows of ten");
            after.clear_lines();
            let gone = rows.iter().filter(|row| !row.contains('_')).count() as i32;
            // Pieces of four fill what is left, or nothing does.
            let empty: usize = (0..(height - gone) as usize)
                .map(|y| after.row(y).iter().filter(|c| **c == Cell::Empty).count())
                .sum();
            if !empty.is_multiple_of(4) {
                continue;
            }
            let mut placed = placed.to_vec();
            placed.push(piece);
            let mut parts: std::collections::BTreeMap<Vec<Piece>, Vec<Vec<Piece>>> = Default::default();
            for queue in queues {
                let known: Vec<Piece> = queue.iter().take(see + count + 1).copied().collect();
                parts.entry(known).or_default().push(queue.clone());
            }
            let value = parts
                .values()
                .map(|part| strategy(&after, &placed, part, see, slots, rules, height - gone, fields))
                .sum();
            best = best.max(value);
        }
    }
    best
}

#[test]
fn the_chance_under_a_preview_is_that_of_the_best_strategy() {
    let mut random = Random::new(22);
    let (mut tested, mut between) = (0, 0);
    for case in 0..cases(50) {
        let left = [2, 3, 3, 2, 3, 3, 2, 4, 3, 5][case % 10];
        let field = carved(&mut random, left);
        let table = KickTable::named(["srs", "srs180", "none"][case % 3]).unwrap();
        let drop = if left > 3 { Drop::Hard } else { Drop::of(&table) };
        let hold = if case % 4 == 3 { Hold::AVOID } else { Hold::USE };
        let problem = Problem::new(&field, 4, table.clone(), drop, hold).unwrap();
        let length = problem.needed() + hold.slots();
        let queues = Pattern::read(&format!("*p{length}")).unwrap().queues().unwrap();
        let step = if left > 3 { 61 } else { 3 };
        let queues: Vec<Queue> = queues.into_iter().skip(case % 5).step_by(step).collect();
        let see = 1 + case % length;
        let chance = problem.chance(&queues, see, &Silent).unwrap();
        let mut start = field.clone();
        let full = field.rows().iter().filter(|row| !row.contains('_')).count() as i32;
        start.clear_lines();
        let mut parts: std::collections::BTreeMap<Queue, Vec<Vec<Piece>>> = Default::default();
        for queue in problem.cut(&queues).unwrap() {
            parts.entry(queue.cut(see)).or_default().push(queue.iter().collect());
        }
        let mut fields = HashMap::new();
        let brute: usize = parts
            .values()
            .map(|part| strategy(&start, &[], part, see, hold.slots(), (&table, drop), 4 - full, &mut fields))
            .sum();
        assert_eq!(chance.success, brute, "case {case}: {:?} see {see} {hold:?}", field.rows());
        let percent = problem.percent(&queues, &Silent).unwrap().success();
        assert_eq!(problem.chance(&queues, length, &Silent).unwrap().success, percent);
        assert!(chance.success <= percent);
        tested += 1;
        between += usize::from(chance.success > 0 && chance.success < percent);
    }
    assert!(tested >= 50 && between >= 5, "{between} of {tested} cases are worth testing");
}

//! The search: a few good shapes for every leftover and build.

use crate::bags::{PIECES, builds, leftovers, other_builds, parts, spell};
use ludex_core::Silent;
use ludex_setups::derive::patterns;
use ludex_tetris::fumen::Page;
use ludex_tetris::saves::leftover_length;
use ludex_tetris::solve::{Drop, Hold, OpenerSearch, is_cleared, queues_of};
use ludex_tetris::{Counts, Fumen, KickTable, Piece, Queue};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

/// Shapes that are looked at.
const BEAM: usize = 1600;
/// How many of them are counted and written down.
const KEPT: usize = 16;

/// Further builds of a leftover that the first ones serve badly.
const OTHERS: usize = 6;

/// What to search: a perfect clear, a leftover and a build of it.
pub(crate) type Task = (u32, Counts, Counts);

/// All searches. The mirror image of a search has the mirror images for its answer: one of the two is done. The ninth
/// perfect clear is played as the second.
pub(crate) fn tasks() -> Vec<Task> {
    let mut tasks = Vec::new();
    for pc in [1, 2, 7, 5, 3, 4, 8, 6] {
        for leftover in leftovers(pc) {
            let mut chosen: BTreeSet<Counts> = BTreeSet::new();
            if leftover <= leftover.mirrored() {
                // Of the first perfect clear, which everybody plays, all builds.
                chosen.extend(if pc == 1 { parts(&leftover, PIECES) } else { builds(&leftover) });
            }
            if leftover == leftover.mirrored() {
                chosen.retain(|build| *build <= build.mirrored());
            }
            tasks.extend(chosen.into_iter().map(|build| (pc, leftover, build)));
        }
    }
    tasks
}

/// The searches for leftovers that are served badly: other builds.
pub(crate) fn more(weak: &[(u32, Counts)]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for &(pc, leftover) in weak {
        let mut others = other_builds(&leftover);
        if leftover == leftover.mirrored() {
            others.retain(|build| *build <= build.mirrored());
        }
        tasks.extend(others.into_iter().take(OTHERS).map(|build| (pc, leftover, build)));
    }
    tasks
}

/// What a line of the file says that it is the answer to.
fn task_of(line: &str) -> Option<Task> {
    let value: Value = serde_json::from_str(line).ok()?;
    let counts = |name: &str| Some(Counts::of(&Piece::word(value[name].as_str()?).ok()?));
    Some((u32::try_from(value["pc"].as_u64()?).ok()?, counts("leftover")?, counts("build")?))
}

/// Runs those of the searches that have no line in the file yet.
pub(crate) fn run(file: &Path, tasks: &[Task]) -> Result<(), Box<dyn std::error::Error>> {
    let there = if file.exists() { std::fs::read_to_string(file)? } else { String::new() };
    let done: BTreeSet<Task> = there.lines().filter_map(task_of).collect();
    // A line that was cut by a kill is written again.
    let whole: String =
        there.lines().filter(|line| task_of(line).is_some()).map(|l| format!("{l}\n")).collect();
    std::fs::write(file, whole)?;
    let mut out = std::fs::OpenOptions::new().append(true).open(file)?;
    let tasks: Vec<&Task> = tasks.iter().filter(|task| !done.contains(task)).collect();
    eprintln!("{} searches are done, {} are left", done.len(), tasks.len());
    for task in tasks {
        out.write_all(format!("{}\n", search(task)?).as_bytes())?;
    }
    Ok(())
}

/// One search, as a line of the file.
fn search(&(pc, leftover, build): &Task) -> Result<Value, String> {
    debug_assert_eq!(leftover.total(), leftover_length(pc));
    let (_, solve) = patterns(leftover, build).ok_or_else(|| format!("no bags give {}", spell(&build)))?;
    let queues: Vec<Queue> = queues_of(&solve).map_err(|error| error.to_string())?;
    let table = KickTable::named("srs180").map_err(|error| error.to_string())?;
    let drop = Drop::of(&table);
    let search = OpenerSearch {
        pieces: PIECES,
        bag: build,
        lines: 4,
        table,
        drop,
        hold: Hold::USE,
        least: 0.0,
        beam: BEAM,
    };
    let found = search.few(&|_: &Counts| queues.clone(), KEPT, &Silent).map_err(|error| error.to_string())?;
    // Where a line is full the field shows no whole pieces any more.
    let plain = found.iter().filter(|opener| {
        let mut field = opener.field.clone();
        opener.success > 0 && field.clear_lines() == 0 && !is_cleared(&opener.field)
    });
    let shapes: Vec<Value> = plain
        .map(|opener| {
            let fumen = Fumen { pages: vec![Page::of(opener.field.clone())] }.encode();
            json!([opener.success, opener.total, fumen])
        })
        .collect();
    Ok(json!({"pc": pc, "leftover": spell(&leftover), "build": spell(&build), "found": shapes}))
}

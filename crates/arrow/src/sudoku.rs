//! The functions of sudoku.

use crate::any::{NAME, TEXT, are_same};
use crate::function::{Argument, Function};
use crate::kernel::{Kernel, Row};
use crate::opened::{alone, sudoku};
use ludex_core::{Progress, Refusal};
use ludex_sudoku::{Canonical, CanonicalGrid, Position, PuzzleName, Setup, count};
use rayon::prelude::*;
use std::fmt::Write;

const LIMIT: u64 = 1_000_000;

pub(crate) fn functions() -> Vec<Function> {
    let function =
        |name, arguments, about, kernel| Function { family: "sudoku", name, arguments, about, kernel };
    vec![
        function(
            "name",
            TEXT,
            "The 19 letters of a puzzle's name, equal for all its disguises. Names in any form are read, too.",
            Kernel::SharedText(names),
        ),
        function(
            "canonical",
            TEXT,
            "The canonical puzzle: the givens on the min-lex solution grid.",
            Kernel::Text(canonical),
        ),
        function("text", NAME, "The canonical puzzle of a name in any form.", Kernel::SharedText(texts)),
        function("solution", TEXT, "The solution of a puzzle.", Kernel::Text(solution)),
        function(
            "solution_length",
            TEXT,
            "How many cells of a puzzle are not given.",
            Kernel::Number(solution_length),
        ),
        function(
            "same",
            const { &[Argument::text("a"), Argument::text("b")] },
            "Whether two puzzles are one in disguise.",
            Kernel::Truth(same),
        ),
        function(
            "check",
            TEXT,
            "Why a text is no puzzle with one solution; null where it is one.",
            Kernel::Reason(check),
        ),
        function(
            "rank",
            TEXT,
            "The rank of the solution among the 5,472,730,538 essentially different grids, from 1.",
            Kernel::SharedNumber(ranks),
        ),
        function(
            "grid",
            const { &[Argument::number("rank")] },
            "The min-lex grid of a rank.",
            Kernel::SharedText(grids),
        ),
        function(
            "solutions",
            const { &[Argument::text("text"), Argument::number("limit").or_none()] },
            "How many solutions a sudoku has; counting stops at the limit (left out: 1000000).",
            Kernel::Number(solutions),
        ),
        function(
            "automorphisms",
            TEXT,
            "How many maps turn a puzzle into itself.",
            Kernel::Number(automorphisms),
        ),
        function("clues", TEXT, "How many cells of a sudoku are given.", Kernel::Number(clues)),
    ]
}

fn position(row: &Row<'_>) -> Result<Position, Refusal> {
    Ok(Position::from_line(row.text(0))?.0)
}

fn setup(row: &Row<'_>) -> Result<Setup, Refusal> {
    Ok(Setup::from_line(row.text(0))?.0)
}

/// Answers of the rows that could be read, put back among those that could not.
fn merge<T, K, V, E: Into<Refusal>>(
    read: Vec<Result<T, Refusal>>,
    found: Vec<Result<V, E>>,
    write: impl Fn(T, V) -> K,
) -> Vec<Result<K, Refusal>> {
    let mut found = found.into_iter();
    let mut next = |read: Result<T, Refusal>| {
        let item = read?;
        let found = found.next().expect("one for every item that was read").map_err(Into::into)?;
        Ok(write(item, found))
    };
    read.into_iter().map(&mut next).collect()
}

/// Reads the rows on all threads; after a stop the rest is refused.
fn read<T: Send>(
    rows: &[Row<'_>],
    read: impl Fn(&Row<'_>) -> Result<T, Refusal> + Sync,
) -> Vec<Result<T, Refusal>> {
    let each = |row: &Row<'_>| {
        row.progress.report(0, 0)?;
        read(row)
    };
    if let [row] = rows { vec![each(row)] } else { rows.par_iter().map(each).collect() }
}

fn progress<'a>(rows: &'a [Row<'_>]) -> &'a dyn Progress {
    rows.first().map_or(&ludex_core::Silent, |row| row.progress)
}

fn names(rows: &[Row<'_>]) -> Vec<Result<String, Refusal>> {
    let tables = sudoku().tables();
    let read: Vec<Result<Canonical, Refusal>> =
        read(rows, |row| Ok(Canonical::from_line(row.text(0), tables)?.0));
    let grids: Vec<CanonicalGrid> = read.iter().flatten().map(|canonical| *canonical.grid()).collect();
    let found = tables.ranks(&grids, progress(rows));
    merge(read, found, |canonical, rank| {
        PuzzleName::new(rank, canonical.given()).map(|name| name.to_string())
    })
    .into_iter()
    .map(|name| Ok(name??))
    .collect()
}

fn ranks(rows: &[Row<'_>]) -> Vec<Result<u64, Refusal>> {
    let read: Vec<Result<CanonicalGrid, Refusal>> =
        read(rows, |row| Ok(position(row)?.solution().canonical()));
    let grids: Vec<CanonicalGrid> = read.iter().flatten().copied().collect();
    let found = sudoku().tables().ranks(&grids, progress(rows));
    merge(read, found, |_, rank| rank)
}

fn texts(rows: &[Row<'_>]) -> Vec<Result<String, Refusal>> {
    let read: Vec<Result<PuzzleName, Refusal>> = read(rows, |row| Ok(PuzzleName::from_line(row.text(0))?.0));
    let names: Vec<PuzzleName> = read.iter().flatten().copied().collect();
    let found = sudoku().tables().recall(&names, progress(rows));
    merge(read, found, |_, canonical| canonical.setup().to_string())
}

fn grids(rows: &[Row<'_>]) -> Vec<Result<String, Refusal>> {
    let read: Vec<Result<u64, Refusal>> = read(rows, |row| row.number(0));
    let ranks: Vec<u64> = read.iter().flatten().copied().collect();
    let found = sudoku().tables().grids(&ranks, progress(rows));
    merge(read, found, |_, grid| grid.grid().to_string())
}

fn canonical(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    Ok(write_canonical(&position(row)?, out)?)
}

pub(crate) fn write_canonical(position: &Position, out: &mut String) -> std::fmt::Result {
    write!(out, "{}", position.canonical().setup())
}

fn solution(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    Ok(write!(out, "{}", position(row)?.solution())?)
}

pub(crate) fn open_cells(position: &Position) -> u64 {
    (ludex_sudoku::CELLS - position.setup().clues()) as u64
}

fn solution_length(row: &Row<'_>) -> Result<u64, Refusal> {
    Ok(open_cells(&position(row)?))
}

fn same(row: &Row<'_>) -> Result<bool, Refusal> {
    are_same(alone("sudoku"), row)
}

fn check(row: &Row<'_>) -> Result<(), Refusal> {
    // As `name` reads it: a name is an item, too, and stands for something or not.
    let line = row.text(0);
    if ludex_sudoku::text::measure(line).is_none() && PuzzleName::from_line(line).is_ok() {
        Canonical::from_line(line, sudoku().tables())?;
    } else {
        Position::from_line(line)?;
    }
    Ok(())
}

fn solutions(row: &Row<'_>) -> Result<u64, Refusal> {
    Ok(count(&setup(row)?, row.number_given(1)?.unwrap_or(LIMIT)))
}

fn automorphisms(row: &Row<'_>) -> Result<u64, Refusal> {
    Ok(position(row)?.canonical().automorphisms() as u64)
}

fn clues(row: &Row<'_>) -> Result<u64, Refusal> {
    Ok(setup(row)?.clues() as u64)
}

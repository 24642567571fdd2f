//! Functions for items of any family, each detected by its look.

use crate::function::{Argument, Function};
use crate::kernel::{Kernel, Row};
use crate::opened::families;
use crate::{cube, sudoku, xiangqi};
use ludex_core::{Difference, Families, Family, Name, Position, Refusal, downcast};
use std::fmt::Write;

pub(crate) const TEXT: &[Argument] = &[Argument::text("text")];
pub(crate) const NAME: &[Argument] = &[Argument::text("name")];
const TWO: &[Argument] = &[Argument::text("a"), Argument::text("b")];

pub(crate) fn functions() -> Vec<Function> {
    let function =
        |name, arguments, about, kernel| Function { family: "any", name, arguments, about, kernel };
    vec![
        function(
            "name",
            TEXT,
            "The qualified canonical name of a position of any family, equal for all its disguises.",
            Kernel::Text(name),
        ),
        function(
            "exact_name",
            TEXT,
            "The qualified name of a position as it stands (cubes and xiangqi).",
            Kernel::Text(exact_name),
        ),
        function(
            "canonical",
            TEXT,
            "The canonical form of a position as text, equal for all its disguises.",
            Kernel::Text(canonical),
        ),
        function(
            "text",
            NAME,
            "The position that a qualified name stands for, as text. The id of a Tetris setup does not hold it.",
            Kernel::Text(text),
        ),
        function("solution", TEXT, "The solution of a sudoku or a cube.", Kernel::Text(solution)),
        function(
            "solution_length",
            TEXT,
            "How long the solution is: moves of a cube, cells of a sudoku that are not given.",
            Kernel::Number(solution_length),
        ),
        function(
            "same",
            TWO,
            "Whether two items, texts or qualified names, are one position in disguise.",
            Kernel::Truth(same),
        ),
        function("check", TEXT, "Why an item has no name; null where it has one.", Kernel::Reason(check)),
    ]
}

/// Reads an item and hands its position to the work.
fn with<T>(
    row: &Row<'_>,
    work: impl FnOnce(&dyn Family, &dyn Position) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let item = families().read(row.text(0))?;
    let family = item.family;
    work(family, &*item.position()?)
}

fn name(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    with(row, |family, position| Ok(write!(out, "{}", family.name(position)?)?))
}

fn exact_name(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    with(row, |family, position| match family.exact_name(position) {
        Some(name) => Ok(write!(out, "{}", name?)?),
        None => Err(Refusal::new(format!("{} positions have no name as they stand", family.word()))),
    })
}

fn canonical(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    with(row, |family, position| match family.word() {
        "sudoku" => Ok(sudoku::write_canonical(downcast(position)?, out)?),
        "cube" => {
            cube::write_canonical(downcast(position)?, out);
            Ok(())
        }
        "xiangqi" => Ok(xiangqi::write_canonical(downcast(position)?, out)?),
        word => {
            let text = position.canonical_text();
            out.push_str(
                &text.ok_or_else(|| Refusal::new(format!("{word} positions have no canonical text")))?,
            );
            Ok(())
        }
    })
}

fn text(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    let line = row.text(0);
    let name: Name = match families().split_name(line) {
        Some(name) => name?.0,
        None => line.parse()?,
    };
    let (family, _) = families().kind(name.kind())?;
    out.push_str(&family.recall(&name)?.setup().text());
    Ok(())
}

fn solution(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    with(row, |family, position| match family.word() {
        "cube" => cube::write_solution(downcast(position)?, row.progress, out),
        word => {
            out.push_str(&family.solve(position, row.progress).ok_or_else(|| no_solver(word))??);
            Ok(())
        }
    })
}

fn no_solver(word: &str) -> Refusal {
    Refusal::new(format!("{word} positions have no solver"))
}

fn solution_length(row: &Row<'_>) -> Result<u64, Refusal> {
    with(row, |family, position| match family.word() {
        "cube" => Ok(cube::solution_turns(downcast(position)?, row.progress)?.len() as u64),
        "sudoku" => Ok(sudoku::open_cells(downcast(position)?)),
        word => Err(no_solver(word)),
    })
}

fn same(row: &Row<'_>) -> Result<bool, Refusal> {
    are_same(families(), row)
}

/// Whether two items of some families are one position.
pub(crate) fn are_same(families: &Families, row: &Row<'_>) -> Result<bool, Refusal> {
    Ok(matches!(families.diff(row.text(0), row.text(1))?, Difference::Same(_)))
}

fn check(row: &Row<'_>) -> Result<(), Refusal> {
    with(row, |family, position| match family.word() {
        // A puzzle has a name; looking for it would cost more than all the rest.
        "sudoku" => Ok(()),
        _ => family.name(position).map(|_| ()),
    })
}

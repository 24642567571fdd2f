//! The functions of cubes.

use crate::any::{NAME, are_same};
use crate::function::{Argument, Function};
use crate::kernel::{Kernel, Row};
use crate::opened::{cube_tables, cubes_of};
use ludex_core::{Progress, Refusal, Stopped};
use ludex_cube::solve::{solve, watch::Watch};
use ludex_cube::{
    CubeKind, CubeName, MAX_SIZE, Metric, Pieces, Position, SolveOptions, Turn, notation, text as cube_text,
};
use std::fmt::Write;

const SIZED: &[Argument] = &[Argument::text("text"), Argument::number("size").or_none()];

pub(crate) fn functions() -> Vec<Function> {
    let function =
        |name, arguments, about, kernel| Function { family: "cube", name, arguments, about, kernel };
    vec![
        function(
            "name",
            SIZED,
            "The letters of a cube's name, equal for its 48 symmetries. Moves are those of a 3x3 unless a size is given.",
            Kernel::Text(name),
        ),
        function(
            "exact_name",
            SIZED,
            "The letters of a cube's state as it stands.",
            Kernel::Text(exact_name),
        ),
        function("canonical", SIZED, "The facelets of the least cube of its class.", Kernel::Text(canonical)),
        function("text", NAME, "The facelets of the cube that a name stands for.", Kernel::Text(text)),
        function(
            "solution",
            SIZED,
            "Moves that solve a cube: the fewest of a 2x2, at most 20 of a 3x3.",
            Kernel::Text(solution),
        ),
        function(
            "solution_length",
            SIZED,
            "How many moves that solution has.",
            Kernel::Number(solution_length),
        ),
        function(
            "same",
            const { &[Argument::text("a"), Argument::text("b"), Argument::number("size").or_none()] },
            "Whether two cubes are one in disguise.",
            Kernel::Truth(same),
        ),
        function(
            "check",
            SIZED,
            "Why a text is no cube with a name; null where it is one.",
            Kernel::Reason(check),
        ),
        function(
            "distance2x2",
            const { &[Argument::text("text"), Argument::text("metric").or_none()] },
            "The fewest moves that solve a 2x2, in the metric htm (left out) or qtm.",
            Kernel::Number(distance2x2),
        ),
    ]
}

/// Asks whether to stop, and keeps the talk of solvers to itself.
struct Quiet<'a>(&'a dyn Progress);

impl Progress for Quiet<'_> {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        self.0.report(done, total)
    }
}

impl Watch for Quiet<'_> {}

fn size(row: &Row<'_>, argument: usize) -> Result<Option<usize>, Refusal> {
    match row.number_given(argument)? {
        None => Ok(None),
        Some(size) if (2..=MAX_SIZE as u64).contains(&size) => Ok(Some(size as usize)),
        Some(size) => {
            Err(Refusal::new(format!("size {size}: cubes have 2 to {MAX_SIZE} stickers along an edge")))
        }
    }
}

fn position(row: &Row<'_>) -> Result<Position, Refusal> {
    let size = size(row, 1)?;
    Ok(cube_text::read_line(row.text(0), size).map_err(|error| error.refusal())?.0)
}

fn name(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    Ok(write!(out, "{}", position(row)?.name(CubeKind::Canonical)?)?)
}

fn exact_name(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    Ok(write!(out, "{}", position(row)?.name(CubeKind::State)?)?)
}

fn canonical(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    write_canonical(&position(row)?, out);
    Ok(())
}

pub(crate) fn write_canonical(position: &Position, out: &mut String) {
    out.push_str(&cube_text::facelets(position.canonical().position().stickers()));
}

fn text(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    let line = row.text(0).trim();
    let name = &line[..line.find(['\t', ' ', ';', ',']).unwrap_or(line.len())];
    out.push_str(&cube_text::facelets(name.parse::<CubeName>()?.position().stickers()));
    Ok(())
}

/// The turns that solve a cube as it is held.
pub(crate) fn solution_turns(position: &Position, progress: &dyn Progress) -> Result<Vec<Turn>, Refusal> {
    let found = solve(position, &SolveOptions::default(), cube_tables(), &Quiet(progress))?;
    Ok(found.turns.into_iter().next().unwrap_or_default())
}

pub(crate) fn write_solution(
    position: &Position,
    progress: &dyn Progress,
    out: &mut String,
) -> Result<(), Refusal> {
    out.push_str(&notation::write(&solution_turns(position, progress)?, position.size()));
    Ok(())
}

fn solution(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    write_solution(&position(row)?, row.progress, out)
}

fn solution_length(row: &Row<'_>) -> Result<u64, Refusal> {
    Ok(solution_turns(&position(row)?, row.progress)?.len() as u64)
}

fn same(row: &Row<'_>) -> Result<bool, Refusal> {
    are_same(cubes_of(size(row, 2)?), row)
}

fn check(row: &Row<'_>) -> Result<(), Refusal> {
    position(row)?.name(CubeKind::Canonical)?;
    Ok(())
}

fn distance2x2(row: &Row<'_>) -> Result<u64, Refusal> {
    let metric = match row.text_given(1) {
        None | Some("htm") => Metric::Htm,
        Some("qtm") => Metric::Qtm,
        Some(other) => {
            let shown: String = other.chars().take(40).collect();
            return Err(Refusal::new(format!("metric {shown:?}: htm or qtm is needed")));
        }
    };
    let position = cube_text::read_line(row.text(0), Some(2)).map_err(|error| error.refusal())?.0;
    match position.pieces() {
        Pieces::Two(corners) => Ok(u64::from(cube_tables().two(metric).distance(corners.rank2()))),
        _ => Err(Refusal::new(format!("a cube of {0}x{0}: a 2x2 is needed", position.size()))),
    }
}

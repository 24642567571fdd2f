//! The functions of xiangqi.

use crate::any::{NAME, TEXT, are_same};
use crate::function::{Argument, Function};
use crate::kernel::{Kernel, Row};
use crate::opened::alone;
use ludex_core::Refusal;
use ludex_xiangqi::{BoardName, Position, Sextants, Tables, line};
use std::fmt::Write;

pub(crate) fn functions() -> Vec<Function> {
    let function =
        |name, arguments, about, kernel| Function { family: "xiangqi", name, arguments, about, kernel };
    vec![
        function(
            "name",
            TEXT,
            "The 24 letters of a board's name: the lesser of it and its mirror image.",
            Kernel::Text(name),
        ),
        function("exact_name", TEXT, "The 24 letters of a board as it stands.", Kernel::Text(exact_name)),
        function(
            "canonical",
            TEXT,
            "The FEN of the board or its mirror image, whichever has the lesser name.",
            Kernel::Text(canonical),
        ),
        function("text", NAME, "The FEN of a name.", Kernel::Text(text)),
        function(
            "same",
            const { &[Argument::text("a"), Argument::text("b")] },
            "Whether two boards are one, or mirror images.",
            Kernel::Truth(same),
        ),
        function(
            "check",
            TEXT,
            "Why a FEN is no position with a name; null where it is one.",
            Kernel::Reason(check),
        ),
        function(
            "code",
            TEXT,
            "The 18-character sextant code of a board, which other boards may share.",
            Kernel::Text(code),
        ),
        function("sums", TEXT, "The sums of the six sextants.", Kernel::Numbers(sums)),
        function(
            "legal_moves",
            TEXT,
            "The legal moves, sorted, with ranks 1 to 10; none for a side that has lost.",
            Kernel::Texts(legal_moves),
        ),
    ]
}

fn position(row: &Row<'_>) -> Result<Position, Refusal> {
    Ok(line::position(row.text(0))?.0)
}

fn name(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    out.push_str(position(row)?.canonical().name(&Tables)?.as_str());
    Ok(())
}

fn exact_name(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    out.push_str(BoardName::of(&position(row)?)?.as_str());
    Ok(())
}

fn canonical(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    Ok(write_canonical(&position(row)?, out)?)
}

pub(crate) fn write_canonical(position: &Position, out: &mut String) -> std::fmt::Result {
    write!(out, "{}", position.canonical().position())
}

fn text(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    let line = row.text(0);
    let word = &line[..line.find(['\t', ' ']).unwrap_or(line.len())];
    Ok(write!(out, "{}", word.parse::<BoardName>()?.position())?)
}

fn same(row: &Row<'_>) -> Result<bool, Refusal> {
    are_same(alone("xiangqi"), row)
}

fn check(row: &Row<'_>) -> Result<(), Refusal> {
    position(row)?.canonical().name(&Tables)?;
    Ok(())
}

fn code(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    Ok(write!(out, "{}", Sextants::of(&line::setup(row.text(0))?.0).code())?)
}

fn sums(row: &Row<'_>) -> Result<Vec<u64>, Refusal> {
    Ok(Sextants::of(&line::setup(row.text(0))?.0).sums().iter().map(|&sum| u64::from(sum)).collect())
}

fn legal_moves(row: &Row<'_>) -> Result<Vec<String>, Refusal> {
    let (position, _) = line::playable(row.text(0))?;
    let mut moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    Ok(moves)
}

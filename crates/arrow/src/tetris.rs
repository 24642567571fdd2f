//! The functions of Tetris.

use crate::any::{TEXT, are_same};
use crate::function::{Argument, Function};
use crate::kernel::{Kernel, Row, Share};
use crate::opened::alone;
use ludex_core::Refusal;
use ludex_tetris::solve::{Rules, first_field, is_cleared, queues_of};
use ludex_tetris::{Position, Setup, Tables, percentage};
use std::fmt::Write;

pub(crate) fn functions() -> Vec<Function> {
    let function =
        |name, arguments, about, kernel| Function { family: "tetris", name, arguments, about, kernel };
    vec![
        function(
            "name",
            TEXT,
            "The id of a setup given as one line: pc, oqb, leftover, build, cover pattern and fumen, tab separated.",
            Kernel::Text(name),
        ),
        function("canonical", TEXT, "The setup without its disguises, as one line.", Kernel::Text(canonical)),
        function(
            "same",
            const { &[Argument::text("a"), Argument::text("b")] },
            "Whether two setups, or two fumens, are one in disguise.",
            Kernel::Truth(same),
        ),
        function("check", TEXT, "Why a line is no setup; null where it is one.", Kernel::Reason(check)),
        function(
            "setup_id",
            const {
                &[
                    Argument::number("pc"),
                    Argument::number("oqb"),
                    Argument::text("leftover"),
                    Argument::text("build"),
                    Argument::text("cover_pattern"),
                    Argument::text("fumen"),
                ]
            },
            "The id of a setup whose fields stand in columns of their own, before unique numbers are given out.",
            Kernel::Text(setup_id),
        ),
        function(
            "queues",
            const { &[Argument::text("pattern")] },
            "The queues of an extended-pieces pattern.",
            Kernel::Texts(queues),
        ),
        function(
            "percent",
            const {
                &[
                    Argument::text("fumen"),
                    Argument::text("pattern"),
                    Argument::number("lines").or_none(),
                    Argument::text("kicks").or_none(),
                    Argument::text("hold").or_none(),
                    Argument::text("drop").or_none(),
                    Argument::number("see").or_none(),
                ]
            },
            "How many queues of a pattern lead to a perfect clear: success, total, percent. Left out: 4 lines, \
             kicks srs180, hold any, the drop of the kick table, every piece seen.",
            Kernel::Share(percent),
        ),
    ]
}

/// The setup at the start of a line.
fn position(line: &str) -> Result<Position, Refusal> {
    let item = &line[..Setup::measure(line).unwrap_or(line.len())];
    Ok(Position::try_from(&item.parse::<Setup>()?)?)
}

fn name(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    Ok(write!(out, "{}", position(row.text(0))?.canonical().name(&Tables::default())?)?)
}

fn canonical(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    out.push_str(&position(row.text(0))?.canonical().text());
    Ok(())
}

fn same(row: &Row<'_>) -> Result<bool, Refusal> {
    are_same(alone("tetris"), row)
}

fn check(row: &Row<'_>) -> Result<(), Refusal> {
    position(row.text(0))?.canonical().name(&Tables::default())?;
    Ok(())
}

fn setup_id(row: &Row<'_>, out: &mut String) -> Result<(), Refusal> {
    let (pc, oqb) = (row.number(0)?.to_string(), row.number(1)?.to_string());
    let setup = Setup::of([&pc, &oqb, row.text(2), row.text(3), row.text(4), row.text(5)]);
    Ok(write!(out, "{}", Position::try_from(&setup)?.canonical().name(&Tables::default())?)?)
}

fn queues(row: &Row<'_>) -> Result<Vec<String>, Refusal> {
    Ok(queues_of(row.text(0))?.iter().map(ToString::to_string).collect())
}

fn percent(row: &Row<'_>) -> Result<Share, Refusal> {
    let (fumen, pattern) = (row.text(0), row.text(1));
    let kicks = row.text_given(3).unwrap_or("srs180");
    let rules = Rules::read(kicks, row.text_given(5), row.text_given(4).unwrap_or("any"))?;
    let lines = row.number_given(2)?.unwrap_or(4);
    let lines =
        u32::try_from(lines).map_err(|_| Refusal::new(format!("lines {lines}: 1 to 6 can be cleared")))?;
    let share = |success: usize, total: usize| Share {
        success: success as u64,
        total: total as u64,
        percent: percentage(success, total),
    };
    let field = first_field(fumen)?;
    if lines == 0 {
        // A setup that is a perfect clear by itself: every queue is solved.
        if !is_cleared(&field) {
            return Err(Refusal::new("0 lines to clear, and the field is no perfect clear"));
        }
        let total = queues_of(pattern)?.len();
        return Ok(share(total, total));
    }
    let problem = rules.problem(&field, lines)?;
    let queues = queues_of(pattern)?;
    if let Some(see) = row.number_given(6)? {
        let see = usize::try_from(see).unwrap_or(usize::MAX);
        let chance = problem.chance(&queues, see, row.progress)?;
        return Ok(share(chance.success, chance.total));
    }
    let percent = problem.percent(&queues, row.progress)?;
    Ok(share(percent.success(), percent.queues.len()))
}

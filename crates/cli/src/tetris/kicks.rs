//! `ludex tetris kicks`: a kick table checked and shown.

use super::refuse;
use super::rules::table_of;
use crate::Outcome;
use clap::Args;
use ludex_tetris::fumen::{Flags, Page, Placed};
use ludex_tetris::{Cell, Field, Fumen, KickTable, Piece, Rotation};
use std::fmt::Write as _;
use std::io::Write;

/// Where a piece stands in the picture of a turn.
const STAND: (i32, i32) = (4, 5);

/// Check a kick table and print all its tests.
///
/// What is printed is a kick table again, every alias resolved. With --fumens each piece gets a fumen instead: a page
/// for each test of each turn, the piece before it gray.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris kicks srs_plus
  ludex tetris kicks my.properties
  ludex tetris kicks my.properties --fumens")]
pub(crate) struct KicksArgs {
    /// A table of ours, or a .properties file
    #[arg(value_name = "NAME|FILE")]
    table: String,
    /// Print a fumen for each piece
    #[arg(long)]
    fumens: bool,
}

impl KicksArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let table = match table_of(&self.table)? {
            Ok(table) => table,
            Err(refusal) => return refuse(refusal),
        };
        let text = if self.fumens { fumens(&table) } else { lines(&table) };
        crate::talk::Screen::new().write_all(text.as_bytes())?;
        let half = if table.has_half_turns() { "quarter and half turns" } else { "quarter turns" };
        let mirror = if table.mirrored() == table { "the same" } else { "another table" };
        eprintln!("ludex: the table is whole: {half}; in a mirror it is {mirror}");
        if KickTable::NAMES.contains(&&*self.table) && !KickTable::VERIFIED.contains(&&*self.table) {
            eprintln!("ludex: {} is unverified: some of it comes from one source only", self.table);
        }
        Ok(Outcome::Fine)
    }
}

/// The turns of a piece that have tests.
fn turns(table: &KickTable, piece: Piece) -> Vec<(Rotation, Rotation)> {
    let all = Rotation::ALL.into_iter().flat_map(|from| Rotation::ALL.into_iter().map(move |to| (from, to)));
    all.filter(|&(from, to)| !table.tests(piece, from, to).is_empty()).collect()
}

fn key(piece: Piece, from: Rotation, to: Rotation) -> String {
    format!("{piece}.{}{}", from.compass(), to.compass())
}

fn lines(table: &KickTable) -> String {
    let mut text = String::new();
    for piece in Piece::ALL {
        for (from, to) in turns(table, piece) {
            let upgrade = if piece == Piece::T { table.upgrade(from, to) } else { None };
            let _ = write!(text, "{}=", key(piece, from, to));
            for (number, (x, y)) in table.tests(piece, from, to).iter().enumerate() {
                let mark = if upgrade == Some(number) { "@" } else { "" };
                let _ = write!(text, "({mark}{x},{y})");
            }
            text.push('\n');
        }
    }
    text
}

fn fumens(table: &KickTable) -> String {
    let mut text = String::new();
    for piece in Piece::ALL {
        let mut pages: Vec<Page> = Vec::new();
        for (from, to) in turns(table, piece) {
            for (number, &(dx, dy)) in (1..).zip(table.tests(piece, from, to)) {
                let mut field = Field::new();
                for (x, y) in (Placed { piece, rotation: from, x: STAND.0, y: STAND.1 }).cells() {
                    field.set(x as usize, y, Cell::Gray);
                }
                let after =
                    Placed { piece, rotation: to, x: STAND.0 + i32::from(dx), y: STAND.1 + i32::from(dy) };
                // A test that leads out of the picture shows where the piece was.
                let inside = after.cells().iter().all(|&(x, y)| (0..10).contains(&x) && (0..23).contains(&y));
                let flags = Flags { lock: false, colour: pages.is_empty(), ..Flags::default() };
                let comment = format!("{} {number}: ({dx},{dy})", key(piece, from, to));
                pages.push(Page { field, piece: inside.then_some(after), comment, flags });
            }
        }
        let _ = writeln!(text, "{piece}\t{}", Fumen { pages }.encode());
    }
    text
}

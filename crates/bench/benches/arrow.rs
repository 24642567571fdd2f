//! What answering by way of Arrow arrays costs: the same names by the library in a plain loop.
//!
//! `cargo bench -p ludex-bench --bench arrow`. One thread on both sides.

use arrow_array::{ArrayRef, StringArray};
use ludex_arrow::{Settings, find, sample};
use ludex_bench::Contest;
use ludex_cube::{CubeKind, text as cube_text};
use ludex_sudoku::{Canonical, Tables};
use ludex_xiangqi::line;
use std::hint::black_box;
use std::sync::Arc;

fn contest(family: &str, rows: usize, plain: &dyn Fn(&str) -> Option<String>) {
    let lines = sample::rows(family, rows, 1);
    let column: ArrayRef = Arc::new(StringArray::from_iter_values(&lines));
    let name = find(family, "name").expect("it is listed");
    let settings = Settings::default().with_threads(1);
    let mut contest = Contest::new(&format!("{family} names, bad rows among them"), rows as u64);
    contest.run("ludex-arrow, 1 thread", || {
        black_box(name.call(&[column.clone().into()], rows, &settings).expect("answers"));
    });
    contest.run("the library in a plain loop", || {
        black_box(lines.iter().map(|line| plain(line)).collect::<Vec<_>>());
    });
    contest.report();
}

fn main() {
    contest("xiangqi", 200_000, &|text| {
        let (position, _) = line::position(text).ok()?;
        Some(position.canonical().name(&ludex_xiangqi::Tables).ok()?.to_string())
    });
    contest("cube", 100_000, &|text| {
        let (position, _) = cube_text::read_line(text, None).ok()?;
        Some(position.name(CubeKind::Canonical).ok()?.to_string())
    });
    let tables = Tables::cached(|_| ());
    contest("sudoku", 3_000, &|text| {
        let (canonical, _) = Canonical::from_line(text, &tables).ok()?;
        Some(canonical.name(&tables).ok()?.to_string())
    });
}

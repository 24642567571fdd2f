//! The table of figures in the README, made from the rows that benchmarks write.

use anyhow::{Context, ensure};

const ROWS: &str = "docs/figures.tsv";
const PAGE: &str = "README.md";
const START: &str = "<!-- figures: cargo xtask figures -->\n";
const END: &str = "<!-- end of figures -->";

/// Puts the table into the README.
pub(crate) fn write() -> anyhow::Result<()> {
    std::fs::write(PAGE, page()?).context(PAGE)
}

/// Whether the README shows the figures that were measured.
pub(crate) fn check() -> anyhow::Result<()> {
    let shown = std::fs::read_to_string(PAGE).context(PAGE)?;
    ensure!(shown == page()?, "{PAGE} shows other figures than {ROWS}: run `cargo xtask figures`");
    Ok(())
}

fn page() -> anyhow::Result<String> {
    let shown = std::fs::read_to_string(PAGE).context(PAGE)?;
    let rows = std::fs::read_to_string(ROWS).context(ROWS)?;
    let (before, rest) = shown.split_once(START).with_context(|| format!("{PAGE} has no line {START:?}"))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("{PAGE} has no line {END:?}"))?;
    Ok(format!("{before}{START}{}{END}{after}", table(&rows)?))
}

fn table(rows: &str) -> anyhow::Result<String> {
    let mut table = String::from("| what | figure | beside | measured by | on |\n|--|--|--|--|--|\n");
    for row in rows.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [_, what, figure, beside, command, date, machine] = cells[..] else {
            anyhow::bail!("{ROWS}: a row has {} columns, not 7: {row:?}", cells.len());
        };
        table += &format!("| {what} | {figure} | {beside} | {command} | {date}, {machine} |\n");
    }
    Ok(table)
}

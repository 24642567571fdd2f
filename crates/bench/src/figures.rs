//! The figures of the README: one file, written by the benchmarks themselves.
//!
//! `docs/figures.tsv` has one row per figure: what, the figure, what stands beside it, the command that
//! gives it again, the date and the machine. A benchmark that runs with `LUDEX_FIGURES=1` replaces its
//! rows; `cargo xtask figures` puts the table into the README, and `cargo xtask test` looks whether the
//! two agree.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The columns, in order.
pub const COLUMNS: [&str; 7] = ["id", "what", "figure", "beside", "command", "date", "machine"];

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/figures.tsv")
}

/// Writes a figure and what stands beside it into its row, where `LUDEX_FIGURES` asks for it.
///
/// # Panics
/// When the file cannot be read or written, or has no row of that id: a figure needs its words first.
pub fn record(id: &str, figure: &str, beside: &str) {
    println!("  figure {id}: {figure} | {beside}");
    if std::env::var_os("LUDEX_FIGURES").is_none() {
        return;
    }
    let text = std::fs::read_to_string(file()).expect("docs/figures.tsv");
    let text = replace(&text, id, figure, beside, &today(), &machine());
    std::fs::write(file(), text.unwrap_or_else(|| panic!("docs/figures.tsv has no row {id:?}")))
        .expect("docs/figures.tsv");
}

fn replace(text: &str, id: &str, figure: &str, beside: &str, date: &str, machine: &str) -> Option<String> {
    let mut found = false;
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let [this, what, _, _, command, _, _] = cells[..] else { return line.to_owned() };
            if this != id {
                return line.to_owned();
            }
            found = true;
            [id, what, figure, beside, command, date, machine].join("\t")
        })
        .collect();
    found.then(|| lines.join("\n") + "\n")
}

/// The date, by the calendar of UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// The date so many days after 1970-01-01.
fn date(mut days: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

/// The processor and the number of its threads that we may use.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {threads} threads", model.map_or(std::env::consts::ARCH, |(_, name)| name.trim()))
}

/// A number with commas between its thousands.
#[must_use]
pub fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A rate to three digits: `9,100 /s`.
#[must_use]
pub fn rate(per_second: f64) -> String {
    let unit = 10f64.powf(per_second.max(1.0).log10().floor() - 2.0).max(1.0);
    if per_second < 100.0 {
        format!("{per_second:.1} /s")
    } else {
        format!("{} /s", thousands((per_second / unit).round() * unit))
    }
}

/// A time in the unit that suits it: `0.86 ms`.
#[must_use]
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-5 => format!("{:.2} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_replaced_and_the_rest_stays() {
        let text =
            "id\twhat\tfigure\tbeside\tcommand\tdate\tmachine\na\tA\t1\t2\tc\td\tm\nb\tB\t3\t4\tc\td\tm\n";
        let new = replace(text, "b", "5", "6", "2026-11-15", "pc").unwrap();
        assert_eq!(new.lines().nth(1), text.lines().nth(1));
        assert_eq!(new.lines().nth(2), Some("b\tB\t5\t6\tc\t2026-11-15\tpc"));
        assert_eq!(replace(text, "c", "", "", "", ""), None);
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!([0, 59, 20_771].map(date), ["1970-01-01", "1970-03-01", "2026-11-14"]);
        assert_eq!([rate(9_123.4), rate(34.84), rate(413_489.0)], ["9,120 /s", "34.8 /s", "413,000 /s"]);
        assert_eq!([time(9e-8), time(8.6e-4), time(27.23)], ["0.09 us", "0.86 ms", "27.2 s"]);
    }
}

//! `ludex cube solve`.

use super::SizeArgs;
use super::talk::Talk;
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_core::Refusal;
use ludex_cube::solve::{Solutions, SolveError, solve};
use ludex_cube::{Cost, CostTable, Face, Position, SolveOptions, Tables, notation};
use std::time::Duration;

const GIB: u64 = 1 << 30;

/// How turns are counted, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum MetricArg {
    /// Half turns count once
    #[default]
    Htm,
    /// Half turns count twice
    Qtm,
    /// Turns of a middle layer count once
    Stm,
    /// Turns about one axis at the same time count once, and stand in parentheses
    Atm,
}

/// Solve cubes: per line facelets, the text WWWW-YYYY-..., hex faces, moves from solved, or a name.
///
/// Prints the moves that solve the cube as it is held; an empty line if there is nothing to do. A 2x2 is
/// always solved optimally; a 3x3 in at most 20 moves, or with --optimal in as few as there are (the
/// nodes searched at each depth, which prove it, go to stderr); a larger cube in outer block turns, the
/// fewest if five are enough (four from 10 layers on).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube solve --size 2 --metric qtm \"R U R' U'\"
  ludex cube solve --time 5 DBRDUBUFLULBLRRLDDLRFFFFDUDBFFUDLUUBFRBLLDFBLUDRBBURRR
  ludex cube solve --optimal --all \"U2 D2 F2 B2 L2 R2\"
  ludex cube solve --metric atm --time 1 --count 3 \"R U2 F' D L B2 R' U F D2 L\"
  ludex cube solve --without B --cost \"U=1,D=1,U2=1.5\" --count 2 \"B F2 R\"
  ludex cube solve --to cube3-state:000000000V} \"R U\"")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// Find a shortest solution of a 3x3 and prove it (in htm or qtm)
    #[arg(long)]
    optimal: bool,
    /// Print all shortest solutions, one per line
    #[arg(long)]
    all: bool,
    /// Print so many solutions of a 2x2 or 3x3, cheapest first, each with its cost
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000), conflicts_with = "all")]
    count: Option<u16>,
    /// How turns are counted (2x2 and 3x3)
    #[arg(long, value_enum, default_value_t)]
    metric: MetricArg,
    /// What each face turn of a 3x3 costs, such as U=1,U2=1.5,B'=3 (default: 1; a face stands for its turns)
    #[arg(long, value_name = "TABLE", conflicts_with = "metric")]
    cost: Option<CostTable>,
    /// Faces of a 3x3 that must not turn, such as B or DB
    #[arg(long, value_name = "FACES", value_parser = faces)]
    without: Option<Faces>,
    /// Be content with so many moves; without --optimal the first solution found is printed
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u8).range(0..=30))]
    max_length: Option<u8>,
    /// Look for better solutions for so many seconds; each one is told on stderr
    ///
    /// With --optimal the best solution found is printed when the time is over, and stderr says how many
    /// moves are proven to be needed.
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// Memory for the table of --optimal: 512M, 2G, 8G (default: 2G, less where the machine has less)
    ///
    /// The largest table that fits is used: 43 MB, from 512M on 511 MB, from 1536M on 1,490 MB, from 3G
    /// on 2,980 MB. The larger the table, the less there is to search.
    #[arg(long, value_name = "M", value_parser = memory)]
    memory: Option<u64>,
    /// Solve to this state instead of the solved one
    #[arg(long, value_name = "STATE")]
    to: Option<String>,
    #[command(flatten)]
    lines: LineArgs,
}

/// Faces as typed: letters.
#[derive(Debug, Clone)]
struct Faces(Vec<Face>);

fn faces(text: &str) -> Result<Faces, String> {
    Face::read_all(text).map(Faces).map_err(|error| error.to_string())
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let value = text.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0 && *value < 1e6);
    value.map(Duration::from_secs_f64).ok_or_else(|| "seconds such as 5 or 0.5 are accepted".to_owned())
}

fn memory(text: &str) -> Result<u64, String> {
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let unit = match unit.to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
        "M" => 1 << 20,
        "G" => GIB,
        _ => return Err("a number with M or G, such as 512M or 2G, is accepted".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "a number such as 512M or 2G is accepted".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "too much".to_owned())
}

impl SolveArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let to = match &self.to {
            None => None,
            Some(text) => match self.size.read(text) {
                Ok(position) => Some(position),
                Err(refusal) => anyhow::bail!("--to: {refusal}"),
            },
        };
        let options = SolveOptions {
            cost: match (self.cost, self.metric) {
                (Some(table), _) => Cost::Table(table),
                (None, MetricArg::Htm) => Cost::Htm,
                (None, MetricArg::Qtm) => Cost::Qtm,
                (None, MetricArg::Stm) => Cost::Stm,
                (None, MetricArg::Atm) => Cost::Atm,
            },
            faces: match &self.without {
                Some(Faces(gone)) => Face::ALL.into_iter().filter(|face| !gone.contains(face)).collect(),
                None => Face::ALL.to_vec(),
            },
            optimal: self.optimal || self.all,
            all: self.all,
            count: self.count.map_or(1, usize::from),
            max_length: self.max_length,
            time: self.time,
            memory: self.memory.unwrap_or_else(|| available().min(2 * GIB)),
            threads: if self.lines.is_single() { 0 } else { 1 },
            to,
        };
        let (tables, talk) = (Tables::cached(), Talk::of_better(self.time.is_some()));
        self.lines.plan()?.run(&["solution"], |line| {
            let (position, rest) = self.size.read_line(line)?;
            let found = solve(&position, &options, &tables, &talk).map_err(refusal)?;
            if self.optimal && !found.is_shortest(position.size()) {
                eprintln!("ludex: not proven in that time: at least {} moves are needed", found.at_least);
            }
            let texts = texts(&found, &position, self.count.is_some());
            let answer = if self.all || self.count.is_some() {
                Answer::one(texts.clone()).with_text(texts.join("\n"))
            } else {
                Answer::one(texts.into_iter().next().unwrap_or_default())
            };
            Ok(answer.with_rest(rest))
        })
    }
}

/// The solutions as text, with a tab and the cost where several are asked for.
fn texts(found: &Solutions, position: &Position, costs: bool) -> Vec<String> {
    let size = position.size();
    let text = |turns: &Vec<_>| {
        // What a robot does at once stands together.
        let write = if found.cost == Cost::Atm { notation::write_at_once } else { notation::write };
        let moves = write(turns, size);
        if costs { format!("{moves}\t{}", found.cost.text(found.cost(turns, size))) } else { moves }
    };
    found.turns.iter().map(text).collect()
}

fn refusal(error: SolveError) -> Refusal {
    Refusal::from(error)
}

/// Memory that is free for us: half of what the system says, or two gigabytes where it says nothing.
fn available() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kib.map_or(2 * GIB, |kib| kib * 1024 / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_cube::solve::coset::Grain;

    fn grain(text: &str) -> Grain {
        SolveOptions { memory: memory(text).expect("an amount"), ..SolveOptions::default() }.grain()
    }

    #[test]
    fn memory_chooses_the_table() {
        assert_eq!(["100M", "512M", "2G", "8G"].map(grain), Grain::ALL);
        assert!(memory("2").is_err() && memory("G").is_err() && memory("99999999999G").is_err());
    }

    #[test]
    fn every_table_fits_into_what_was_asked_for() {
        for text in ["512M", "1536M", "2G", "3G", "8G"] {
            let asked = memory(text).expect("an amount");
            assert!(42_577_920 * (grain(text).parts() as u64) < asked, "{text}");
        }
    }
}

//! `ludex cube solve`.

use super::SizeArgs;
use super::tables::{Optimal, Solvers};
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_core::{Progress, Refusal, Stopped};
use ludex_cube::solve::coset::Grain;
use ludex_cube::solve::optimal::Deepening;
use ludex_cube::{Cubie, Metric, Pieces, Position, Table2, Turn, moves, notation, nxn};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Every state of the 3x3 has a solution of so many moves.
const FARTHEST: u8 = 20;
const FARTHEST_QTM: u8 = 26;
const GIB: u64 = 1 << 30;

/// How turns are counted, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum MetricArg {
    /// Half turns count once
    #[default]
    Htm,
    /// Half turns count twice
    Qtm,
}

/// Solve cubes: per line facelets, the text WWWW-YYYY-..., moves from solved, or a name.
///
/// Prints the moves that solve the cube as it is held; an empty line if there is nothing to do. A 2x2 is
/// always solved optimally; a 3x3 in at most 20 moves, or with --optimal in as few as there are (the
/// nodes searched at each depth, which prove it, go to stderr); a larger cube in outer block turns, the
/// fewest if four are enough, about 44 on the 4x4 and 79 on the 5x5.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube solve --size 2 --metric qtm \"R U R' U'\"
  ludex cube solve --time 5 DBRDUBUFLULBLRRLDDLRFFFFDUDBFFUDLUUBFRBLLDFBLUDRBBURRR
  ludex cube solve --optimal --all \"U2 D2 F2 B2 L2 R2\"
  ludex cube solve --to cube3-state:000000000V} \"R U\"")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// Find a shortest solution of a 3x3 and prove it
    #[arg(long)]
    optimal: bool,
    /// Print all shortest solutions, one per line
    #[arg(long)]
    all: bool,
    /// How turns are counted (for 2x2 and --optimal)
    #[arg(long, value_enum, default_value_t)]
    metric: MetricArg,
    /// Be content with so many moves; without --optimal the first solution found is printed
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u8).range(0..=30))]
    max_length: Option<u8>,
    /// Look for better 3x3 solutions for so many seconds; each one is told on stderr
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

fn seconds(text: &str) -> Result<Duration, String> {
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

/// What to do, settled.
struct Plan {
    metric: Metric,
    optimal: bool,
    all: bool,
    max_length: Option<u8>,
    time: Option<Duration>,
    grain: Grain,
    to: Option<Position>,
    solvers: Solvers,
    table: OnceLock<Result<Optimal, String>>,
}

/// Hears of nodes and stops when the time is over.
struct Deadline(Option<Instant>);

impl Progress for Deadline {
    fn report(&self, _done: u64, _total: u64) -> Result<(), Stopped> {
        if self.0.is_some_and(|end| Instant::now() >= end) { Err(Stopped) } else { Ok(()) }
    }
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
        let plan = Plan {
            metric: match self.metric {
                MetricArg::Htm => Metric::Htm,
                MetricArg::Qtm => Metric::Qtm,
            },
            optimal: self.optimal || self.all,
            all: self.all,
            max_length: self.max_length,
            time: self.time,
            grain: grain(self.memory.unwrap_or_else(|| available().min(2 * GIB))),
            to,
            solvers: Solvers::default(),
            table: OnceLock::new(),
        };
        self.lines.plan()?.run(&["solution"], |line| {
            let (position, rest) = self.size.read_line(line)?;
            let solutions = plan.solve(&position)?;
            let texts: Vec<String> =
                solutions.iter().map(|turns| notation::write(turns, position.size())).collect();
            let answer = if plan.all {
                Answer::one(texts.clone()).with_text(texts.join("\n"))
            } else {
                Answer::one(texts.into_iter().next().unwrap_or_default())
            };
            Ok(answer.with_rest(rest))
        })
    }
}

/// The finest table that fits.
const fn grain(memory: u64) -> Grain {
    if memory >= 3 * GIB {
        Grain::Finest
    } else if memory >= GIB + GIB / 2 {
        Grain::Fine
    } else if memory >= GIB / 2 {
        Grain::Middle
    } else {
        Grain::Coarse
    }
}

/// Memory that is free for us: half of what the system says, or two gigabytes where it says nothing.
fn available() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kib.map_or(2 * GIB, |kib| kib * 1024 / 2)
}

impl Plan {
    /// Solutions for the cube as it is held.
    fn solve(&self, position: &Position) -> Result<Vec<Vec<Turn>>, Refusal> {
        let held = |found: Vec<Vec<Turn>>| -> Vec<Vec<Turn>> {
            found.iter().map(|turns| position.as_held(turns)).collect()
        };
        match position.pieces() {
            Pieces::Two(corners) => {
                let corners = match &self.to {
                    None => *corners,
                    Some(to) => match to.pieces() {
                        Pieces::Two(goal) => goal.inverse().then(corners),
                        _ => return Err(other_size(position, to)),
                    },
                };
                let table = Table2::shared(self.metric);
                let found = if self.all {
                    table.all(corners.rank2())
                } else {
                    vec![table.solve(corners.rank2()).turns().collect()]
                };
                // Two quarter turns of a face are written as one half turn.
                let mut found: Vec<_> = found.iter().map(|turns| moves::simplify(turns, 2)).collect();
                found.sort_by_key(|turns| notation::write(turns, 2));
                found.dedup();
                Ok(held(self.short_enough(found)?))
            }
            Pieces::Three(state) => {
                let state = match &self.to {
                    None => *state,
                    Some(to) => match to.pieces() {
                        Pieces::Three(goal) => goal.inverse().then(state),
                        _ => return Err(other_size(position, to)),
                    },
                };
                Ok(held(if self.optimal { self.optimal(&state)? } else { self.near(&state)? }))
            }
            _ => {
                if self.optimal {
                    let n = position.size();
                    let reason = format!("a {n}x{n} cube is not solved optimally: sizes 2 and 3 are");
                    return Err(Refusal::new(reason));
                }
                let deadline = Deadline(self.time.map(|time| Instant::now() + time));
                let turns = match &self.to {
                    None => nxn::solve(position, &deadline)?,
                    Some(to) if to.size() == position.size() => nxn::solve_to(position, to, &deadline)?,
                    Some(to) => return Err(other_size(position, to)),
                };
                match self.max_length {
                    Some(most) if turns.len() > usize::from(most) => {
                        let found = turns.len();
                        Err(Refusal::new(format!(
                            "no solution of at most {most} moves found: one of {found}"
                        )))
                    }
                    _ => Ok(vec![turns]),
                }
            }
        }
    }

    fn short_enough(&self, found: Vec<Vec<Turn>>) -> Result<Vec<Vec<Turn>>, Refusal> {
        match (found.first(), self.max_length) {
            (Some(first), Some(most)) => {
                let (half, quarter) = moves::lengths(first, 2);
                let needed = if self.metric == Metric::Htm { half } else { quarter };
                if needed <= usize::from(most) {
                    return Ok(found);
                }
                Err(Refusal::new(format!("no solution of at most {most} moves: {needed} are needed")))
            }
            _ => Ok(found),
        }
    }

    fn near(&self, state: &Cubie) -> Result<Vec<Vec<Turn>>, Refusal> {
        let improve = self.time.is_some();
        let target = self.max_length.unwrap_or(if improve { 30 } else { FARTHEST });
        let deadline = Deadline(self.time.map(|time| Instant::now() + time));
        let mut told = |turns: &[Turn]| {
            if improve {
                eprintln!("ludex: {} moves: {}", turns.len(), notation::write(turns, 3));
            }
        };
        let solver = self.solvers.two_phase();
        match solver.solve(state, target, improve, &deadline, &mut told) {
            Ok(Some(turns)) => Ok(vec![turns]),
            Ok(None) => Err(Refusal::new(format!("no solution of at most {target} moves"))),
            Err(Stopped) => Err(Refusal::new(format!("no solution of at most {target} moves in that time"))),
        }
    }

    fn optimal(&self, state: &Cubie) -> Result<Vec<Vec<Turn>>, Refusal> {
        let table = self
            .table
            .get_or_init(|| Optimal::open(self.grain, self.metric).map_err(|error| format!("{error:#}")));
        let table = table.as_ref().map_err(Refusal::new)?;
        let deadline = Deadline(self.time.map(|time| Instant::now() + time));
        let farthest = match self.metric {
            Metric::Htm => FARTHEST,
            Metric::Qtm => FARTHEST_QTM,
        };
        let limit = self.max_length.unwrap_or(farthest);
        let found =
            Deepening::new(table.pruning(), *state).search(limit, self.all, &deadline, &mut |depth| {
                let solutions = match depth.solutions {
                    0 => String::new(),
                    1 => ", 1 solution".to_owned(),
                    n => format!(", {n} solutions"),
                };
                eprintln!("ludex: depth {}: {} nodes{solutions}", depth.depth, depth.nodes);
            });
        match found {
            Ok(found) if found.is_empty() => {
                Err(Refusal::new(format!("no solution of at most {limit} moves, proven")))
            }
            Ok(found) => Ok(found),
            Err(Stopped) => Err(Refusal::new("not solved in that time")),
        }
    }
}

fn other_size(position: &Position, to: &Position) -> Refusal {
    Refusal::new(format!("a {0}x{0} cube cannot become a {1}x{1}", position.size(), to.size()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_chooses_the_table() {
        let tables = ["100M", "512M", "2G", "8G"].map(|text| grain(memory(text).expect("an amount")));
        assert_eq!(tables, Grain::ALL);
        assert!(memory("2").is_err() && memory("G").is_err() && memory("99999999999G").is_err());
    }

    #[test]
    fn every_table_fits_into_what_was_asked_for() {
        for text in ["512M", "1536M", "2G", "3G", "8G"] {
            let asked = memory(text).expect("an amount");
            let parts = grain(asked).parts() as u64;
            assert!(42_577_920 * parts < asked, "{text}");
        }
    }
}

//! `ludex cube scramble`: seeded scrambles by the rules.

use super::SizeArgs;
use super::talk::Talk;
use crate::Outcome;
use anyhow::Context;
use clap::Args;
use ludex_core::{Random, Silent};
use ludex_cube::scramble::{self, Event};
use ludex_cube::{Tables, notation};
use std::io::Write;

/// What a scramble is for, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum EventArg {
    /// Solving by speed
    #[default]
    Speed,
    /// Fewest moves: begins and ends with R' U' F (3x3)
    FewestMoves,
    /// Blindfolded: ends with wide turns that hold the cube in a random way (3x3)
    Blind,
}

impl From<EventArg> for Event {
    fn from(event: EventArg) -> Event {
        match event {
            EventArg::Speed => Event::Speed,
            EventArg::FewestMoves => Event::FewestMoves,
            EventArg::Blind => Event::Blind,
        }
    }
}

/// Print scrambles by WCA's rules: random states of the 2x2 (at least 4 moves away, always 11 moves), 3x3
/// (at least 2 away) and 4x4, random moves beyond (60 on the 5x5, 20 more with every size).
///
/// Without a seed every scramble starts from fresh random numbers of the operating system, so that none
/// tells anything about another. The same seed gives the same scrambles on every machine: for practice,
/// not for competitions.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube scramble
  ludex cube scramble --size 2 --count 5 --seed 7
  ludex cube scramble --event fewest-moves
  ludex cube scramble --count 3 --seed 1 | ludex cube solve")]
pub(crate) struct ScrambleArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// The event, where it is not speed
    #[arg(long, value_enum, default_value_t)]
    event: EventArg,
    /// How many
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: u64,
    /// Where the random numbers start (default: the operating system's source, anew for every scramble)
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

impl ScrambleArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let size = self.size.or_default();
        anyhow::ensure!(
            size == 3 || self.event == EventArg::Speed,
            "--event fewest-moves and --event blind are for the 3x3"
        );
        let mut seeded = self.seed.map(Random::new);
        let (tables, talk) = (Tables::cached(), Talk::default());
        let mut out = std::io::stdout().lock();
        for _ in 0..self.count {
            let mut fresh;
            let random = match &mut seeded {
                Some(random) => random,
                None => {
                    fresh = Random::new(getrandom::u64().context("no random numbers from the system")?);
                    &mut fresh
                }
            };
            let turns = scramble::scramble(size, self.event.into(), random, &tables, &talk, &Silent)?;
            writeln!(out, "{}", notation::write(&turns, size))?;
        }
        Ok(Outcome::Fine)
    }
}

//! `ludex sudoku subpuzzles`: all puzzles with few givens on one grid.

use super::checkpoint::{Checkpoint, DONE, Units};
use super::items::{ItemArgs, Takes};
use crate::Outcome;
use crate::progress::Bar;
use crate::refuse::OrRefuse;
use anyhow::Context;
use clap::Args;
use ludex_sudoku::{FewGivens, Position};
use std::path::PathBuf;

/// Find all minimal puzzles with few givens whose solution is this grid.
///
/// The givens must hit every unavoidable set of the grid; all ways to do so are searched, on all cores.
/// 17 givens take seconds to half a minute for a grid, 18 a minute to ten, and each given more many times as
/// long: `--checkpoint` lets the search be stopped and gone on with.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex sudoku subpuzzles --clues 17 639241785284765193517983624123857946796432851458619237342178569861594372975326418
  ludex sudoku subpuzzles --clues 17 --checkpoint grid.checkpoint --file grid.txt >> found.txt
  ludex sudoku subpuzzles --clues 18 --jobs 1 --checkpoint 18.checkpoint --file grid.txt | ludex sudoku name")]
pub(super) struct SubpuzzlesArgs {
    /// How many givens
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(16..=20))]
    clues: u8,
    /// Remember in this file how far the search has come, and go on from there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    lines: ItemArgs,
}

impl SubpuzzlesArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let jobs = self.lines.jobs();
        let line = self.lines.single(Takes::Puzzles)?;
        let grid = *Position::from_line(&line).or_refuse()?.0.solution();
        let search = FewGivens::new(&grid, self.clues.into(), &Bar::new("unavoidable sets"))?;
        let opened = match &self.checkpoint {
            Some(path) => Some(Checkpoint::open(path, format!("subpuzzles by bands {} {grid}", self.clues))?),
            None => None,
        };
        let mut from = match opened.as_ref().and_then(|(_, place)| place.as_deref()) {
            Some(DONE) => return Ok(Outcome::Fine),
            Some(place) => place.parse().context("the checkpoint's third line is no number")?,
            None => 0,
        };
        let units = Units {
            jobs,
            checkpoint: opened.as_ref().map(|(checkpoint, _)| checkpoint),
            limit: None,
            bar: Bar::new("subpuzzles"),
            total: search.pieces() as u64,
        };
        let started = from as u64;
        let next = || {
            let piece = from;
            from += 1;
            let behind = if from == search.pieces() { DONE.to_owned() } else { from.to_string() };
            (piece < search.pieces()).then_some((piece, behind))
        };
        units.run(started, next, |&piece| {
            let mut found = Vec::new();
            search.search(piece, &mut |setup| {
                found.push(setup.to_string());
                true
            });
            found
        })
    }
}

//! Watching the solvers: their talk on stderr, and a bar while a table is made.

use crate::progress::Bar;
use ludex_core::{Progress, Stopped};
use ludex_cube::solve::watch::{Event, Watch};
use ludex_cube::{notation, solve::optimal::Depth};
use std::sync::Mutex;

/// Tells what a solver does, as far as the user asked for it.
#[derive(Default)]
pub(super) struct Talk {
    /// The bar of the table that is made.
    bar: Mutex<Option<Bar>>,
    /// Whether every better solution is told.
    better: bool,
}

impl Talk {
    /// Talk that tells every better solution.
    pub(super) fn of_better(better: bool) -> Talk {
        Talk { better, ..Talk::default() }
    }

    fn bar(&self) -> std::sync::MutexGuard<'_, Option<Bar>> {
        self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Progress for Talk {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        if total > 0
            && let Some(bar) = &*self.bar()
        {
            bar.report(done, total)?;
        }
        Ok(())
    }
}

impl Watch for Talk {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::Making(word) => {
                eprintln!("ludex: making the table {word} once");
                *self.bar() = Some(Bar::new(word));
            }
            Event::Made(_) => *self.bar() = None,
            Event::Trouble(error) => eprintln!("ludex: {error}"),
            Event::NotKept(error) => eprintln!("ludex: the table is not kept: {error}"),
            Event::Better(turns) if self.better => {
                eprintln!("ludex: {} moves: {}", turns.len(), notation::write(turns, 3));
            }
            Event::Searched(Depth { depth, nodes, solutions, .. }) => {
                let solutions = match solutions {
                    0 => String::new(),
                    1 => ", 1 solution".to_owned(),
                    n => format!(", {n} solutions"),
                };
                eprintln!("ludex: depth {depth}: {nodes} nodes{solutions}");
            }
            _ => {}
        }
    }
}

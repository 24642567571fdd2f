//! The verbs that look after a store: check, backup, restore.

use super::PlaceArgs;
use crate::Outcome;
use clap::Args;
use ludex_setups::Setups;
use ludex_store::Extension;
use std::io::Write;
use std::path::PathBuf;

/// Tables that further crates keep in a store.
#[cfg(feature = "server")]
const OTHERS: &[&Extension] = &[&ludex_server::schema::EXTENSION];
#[cfg(not(feature = "server"))]
const OTHERS: &[&Extension] = &[];

/// Look at everything in the store, and print a checksum of its records.
///
/// Asks the database whether it is whole, compares tables, indexes and triggers with those that were made, the
/// checksum of every row with the row, and derives the paths of setups once more. Each thing that is damaged, and each
/// row that another program has changed, is a line on stderr, and the exit code is 1. Stores with equal records have
/// equal checksums, whatever database holds them.
///
/// With --repair what can be derived is made again, rows that another program wrote are taken in where they are right,
/// and damaged rows are moved into a file of JSON lines; nothing is thrown away.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store check
  ludex store check --store mine.sqlite --repair --aside damaged.ndjson
  ludex store check --store postgres://me@localhost/ludex")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Repair what can be repaired, and say what was done
    #[arg(long)]
    repair: bool,
    /// Where damaged rows go; what is in the file already stays
    #[arg(long, value_name = "FILE", default_value = "ludex-aside.ndjson", requires = "repair")]
    aside: PathBuf,
}

impl CheckArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store =
            if self.repair { self.place.open_setups_there()? } else { self.place.open_setups_to_read()? };
        let mut found = store.examine()?;
        for finding in &found {
            eprintln!("{finding}");
        }
        if self.repair && !found.is_empty() {
            for line in store.repair(&self.aside)? {
                eprintln!("repaired: {line}");
            }
            found = store.examine()?;
            for finding in &found {
                eprintln!("still: {finding}");
            }
        }
        if !found.is_empty() {
            let outside = found.iter().filter(|finding| finding.outside).count();
            let hint = if self.repair { "" } else { "; see --repair and `ludex store restore`" };
            eprintln!("{} damaged, {outside} changed outside Ludex{hint}", found.len() - outside);
            return Ok(Outcome::Refused);
        }
        let signature = store.store().checksum()?;
        writeln!(std::io::stdout(), "{} records\t{:016x}", signature.count, signature.hash)?;
        Ok(Outcome::Fine)
    }
}

/// Write all of the store into one file, while others may write to it.
///
/// The backup is a store itself, a SQLite file with a checksum for every row, also of a PostgreSQL database. It comes
/// into being whole or not at all: a file that was there before stays until then.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store backup monday.sqlite
  ludex store backup --store mine.sqlite copies/mine.sqlite
  ludex store backup --store postgres://me@localhost/ludex server.sqlite")]
pub(super) struct BackupArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl BackupArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.place.open_setups_to_read()?.backup(&self.file, OTHERS)?;
        Ok(Outcome::Fine)
    }
}

/// Bring back what a backup holds, into either database.
///
/// The store must be empty, unless --force puts the backup in the place of all that is in it. A damaged backup is
/// refused. It is one transaction: an interrupted restore leaves the store as it was.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex store restore monday.sqlite
  ludex store restore --store mine.sqlite --force copies/mine.sqlite
  ludex store restore --store postgres://me@localhost/ludex monday.sqlite")]
pub(super) struct RestoreArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The backup
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Put it in the place of what is in the store
    #[arg(long)]
    force: bool,
}

impl RestoreArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let place = self.place.ready_place()?;
        Setups::open_with(&place, OTHERS)?.restore(&self.file, OTHERS, self.force)?;
        Ok(Outcome::Fine)
    }
}

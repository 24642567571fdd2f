//! `ludex store`: what was seen before.

mod bulk;
mod care;
mod records;

use crate::Outcome;
use crate::replace::Replacement;
use crate::talk::Screen;
use anyhow::Context;
use clap::{Args, Subcommand};
use ludex_setups::Setups;
use ludex_store::place::Place;
use ludex_store::{Store, StoreError};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Keep records by name: is this position one I already have?
///
/// The store is a file (default `$XDG_DATA_HOME/ludex/store.sqlite`, else
/// `~/.local/share/ludex/store.sqlite`) or a PostgreSQL database.
#[derive(Debug, Args)]
pub(crate) struct StoreArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Put(records::PutArgs),
    Get(records::GetArgs),
    Seen(records::SeenArgs),
    Dedupe(records::DedupeArgs),
    Query(bulk::QueryArgs),
    Import(bulk::ImportArgs),
    Export(bulk::ExportArgs),
    Merge(bulk::MergeArgs),
    Collisions(bulk::CollisionsArgs),
    Stats(bulk::StatsArgs),
    Check(care::CheckArgs),
    Backup(care::BackupArgs),
    Restore(care::RestoreArgs),
}

impl StoreArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::Put(args) => args.run(),
            Verb::Get(args) => args.run(),
            Verb::Seen(args) => args.run(),
            Verb::Dedupe(args) => args.run(),
            Verb::Query(args) => args.run(),
            Verb::Import(args) => args.run(),
            Verb::Export(args) => args.run(),
            Verb::Merge(args) => args.run(),
            Verb::Collisions(args) => args.run(),
            Verb::Stats(args) => args.run(),
            Verb::Check(args) => args.run(),
            Verb::Backup(args) => args.run(),
            Verb::Restore(args) => args.run(),
        }
    }
}

/// Tables that a server keeps in a store: they are brought along where they are.
#[cfg(feature = "server")]
const KNOWN: &[&ludex_store::Extension] = &[&ludex_server::schema::KNOWN];
#[cfg(not(feature = "server"))]
const KNOWN: &[&ludex_store::Extension] = &[];

/// Which store, as typed.
#[derive(Debug, Clone, Args)]
pub(crate) struct PlaceArgs {
    /// The store: a file, or postgres://USER@HOST/DATABASE (its password: PGPASSWORD, ~/.pgpass or a prompt)
    #[arg(long, value_name = "FILE|URL")]
    store: Option<String>,
}

impl PlaceArgs {
    /// The store of another verb's own flag.
    pub(crate) fn of(store: Option<&str>) -> Self {
        PlaceArgs { store: store.map(str::to_owned) }
    }

    /// Whether no store was named.
    pub(crate) const fn is_usual(&self) -> bool {
        self.store.is_none()
    }

    /// Opens the store to write; it is made if it is not there.
    pub(crate) fn open(&self) -> anyhow::Result<Store> {
        Ok(self.open_setups()?.into_store())
    }

    /// Opens the store to read; a store that was never made is empty.
    pub(crate) fn open_to_read(&self) -> anyhow::Result<Store> {
        Ok(self.open_setups_to_read()?.into_store())
    }

    /// Opens the setup database in the store to write.
    pub(crate) fn open_setups(&self) -> anyhow::Result<Setups> {
        Ok(Setups::open_with(&self.ready_place()?, KNOWN)?)
    }

    /// Opens the setup database in the store to read; a store that was never made is empty.
    pub(crate) fn open_setups_to_read(&self) -> anyhow::Result<Setups> {
        let place = self.place()?;
        if self.store.is_none() && !PathBuf::from(&place).exists() {
            return Ok(Setups::open(":memory:")?);
        }
        Ok(Setups::open_to_read_with(&place, KNOWN)?)
    }

    /// The place, whose folder is made where it is ours.
    pub(crate) fn ready_place(&self) -> anyhow::Result<String> {
        let place = self.place()?;
        if self.store.is_none()
            && let Some(folder) = PathBuf::from(&place).parent()
        {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        Ok(place)
    }

    /// Opens the setup database in a store that is there already, to write.
    pub(crate) fn open_setups_there(&self) -> anyhow::Result<Setups> {
        // Reading says it where there is no store, and brings an older one to the present version.
        drop(self.open_setups_to_read()?);
        self.open_setups()
    }

    fn place(&self) -> anyhow::Result<String> {
        match &self.store {
            // What is kept only in memory would be acknowledged and lost.
            Some(place) if Place::read(place)? == Place::Memory => {
                anyhow::bail!("--store {place} keeps nothing once the program ends; give a file or a server")
            }
            Some(place) => Ok(place.clone()),
            None => Ok(default_file()?.display().to_string()),
        }
    }
}

/// Where the store lies unless another place is given.
pub(crate) fn default_file() -> anyhow::Result<PathBuf> {
    let base = etcetera::choose_base_strategy().ok();
    let base = base.context("neither XDG_DATA_HOME nor HOME is set: say where the store is with --store")?;
    Ok(etcetera::BaseStrategy::data_dir(&base).join("ludex").join("store.sqlite"))
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |time| i64::try_from(time.as_secs()).unwrap_or(i64::MAX))
}

/// Writes an export to stdout, or to a file that takes its place only when it is whole; never over the store.
pub(crate) fn into_output(
    store: &str,
    output: Option<&Path>,
    write: &mut dyn FnMut(&mut dyn Write) -> Result<(), StoreError>,
) -> anyhow::Result<()> {
    let told = |error| match error {
        StoreError::Stream(error) => anyhow::Error::new(error).context("cannot write the output"),
        other => other.into(),
    };
    let Some(path) = output else {
        let mut out = BufWriter::with_capacity(1 << 18, Screen::new());
        write(&mut out).map_err(told)?;
        return out.flush().context("cannot write the output");
    };
    for ending in ["", "-wal", "-shm"] {
        let of_store = PathBuf::from(format!("{store}{ending}"));
        if let (Ok(of_store), Ok(target)) = (std::fs::canonicalize(of_store), std::fs::canonicalize(path)) {
            anyhow::ensure!(
                !ludex_store::place::is_same_file(&of_store, &target),
                "cannot write {}: it is the store itself",
                path.display()
            );
        }
    }
    let mut out = Replacement::begin(path)?;
    write(&mut out).map_err(told)?;
    out.finish()
}

//! A session of the engine: threads, memory, files as tables, and every function.

use crate::errors::plain;
use crate::files::Factory;
use crate::functions;
use crate::memory::EvenMerges;
use crate::store_table::StoreTable;
use anyhow::{Context, ensure};
use clap::Args;
use datafusion::catalog::DynamicFileCatalog;
use datafusion::execution::disk_manager::{DiskManagerBuilder, DiskManagerMode};
use datafusion::execution::memory_pool::TrackConsumersPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// The name of the store among the tables.
pub const STORE: &str = "store";

/// Of the memory that was allowed, the share in percent that the engine hands out: readers, writers and the
/// tables of the families take theirs without asking.
const SHARE: u64 = 70;

/// The least megabytes for a thread: with less the engine cannot merge what it has sorted.
const LEAST: u64 = 32;

/// What a session may use.
#[derive(Debug, Clone, Args)]
pub struct EngineArgs {
    /// Threads (default: all cores)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,
    /// Memory for sorting, grouping and joining, such as 1GB; what is more goes to disk. At least 32MB for a thread
    /// (default: 256MB for `batch`, no limit for `sql`)
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// The folder for what goes to disk (default: that of the system)
    #[arg(long, value_name = "DIR")]
    pub temp: Option<PathBuf>,
}

impl EngineArgs {
    /// How many threads that is.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// Threads for the engine.
    ///
    /// # Errors
    /// When the system has none.
    pub fn runtime(&self) -> anyhow::Result<tokio::runtime::Runtime> {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(self.thread_count())
            .enable_all()
            .build()
            .context("cannot start threads")
    }

    /// The same with so much memory where none was asked for.
    #[must_use]
    pub fn with_default_memory(mut self, megabytes: u64) -> EngineArgs {
        let least = LEAST * self.thread_count() as u64;
        self.memory.get_or_insert(megabytes.max(least) * 1_000_000);
        self
    }

    /// Bytes that sorting, grouping and joining share.
    #[must_use]
    pub fn shared_memory(&self) -> u64 {
        self.memory.map_or(u64::MAX, |memory| memory / 100 * SHARE)
    }

    /// A session in which files are tables and every function is there.
    ///
    /// # Errors
    /// When the memory is too little, or the folder for what goes to disk cannot be used.
    pub fn session(&self) -> anyhow::Result<SessionContext> {
        self.session_of(self.thread_count())
    }

    /// The same, with so many partitions of every question; functions use all threads all the same.
    ///
    /// # Errors
    /// As [`EngineArgs::session`].
    pub fn session_of(&self, partitions: usize) -> anyhow::Result<SessionContext> {
        let mut runtime = RuntimeEnvBuilder::new();
        if let Some(memory) = self.memory {
            let least = LEAST * self.thread_count() as u64;
            ensure!(
                memory >= least * 1_000_000,
                "--memory: {memory} bytes are too little; {least}MB and more will do, or fewer --threads"
            );
            let bytes = usize::try_from(self.shared_memory()).unwrap_or(usize::MAX);
            let named = NonZeroUsize::new(3).context("three")?;
            let pool = EvenMerges::new(bytes, partitions);
            runtime = runtime.with_memory_pool(Arc::new(TrackConsumersPool::new(pool, named)));
        }
        if let Some(folder) = &self.temp {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
            let mode = DiskManagerMode::Directories(vec![folder.clone()]);
            runtime = runtime.with_disk_manager_builder(DiskManagerBuilder::default().with_mode(mode));
        }
        let config = SessionConfig::new().with_target_partitions(partitions).with_information_schema(true);
        let runtime = runtime.build_arc().map_err(plain)?;
        Ok(equipped(SessionContext::new_with_config_rt(config, runtime), self.thread_count()))
    }
}

/// The same session, in which files are tables and every function is there.
#[must_use]
pub fn equipped(context: SessionContext, threads: usize) -> SessionContext {
    let state = context.state();
    let factory = Arc::new(Factory::default());
    let catalog = DynamicFileCatalog::new(Arc::clone(state.catalog_list()), Arc::clone(&factory) as _);
    let state = SessionStateBuilder::new_from_existing(state).with_catalog_list(Arc::new(catalog)).build();
    let context = SessionContext::new_with_state(state);
    let weak = context.state_weak_ref();
    let _ = factory.narrow.set(Box::new(move |rows| Some(narrowed(&mut weak.upgrade()?.write(), rows))));
    for function in functions::functions(threads) {
        context.register_udf(function.as_ref().clone());
    }
    context
}

/// Lets a session take at most so many rows at a time from now on.
pub fn narrow(context: &SessionContext, rows: usize) -> SessionState {
    narrowed(&mut context.state_ref().write(), rows)
}

fn narrowed(state: &mut SessionState, rows: usize) -> SessionState {
    let least = rows.clamp(1, state.config().batch_size());
    *state.config_mut() = state.config().clone().with_batch_size(least);
    state.clone()
}

/// Makes the records of a store the table [`STORE`].
///
/// # Errors
/// When there is no store.
pub fn register_store(context: &SessionContext, place: &str) -> anyhow::Result<()> {
    let table = StoreTable::open(place)?;
    context.register_table(STORE, Arc::new(table)).map_err(plain)?;
    Ok(())
}

/// Reads a size: `1GB`, `512MB`, `64KB`, with or without `i`, or a number of bytes.
///
/// # Examples
/// ```
/// use ludex_query::engine::size;
/// assert_eq!(size("1GB"), Ok(1_000_000_000));
/// assert_eq!(size("2 MiB"), Ok(2 << 20));
/// assert!(size("much").is_err());
/// ```
///
/// # Errors
/// When it is none.
pub fn size(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let factor = match text[end..].trim().to_ascii_uppercase().as_str() {
        "" | "B" => 1.0,
        "K" | "KB" => 1e3,
        "KIB" => 1024.0,
        "M" | "MB" => 1e6,
        "MIB" => 1024.0 * 1024.0,
        "G" | "GB" => 1e9,
        "GIB" => 1024.0 * 1024.0 * 1024.0,
        "T" | "TB" => 1e12,
        "TIB" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        _ => return Err(format!("{text:?} is no size; 1GB, 512MB or a number of bytes would be one")),
    };
    match text[..end].parse::<f64>() {
        Ok(number) if number > 0.0 && number * factor < 1e18 => Ok((number * factor) as u64),
        _ => Err(format!("{text:?} is no size; 1GB, 512MB or a number of bytes would be one")),
    }
}

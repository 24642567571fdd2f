//! Those who ask: `submit` and `sql`.

use crate::tls::TlsArgs;
use anyhow::{Context, anyhow, ensure};
use ballista::prelude::{SessionConfigExt, SessionContextExt};
use clap::Args;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use ludex_query::batch::manifest::Manifest;
use ludex_query::batch::{BatchArgs, Together};
use ludex_query::engine::equipped;
use ludex_query::errors::plain;
use ludex_query::files::Travelling;
use ludex_query::sql::QuestionArgs;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a scheduler may take to take a call, or to be there: whoever starts both at once need not count seconds.
const KNOCK: Duration = Duration::from_secs(10);
/// Bytes of a file whose names are held in memory while they come in; of longer ones the rest goes through files.
const HELD: u64 = 256 << 20;
/// The time between two calls.
const PAUSE: Duration = Duration::from_millis(200);

/// Where the scheduler is, and how much is asked of it at a time.
#[derive(Debug, Clone, Args)]
struct ClusterArgs {
    /// Where the scheduler is
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    scheduler: String,
    /// Tasks into which a question is cut: as many as all executors have threads, or more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    tasks: u16,
    #[command(flatten)]
    tls: TlsArgs,
}

impl ClusterArgs {
    /// Waits for a scheduler that is about to be there.
    async fn knock(&self) -> anyhow::Result<()> {
        let start = Instant::now();
        loop {
            let call = tokio::net::TcpStream::connect(&self.scheduler);
            match tokio::time::timeout(KNOCK, call).await? {
                Err(error) if error.kind() == ErrorKind::ConnectionRefused && start.elapsed() < KNOCK => {
                    tokio::time::sleep(PAUSE).await;
                }
                answer => return Ok(answer.map(drop)?),
            }
        }
    }

    /// The error of a call, with what is probably meant where the other side does not speak as we do.
    fn explain(&self, error: anyhow::Error) -> anyhow::Error {
        let text = format!("{error:#}");
        // It was there a moment ago, and closes the connection in one way or another.
        if text.contains("transport::Error(Transport") {
            let place = &self.scheduler;
            return anyhow!(
                "the scheduler at {place} ends the connection: does it ask for --tls, or was it stopped?"
            );
        }
        error
    }

    async fn session(&self) -> anyhow::Result<SessionContext> {
        let tls = self.tls.read()?;
        self.knock().await.with_context(|| format!("no scheduler answers at {}", self.scheduler))?;
        if let Some(tls) = &tls {
            tls.call(&self.scheduler).await.with_context(|| {
                format!("--tls: the scheduler at {} and this program do not trust each other", self.scheduler)
            })?;
        }
        let config = SessionConfig::new_with_ballista()
            .with_target_partitions(self.tasks.into())
            .with_information_schema(true)
            .with_extension(Arc::new(Travelling));
        let config = tls.iter().fold(config, |config, tls| tls.session(config));
        let state = SessionStateBuilder::new().with_config(config).with_default_features().build();
        let address = format!("df://{}", self.scheduler);
        let context = SessionContext::remote_with_state(&address, state).await.map_err(plain)?;
        Ok(equipped(context, 0))
    }
}

/// Name whole folders into sorted Parquet, as `ludex batch` does, on all executors.
///
/// The input and the folder of names lie in a folder that all machines share. A file of the input is one unit: cut
/// large ones. The units are named on the executors; this program writes the files and keeps the manifest.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex-cluster submit name /shared/puzzles --out /shared/named --dedupe
  ludex-cluster submit --resume name /shared/puzzles --out /shared/named --dedupe
  ludex-cluster submit --scheduler 10.0.0.5:50050 --tasks 64 name '/shared/games/*.parquet' --column fen --out /shared/boards")]
pub(crate) struct SubmitArgs {
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    /// Go on with a run that did not come to its end; what it has finished is not done again
    #[arg(long)]
    resume: bool,
    /// Files that are named at the same time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    at_once: u16,
}

impl SubmitArgs {
    pub(crate) fn run(self) -> anyhow::Result<bool> {
        let unfinished = Manifest::read(&self.batch.out)?.is_some_and(|manifest| manifest.work.is_some());
        ensure!(
            !unfinished || self.resume || self.batch.restart,
            "a run into {} did not come to its end: --resume goes on with it, --restart begins it anew",
            self.batch.out.display()
        );
        let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
        let done = runtime.block_on(async {
            let context = self.cluster.session().await?;
            let local = SessionConfig::new().with_target_partitions(1);
            let merging = equipped(SessionContext::new_with_config(local), 0);
            let units = usize::from(self.at_once);
            let together = Together { units, parts: units, held: HELD };
            self.batch.work(context, merging, together, false).await
        });
        runtime.shutdown_background();
        let report = done.map_err(|error| self.cluster.explain(error))?;
        report.say(&self.batch.out);
        Ok(report.refused == 0)
    }
}

/// Ask in SQL, as `ludex sql` does, on all executors. The store is no table here.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex-cluster sql \"select ludex_name(line) as name, count(*) from '/shared/puzzles/*.txt' group by 1\"
  ludex-cluster sql --tasks 64 \"select sudoku_name(puzzle) as name from '/shared/rated.csv'\" --out named.parquet
  ludex-cluster sql --scheduler 10.0.0.5:50050 --explain \"select distinct xiangqi_name(fen) from '/shared/games/*.parquet'\"")]
pub(crate) struct SqlArgs {
    #[command(flatten)]
    question: QuestionArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
}

impl SqlArgs {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        ensure!(!self.question.asks_store(), "--store: executors do not reach it; ask it with `ludex sql`");
        let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
        let answered = runtime.block_on(async { self.question.answer(self.cluster.session().await?).await });
        runtime.shutdown_background();
        answered.map_err(|error| self.cluster.explain(error))
    }
}

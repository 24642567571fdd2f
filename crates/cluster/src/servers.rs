//! The scheduler, which hands out tasks, and the executors, which do them.

use crate::tls::{Tls, TlsArgs};
use anyhow::{Context, anyhow};
use ballista_core::ConfigProducer;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::extension::SessionConfigExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::serde::protobuf::scheduler_grpc_server::SchedulerGrpcServer;
use ballista_core::utils::{GrpcServerConfig, create_grpc_server, default_session_builder};
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_server};
use clap::Args;
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use ludex_query::engine::size;
use ludex_query::functions;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

/// An executor that says nothing for so long is dead, and its tasks go to others. Ballista waits 180 s unless told.
const SILENCE_SECONDS: u64 = 15;
/// How often an executor says something, and the scheduler looks who did not.
const HEARTBEAT_SECONDS: u64 = 3;
/// How long a job waits for an executor where there is none.
const ALONE_SECONDS: u64 = 60;

/// Hand out tasks to executors: one for a cluster.
///
/// It keeps nothing on disk: killed, it is started again, and `submit --resume` goes on from the manifest. Whoever
/// reaches its port can have files read: keep it inside a network you trust, or give all of them --tls.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex-cluster scheduler
  ludex-cluster scheduler --bind 10.0.0.5:50050
  ludex-cluster scheduler --bind 10.0.0.5:50050 --tls /etc/ludex/certificates
  LUDEX_LOG=info ludex-cluster scheduler --bind 0.0.0.0:50050 --host head.example.org")]
pub(crate) struct SchedulerArgs {
    /// Where it listens
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50050")]
    bind: SocketAddr,
    /// The name by which executors reach it (default: the address)
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    #[command(flatten)]
    tls: TlsArgs,
}

impl SchedulerArgs {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let tls = self.tls.read()?;
        let config = SchedulerConfig {
            bind_host: self.bind.ip().to_string(),
            bind_port: self.bind.port(),
            external_host: self.host.unwrap_or_else(|| self.bind.ip().to_string()),
            scheduling_policy: TaskSchedulingPolicy::PullStaged,
            executor_timeout_seconds: SILENCE_SECONDS,
            expire_dead_executor_interval_seconds: HEARTBEAT_SECONDS,
            no_executors_grace_period_seconds: ALONE_SECONDS,
            override_create_grpc_client_endpoint: tls.as_ref().map(Tls::endpoints),
            use_tls: tls.is_some(),
            override_session_builder: Some(Arc::new(|config| {
                let mut state = default_session_builder(config)?;
                functions::register(&mut state, 0)?;
                Ok(state)
            })),
            ..SchedulerConfig::default()
        };
        let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
        runtime.block_on(async {
            let cluster =
                BallistaCluster::new_from_config(&config).await.map_err(|error| anyhow!("{error}"))?;
            eprintln!("the scheduler listens on {}", self.bind);
            let config = Arc::new(config);
            match tls {
                None => start_server(cluster, self.bind, config).await.map_err(|error| anyhow!("{error}")),
                Some(tls) => serve_with(cluster, self.bind, config, &tls).await,
            }
            .with_context(|| format!("the scheduler on {} ended", self.bind))
        })
    }
}

/// The scheduler behind TLS, which Ballista's own server does not speak.
async fn serve_with(
    cluster: BallistaCluster,
    address: SocketAddr,
    config: Arc<SchedulerConfig>,
    tls: &Tls,
) -> anyhow::Result<()> {
    let most = config.grpc_server_max_decoding_message_size as usize;
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, config).await?;
    let service =
        SchedulerGrpcServer::new(scheduler).max_encoding_message_size(most).max_decoding_message_size(most);
    let mut server = create_grpc_server(&GrpcServerConfig::default()).tls_config(tls.server())?;
    Ok(server.add_service(service).serve(address).await?)
}

/// Do tasks of a scheduler: one for a machine.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex-cluster executor
  ludex-cluster executor --scheduler 10.0.0.5:50050 --bind 10.0.0.7 --memory 8GB --work /scratch/ludex
  ludex-cluster executor --port 50061 --grpc-port 50062 --threads 2")]
pub(crate) struct ExecutorArgs {
    /// Where the scheduler is
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    scheduler: String,
    /// The address it listens on, by which others reach it
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    bind: String,
    /// The name by which others reach it (default: the address)
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    /// The port for rows
    #[arg(long, value_name = "PORT", default_value_t = 50051)]
    port: u16,
    /// The port for tasks
    #[arg(long, value_name = "PORT", default_value_t = 50052)]
    grpc_port: u16,
    /// Tasks at a time (default: all cores)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Memory for all tasks together, such as 8GB; what is more goes to disk (default: 70 % of the machine's)
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
    /// The folder for rows on their way between executors (default: one of the system, which goes with the executor)
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    #[command(flatten)]
    tls: TlsArgs,
}

impl ExecutorArgs {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (host, port) = self.scheduler.rsplit_once(':').with_context(|| {
            format!("{:?} is no place of a scheduler; 10.0.0.5:50050 would be one", self.scheduler)
        })?;
        let tls = self.tls.read()?;
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let mut registry = BallistaFunctionRegistry::default();
        for function in functions::functions(threads) {
            registry.scalar_functions.insert(function.name().to_owned(), function);
        }
        let work = match self.work {
            None => None,
            Some(folder) => {
                std::fs::create_dir_all(&folder)
                    .with_context(|| format!("cannot make the folder {}", folder.display()))?;
                Some(folder.to_str().context("the folder is no text")?.to_owned())
            }
        };
        let config = ExecutorProcessConfig {
            bind_host: self.bind.clone(),
            external_host: Some(self.host.unwrap_or_else(|| self.bind.clone())),
            port: self.port,
            grpc_port: self.grpc_port,
            scheduler_host: host.to_owned(),
            scheduler_port: port.parse().with_context(|| format!("{port:?} is no port"))?,
            scheduler_connect_timeout_seconds: ALONE_SECONDS as u16,
            vcores: threads,
            task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
            work_dir: work,
            executor_heartbeat_interval_seconds: HEARTBEAT_SECONDS,
            memory_pool_size: self.memory,
            override_function_registry: Some(Arc::new(registry)),
            override_arrow_flight_service: tls.as_ref().map(Tls::rows),
            override_create_grpc_client_endpoint: tls.as_ref().map(Tls::endpoints),
            override_config_producer: tls.map(|tls| -> ConfigProducer {
                Arc::new(move || tls.session(SessionConfig::new_with_ballista()))
            }),
            ..ExecutorProcessConfig::default()
        };
        let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
        eprintln!("an executor of {} listens on {}:{}", self.scheduler, self.bind, self.port);
        runtime
            .block_on(start_executor_process(Arc::new(config)))
            .map_err(|error| anyhow!("the executor ended: {error}"))
    }
}

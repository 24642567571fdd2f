//! TLS on both sides of every connection: whoever takes part shows a certificate of the cluster's own authority.
//!
//! Ballista leaves TLS to whoever builds on it, in three places: the server of the scheduler, the server of an executor,
//! and every endpoint that is called. There is no place for a token between executors and scheduler, so the
//! certificate is what lets one in.

use anyhow::{Context, anyhow, ensure};
use arrow_flight::flight_service_server::FlightServiceServer;
use ballista_core::config::BallistaConfig;
use ballista_core::error::BallistaError;
use ballista_core::extension::{EndpointOverrideFn, SessionConfigExt};
use ballista_executor::ArrowFlightServerProvider;
use ballista_executor::flight_service::BallistaFlightService;
use clap::Args;
use datafusion::prelude::SessionConfig;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity, ServerTlsConfig, Uri};

/// How long a call may take to be answered at all.
const CALL: Duration = Duration::from_secs(20);
/// How often a quiet connection is looked at.
const KEEP_ALIVE: Duration = Duration::from_secs(60);

/// The files of the certificates, in their folder.
const AUTHORITY: &str = "ca.pem";
const CERTIFICATE: &str = "cert.pem";
const KEY: &str = "key.pem";

/// Where the certificates are.
#[derive(Debug, Clone, Args)]
pub(crate) struct TlsArgs {
    /// Encrypt, and let in only who shows a certificate of the same authority: a folder with ca.pem, cert.pem and key.pem
    #[arg(long, value_name = "DIR")]
    tls: Option<PathBuf>,
}

/// The certificates of one who takes part.
#[derive(Clone)]
pub(crate) struct Tls {
    authority: Certificate,
    identity: Identity,
}

impl TlsArgs {
    /// Reads the certificates; nothing where none are asked for.
    pub(crate) fn read(&self) -> anyhow::Result<Option<Tls>> {
        let Some(folder) = &self.tls else { return Ok(None) };
        let authority = Certificate::from_pem(pem(&folder.join(AUTHORITY), "CERTIFICATE")?);
        let certificate = pem(&folder.join(CERTIFICATE), "CERTIFICATE")?;
        let identity = Identity::from_pem(certificate, pem(&folder.join(KEY), "PRIVATE KEY")?);
        let tls = Tls { authority, identity };
        // What is wrong with them is said now, and not at the first call.
        let _ = tls
            .endpoint(Endpoint::from_static("http://localhost"))
            .with_context(|| format!("the certificates of {} cannot be used", folder.display()))?;
        Ok(Some(tls))
    }
}

fn pem(path: &Path, what: &str) -> anyhow::Result<String> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("--tls: cannot read {}", path.display()))?;
    ensure!(
        text.contains("-----BEGIN ") && text.contains(what),
        "--tls: {} holds no {} in PEM (-----BEGIN ...)",
        path.display(),
        what.to_lowercase()
    );
    Ok(text)
}

impl Tls {
    /// The same endpoint, called with TLS.
    fn endpoint(&self, endpoint: Endpoint) -> anyhow::Result<Endpoint> {
        let mut parts = endpoint.uri().clone().into_parts();
        parts.scheme = Some("https".parse()?);
        let tls =
            ClientTlsConfig::new().ca_certificate(self.authority.clone()).identity(self.identity.clone());
        // Of the endpoint that was there its address is all that can be asked for.
        Ok(Endpoint::from(Uri::from_parts(parts)?)
            .connect_timeout(CALL)
            .tcp_nodelay(true)
            .tcp_keepalive(Some(KEEP_ALIVE))
            .http2_keep_alive_interval(KEEP_ALIVE)
            .keep_alive_timeout(CALL)
            .keep_alive_while_idle(true)
            .tls_config(tls)?)
    }

    /// Calls a place, to see whether both sides trust each other.
    pub(crate) async fn call(&self, place: &str) -> anyhow::Result<()> {
        let endpoint = self.endpoint(Endpoint::from_shared(format!("http://{place}"))?)?;
        endpoint.connect().await.map(drop).map_err(|error| match error.source() {
            Some(cause) => anyhow!("{cause}"),
            None => error.into(),
        })
    }

    /// What Ballista calls for every endpoint.
    pub(crate) fn endpoints(&self) -> EndpointOverrideFn {
        let tls = self.clone();
        Arc::new(move |endpoint| tls.endpoint(endpoint).map_err(|error| format!("{error:#}").into()))
    }

    /// A session whose calls go with TLS.
    pub(crate) fn session(&self, config: SessionConfig) -> SessionConfig {
        config
            .with_ballista_override_create_grpc_client_endpoint(self.endpoints())
            .with_ballista_use_tls(true)
    }

    /// What a server shows, and asks of those who call.
    pub(crate) fn server(&self) -> ServerTlsConfig {
        ServerTlsConfig::new().identity(self.identity.clone()).client_ca_root(self.authority.clone())
    }

    /// The server of an executor's rows.
    pub(crate) fn rows(&self) -> Arc<ArrowFlightServerProvider> {
        let tls = self.clone();
        let most = BallistaConfig::default().grpc_client_max_message_size();
        Arc::new(move |folder, address, mut shutdown, config| {
            let tls = tls.server();
            tokio::spawn(async move {
                let service = FlightServiceServer::new(BallistaFlightService::new(folder))
                    .max_decoding_message_size(most)
                    .max_encoding_message_size(most);
                let server = ballista_core::utils::create_grpc_server(&config).tls_config(tls);
                let served = async {
                    server?.add_service(service).serve_with_shutdown(address, shutdown.recv()).await
                };
                served.await.map_err(BallistaError::TonicError)
            })
        })
    }
}

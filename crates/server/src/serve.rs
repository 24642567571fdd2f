//! The accept loop: bounded connections, bounded waiting, and a stop that drains.

use crate::config::Config;
use crate::guard::Peer;
use crate::state::{App, AppState};
use crate::{log, router};
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use serde_json::json;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::Service;

/// Serves until the process is asked to end (ctrl-c or SIGTERM); `ready` hears the address once it is bound.
///
/// # Errors
/// When the store cannot be opened or the address cannot be bound.
pub fn run(
    config: Config,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let app = AppState::open(config)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(app.config.bind).await?;
        let address = listener.local_addr()?;
        let stop = stop_signal()?;
        crate::counts::warm(&app).await;
        ready(address);
        warm(&app);
        serve(App::clone(&app), listener, stop).await;
        Ok(())
    });
    // What still computes is told to stop; nobody waits for it.
    runtime.shutdown_background();
    log::flush();
    served
}

/// Makes what the first scramble or solution of a small cube would wait for, a tenth of a second each.
fn warm(app: &App) {
    use ludex_cube::solve::two::Metric;
    let app = App::clone(app);
    // Where there is no thread it is made when it is needed.
    let _ = std::thread::Builder::new().name("warm".into()).spawn(move || {
        let _ = app.cube_tables.two(Metric::Htm);
        let _ = app.cube_tables.two_phase(&ludex_core::Silent);
    });
}

/// Ends when the process is asked to.
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Serves connections until `stop` ends, then lets running requests come to their end.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()>) {
    let router = router(App::clone(&app));
    let permits = Arc::new(Semaphore::new(app.config.limits.connections));
    let graceful = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(app.config.limits.head).max_buf_size(1 << 16);
    let mut stop = pin!(stop);
    loop {
        // Whoever comes when all places are taken waits in the queue of the system.
        let permit = Arc::clone(&permits).acquire_owned();
        let accept = async { (permit.await, listener.accept().await) };
        let (permit, accepted) = tokio::select! {
            both = accept => both,
            () = &mut stop => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                log::fault(&format!("cannot accept a connection: {error}"));
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let (router, app) = (router.clone(), App::clone(&app));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(address));
            router.clone().call(request.map(Body::new))
        });
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        app.metrics.connections.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(async move {
            // A connection that breaks is the client's affair.
            let _ = connection.await;
            app.metrics.connections.fetch_sub(1, Ordering::Relaxed);
            drop(permit);
        });
    }
    let tell = |event: &str| {
        if app.config.log {
            log::event(&json!({"time": log::now(), "event": event}));
        }
    };
    tell("stopping");
    app.jobs.stop();
    drop(listener);
    if tokio::time::timeout(app.config.limits.drain, graceful.shutdown()).await.is_err() {
        log::fault("requests were still running at the end of the drain time");
    }
    tell("stopped");
}

//! The server from its start to its end.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use agon_catalog::Registry;
use agon_core::Stop;
use agon_files::FileError;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use tokio::net::TcpListener;
use tokio::runtime;

use crate::app::App;
use crate::connections;
use crate::data_folder::DataFolder;
use crate::guard::{Guard, LARGEST_REQUEST, guard, new_word};
use crate::routes;

/// The port unless another is asked for: AGON on the keys of a telephone.
const USUAL_PORT: u16 = 2466;
/// How often the end is looked for.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen at; none is this machine only, any other asks everybody for a token.
    pub host: Option<IpAddr>,
    /// The port; none is the usual one, or any if that is taken.
    pub port: Option<u16>,
    /// The folder in which everything is kept.
    pub data: PathBuf,
}

/// Where a server is.
#[derive(Clone, Debug)]
pub struct Address {
    /// To open in a browser; with the token, where one is asked for.
    pub url: String,
}

/// Why a server could not be started, or ended.
#[derive(Debug)]
pub enum ServeError {
    /// The data folder cannot be used.
    Data(FileError),
    /// The port cannot be listened at.
    Port(SocketAddr, io::Error),
    /// The system failed.
    System(String),
}

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Data(error) => error.fmt(f),
            Self::Port(at, error) if error.kind() == io::ErrorKind::AddrInUse => {
                write!(f, "another program listens at {at}; --port names another port, 0 takes any")
            }
            Self::Port(at, error) if error.kind() == io::ErrorKind::AddrNotAvailable => {
                let ip = at.ip();
                write!(f, "{ip} is not an address of this machine; --host 0.0.0.0 listens at all that it has")
            }
            Self::Port(at, error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let port = at.port();
                write!(
                    f,
                    "this user may not listen at port {port}; --port names another, such as {USUAL_PORT}"
                )
            }
            Self::Port(at, error) => write!(f, "{at} cannot be listened at: {error}"),
            Self::System(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for ServeError {}

/// Serves until `stop` is set; `ready` is told the address as soon as there is one. Requests work on threads of their
/// own, so that the catalog lives as long as the process ([`agon_catalog::standard`] does).
///
/// # Errors
/// If the data folder or the port cannot be used.
pub fn serve(
    catalog: &'static Registry,
    settings: &Settings,
    stop: &Stop,
    ready: impl FnOnce(&Address),
) -> Result<(), ServeError> {
    let system = |error: io::Error| ServeError::System(error.to_string());
    let runtime = runtime::Builder::new_multi_thread().enable_all().build().map_err(system)?;
    runtime.block_on(async {
        let data = DataFolder::open(&settings.data).map_err(ServeError::Data)?;
        let listener = listen(settings).await?;
        let at = listener.local_addr().map_err(system)?;
        let secret = || new_word().map_err(|refusal| ServeError::System(refusal.message().to_owned()));
        let token = settings.host.map(|_| secret()).transpose()?;
        let query = token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        ready(&Address { url: format!("http://{at}/{query}") });
        let app = Arc::new(App::new(catalog, data, 1));
        let rules = Arc::new(Guard { port: at.port(), token });
        let router = routes::router()
            .with_state(app)
            .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
            .layer(from_fn_with_state(rules, guard));
        let end = async {
            while !stop.is_set() {
                tokio::time::sleep(BETWEEN_LOOKS).await;
            }
        };
        // Streams of events never end by themselves: what is in flight is dropped with the runtime.
        tokio::select! {
            () = connections::serve(listener, router) => Ok(()),
            () = end => Ok(()),
        }
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(())
}

async fn listen(settings: &Settings) -> Result<TcpListener, ServeError> {
    let host = settings.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let at = SocketAddr::new(host, settings.port.unwrap_or(USUAL_PORT));
    match TcpListener::bind(at).await {
        Err(error) if settings.port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            let any = SocketAddr::new(host, 0);
            TcpListener::bind(any).await.map_err(|error| ServeError::Port(any, error))
        }
        bound => bound.map_err(|error| ServeError::Port(at, error)),
    }
}

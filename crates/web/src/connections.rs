//! Connections: only so many, only so many of one address, and none that takes its time. A head that trickles in, a body
//! that never ends or a connection that asks nothing are closed, so that nobody keeps others out.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

/// Connections at a time. Each is a file to the system, which often allows 1024.
const MOST: usize = 600;
/// Of one address. A browser opens six; a load test opens hundreds from one machine.
const MOST_OF_ONE: usize = 400;
/// The head of a request must be there after this; so long a connection may also stay silent.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// The head of a request: ours have less than a thousand bytes.
const LARGEST_HEAD: usize = 32 << 10;
/// When the system has no more files, it may have some later.
const AFTER_FAILURE: Duration = Duration::from_millis(100);

/// Answers connections until it is dropped.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let open = Arc::new(Open::default());
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                // Who comes too many is not answered: an answer would be one more thing to wait for.
                if let Some(pass) = Open::enter(&open, from) {
                    let router = router.clone();
                    tokio::spawn(async move {
                        answer(stream, router).await;
                        drop(pass);
                    });
                }
            }
            Err(_) => tokio::time::sleep(AFTER_FAILURE).await,
        }
    }
}

async fn answer(stream: TcpStream, router: Router) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(LARGEST_HEAD);
    // Moves are small and waited for.
    let _ = stream.set_nodelay(true);
    // A connection that breaks concerns nobody else.
    let _ = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)).await;
}

/// The open connections, by address.
#[derive(Debug, Default)]
struct Open {
    by_address: Mutex<HashMap<IpAddr, usize>>,
}

impl Open {
    /// Lets a connection in until the pass is dropped, unless there are too many.
    fn enter(open: &Arc<Self>, from: SocketAddr) -> Option<Pass> {
        let mut by_address = open.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = by_address.values().sum();
        let own = by_address.get(&from.ip()).copied().unwrap_or(0);
        if all >= MOST || own >= MOST_OF_ONE {
            return None;
        }
        by_address.insert(from.ip(), own + 1);
        Some(Pass { open: open.clone(), address: from.ip() })
    }
}

/// The right to be connected.
struct Pass {
    open: Arc<Open>,
    address: IpAddr,
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut by_address = self.open.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_only_so_many_connections() {
        let (open, one, other) = (
            Arc::new(Open::default()),
            SocketAddr::from(([127, 0, 0, 1], 1)),
            SocketAddr::from(([10, 0, 0, 1], 1)),
        );
        let mut passes: Vec<_> = (0..MOST_OF_ONE).map(|_| Open::enter(&open, one).unwrap()).collect();
        assert!(Open::enter(&open, one).is_none());
        let others: Vec<_> = (0..MOST - MOST_OF_ONE).map(|_| Open::enter(&open, other).unwrap()).collect();
        assert!(Open::enter(&open, SocketAddr::from(([10, 0, 0, 2], 1))).is_none(), "the house is full");
        drop(others);
        passes.pop();
        assert!(Open::enter(&open, one).is_some());
        drop(passes);
        assert!(open.by_address.lock().unwrap().is_empty());
    }
}

//! A TCP proxy between a node and its database, which injects network faults.
//!
//! A silent proxy accepts bytes and connections, forwards nothing and closes nothing. This is like a network that drops
//! packets, except that the kernel still acknowledges what is sent, so that only the program itself can detect it. A
//! closed proxy closes open connections and every new one.

use std::sync::Arc;

use anyhow::{Context, Result};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The proxy's treatment of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProxyState {
    Forwarding,
    Silent,
    Closed,
}

/// Listens on a loopback port and forwards to another.
#[derive(Debug)]
pub(super) struct TcpProxy {
    /// The state, and how often it has changed: a connection that was silent once remains silent.
    state: Arc<watch::Sender<(ProxyState, u64)>>,
    accept_task: JoinHandle<()>,
}

impl TcpProxy {
    pub(super) async fn start(from: u16, to: u16) -> Result<Self> {
        let listener =
            TcpListener::bind(("127.0.0.1", from)).await.with_context(|| format!("port {from} is taken"))?;
        let state = Arc::new(watch::Sender::new((ProxyState::Forwarding, 0)));
        let accept_task = tokio::spawn(accept(listener, to, Arc::clone(&state)));
        Ok(Self { state, accept_task })
    }

    pub(super) fn set_state(&self, state: ProxyState) {
        self.state.send_modify(|current| *current = (state, current.1 + 1));
    }
}

impl Drop for TcpProxy {
    fn drop(&mut self) {
        self.accept_task.abort();
    }
}

async fn accept(listener: TcpListener, to: u16, state: Arc<watch::Sender<(ProxyState, u64)>>) {
    while let Ok((client, _)) = listener.accept().await {
        let state_receiver = state.subscribe();
        tokio::spawn(async move {
            let (current, changes_at_start) = *state_receiver.borrow();
            match current {
                ProxyState::Closed => {}
                ProxyState::Silent => std::future::pending().await,
                ProxyState::Forwarding => {
                    if let Ok(server) = TcpStream::connect(("127.0.0.1", to)).await {
                        forward(client, server, changes_at_start, state_receiver).await;
                    }
                }
            }
        });
    }
}

async fn forward(
    client: TcpStream,
    server: TcpStream,
    changes_at_start: u64,
    mut state: watch::Receiver<(ProxyState, u64)>,
) {
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let next_state = async {
        let changed = state.wait_for(|(_, changes)| *changes != changes_at_start).await;
        changed.map_or(ProxyState::Closed, |state| state.0)
    };
    let copying = async {
        tokio::select! {
            () = copy(from_client, to_server) => {}
            () = copy(from_server, to_client) => {}
        }
    };
    tokio::pin!(copying);
    tokio::select! {
        () = &mut copying => {}
        new_state = next_state => if new_state == ProxyState::Silent {
            // Keeps both connections open and transfers nothing.
            std::future::pending::<()>().await;
        }
    }
}

async fn copy(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        if to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    /// A proxy of an echo server, its port, and a client that has already used it.
    async fn proxy_and_client() -> (TcpProxy, u16, TcpStream) {
        let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let to = server.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = server.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.split();
                    let _ended = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let proxy = TcpProxy::start(free, to).await.unwrap();
        let mut client = TcpStream::connect(("127.0.0.1", free)).await.unwrap();
        assert_eq!(echo(&mut client).await, Some(7));
        (proxy, free, client)
    }

    /// The echoed byte; 0 when the connection is open and no byte comes, none when it is closed.
    async fn echo(client: &mut TcpStream) -> Option<u8> {
        client.write_all(&[7]).await.ok()?;
        let mut byte = [0];
        match timeout(Duration::from_millis(300), client.read(&mut byte)).await {
            Ok(Ok(1)) => Some(byte[0]),
            Ok(_) => None,
            Err(_) => Some(0),
        }
    }

    #[tokio::test]
    async fn a_silent_proxy_forwards_nothing_and_closes_nothing_and_new_connections_work_after_it() {
        let (proxy, port, mut client) = proxy_and_client().await;
        proxy.set_state(ProxyState::Silent);
        assert_eq!(echo(&mut client).await, Some(0));
        let mut new_client = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        assert_eq!(echo(&mut new_client).await, Some(0));
        proxy.set_state(ProxyState::Forwarding);
        assert_eq!(echo(&mut client).await, Some(0), "a silent connection remains silent");
        let mut new_client = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        assert_eq!(echo(&mut new_client).await, Some(7));
    }

    #[tokio::test]
    async fn a_closed_proxy_closes_open_and_new_connections() {
        let (proxy, port, mut client) = proxy_and_client().await;
        proxy.set_state(ProxyState::Closed);
        assert_eq!(echo(&mut client).await, None);
        let mut new_client = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        assert_eq!(echo(&mut new_client).await, None);
    }
}

//! A TCP proxy in front of a server, which injects network faults: between a node and its database, and between clients
//! and a node.
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

/// Of so many connections one loses its answer.
const LOSING_INTERVAL: u64 = 3;

/// The proxy's treatment of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProxyState {
    Forwarding,
    Silent,
    Closed,
    /// The server gets what is sent to it, and nothing of what it sends arrives. A connection of that time stays so.
    OneWay,
    /// One connection in [`LOSING_INTERVAL`] is closed when its server answers.
    LosingAnswers,
}

/// Listens on a loopback port and forwards to another.
#[derive(Debug)]
pub(super) struct TcpProxy {
    /// The port that it listens on.
    pub(super) port: u16,
    state: Arc<watch::Sender<ProxyState>>,
    accept_task: JoinHandle<()>,
}

impl TcpProxy {
    /// Listens on the port `from`; 0: on any that is free.
    pub(super) async fn start(from: u16, to: u16) -> Result<Self> {
        let listener =
            TcpListener::bind(("127.0.0.1", from)).await.with_context(|| format!("port {from} is taken"))?;
        let port = listener.local_addr()?.port();
        let state = Arc::new(watch::Sender::new(ProxyState::Forwarding));
        let accept_task = tokio::spawn(accept(listener, to, Arc::clone(&state)));
        Ok(Self { port, state, accept_task })
    }

    pub(super) fn set_state(&self, state: ProxyState) {
        self.state.send_replace(state);
    }
}

impl Drop for TcpProxy {
    fn drop(&mut self) {
        self.accept_task.abort();
    }
}

async fn accept(listener: TcpListener, to: u16, state: Arc<watch::Sender<ProxyState>>) {
    for number in 0_u64.. {
        let Ok((client, _)) = listener.accept().await else { return };
        let state_receiver = state.subscribe();
        tokio::spawn(async move {
            let current = *state_receiver.borrow();
            match current {
                ProxyState::Closed => {}
                ProxyState::Silent => std::future::pending().await,
                ProxyState::Forwarding | ProxyState::OneWay | ProxyState::LosingAnswers => {
                    if let Ok(server) = TcpStream::connect(("127.0.0.1", to)).await {
                        let may_lose = number.is_multiple_of(LOSING_INTERVAL);
                        forward(client, server, state_receiver, may_lose).await;
                    }
                }
            }
        });
    }
}

async fn forward(
    client: TcpStream,
    server: TcpStream,
    mut state: watch::Receiver<ProxyState>,
    may_lose: bool,
) {
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let of_answers = state.clone();
    let end = async {
        let ends = |state: &ProxyState| matches!(state, ProxyState::Silent | ProxyState::Closed);
        state.wait_for(ends).await.map_or(ProxyState::Closed, |state| *state)
    };
    let copying = async {
        tokio::select! {
            () = copy(from_client, to_server) => {}
            () = copy_answers(from_server, to_client, of_answers, may_lose) => {}
        }
    };
    tokio::pin!(copying);
    tokio::select! {
        () = &mut copying => {}
        new_state = end => if new_state == ProxyState::Silent {
            // Keeps both connections open and transfers nothing. Once silent, a connection remains so.
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

/// Copies what the server sends, as the proxy's state has it.
async fn copy_answers(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    state: watch::Receiver<ProxyState>,
    may_lose: bool,
) {
    let mut buffer = vec![0; 64 * 1024];
    let mut is_cut = false;
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let current = *state.borrow();
        if current == ProxyState::LosingAnswers && may_lose {
            return;
        }
        // What follows a gap would be another stream.
        is_cut |= current == ProxyState::OneWay;
        if !is_cut && to.write_all(&buffer[..count]).await.is_err() {
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
    async fn a_proxy_that_forwards_one_way_answers_nothing_until_new_connections() {
        let (proxy, port, mut client) = proxy_and_client().await;
        proxy.set_state(ProxyState::OneWay);
        assert_eq!(echo(&mut client).await, Some(0));
        proxy.set_state(ProxyState::Forwarding);
        assert_eq!(echo(&mut client).await, Some(0), "its stream has a gap");
        let mut new_client = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        assert_eq!(echo(&mut new_client).await, Some(7));
    }

    #[tokio::test]
    async fn a_proxy_that_loses_answers_closes_one_connection_of_three() {
        let (proxy, port, _client) = proxy_and_client().await;
        proxy.set_state(ProxyState::LosingAnswers);
        let mut answers = Vec::new();
        // The first connection was the client's.
        for _number in 1..=3 {
            answers.push(echo(&mut TcpStream::connect(("127.0.0.1", port)).await.unwrap()).await);
        }
        assert_eq!(answers, [Some(7), Some(7), None]);
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

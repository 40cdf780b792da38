//! The line between a node and its database: passes everything on until it is cut.
//!
//! Silent, it takes bytes and connections and passes nothing on, and closes nothing: as a network that drops packets,
//! but that the kernel still acknowledges what is sent, so that only the program itself can find out. Away, it closes what
//! is open and takes nothing new.

use std::sync::Arc;

use anyhow::{Context, Result};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How the line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Condition {
    Works,
    Silent,
    Away,
}

/// Listens on one loopback port and passes on to another.
#[derive(Debug)]
pub(super) struct Line {
    /// The condition, and how often it has changed: a connection that has been silent once stays so.
    condition: Arc<watch::Sender<(Condition, u64)>>,
    accepting: JoinHandle<()>,
}

impl Line {
    pub(super) async fn lay(from: u16, to: u16) -> Result<Self> {
        let listener =
            TcpListener::bind(("127.0.0.1", from)).await.with_context(|| format!("port {from} is taken"))?;
        let condition = Arc::new(watch::Sender::new((Condition::Works, 0)));
        let accepting = tokio::spawn(accept(listener, to, Arc::clone(&condition)));
        Ok(Self { condition, accepting })
    }

    pub(super) fn become_(&self, condition: Condition) {
        self.condition.send_modify(|state| *state = (condition, state.1 + 1));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, to: u16, condition: Arc<watch::Sender<(Condition, u64)>>) {
    while let Ok((client, _)) = listener.accept().await {
        let watched = condition.subscribe();
        tokio::spawn(async move {
            let (now, since) = *watched.borrow();
            match now {
                Condition::Away => {}
                Condition::Silent => std::future::pending().await,
                Condition::Works => {
                    if let Ok(server) = TcpStream::connect(("127.0.0.1", to)).await {
                        pass_on(client, server, since, watched).await;
                    }
                }
            }
        });
    }
}

async fn pass_on(
    client: TcpStream,
    server: TcpStream,
    since: u64,
    condition: watch::Receiver<(Condition, u64)>,
) {
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let mut watched = condition.clone();
    let changes = async {
        let changed = watched.wait_for(|(_, changes)| *changes != since).await;
        changed.map_or(Condition::Away, |state| state.0)
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
        condition = changes => if condition == Condition::Silent {
            // Neither end is told anything, for as long as both want to wait.
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

    /// A line to a server that says everything twice, and a client that has spoken through it.
    async fn spoken_through() -> (Line, u16, TcpStream) {
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
        let line = Line::lay(free, to).await.unwrap();
        let mut client = TcpStream::connect(("127.0.0.1", free)).await.unwrap();
        assert_eq!(echo(&mut client).await, Some(7));
        (line, free, client)
    }

    async fn echo(client: &mut TcpStream) -> Option<u8> {
        client.write_all(&[7]).await.ok()?;
        let mut byte = [0];
        match timeout(Duration::from_millis(300), client.read(&mut byte)).await {
            Ok(Ok(1)) => Some(byte[0]),
            Ok(_) => None,
            // Silent: open, and nothing comes.
            Err(_) => Some(0),
        }
    }

    #[tokio::test]
    async fn a_silent_line_passes_nothing_on_and_closes_nothing_and_new_connections_work_after_it() {
        let (line, port, mut client) = spoken_through().await;
        line.become_(Condition::Silent);
        assert_eq!(echo(&mut client).await, Some(0));
        let mut fresh = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        assert_eq!(echo(&mut fresh).await, Some(0));
        line.become_(Condition::Works);
        assert_eq!(echo(&mut client).await, Some(0), "what was silent stays so");
        let mut fresh = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        assert_eq!(echo(&mut fresh).await, Some(7));
    }

    #[tokio::test]
    async fn a_line_that_is_away_closes_what_is_open_and_what_is_new() {
        let (line, port, mut client) = spoken_through().await;
        line.become_(Condition::Away);
        assert_eq!(echo(&mut client).await, None);
        let mut fresh = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        assert_eq!(echo(&mut fresh).await, None);
    }
}

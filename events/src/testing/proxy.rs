//! A proxy before the test server that fails as networks do: connections that stop answering while new ones work, a
//! server that cannot be reached.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How the proxy treats its connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    /// Connections of generations below this pass nothing on, in either direction, and are not closed.
    silent_below: u64,
    /// The generation of new connections.
    generation: u64,
    /// New connections are closed at once, and so are all others.
    away: bool,
}

/// Listens on a loopback port and passes everything on to the test server.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    state: Arc<watch::Sender<State>>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// A proxy before the server of these options.
    ///
    /// # Panics
    /// When no port can be had.
    pub async fn before(server: &PgConnectOptions) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::new(watch::Sender::new(State { silent_below: 0, generation: 0, away: false }));
        let upstream = Upstream::from(server);
        let accepting = tokio::spawn(accept(listener, upstream, Arc::clone(&state)));
        Self { address, state, accepting }
    }

    /// The options of a connection through the proxy.
    #[must_use]
    pub fn options(&self, server: &PgConnectOptions) -> PgConnectOptions {
        // A socket folder in the options would win over the host.
        let mut options = PgConnectOptions::new_without_pgpass()
            .host("127.0.0.1")
            .port(self.address.port())
            .username(server.get_username())
            .ssl_mode(PgSslMode::Disable);
        if let Some(database) = server.get_database() {
            options = options.database(database);
        }
        options
    }

    /// Every connection that exists now stops answering for good; new ones work.
    pub fn silence(&self) {
        self.state.send_modify(|state| {
            state.generation += 1;
            state.silent_below = state.generation;
        });
    }

    /// Closes every connection and refuses new ones, until [`Self::come_back`].
    pub fn go_away(&self) {
        self.state.send_modify(|state| state.away = true);
    }

    /// Takes connections again.
    pub fn come_back(&self) {
        self.state.send_modify(|state| state.away = false);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

#[derive(Debug, Clone)]
enum Upstream {
    Tcp(String, u16),
    Unix(PathBuf),
}

impl From<&PgConnectOptions> for Upstream {
    fn from(server: &PgConnectOptions) -> Self {
        match server.get_socket() {
            Some(folder) => Self::Unix(folder.join(format!(".s.PGSQL.{}", server.get_port()))),
            None => Self::Tcp(server.get_host().to_owned(), server.get_port()),
        }
    }
}

async fn accept(listener: TcpListener, upstream: Upstream, state: Arc<watch::Sender<State>>) {
    while let Ok((client, _)) = listener.accept().await {
        let (upstream, watched) = (upstream.clone(), state.subscribe());
        tokio::spawn(async move {
            let generation = {
                let state = watched.borrow();
                if state.away {
                    return;
                }
                state.generation
            };
            match upstream {
                Upstream::Tcp(host, port) => {
                    if let Ok(server) = TcpStream::connect((host.as_str(), port)).await {
                        pass_on(client, server, generation, watched).await;
                    }
                }
                Upstream::Unix(path) => {
                    if let Ok(server) = UnixStream::connect(path).await {
                        pass_on(client, server, generation, watched).await;
                    }
                }
            }
        });
    }
}

async fn pass_on(
    client: TcpStream,
    server: impl AsyncRead + AsyncWrite,
    generation: u64,
    state: watch::Receiver<State>,
) {
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = tokio::io::split(server);
    let mut watched = state.clone();
    let away = async move {
        let _ = watched.wait_for(|state| state.away).await;
    };
    tokio::select! {
        () = copy(from_client, to_server, generation, state.clone()) => {}
        () = copy(from_server, to_client, generation, state.clone()) => {}
        () = away => {}
    }
}

async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    generation: u64,
    mut state: watch::Receiver<State>,
) {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = tokio::select! {
            biased;
            () = silenced(&mut state, generation) => break,
            read = from.read(&mut buffer) => read,
        };
        match read {
            Ok(count) if count > 0 => {
                if to.write_all(&buffer[..count]).await.is_err() {
                    return;
                }
            }
            _ => return,
        }
    }
    // The other end is not notified that this one is gone.
    std::future::pending().await
}

async fn silenced(state: &mut watch::Receiver<State>, generation: u64) {
    let _ = state.wait_for(|state| state.silent_below > generation).await;
}

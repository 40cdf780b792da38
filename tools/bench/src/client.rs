//! A minimal HTTP client of the portal: connections stay open, so that the figures measure the server and not the client.
//! Either each caller has a connection of its own, or requests share a limited number of connections.

use std::net::SocketAddr;
use std::sync::{Arc, MutexGuard, PoisonError};

use anyhow::{Context, Result, ensure};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::{Mutex, Semaphore};

/// One request, and the status of the response that it must receive.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) path: &'static str,
    /// With a body the request is a POST, without one a GET.
    pub(crate) body: Option<String>,
    /// The session's token; none for a log-in.
    pub(crate) token: Option<String>,
    /// The `Idempotency-Key`, as the web app sends it with a command.
    pub(crate) key: Option<String>,
    pub(crate) expected_status: StatusCode,
}

/// A connection to the portal.
pub(crate) type Connection = SendRequest<Full<Bytes>>;

/// Opens a connection.
pub(crate) async fn connect(address: SocketAddr) -> Result<Connection> {
    let stream = TcpStream::connect(address).await.context("the portal does not listen")?;
    stream.set_nodelay(true)?;
    let (sender, connection) = handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

/// Sends a request and reads the whole response.
async fn send(connection: &mut Connection, host: &str, call: Call) -> Result<(StatusCode, Bytes)> {
    let method = if call.body.is_some() { Method::POST } else { Method::GET };
    let mut request = Request::builder().method(method).uri(call.path).header(header::HOST, host);
    if let Some(token) = &call.token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    if let Some(key) = &call.key {
        request = request.header("idempotency-key", key);
    }
    if call.body.is_some() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    let request = request.body(Full::from(call.body.unwrap_or_default()))?;
    connection.ready().await?;
    let response = connection.send_request(request).await?;
    let status = response.status();
    Ok((status, response.into_body().collect().await?.to_bytes()))
}

/// The beginning of a response, for a message.
pub(crate) fn excerpt(body: &Bytes) -> String {
    String::from_utf8_lossy(&body[..body.len().min(300)]).into_owned()
}

/// One connection per caller.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    connections: Arc<Vec<Mutex<Connection>>>,
    host: String,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr, callers: u64) -> Result<Self> {
        let mut connections = Vec::new();
        for _ in 0..callers {
            connections.push(Mutex::new(connect(address).await?));
        }
        Ok(Self { connections: Arc::new(connections), host: address.to_string() })
    }

    /// Sends a request over the caller's own connection and reads the whole response.
    pub(crate) async fn call(&self, caller: u64, call: Call) -> Result<Bytes> {
        let connection =
            self.connections.get(usize::try_from(caller)?).context("a caller without a connection")?;
        let (path, expected_status) = (call.path, call.expected_status);
        let (status, body) = send(&mut *connection.lock().await, &self.host, call).await?;
        ensure!(status == expected_status, "{path} answered {status}: {}", excerpt(&body));
        Ok(body)
    }
}

/// A limited number of connections that requests share, as a reverse proxy does. A request that finds all of them busy
/// waits for one.
#[derive(Debug)]
pub(crate) struct SharedConnections {
    /// The connection that was used last is used next, so that few are used while few are needed.
    idle: std::sync::Mutex<Vec<Connection>>,
    free: Semaphore,
    address: SocketAddr,
    host: String,
}

impl SharedConnections {
    pub(crate) fn new(address: SocketAddr, limit: usize) -> Self {
        let host = address.to_string();
        Self { idle: std::sync::Mutex::default(), free: Semaphore::new(limit), address, host }
    }

    /// Sends a request and reads the whole response.
    pub(crate) async fn call(&self, call: Call) -> Result<(StatusCode, Bytes)> {
        let _permit = self.free.acquire().await?;
        let idle = self.idle().pop().filter(|connection| !connection.is_closed());
        let mut connection = match idle {
            Some(connection) => connection,
            None => connect(self.address).await?,
        };
        let answer = send(&mut connection, &self.host, call).await?;
        self.idle().push(connection);
        Ok(answer)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

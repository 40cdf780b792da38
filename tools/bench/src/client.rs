//! The smallest client of the portal: a connection per caller, kept alive, so that the figures are the server's.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::Mutex;

/// One request, and the answer that it must get.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) path: &'static str,
    /// A body makes it a POST.
    pub(crate) body: Option<String>,
    /// The session; none to log in.
    pub(crate) token: Option<String>,
    pub(crate) wanted: StatusCode,
}

/// As many connections as there are callers.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    connections: Arc<Vec<Mutex<SendRequest<Full<Bytes>>>>>,
    host: String,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr, callers: u64) -> Result<Self> {
        let mut connections = Vec::new();
        for _ in 0..callers {
            let stream = TcpStream::connect(address).await.context("the portal does not listen")?;
            stream.set_nodelay(true)?;
            let (sender, connection) = handshake(TokioIo::new(stream)).await?;
            tokio::spawn(connection);
            connections.push(Mutex::new(sender));
        }
        Ok(Self { connections: Arc::new(connections), host: address.to_string() })
    }

    /// Sends a request over the caller's own connection and reads the whole answer.
    pub(crate) async fn call(&self, caller: u64, call: Call) -> Result<Bytes> {
        let method = if call.body.is_some() { Method::POST } else { Method::GET };
        let mut request = Request::builder().method(method).uri(call.path).header(header::HOST, &self.host);
        if let Some(token) = &call.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if call.body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let request = request.body(Full::from(call.body.unwrap_or_default()))?;
        let own = self.connections.get(usize::try_from(caller)?).context("a caller without a connection")?;
        let mut sender = own.lock().await;
        sender.ready().await?;
        let response = sender.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        ensure!(
            status == call.wanted,
            "{} answered {status}: {}",
            call.path,
            String::from_utf8_lossy(&body[..body.len().min(300)])
        );
        Ok(body)
    }
}

//! A minimal HTTP client of the portal: each caller keeps one connection open, so that the figures measure the server
//! and not the client.

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

/// One request, and the status of the response that it must receive.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) path: &'static str,
    /// With a body the request is a POST, without one a GET.
    pub(crate) body: Option<String>,
    /// The session's token; none for a log-in.
    pub(crate) token: Option<String>,
    pub(crate) expected_status: StatusCode,
}

/// One connection per caller.
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

    /// Sends a request over the caller's own connection and reads the whole response.
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
        let connection =
            self.connections.get(usize::try_from(caller)?).context("a caller without a connection")?;
        let mut sender = connection.lock().await;
        sender.ready().await?;
        let response = sender.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        ensure!(
            status == call.expected_status,
            "{} answered {status}: {}",
            call.path,
            String::from_utf8_lossy(&body[..body.len().min(300)])
        );
        Ok(body)
    }
}

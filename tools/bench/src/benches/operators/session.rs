//! A session over HTTP, of an operator or of somebody at a club: log-in, reads with the session's cookie, and changes with
//! its form token.

use std::net::SocketAddr;

use anyhow::{Context, Result, ensure};
use fairway_members::password::Passwords;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Method, Request, StatusCode, header};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::accounts::PASSWORD;
use crate::client::{Connection, connect, excerpt};
use crate::workload::id;

const ADDRESS: &str = "operator@bench.example";
/// The kind of an operator's id (`workload::id`).
const KIND: u128 = 20;

/// Inserts an operator with every role; without an authenticator app, which development does not need.
pub(crate) async fn insert_operator(pool: &PgPool) -> Result<()> {
    let hash = Passwords::new()?.hash(PASSWORD.to_owned()).await?;
    sqlx::query(
        "INSERT INTO operators (id, email, name, roles, password_hash, created_at)
         VALUES ($1, $2, 'Bench', '{support,content,auditor,admin}', $3, '2026-01-01')",
    )
    .bind(id(KIND, 0))
    .bind(ADDRESS)
    .bind(hash)
    .execute(pool)
    .await?;
    Ok(())
}

/// Somebody who is logged in, with one connection, as a browser has.
pub(crate) struct Session {
    connection: Connection,
    host: String,
    cookie: String,
    form_token: String,
}

impl Session {
    pub(crate) async fn log_in(address: SocketAddr) -> Result<Self> {
        Self::log_in_as(address, "/operator/api/login", ADDRESS).await
    }

    /// The same by the path of a log-in and an e-mail address with the password of all.
    pub(crate) async fn log_in_as(address: SocketAddr, path: &str, email: &str) -> Result<Self> {
        let connection = connect(address).await?;
        let mut session =
            Self { connection, host: address.to_string(), cookie: String::new(), form_token: String::new() };
        let body = json!({ "email": email, "password": PASSWORD, "code": null });
        let answer = session.post(path, &body).await?;
        session.form_token =
            answer["csrf_token"].as_str().context("the log-in gave no form token")?.to_owned();
        ensure!(!session.cookie.is_empty(), "the log-in gave no cookie");
        Ok(session)
    }

    /// The whole answer, unread.
    pub(crate) async fn get_bytes(&mut self, path: &str) -> Result<Bytes> {
        self.send(Method::GET, path, None).await
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<Value> {
        parsed(path, &self.get_bytes(path).await?)
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Result<Value> {
        parsed(path, &self.send(Method::POST, path, Some(body)).await?)
    }

    async fn send(&mut self, method: Method, path: &str, body: Option<&Value>) -> Result<Bytes> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, &self.host)
            .header(header::ORIGIN, format!("http://{}", self.host))
            .header(header::COOKIE, &self.cookie)
            .header("x-csrf-token", &self.form_token)
            .header(header::CONTENT_TYPE, "application/json");
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = request.body(Full::from(body))?;
        self.connection.ready().await?;
        let response = self.connection.send_request(request).await?;
        let status = response.status();
        if let Some(set) = response.headers().get(header::SET_COOKIE) {
            let set = set.to_str()?;
            self.cookie = set.split_once(';').map_or(set, |(cookie, _)| cookie).to_owned();
        }
        let body: Bytes = response.into_body().collect().await?.to_bytes();
        ensure!(status == StatusCode::OK, "{path} answered {status}: {}", excerpt(&body));
        Ok(body)
    }
}

/// An answer as JSON.
pub(crate) fn parsed(path: &str, body: &Bytes) -> Result<Value> {
    serde_json::from_slice(body).with_context(|| format!("{path} answered no JSON"))
}

//! The transports: a folder of files, or an SMTP server.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_store::mail_folder::Folder;
use fairway_text::error_chain::Chain;
use futures::stream::BoxStream;
use futures::{FutureExt, StreamExt};
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::{AsyncSmtpTransportBuilder, PoolConfig, SUBMISSION_PORT};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use url::Url;
use uuid::Uuid;

use super::bounce;
use super::server::Server;
use crate::state::Settings;

/// How long a server may take for one command of the protocol.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// Connections to the mail server, at most: servers limit the connections of one sender.
const CONNECTIONS: u32 = 4;
/// The line before every certificate in a PEM file (RFC 7468).
const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----";

/// The row of a mail, and how its sending ended.
pub type Ended = (Uuid, Result<(), TransportError>);

/// Where mails are sent.
#[derive(Debug, Clone)]
pub enum Transport {
    /// `.eml` files.
    Files(Folder),
    /// A server.
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
}

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// The file cannot be written.
    #[error("the mail's file cannot be written")]
    File(#[from] io::Error),
    /// The file with the certificates cannot be used.
    #[error("FAIRWAY_MAIL_CA: {} holds no certificates that can be read", .path.display())]
    Certificates {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The server does not answer, or refuses.
    #[error("the mail server did not take it")]
    Smtp(#[from] lettre::transport::smtp::Error),
}

impl TransportError {
    /// Whether the server refused permanently (5xx): it would refuse the same mail again. A full mailbox is tried again.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.permanent_reply().is_some_and(|(code, text)| !bounce::is_full(&code, &text))
    }

    /// Whether the server refused the recipient's address permanently.
    #[must_use]
    pub fn refuses_address(&self) -> bool {
        self.permanent_reply().is_some_and(|(code, text)| bounce::refuses_address(&code, &text))
    }

    /// The code and the text of a permanent reply, where that is the error.
    fn permanent_reply(&self) -> Option<(String, String)> {
        let Self::Smtp(error) = self else { return None };
        let code = error.status().map(|code| code.to_string()).unwrap_or_default();
        error.is_permanent().then(|| (code, Chain(error).to_string()))
    }

    /// The kind of failure, without anybody's address.
    #[must_use]
    pub fn kind(&self) -> String {
        match self {
            Self::File(_) => "the mail's file could not be written".to_owned(),
            Self::Certificates { .. } => "its certificates cannot be read".to_owned(),
            Self::Smtp(error) => match error.status() {
                Some(code) => format!("it answered {code}"),
                None if error.is_timeout() => "it did not answer in time".to_owned(),
                None => "it could not be reached".to_owned(),
            },
        }
    }
}

impl Transport {
    /// The configured transport. Opens no connection yet.
    ///
    /// # Errors
    /// When the SMTP address is invalid, or the certificates cannot be read.
    pub fn new(settings: &Settings) -> Result<Self, TransportError> {
        match &settings.server {
            Server::File => Ok(Self::Files(settings.folder.clone())),
            Server::Smtp(url) => {
                let pool = PoolConfig::new().max_size(CONNECTIONS);
                let mut smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?;
                if let Some(path) = &settings.certificates {
                    smtp = trusting_certificates(smtp, url, path)?;
                }
                Ok(Self::Smtp(smtp.timeout(Some(TIME_LIMIT)).pool_config(pool).build()))
            }
        }
    }

    /// Removes drafts that a crash left.
    pub async fn clear_drafts(&self) {
        if let Self::Files(folder) = self {
            match folder.clear_drafts().await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "removed unfinished mail files"),
                Err(error) => tracing::warn!(%error, "drafts of mails cannot be removed"),
            }
        }
    }

    /// Sends mails, and yields those whose sending has ended by the same time together.
    ///
    /// A mail with a [`TransportError`] may still have been sent, for example when the server's response is lost.
    pub fn send(&self, at: DateTime<Utc>, mails: Vec<(Uuid, Message)>) -> BoxStream<'_, Vec<Ended>> {
        match self {
            Self::Files(folder) => {
                let files = mails.iter().map(|(id, message)| (*id, message.formatted())).collect();
                let written = async move { folder.write(at, files).await };
                let ended =
                    |(id, written): (Uuid, io::Result<()>)| (id, written.map_err(TransportError::from));
                let written = written.map(move |written| written.into_iter().map(ended).collect());
                futures::stream::once(written).boxed()
            }
            Self::Smtp(server) => {
                // Collected first: a closure inside the stream would make it not `Send`.
                let sending: Vec<_> = mails
                    .into_iter()
                    .map(async |(id, message)| (id, server.send(message).await.map(drop).map_err(Into::into)))
                    .collect();
                let parallel = CONNECTIONS as usize;
                futures::stream::iter(sending).buffer_unordered(parallel).ready_chunks(parallel).boxed()
            }
        }
    }
}

/// The same server, which may also present a certificate of the operator's own authority. With such an authority, TLS
/// is required whatever the address says: configuring it shows that encryption is expected.
fn trusting_certificates(
    smtp: AsyncSmtpTransportBuilder,
    url: &str,
    path: &Path,
) -> Result<AsyncSmtpTransportBuilder, TransportError> {
    let unusable = |source: Box<dyn std::error::Error + Send + Sync>| TransportError::Certificates {
        path: path.to_owned(),
        source,
    };
    let parsed = Url::parse(url).map_err(|error| unusable(error.into()))?;
    let pem = std::fs::read(path).map_err(|error| unusable(error.into()))?;
    // The library accepts a file without certificates: then no certificate of the operator's would be trusted.
    if !String::from_utf8_lossy(&pem).contains(CERTIFICATE) {
        return Err(unusable(format!("no line reads `{CERTIFICATE}`").into()));
    }
    let certificate = Certificate::from_pem(&pem).map_err(|error| unusable(error.into()))?;
    let host = parsed.host_str().unwrap_or_default().to_owned();
    let parameters = TlsParameters::builder(host).add_root_certificate(certificate).build();
    let parameters = parameters.map_err(|error| unusable(error.into()))?;
    let is_encrypted_from_the_start = parsed.scheme() == "smtps";
    Ok(if is_encrypted_from_the_start {
        smtp.tls(Tls::Wrapper(parameters))
    } else {
        // The submission port, as for an address with `tls=required`.
        smtp.port(parsed.port().unwrap_or(SUBMISSION_PORT)).tls(Tls::Required(parameters))
    })
}

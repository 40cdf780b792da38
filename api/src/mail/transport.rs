//! The way out: a folder of files, or an SMTP server.

use std::time::Duration;

use chrono::{DateTime, Utc};
use lettre::transport::smtp::PoolConfig;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use uuid::Uuid;

use super::folder::Folder;
use crate::config::{self, Config};

/// How long a server may take for one command of the protocol.
const PATIENCE: Duration = Duration::from_secs(30);
/// Connections to the mail server at most: it is one sender, and servers count.
const CONNECTIONS: u32 = 4;

/// Where mails go.
#[derive(Debug, Clone)]
pub enum Transport {
    /// `.eml` files.
    Files(Folder),
    /// A server.
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
}

/// Why a mail did not go out.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// The file cannot be written.
    #[error("the mail's file cannot be written")]
    File(#[from] std::io::Error),
    /// The server does not answer, or refuses.
    #[error("the mail server did not take it")]
    Smtp(#[from] lettre::transport::smtp::Error),
}

impl TransportError {
    /// Whether the server refused for good (5xx): the same mail again would be refused again.
    #[must_use]
    pub fn is_final(&self) -> bool {
        match self {
            Self::File(_) => false,
            Self::Smtp(error) => error.is_permanent(),
        }
    }
}

impl Transport {
    /// What the configuration asks for. Opens no connection yet.
    ///
    /// # Errors
    /// When the SMTP address cannot be understood.
    pub fn from_config(config: &Config) -> Result<Self, TransportError> {
        match &config.mail {
            config::Mail::File => Ok(Self::Files(Folder::of(&config.data_dir))),
            config::Mail::Smtp(url) => {
                let pool = PoolConfig::new().max_size(CONNECTIONS);
                let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?;
                Ok(Self::Smtp(smtp.timeout(Some(PATIENCE)).pool_config(pool).build()))
            }
        }
    }

    /// Removes what a crash left half written.
    pub async fn clear_drafts(&self) {
        if let Self::Files(folder) = self {
            match folder.clear_drafts().await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "removed drafts of mails that nobody writes any more"),
                Err(error) => tracing::warn!(%error, "drafts of mails cannot be removed"),
            }
        }
    }

    /// Hands a mail over.
    ///
    /// # Errors
    /// [`TransportError`]; then it may have gone out all the same, as when an answer is lost.
    pub async fn send(&self, id: Uuid, at: DateTime<Utc>, message: Message) -> Result<(), TransportError> {
        match self {
            Self::Files(folder) => Ok(folder.write(id, at, &message.formatted()).await?),
            Self::Smtp(server) => {
                server.send(message).await?;
                Ok(())
            }
        }
    }
}

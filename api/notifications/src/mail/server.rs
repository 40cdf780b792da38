//! Which mail server is configured.

/// Where mails are sent, as it is configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Server {
    /// `.eml` files in the data folder.
    File,
    /// An SMTP server.
    Smtp(String),
}

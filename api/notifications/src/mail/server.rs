//! The configured mail server.

/// The configured destination of mails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Server {
    /// `.eml` files in the data folder.
    File,
    /// An SMTP server.
    Smtp(String),
}

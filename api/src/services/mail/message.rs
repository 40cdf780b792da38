//! Maps a row of the outbox to a message (RFC 5322).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, Message, MultiPart, header};
use lettre::{Address, address::AddressError};

use crate::random;
use crate::store::outbox::Taken;

/// A mail that can never be sent, by any server: a retry does not help.
#[derive(Debug, thiserror::Error)]
pub enum Unsendable {
    /// The recipient's or our own address is invalid.
    #[error("the address cannot be written to")]
    Address(#[from] AddressError),
    /// The message cannot be built from its parts.
    #[error("the message cannot be put together")]
    Message(#[from] lettre::error::Error),
    /// An attachment's type or content is invalid.
    #[error("the attachment {0} cannot be read")]
    Attachment(String),
}

/// Our own address, as `Fairway <klantenservice@…>`.
///
/// # Errors
/// [`Unsendable::Address`].
pub fn sender(contact_email: &str) -> Result<Mailbox, Unsendable> {
    Ok(Mailbox::new(Some("Fairway".to_owned()), contact_email.parse::<Address>()?))
}

/// The message: plain text and HTML as alternatives, and the attachments. Its id is computed from the mail's key, so
/// that a receiver recognises a mail that is sent twice.
///
/// # Errors
/// [`Unsendable`].
pub fn compose(mail: &Taken, from: &Mailbox, at: DateTime<Utc>) -> Result<Message, Unsendable> {
    let identity = hex::encode(&random::digest(mail.dedup_key.as_bytes())[..16]);
    let to = Mailbox::new(None, mail.address.parse::<Address>()?);
    let both = MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone());
    let body = if mail.attachments.is_empty() {
        both
    } else {
        let mut mixed = MultiPart::mixed().multipart(both);
        for file in &mail.attachments {
            let unreadable = || Unsendable::Attachment(file.filename.clone());
            let content_type = ContentType::parse(&file.content_type).map_err(|_| unreadable())?;
            let content = STANDARD.decode(&file.content).map_err(|_| unreadable())?;
            mixed = mixed.singlepart(Attachment::new(file.filename.clone()).body(content, content_type));
        }
        mixed
    };
    Ok(Message::builder()
        .from(from.clone())
        .to(to)
        .subject(&mail.subject)
        .date(at.into())
        .message_id(Some(format!("<{identity}@{}>", from.email.domain())))
        // Out-of-office replies must not be sent to the portal.
        .header(AutoSubmitted)
        .multipart(body)?)
}

/// `Auto-Submitted: auto-generated` (RFC 3834).
#[derive(Debug, Clone)]
struct AutoSubmitted;

impl header::Header for AutoSubmitted {
    fn name() -> header::HeaderName {
        header::HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> header::HeaderValue {
        header::HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

//! Maps a row of the outbox to a message (RFC 5322).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_documents::mail::Mail;
use fairway_store::outbox::StoredAttachment;
use fairway_text::email;
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, Message, MultiPart, header};
use lettre::{Address, address::AddressError};

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
    Ok(Mailbox::new(Some("Fairway".to_owned()), email::ascii(contact_email).parse::<Address>()?))
}

/// An attached file.
#[derive(Debug)]
pub struct File {
    /// ASCII without spaces.
    pub name: String,
    /// MIME type with parameters.
    pub content_type: String,
    /// The file's content.
    pub bytes: Vec<u8>,
}

/// The content of a message.
#[derive(Debug)]
pub struct Content {
    /// One line.
    pub subject: String,
    /// As plain text.
    pub text: String,
    /// As HTML.
    pub html: String,
    /// The attached files.
    pub files: Vec<File>,
    /// The screen where mails of this kind are switched off.
    pub switches_url: Option<String>,
}

impl From<Mail> for Content {
    fn from(mail: Mail) -> Self {
        let files = mail.attachments.into_iter().map(|file| File {
            name: file.filename,
            content_type: file.content_type.to_owned(),
            bytes: file.bytes,
        });
        Self {
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            files: files.collect(),
            switches_url: mail.switches_url,
        }
    }
}

/// The file of a stored attachment.
///
/// # Errors
/// [`Unsendable::Attachment`].
pub fn file(stored: StoredAttachment) -> Result<File, Unsendable> {
    match STANDARD.decode(&stored.content) {
        Ok(bytes) => Ok(File { name: stored.filename, content_type: stored.content_type, bytes }),
        Err(_) => Err(Unsendable::Attachment(stored.filename)),
    }
}

/// The message: plain text and HTML as alternatives, and the attachments. Its id is computed from the mail's key, so
/// that a receiver recognises a mail that is sent twice.
///
/// # Errors
/// [`Unsendable`].
pub fn compose(
    dedup_key: &str,
    address: &str,
    content: Content,
    from: &Mailbox,
    at: DateTime<Utc>,
) -> Result<Message, Unsendable> {
    let identity = hex::encode(&random::digest(dedup_key.as_bytes())[..16]);
    // In the form that every relay takes.
    let to = Mailbox::new(None, email::ascii(address).parse::<Address>()?);
    let both = MultiPart::alternative_plain_html(content.text, content.html);
    let body = if content.files.is_empty() {
        both
    } else {
        let mut mixed = MultiPart::mixed().multipart(both);
        for File { name, content_type, bytes } in content.files {
            let content_type =
                ContentType::parse(&content_type).map_err(|_| Unsendable::Attachment(name.clone()))?;
            mixed = mixed.singlepart(Attachment::new(name).body(bytes, content_type));
        }
        mixed
    };
    let mut message = Message::builder()
        .from(from.clone())
        .to(to)
        .subject(content.subject)
        .date(at.into())
        .message_id(Some(format!("<{identity}@{}>", from.email.domain())))
        // Out-of-office replies must not be sent to the portal.
        .header(AutoSubmitted);
    if let Some(url) = content.switches_url {
        message = message.header(ListUnsubscribe(url));
    }
    Ok(message.multipart(body)?)
}

/// `List-Unsubscribe: <https://…>` (RFC 2369): a screen for the member, not an address that a program calls.
#[derive(Debug, Clone)]
struct ListUnsubscribe(String);

impl header::Header for ListUnsubscribe {
    fn name() -> header::HeaderName {
        header::HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.trim_matches(['<', '>']).to_owned()))
    }

    fn display(&self) -> header::HeaderValue {
        header::HeaderValue::new(Self::name(), format!("<{}>", self.0))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_to_a_domain_with_letters_is_sent_to_its_ascii_form() {
        let content = Content {
            subject: "Bevestiging".to_owned(),
            text: "Beste Jan,".to_owned(),
            html: "<p>Beste Jan,</p>".to_owned(),
            files: Vec::new(),
            switches_url: None,
        };
        let from = sender("post@münchen-golf.nl").expect("our address");
        let message =
            compose("key", "jan@münchen-golf.nl", content, &from, DateTime::UNIX_EPOCH).expect("a message");
        let envelope = message.envelope();
        assert_eq!(envelope.to()[0].to_string(), "jan@xn--mnchen-golf-thb.nl");
        assert_eq!(envelope.from().map(ToString::to_string).as_deref(), Some("post@xn--mnchen-golf-thb.nl"));
        assert!(message.formatted().is_ascii(), "a relay without SMTPUTF8 takes it");
    }
}

//! The portal's mails, in Dutch (that for operators in English), as plain text and HTML. The input is an occasion, as
//! plain values; the output is a complete message for the outbox to send. The outbox adds the addresses.
//!
//! No value can add a header, a line or an element: subjects and names are made one line, and the HTML is
//! written by a library that escapes every value. Nothing is loaded from other servers, and readers are not tracked.

mod absence;
mod account;
mod address;
mod booking;
mod course;
mod html;
mod letter;
mod lost;
mod order;
mod plain;
mod play_right;
mod seal_head;
mod statement;
mod waiting;
mod withdrawn;

pub use absence::{AbsenceMail, AbsenceNotice};
pub use account::{
    CalendarFeedRenewed, DataDownloaded, LoginLink, PasskeyChange, PasskeyChanged, PasswordChanged,
    PasswordForgotten, ProfileCorrected,
};
pub use address::{AddressChanged, AddressInUse, AddressSide, AskedBy, ConfirmAddress, NewAddressAsked};
pub use booking::{BookingMail, BookingNotice, OtherRound};
pub use course::{CourseAsked, CourseMail, CourseNews};
pub use lost::{Loss, LossNotice};
pub use order::{DuplicatePayment, OrderPaid, Purchase, RefundApproved};
pub use play_right::{PlayRightOutcome, PlayRightUsed};
pub use seal_head::SealHeadMail;
pub use statement::{StatementMail, StatementNotice};
pub use waiting::{WaitingMail, WaitingNotice};
pub use withdrawn::{RightWithdrawn, WithdrawnRight};

use chrono::{DateTime, Utc};

use crate::dutch::one_line;
use letter::Letter;

/// A message without its addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// One line without control characters.
    pub subject: String,
    /// The whole message as plain text, lines ending in `\n`.
    pub text: String,
    /// The same as a complete HTML document with inline styles.
    pub html: String,
    /// The attached files.
    pub attachments: Vec<Attachment>,
    /// The screen where the member switches off mails of this kind; none for a mail that is always sent.
    pub switches_url: Option<String>,
    /// Until when the mail is of use (UTC), where it ends: a mail with a link that ended is not sent.
    pub useful_until: Option<DateTime<Utc>>,
}

impl Mail {
    /// The letter in both forms, without attachments.
    fn new(letter: &Letter<'_>) -> Self {
        Self {
            subject: one_line(&letter.subject),
            text: plain::render(letter),
            html: html::render(letter),
            attachments: Vec::new(),
            switches_url: letter.switches().map(|switches| switches.link.url),
            useful_until: None,
        }
    }
}

/// An attached file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// ASCII without spaces.
    pub filename: String,
    /// Its MIME type with parameters.
    pub content_type: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

#[cfg(test)]
mod tests;

//! The kinds of mails: those that a list is filtered by, and finer ones in words. Both follow from the key of the mail's
//! cause, since no text of a mail is kept.

use fairway_store::outbox::listing::{ListedKind, ListedMail};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The occasion of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MailKind {
    /// A round: booked, changed or cancelled.
    Round,
    /// The day before a round.
    Reminder,
    /// A group on a waiting list: put on it, offered places, taken off it.
    WaitingList,
    /// A receipt of an order, or a notice of what was taken back.
    Receipt,
    /// A link to a new password.
    PasswordLink,
    /// A notice that the password was changed.
    PasswordChanged,
    /// A new e-mail address: its link, and the notices that it was asked for or changed.
    EmailAddress,
    /// Something else.
    Other,
}

impl MailKind {
    pub(super) const fn listed(self) -> ListedKind {
        match self {
            Self::Round => ListedKind::Round,
            Self::Reminder => ListedKind::Reminder,
            Self::WaitingList => ListedKind::WaitingList,
            Self::Receipt => ListedKind::Receipt,
            Self::PasswordLink => ListedKind::PasswordLink,
            Self::PasswordChanged => ListedKind::PasswordChanged,
            Self::EmailAddress => ListedKind::EmailAddress,
            Self::Other => ListedKind::Other,
        }
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Reminder => "reminder",
            Self::WaitingList => "waiting list",
            Self::Receipt => "receipt",
            Self::PasswordLink => "password link",
            Self::PasswordChanged => "password changed",
            Self::EmailAddress => "e-mail address",
            Self::Other => "other",
        }
    }

    /// The kind of a mail.
    pub(super) fn of(mail: &ListedMail) -> Self {
        match mail.dedup_key.split(':').next() {
            Some("reminder") => Self::Reminder,
            _ if mail.booking_id.is_some() => Self::Round,
            _ if mail.waiting_group_id.is_some() => Self::WaitingList,
            Some("event") => Self::Receipt,
            Some("reset") => Self::PasswordLink,
            Some("password-changed") => Self::PasswordChanged,
            Some("new-address" | "new-address-asked" | "address-changed") => Self::EmailAddress,
            _ => Self::Other,
        }
    }

    /// The kind in words, by the key of the mail's cause.
    pub(super) fn occasion(self, key: &str) -> &'static str {
        match self {
            Self::Round => "Round",
            Self::Reminder => "Reminder of a round",
            Self::WaitingList => "Waiting list",
            Self::Receipt => "Receipt of an order, or a right taken back",
            Self::PasswordLink => "Link to a new password",
            Self::PasswordChanged => "Password changed",
            Self::EmailAddress => match key.split(':').next() {
                Some("new-address") => "Link to confirm a new e-mail address",
                Some("new-address-asked") => "New e-mail address asked for",
                _ => "E-mail address changed",
            },
            Self::Other => match key.split([':', '/']).next() {
                Some("login-link") => "Link to log in",
                Some("profile-corrected") => "Profile corrected",
                Some("passkey-changed") => "Passkey added or removed",
                Some("calendar-feed") => "New address of the calendar",
                Some("data-downloaded") => "Data downloaded",
                Some("course-asked") => "Club asked about its course",
                Some("statement-closed") => "Club told of a closed month",
                Some("dispute-ended") => "Club told of a decided dispute",
                Some("course") => "State of a course",
                Some("seal") => "Head of the seal",
                _ => "Other",
            },
        }
    }
}

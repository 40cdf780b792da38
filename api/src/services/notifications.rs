//! Kinds of news and who wants which (docs/domain.md §3.20). What causes each kind is beside the mails
//! ([`super::mail::bookings`]).

pub use crate::store::notifications::{NotificationKind, Wanted, of_member, save, wanted};

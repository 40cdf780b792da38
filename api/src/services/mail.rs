//! Mail: what is to be written goes into the outbox, in the transaction that gives cause to it; a sender takes it
//! from there. So a mail is neither lost in a crash nor sent for something that was rolled back.
//!
//! Whoever has something to write composes a [`Mail`](fairway_documents::mail::Mail), calls [`Outbox::queue`] inside
//! its own transaction, and [`Outbox::wake`] after the commit. Mails about rounds and orders follow from events
//! alone: see [`bookings`].

pub mod bookings;
pub mod folder;
pub mod lease;
pub mod message;
mod outbox;
pub mod sender;
pub mod transport;

pub use crate::store::outbox::Recipient;
pub use outbox::Outbox;

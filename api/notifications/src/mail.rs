//! Mail: a mail is inserted into the outbox, in the transaction of its cause; a sender sends it from there. So a mail
//! is neither lost in a crash nor sent for a transaction that was rolled back. A mail about a round that a sender gets as
//! it is queued is in its batch instead (`hand_over`).
//!
//! To send one, compose a [`Mail`](fairway_documents::mail::Mail), call [`Outbox::queue`] inside the own
//! transaction, and [`Outbox::wake`] after the commit. Mails about rounds, orders and
//! waiting lists are derived from events alone: [`bookings`] queues their causes, and [`composer`] composes them when they
//! are sent.

pub mod again;
pub mod answers;
mod attempt;
pub mod bookings;
mod bounce;
pub mod courses_asked;
pub mod delivery;
mod hand_over;
pub mod lease;
pub mod message;
pub mod seal_head;
pub mod sender;
pub mod server;
mod settling;
pub mod transport;

pub use fairway_store::mail_folder as folder;
pub use fairway_store::outbox::Recipient;
pub use fairway_store::outbox::queue::Outbox;

//! What the handlers and background tasks of one part of the portal share: [`Common`](common::Common) is for all,
//! and each part has a state of its own with it. All are cheap to clone, and clones share what they hold.

pub mod content;
pub mod members;
pub mod notifications;
pub mod operators;
pub mod payments;
pub mod rounds;
pub mod sandbox;

pub use fairway_endpoint::common;

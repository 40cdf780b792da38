//! One file per endpoint: its request, response, description and handler.

pub mod dev_mail;
pub(crate) mod notifications;
pub(crate) mod push;

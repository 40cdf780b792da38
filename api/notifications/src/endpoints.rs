//! One file per endpoint: its request, response, description and handler.

pub mod dev_mail;
pub mod notifications;
pub mod push;

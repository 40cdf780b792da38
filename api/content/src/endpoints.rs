//! One file per endpoint: its request, response, description and handler.

pub(crate) mod faq;
pub mod news;
pub(crate) mod page;
pub(crate) mod terms;

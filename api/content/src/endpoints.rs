//! One file per endpoint: its request, response, description and handler.

pub mod faq;
pub mod news;
pub mod page;
pub mod terms;

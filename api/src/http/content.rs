//! What the editors write beside the news: pages, questions and answers, and the general terms as a document.

pub mod faq;
pub mod page;
pub mod terms;

//! What is known of a round beyond the read models: its story from its own stream, its signed links, what documents show
//! of it, and the play rights that the rules judge it by.

pub mod documents;
pub mod links;
pub mod rights;
pub mod story;

//! Shared by the descriptions of all events: the effect on the member, and a number with its noun.

use std::fmt::Display;

/// The effect of an event on its member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The member receives something.
    Gain,
    /// The member loses something.
    Loss,
    /// Neither.
    Neutral,
}

/// `1 place`, `2 places`.
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, more: &str) -> String {
    let noun = if count == N::from(1) { one } else { more };
    format!("{count} {noun}")
}

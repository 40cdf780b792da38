//! Time and chance: all other code receives them as values.

pub mod clock;
pub mod day;
pub mod random;

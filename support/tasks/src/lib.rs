//! Background tasks: starting them, repeating their work, and restarting what ends.

pub mod repeat;
pub mod supervisor;

//! What the bench and its peers share: generating load, reading processor time, and running a round in another process.
//! The measurements themselves are in the bench program.

pub mod cpu;
pub mod load;
pub mod worker;

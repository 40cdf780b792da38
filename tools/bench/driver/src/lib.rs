//! What the bench and its peers share: how load is driven, how processor time is read, and how a program in another
//! process is told to run a round. The measurements themselves are the program's.

pub mod cpu;
pub mod line;
pub mod load;

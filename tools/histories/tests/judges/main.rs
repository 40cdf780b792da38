//! The judges against histories of which the truth is known: correct ones, made by the product's own decisions in an
//! order that a seed chooses, and those into which one mistake was planted.

#![expect(clippy::unwrap_used, reason = "a failed precondition fails the test")]

mod controls;
mod planted;
mod random;
mod second;
mod world;

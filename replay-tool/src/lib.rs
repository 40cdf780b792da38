//! The parts of the operators' tool, as a library so that tests can run them on a database of their own.
//!
//! `rulebook` and `state` are pure: the rules, and what events make of each thing. The other modules are commands, one
//! each, and what the commands share.

pub mod as_of;
pub mod columns;
pub mod connect;
pub mod explain;
pub mod export;
pub mod lag;
pub mod moment;
pub mod names;
pub mod paint;
pub mod projections;
pub mod rebuild;
pub mod record;
pub mod replica;
pub mod report;
pub mod rulebook;
pub mod salvage;
pub mod seal;
pub mod state;
pub mod steps;
pub mod subjects;
pub mod timeline;
pub mod verify;
pub mod words;

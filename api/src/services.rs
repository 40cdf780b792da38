//! Services that programs and requests use: mail, payments, the live stream, log and metrics, erasure of members, figures for analysts, and
//! the background tasks. No service depends on the command line.

pub mod acknowledged;
pub mod figures;
pub mod health;
pub mod metrics;
pub mod node_status;
pub mod nodes;
pub mod tasks;
pub mod telemetry;
pub mod writer;

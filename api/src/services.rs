//! The services that programs and requests share: log, metrics and health, the nodes, the record of what is
//! acknowledged, figures for analysts, and the background tasks. No service depends on the command line.

pub mod acknowledged;
pub mod figures;
pub mod health;
pub mod metrics;
pub mod node_status;
pub mod nodes;
pub mod tasks;
pub mod telemetry;
pub mod writer;

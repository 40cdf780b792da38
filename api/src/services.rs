//! Services that programs and requests use: mail, payments, the live stream, log and metrics, erasure of members, figures for analysts, and
//! the background tasks. No service depends on the command line.

pub mod acknowledged;
pub mod address_change;
pub mod erasure;
pub mod figures;
pub mod health;
pub mod live;
pub mod mail;
pub mod member_data;
pub mod metrics;
pub mod node_status;
pub mod nodes;
pub mod notifications;
pub mod operator_tasks;
pub mod operators;
pub mod passkeys;
pub mod password;
pub mod payments;
pub mod push;
pub mod sandbox;
pub mod second_factor;
pub mod tasks;
pub mod telemetry;
pub mod waiting_lists;
pub mod writer;

pub use fairway_endpoint::refusal_queue as refusals;
pub use fairway_tasks::supervisor;
pub use fairway_text::contact as profile_fields;

//! The program's own PostgreSQL: a private cluster inside the data folder, for a machine without a database server.
//!
//! It exists so that one command starts the whole system on a machine with nothing prepared, without giving up
//! anything that a real server has: durable settings, a clean stop, recovery after a kill. It knows nothing of
//! golf and of no other crate of the project.
//! Reading order: [`binaries`] finds PostgreSQL, [`layout`] lists the folders, [`user`] decides which user runs the
//! server, [`cluster`] starts, joins and stops it, `access` writes its access rules, [`disk`] reserves space for it,
//! `supervisor` adds the database, the roles and the connection options, and restarts it when it dies, [`backup`] makes
//! and restores backups. [`throwaway`] makes temporary servers for tests and measurements.
//! makes and restores backups. [`throwaway`] makes temporary servers for tests and measurements.
//!
//! Several processes share one server: each holds a shared lock while it uses it, and **the last one to leave stops
//! it**. So a `fairway import` beside a running `fairway serve` neither needs to know which process started the
//! server nor can it stop the server while the other uses it. When the server dies, **the first process that notices
//! restarts it**, and the others join.

mod access;
#[cfg(feature = "supervisor")]
mod archive_settings;
#[cfg(feature = "supervisor")]
pub mod backup;
pub mod binaries;
pub mod cluster;
pub mod disk;
pub mod error;
mod initdb;
pub mod layout;
mod lock;
mod pidfile;
mod ping;
pub mod portable;
mod process;
mod server;
#[cfg(feature = "supervisor")]
mod supervisor;
pub mod throwaway;
pub mod user;
mod wait;

pub use cluster::Options;
pub use error::PostgresError;
pub use lock::ServeLock;
#[cfg(feature = "supervisor")]
pub use supervisor::{Condition, OwnPostgres};

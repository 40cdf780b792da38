//! How did places and vouchers come about, and how did they end? Stored for analysts, without members.
//!
//! The rows feed the views of the database's schema `analytics`, which are made by migrations and documented in
//! docs/analytics.md; a rebuild binds them to the tables that it puts in place. No screen of a member reads them: no
//! request waits for this projection, and it may be a little behind.

mod fold;

pub use fold::PROJECTION;

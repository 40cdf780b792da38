//! How were places and vouchers created, and how did they end? Stored for analysts, without member ids.
//!
//! The rows feed the views of the database's schema `analytics`, which are made by migrations and documented in
//! docs/analytics.md; a rebuild binds them to the new tables. No member's screen reads them, so no request waits for
//! this projection, and it may be a little behind.

mod fold;

pub use fold::PROJECTION;

//! Connections that fall silent, and sessions' settings, against a real Postgres behind a proxy.

mod pools;

//! Connections that stop answering, sessions' settings and warnings, against a real Postgres, behind a proxy where
//! needed.

mod notices;
mod pools;

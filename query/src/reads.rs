//! The only access to the read models. Every statement that a request runs is declared with [`queries!`], which lists
//! it for the test of the query plans.

use fairway_events::{Holes, InvalidHoles};
use sqlx::postgres::{PgArguments, PgPool, PgRow};

/// Answers questions from the projections' tables. Cheap to clone.
///
/// Each method is one round trip. None reads a clock: the caller passes the current day in Europe/Amsterdam.
#[derive(Debug, Clone)]
pub struct Reads {
    pool: PgPool,
}

/// Why a read failed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The database did not answer, or refused.
    #[error("the read models cannot be read")]
    Database(#[from] sqlx::Error),
    /// A row holds a value that no projection writes.
    #[error("a read model holds an impossible length of round")]
    Holes(#[from] InvalidHoles),
}

/// A statement of the read side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    name: &'static str,
    sql: &'static str,
}

impl Query {
    /// To be called by [`queries!`] only, which lists the statement for the test of the plans.
    pub(crate) const fn new(name: &'static str, sql: &'static str) -> Self {
        Self { name, sql }
    }

    /// The name of its constant.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Its text.
    #[must_use]
    pub const fn sql(self) -> &'static str {
        self.sql
    }
}

/// Names the statements of a module, and lists them as `QUERIES`.
macro_rules! queries {
    ($($name:ident => $sql:expr,)*) => {
        $(const $name: crate::Query = crate::Query::new(stringify!($name), $sql);)*
        pub(super) const QUERIES: &[crate::Query] = &[$($name),*];
    };
}
pub(crate) use queries;

impl Reads {
    /// Reads of the live tables. The pool's `search_path` names their schema; it is `public` by default.
    #[must_use]
    pub const fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    pub(crate) async fn rows(&self, query: Query, arguments: PgArguments) -> Result<Vec<PgRow>, sqlx::Error> {
        sqlx::query_with(query.sql(), arguments).fetch_all(&self.pool).await
    }
}

/// Packs the arguments of a query.
macro_rules! arguments {
    ($($value:expr),* $(,)?) => {{
        let mut arguments = sqlx::postgres::PgArguments::default();
        $(sqlx::Arguments::add(&mut arguments, $value).map_err(sqlx::Error::Encode)?;)*
        arguments
    }};
}
pub(crate) use arguments;

/// A stored length of round.
pub(crate) fn holes(count: i16) -> Result<Holes, ReadError> {
    Ok(Holes::try_from(u8::try_from(count).unwrap_or(0))?)
}

/// A stored count. It is never negative.
pub(crate) fn count(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

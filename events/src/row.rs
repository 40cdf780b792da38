//! Reads a row of the database into a struct. sqlx has a derive for this, but the crate of its macros contains the whole
//! of sqlx and of its TLS: every build would compile both twice, once for the macros and once for the program.

/// Implements `sqlx::FromRow` for a struct whose fields have the names of the columns. All of its fields are listed; one
/// that is missing does not compile.
#[macro_export]
macro_rules! from_row {
    ($row:ident { $($field:ident),+ $(,)? }) => {
        impl ::sqlx::FromRow<'_, ::sqlx::postgres::PgRow> for $row {
            fn from_row(row: &::sqlx::postgres::PgRow) -> ::sqlx::Result<Self> {
                Ok(Self { $($field: ::sqlx::Row::try_get(row, stringify!($field))?),+ })
            }
        }
    };
}

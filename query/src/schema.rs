//! The schema to which projections are written: the live tables, or copies of them (twins) in another schema.
//!
//! The same fold and the same statements fill both, so that a rebuild needs no code of its own: it projects into
//! another schema and swaps the tables afterwards. Names are qualified rather than found through `search_path`, because
//! a missing twin must be an error and not a write to the live table.

mod twins;

/// A Postgres schema that holds projections' tables and their checkpoints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schema {
    name: String,
    /// Filled by `COPY`. A task that is dropped during a `COPY` leaves its connection unusable. So a live projector,
    /// which is stopped by dropping it, does not use it.
    bulk: bool,
}

/// Why a schema cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// Names are inserted into statements, so only lower-case letters, digits and `_` are allowed.
    #[error("{0:?} is no name for a schema of projections")]
    Name(String),
    /// The database did not answer, or refused.
    #[error("the schema cannot be made")]
    Database(#[from] sqlx::Error),
}

impl Schema {
    /// The tables that requests read.
    #[must_use]
    pub fn live() -> Self {
        Self::plain("public")
    }

    /// A schema beside the live one.
    ///
    /// # Errors
    /// [`SchemaError::Name`].
    pub fn named(name: &str) -> Result<Self, SchemaError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if name.len() <= 63
            && name.bytes().all(plain)
            && name.bytes().next().is_some_and(|first| !first.is_ascii_digit())
        {
            Ok(Self::plain(name))
        } else {
            Err(SchemaError::Name(name.to_owned()))
        }
    }

    /// A schema whose name is known to be valid.
    pub(crate) fn plain(name: &str) -> Self {
        Self { name: name.to_owned(), bulk: false }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same schema, to be filled in bulk.
    pub(crate) fn in_bulk(self) -> Self {
        Self { bulk: true, ..self }
    }

    /// Whether many rows are written by `COPY`.
    pub(crate) const fn is_filled_in_bulk(&self) -> bool {
        self.bulk
    }

    /// A statement with its `{schema}` filled in.
    pub(crate) fn sql(&self, template: &str) -> String {
        template.replace("{schema}", &self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_plain_names_only() {
        for name in ["rebuild_7", "_x"] {
            assert_eq!(Schema::named(name).unwrap().name(), name);
        }
        for name in ["", "7x", "Public", "a.b", "a b", "a\"b", "é", &"a".repeat(64)] {
            assert!(Schema::named(name).is_err(), "{name:?}");
        }
    }
}

//! The migrations, embedded in the program. `sqlx::migrate!` would do the same, but it is a macro with the whole of sqlx
//! and of its TLS in it: every build would compile both twice, once for the macro and once for the program.

use std::borrow::Cow;
use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The migrations: every table of the system, in order of creation.
pub static MIGRATOR: LazyLock<Migrator> = LazyLock::new(|| Migrator {
    migrations: FILES.iter().filter_map(|(name, sql)| migration(name, sql)).collect(),
    ..Migrator::DEFAULT
});

/// `migrations/last/grant_login_roles.sql`: the function that grants the log-ins their rights, applied after the migrations
/// where the database has another text of it.
pub const GRANT_LOGIN_ROLES: &str = include_str!("../../migrations/last/grant_login_roles.sql");

/// The name and the content of each file, in the order of their names.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The migration of a file `timestamp_verb_object.sql`.
fn migration(name: &str, sql: &'static str) -> Option<Migration> {
    let (version, description) = name.strip_suffix(".sql")?.split_once('_')?;
    Some(Migration::new(
        version.parse().ok()?,
        Cow::Owned(description.replace('_', " ")),
        MigrationType::Simple,
        Cow::Borrowed(sql),
        sql.starts_with("-- no-transaction"),
    ))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[tokio::test]
    async fn the_embedded_migrations_are_those_that_sqlx_reads_from_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
        let read = Migrator::new(folder.as_path()).await.unwrap();
        assert!(!read.migrations.is_empty());
        // Versions, names, kinds, texts, checksums, and whether each runs in a transaction.
        assert_eq!(format!("{:?}", MIGRATOR.migrations), format!("{:?}", read.migrations));
        assert_eq!(MIGRATOR.locking, read.locking);
        assert_eq!(MIGRATOR.ignore_missing, read.ignore_missing);
    }
}

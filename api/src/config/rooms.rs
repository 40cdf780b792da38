//! The part of the configuration that each crate of the program takes.

use fairway_store::database::DatabaseSettings;

use super::Config;

impl Config {
    /// Where the database is.
    #[must_use]
    pub fn database(&self) -> DatabaseSettings {
        DatabaseSettings {
            url: self.database_url.clone(),
            direct_url: self.direct_url.clone(),
            owner_url: self.owner_url.clone(),
            data_dir: self.data_dir.clone(),
            binaries: self.postgres_bin.clone(),
            migrate_at_start: self.migrate_at_start,
        }
    }
}

//! Creates the twins of the projections' tables in a schema.

use sqlx::{Executor, PgConnection, PgPool};

use super::{Schema, SchemaError};
use crate::Projection;

impl Schema {
    /// Creates empty twins of the projections' live tables, with the same grants, and checkpoints at 0. Existing tables
    /// are not changed.
    ///
    /// # Errors
    /// [`SchemaError::Database`]; then nothing was created.
    pub async fn create(&self, pool: &PgPool, projections: &[Projection]) -> Result<(), SchemaError> {
        let mut transaction = pool.begin().await?;
        self.create_in(&mut transaction, projections).await?;
        for table in tables(projections) {
            self.index_in(&mut transaction, table).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// As [`Schema::create`], but in the caller's transaction and without indexes other than the primary keys: filling
    /// is faster without them.
    pub(crate) async fn create_in(
        &self,
        connection: &mut PgConnection,
        projections: &[Projection],
    ) -> Result<(), SchemaError> {
        connection.execute(self.sql("CREATE SCHEMA IF NOT EXISTS {schema}").as_str()).await?;
        for table in std::iter::once("projections").chain(tables(projections)) {
            self.make(connection, table, false).await?;
        }
        let names: Vec<&str> = projections.iter().map(|projection| projection.name()).collect();
        sqlx::query(&self.sql(
            "INSERT INTO {schema}.projections (name) SELECT UNNEST($1::text[]) ON CONFLICT (name) DO NOTHING",
        ))
        .bind(names)
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Creates the indexes of a table that [`Schema::create_in`] left out.
    pub(crate) async fn index_in(
        &self,
        connection: &mut PgConnection,
        table: &str,
    ) -> Result<(), sqlx::Error> {
        self.make(connection, table, true).await
    }

    async fn make(
        &self,
        connection: &mut PgConnection,
        table: &str,
        indexes: bool,
    ) -> Result<(), sqlx::Error> {
        let statements: Vec<(bool, String)> = sqlx::query_as(include_str!("twin.sql"))
            .bind(&self.name)
            .bind(table)
            .fetch_all(&mut *connection)
            .await?;
        for (_, statement) in statements.iter().filter(|(is_late, _)| *is_late == indexes) {
            connection.execute(statement.as_str()).await?;
        }
        Ok(())
    }
}

fn tables(projections: &[Projection]) -> impl Iterator<Item = &'static str> {
    projections.iter().flat_map(|projection| projection.tables())
}

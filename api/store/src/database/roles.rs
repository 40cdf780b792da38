//! Checks the log-in to a database of the operator's: it must have the rights for its task, and in production no right
//! to change history (docs/operations/run.md, "Database log-ins").
//!
//! `SET ROLE` is only a convenience of development: `RESET ROLE` undoes it, so an injected statement would run as the
//! owner. In production the log-in itself must have fewer rights.

use fairway_events::{GRANT_LOGIN_ROLES, MIGRATOR};
use sqlx::{Connection, PgConnection, Row};

use super::error::{DatabaseError, WrongRole};

/// The role that the application uses.
pub(super) const APP_ROLE: &str = "fairway_app";

/// The work of a long-running process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// `fairway serve`, with projectors or without.
    Serve {
        /// Whether it also writes the read models.
        projects: bool,
    },
    /// `fairway project`.
    Project,
}

/// The rights of a log-in.
struct LogInRights {
    role: String,
    is_superuser: bool,
    is_owner: bool,
    appends: bool,
    projects: bool,
}

const LOG_IN_RIGHTS: &str = "SELECT session_user::text AS role, rolsuper AS is_superuser,
    pg_has_role(session_user, relowner, 'MEMBER') AS is_owner,
    has_table_privilege(session_user, 'events', 'INSERT') AS appends,
    has_table_privilege(session_user, 'projections', 'UPDATE') AS projects
FROM pg_roles, pg_class
WHERE rolname = session_user AND pg_class.oid = 'events'::regclass";

/// Refuses the connection's log-in if it has too few rights, or, in production, too many.
pub(super) async fn require(
    connection: &mut PgConnection,
    task: Task,
    in_production: bool,
) -> Result<(), DatabaseError> {
    let row = sqlx::query(LOG_IN_RIGHTS).fetch_one(connection).await?;
    let rights = LogInRights {
        role: row.try_get("role")?,
        is_superuser: row.try_get("is_superuser")?,
        is_owner: row.try_get("is_owner")?,
        appends: row.try_get("appends")?,
        projects: row.try_get("projects")?,
    };
    Ok(check_rights(rights, task, in_production)?)
}

fn check_rights(rights: LogInRights, task: Task, in_production: bool) -> Result<(), WrongRole> {
    let wanted = match task {
        Task::Serve { .. } => "fairway_web",
        Task::Project => "fairway_projector",
    };
    let LogInRights { role, is_superuser, is_owner, appends, projects } = rights;
    if in_production && is_superuser {
        return Err(WrongRole::Powerful { role, what: "a superuser", wanted });
    }
    if in_production && is_owner {
        return Err(WrongRole::Powerful { role, what: "the owner of the journal", wanted });
    }
    match task {
        Task::Serve { .. } if !appends => {
            Err(WrongRole::Powerless { role, what: "append events", wanted, hint: "" })
        }
        Task::Serve { projects: true } if !projects => Err(WrongRole::Powerless {
            role,
            what: "write the read models",
            wanted: "fairway_projector",
            hint: "; or serve with --no-projectors, beside `fairway project`",
        }),
        Task::Project if !projects => {
            Err(WrongRole::Powerless { role, what: "write the read models", wanted, hint: "" })
        }
        Task::Serve { .. } | Task::Project => Ok(()),
    }
}

/// Whether this connection owns the tables.
pub(super) async fn owns(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let sql = "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = 'events'::regclass";
    sqlx::query_scalar(sql).fetch_one(connection).await
}

/// A digest of everything that [`grant`] changes, and of the functions that say how it should be. It differs from the one
/// that was noted after granting when a table, a role or a function is new, when a right was taken away or added, and in a
/// restored database.
const RIGHTS: &str = include_str!("rights.sql");

/// Whether the log-ins lack a right, or have one too many, on the tables of this release, and this connection owns the
/// tables, so that it can change that.
pub(super) async fn lack_rights(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    if !owns(connection).await? {
        return Ok(false);
    }
    if has_another_text(connection).await? {
        return Ok(true);
    }
    let noted = "SELECT obj_description('grant_login_roles()'::regprocedure, 'pg_proc')";
    let noted: Option<String> = sqlx::query_scalar(noted).fetch_one(&mut *connection).await?;
    Ok(noted != Some(rights(connection).await?))
}

/// Whether the database has another text of the function that grants the rights, and knows no migration that this program
/// lacks: the text of a newer release stays.
async fn has_another_text(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let sql = "SELECT prosrc, EXISTS (SELECT FROM _sqlx_migrations WHERE version > $1) FROM pg_proc
        WHERE oid = 'grant_login_roles()'::regprocedure";
    let newest = MIGRATOR.iter().map(|migration| migration.version).max();
    let (text, is_newer): (String, bool) = sqlx::query_as(sql).bind(newest).fetch_one(connection).await?;
    // Its body, between the dollar quotes.
    Ok(!is_newer && GRANT_LOGIN_ROLES.split("$$").nth(1) != Some(&text))
}

async fn rights(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    sqlx::query_scalar(RIGHTS).fetch_one(connection).await
}

/// Grants the log-ins the rights on the tables of this release.
///
/// Two processes that do so at once can fail with [`is_lost_race`]: PostgreSQL does not wait for another change of a right.
pub(super) async fn grant(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    // The readiness check reads this table as the application. A migration cannot grant that, because sqlx creates the
    // table before the migrations' default privileges exist.
    let readable = format!("GRANT SELECT ON _sqlx_migrations TO {APP_ROLE}");
    sqlx::query(&readable).execute(&mut *transaction).await?;
    if has_another_text(&mut transaction).await? {
        sqlx::raw_sql(GRANT_LOGIN_ROLES).execute(&mut *transaction).await?;
    }
    sqlx::query("SELECT grant_login_roles()").execute(&mut *transaction).await?;
    // Before version 16, a role with CREATEROLE may change any other role; roles.sql grants it for the first
    // migration only.
    let sql = "SELECT rolcreaterole AND NOT rolsuper AND current_setting('server_version_num')::int < 160000
        FROM pg_roles WHERE rolname = current_user AND rolname = 'fairway'";
    if sqlx::query_scalar(sql).fetch_optional(&mut *transaction).await?.unwrap_or(false) {
        sqlx::query("ALTER ROLE fairway NOCREATEROLE").execute(&mut *transaction).await?;
    }
    let note = format!("COMMENT ON FUNCTION grant_login_roles() IS '{}'", rights(&mut transaction).await?);
    sqlx::query(&note).execute(&mut *transaction).await?;
    transaction.commit().await
}

/// Whether another process changed the same right at the same moment: the previous release, which grants without a lock,
/// or roles.sql.
pub(super) fn is_lost_race(error: &sqlx::Error) -> bool {
    let Some(error) = error.as_database_error() else { return false };
    match error.code().as_deref() {
        // An internal error of PostgreSQL has no code of its own.
        Some("XX000") => error.message().starts_with("tuple concurrently "),
        Some("23505") => error.constraint().is_some_and(|constraint| constraint.starts_with("pg_")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(rights: LogInRights, task: Task, in_production: bool) -> String {
        check_rights(rights, task, in_production).err().map(|error| error.to_string()).unwrap_or_default()
    }

    fn owner() -> LogInRights {
        let role = "fairway".to_owned();
        LogInRights { role, is_superuser: false, is_owner: true, appends: true, projects: true }
    }

    #[test]
    fn production_refuses_the_owner_and_superusers_and_development_accepts_both() {
        let serve = Task::Serve { projects: false };
        assert!(refusal(owner(), serve, true).contains("roles.sql and log in as `fairway_web`"));
        let superuser = LogInRights { is_superuser: true, ..owner() };
        assert!(refusal(superuser, Task::Project, true).contains("a superuser"));
        assert_eq!(refusal(owner(), serve, false), "");
    }

    #[test]
    fn a_log_in_for_another_task_is_refused_with_the_missing_right() {
        let web = || LogInRights { is_owner: false, projects: false, ..owner() };
        assert_eq!(refusal(web(), Task::Serve { projects: false }, true), "");
        assert!(refusal(web(), Task::Serve { projects: true }, true).contains("--no-projectors"));
        assert!(refusal(web(), Task::Project, false).contains("log in as `fairway_projector`"));
        let projector = LogInRights { is_owner: false, appends: false, ..owner() };
        assert!(refusal(projector, Task::Serve { projects: false }, true).contains("may not append events"));
    }
}

//! The statements of an export, except the one that is built from the columns.

/// Name and type of the columns of a table or view; $1 is the schema.
pub(super) const COLUMNS: &str = "SELECT attname::text, atttypid::regtype::text FROM pg_attribute
    JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = $1 AND relname = $2 AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped
    ORDER BY attnum";

/// The names of the views for analysts.
pub(super) const VIEWS: &str =
    "SELECT 'analytics.' || relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'analytics' AND relkind = 'v' ORDER BY 1";

pub(super) const HEAD: &str = "SELECT position FROM journal_head";

/// One snapshot: the export excludes later commits and never contains a part of one.
pub(super) const SNAPSHOT: &str = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

pub(super) const ALLOW_WRITING: &str = "SET TRANSACTION READ WRITE";

pub(super) const RECORD: &str = "INSERT INTO operator_actions (id, operator, reason, action, subject)
    VALUES ($1, $2, $3, 'export', $4)";

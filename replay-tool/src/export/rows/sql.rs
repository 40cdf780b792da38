//! The statements of an export, except the one that is built from the columns.

/// Name, type and meaning of the columns of a table or view; $1 is the schema.
pub(super) const COLUMNS: &str =
    "SELECT attname::text, atttypid::regtype::text, col_description(attrelid, attnum)
    FROM pg_attribute
    JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = $1 AND relname = $2 AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped
    ORDER BY attnum";

/// The names of the views for analysts.
pub(super) const VIEWS: &str =
    "SELECT 'analytics.' || relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'analytics' AND relkind = 'v' ORDER BY 1";

/// The names of what at least $1 members have.
pub(super) const COMMON_NAMES: &str = "SELECT DISTINCT name FROM (
        SELECT 'pass' AS kind, name, member_id FROM play_rights_subscriptions
        UNION ALL SELECT 'voucher', title, member_id FROM vouchers
        UNION ALL SELECT 'package', package, member_id FROM orders
        UNION ALL SELECT 'package', package, member_id FROM orders_registrations
        UNION ALL SELECT 'method', method, member_id FROM orders
    ) AS named WHERE name IS NOT NULL
    GROUP BY kind, name HAVING count(DISTINCT member_id) >= $1";

pub(super) const HEAD: &str = "SELECT position FROM journal_head";

/// By stream, instant and request no two events are alike.
pub(super) const MARKS: &str =
    "SELECT position, left(md5(concat_ws(' ', aggregate_type, aggregate_id, sequence,
        extract(epoch FROM recorded_at), correlation_id)), 12)
    FROM events WHERE position = ANY($1)";

/// How far a read model has followed the journal; $1 is its projection.
pub(super) const REACHED: &str = "SELECT position FROM projections WHERE name = $1";

/// How far all of them have, for those who read views only; $1 are their projections.
pub(super) const ALL_REACHED: &str =
    "SELECT min(position) FROM analytics.freshness WHERE projection = ANY($1)";

/// The day of the last publication; null before the first.
pub(super) const PUBLISHED_ON: &str = "SELECT analytics.published_on()::text";

/// The version of the views, where the database has one.
pub(super) const HAS_CONTRACT: &str = "SELECT to_regprocedure('analytics.contract()') IS NOT NULL";
pub(super) const CONTRACT: &str = "SELECT analytics.contract()::text";

/// One snapshot: the export excludes later commits and never contains a part of one.
pub(super) const SNAPSHOT: &str = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Views as analysts see them, whoever asks.
pub(super) const PUBLISHED: &str = "SET LOCAL fairway.figures = 'published'";

pub(super) const ALLOW_WRITING: &str = "SET TRANSACTION READ WRITE";

/// Whether this role may add to the record on this server.
pub(super) const CAN_RECORD: &str =
    "SELECT NOT pg_is_in_recovery() AND has_schema_privilege('public', 'USAGE') AND EXISTS (
        SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = 'operator_actions'
            AND has_table_privilege(oid, 'INSERT')
    )";

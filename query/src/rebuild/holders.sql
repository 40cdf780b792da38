-- $1 tables: sessions that hold locks on them or on their checkpoints. Without statements: they may hold personal data.
SELECT format(
    'process %s (%s, %s, in a transaction for %s s)', activity.pid, coalesce(nullif(application_name, ''), 'unnamed'),
    coalesce(state, backend_type), round(extract(epoch FROM clock_timestamp() - xact_start))
)
FROM pg_stat_activity AS activity
WHERE activity.pid <> pg_backend_pid() AND activity.pid IN (
    SELECT pid FROM pg_locks
    WHERE granted AND locktype = 'relation' AND relation IN (
        SELECT oid FROM pg_class
        WHERE relname = ANY($1 || '{projections}'::text[]) AND relnamespace = 'public'::regnamespace
    )
)
ORDER BY xact_start
LIMIT 10

-- The oldest writing transactions in any database of the server. Without statements: they may hold personal data.
SELECT format(
    'process %s (%s, %s, in a transaction for %s s)', pid, coalesce(nullif(application_name, ''), 'unnamed'),
    coalesce(state, backend_type), round(extract(epoch FROM clock_timestamp() - xact_start))
)
FROM pg_stat_activity
WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()
ORDER BY age(backend_xid) DESC
LIMIT 10

-- $1 schema, $2 table: the statements that make a table's twin there, in order. LIKE copies columns, checks, indexes
-- and their comments; the table's own options, comment and grants would be missed when the twin takes its place.
SELECT statement
FROM pg_class AS live
CROSS JOIN LATERAL (
    SELECT 1, format(
        'CREATE TABLE IF NOT EXISTS %I.%I (LIKE %s INCLUDING ALL)%s', $1::text, relname, live.oid::regclass,
        ' WITH (' || array_to_string(reloptions, ', ') || ')'
    )
    UNION ALL
    SELECT 2, format('COMMENT ON TABLE %I.%I IS %L', $1::text, relname, obj_description(live.oid, 'pg_class'))
    UNION ALL
    SELECT 3, format('GRANT %s ON %I.%I TO %I', privilege_type, $1::text, relname, pg_get_userbyid(grantee))
    FROM aclexplode(relacl)
    WHERE grantee NOT IN (0, relowner)
) AS made (step, statement)
WHERE relname = $2 AND relnamespace = 'public'::regnamespace
ORDER BY step, statement

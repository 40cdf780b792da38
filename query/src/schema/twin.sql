-- $1 schema, $2 table: the statements that create a table's twin in the schema, in order. LIKE copies columns, checks
-- and their comments, but not the table's options, comment, owner and grants. Keys and indexes get the same names as
-- those of the live table, since later migrations refer to them by name; LIKE would choose other names. Indexes are
-- separate (`late`): a table that is filled first is indexed faster.
SELECT late, statement
FROM pg_class AS live
CROSS JOIN LATERAL (SELECT to_regclass(format('%I.%I', $1::text, relname)) AS oid) AS twin
CROSS JOIN LATERAL (
    SELECT 1, false, format(
        'CREATE TABLE IF NOT EXISTS %I.%I (LIKE %s INCLUDING ALL EXCLUDING INDEXES)%s', $1::text, relname,
        live.oid::regclass, ' WITH (' || array_to_string(reloptions, ', ') || ')'
    )
    UNION ALL
    SELECT 2, false, format('ALTER TABLE %I.%I OWNER TO %I', $1::text, relname, pg_get_userbyid(relowner))
    WHERE pg_get_userbyid(relowner) <> current_user
    UNION ALL
    SELECT 3, false, format('COMMENT ON TABLE %I.%I IS %L', $1::text, relname, obj_description(live.oid, 'pg_class'))
    UNION ALL
    SELECT 4, false, format('GRANT %s ON %I.%I TO %I', privilege_type, $1::text, relname, pg_get_userbyid(grantee))
    FROM aclexplode(relacl)
    WHERE grantee NOT IN (0, relowner)
    UNION ALL
    -- The primary key is created with the table: updates find their rows by it.
    SELECT 5, contype <> 'p', format(
        'ALTER TABLE %I.%I ADD CONSTRAINT %I %s', $1::text, relname, conname, pg_get_constraintdef(key.oid)
    )
    FROM pg_constraint AS key
    WHERE conrelid = live.oid AND contype IN ('p', 'u', 'x') AND NOT EXISTS (
        SELECT FROM pg_constraint AS there WHERE there.conrelid = twin.oid AND there.conname = key.conname
    )
    UNION ALL
    SELECT 6, true, format(
        'CREATE %sINDEX IF NOT EXISTS %I ON %I.%I %s', CASE WHEN indisunique THEN 'UNIQUE ' ELSE '' END,
        (SELECT named.relname FROM pg_class AS named WHERE named.oid = indexrelid), $1::text, relname, substring(pg_get_indexdef(indexrelid) FROM 'USING .*')
    )
    FROM pg_index
    WHERE indrelid = live.oid AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
) AS made (step, late, statement)
WHERE relname = $2 AND relnamespace = 'public'::regnamespace AND statement IS NOT NULL
ORDER BY step, statement

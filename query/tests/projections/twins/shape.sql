-- $1 schema, $2 tables.
SELECT concat_ws(' ', relation.relname, fact) AS fact
FROM pg_class AS relation
JOIN pg_namespace AS namespace ON namespace.oid = relation.relnamespace AND namespace.nspname = $1
CROSS JOIN LATERAL (
    SELECT concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, col_description(attrelid, attnum))
    FROM pg_attribute WHERE attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = relation.oid
    UNION ALL
    -- From USING on: the names of the copies are Postgres' choice.
    SELECT substring(pg_get_indexdef(indexrelid) FROM 'USING.*') FROM pg_index WHERE indrelid = relation.oid
    UNION ALL
    SELECT obj_description(relation.oid, 'pg_class')
    UNION ALL
    SELECT array_to_string(relation.reloptions, ', ')
    UNION ALL
    SELECT concat_ws(' ', privilege_type, pg_get_userbyid(grantee)) FROM aclexplode(relation.relacl)
) AS facts (fact)
WHERE relation.relname = ANY($2) AND relation.relkind = 'r' AND fact IS NOT NULL

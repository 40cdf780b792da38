-- Calls of every function that the session may call: with nothing, and with small values a hundred times. None of a
-- function that SQL cannot call.
WITH callable AS (
    SELECT pg_proc.oid, nspname, proname, proretset, prokind,
        ARRAY(SELECT typ::regtype::text FROM unnest(proargtypes) WITH ORDINALITY AS a (typ, n) ORDER BY n) AS types
    FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
    WHERE prokind IN ('f', 'p') AND prorettype <> ALL (ARRAY['trigger', 'event_trigger', 'internal']::regtype[])
        AND has_schema_privilege(pronamespace, 'USAGE') AND has_function_privilege(pg_proc.oid, 'EXECUTE')
), told AS (
    SELECT *, ARRAY(SELECT CASE
            WHEN type = '"any"' THEN '1'
            WHEN type IN ('anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray') THEN 'NULL::integer'
            WHEN type IN ('anyarray', 'anycompatiblearray') THEN 'NULL::integer[]'
            ELSE 'NULL::' || type END FROM unnest(types) AS type) AS nothing,
        ARRAY(SELECT CASE
            WHEN type IN ('smallint', 'integer', 'bigint', 'oid', 'numeric', 'real', 'double precision') THEN 'i::' || type
            WHEN type IN ('text', 'name', 'cstring') THEN '''x''::' || type
            WHEN type = 'boolean' THEN 'true'
            WHEN type = 'interval' THEN '''1 hour''::interval'
            WHEN type = 'regclass' THEN '''analytics.clubs''::regclass'
            WHEN type IN ('"any"', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray') THEN 'i'
            WHEN type IN ('anyarray', 'anycompatiblearray') THEN 'ARRAY[i]'
            WHEN type = 'bytea' THEN '''x''::bytea'
            ELSE 'NULL::' || type END FROM unnest(types) AS type) AS small
    FROM callable WHERE NOT 'internal' = ANY (types)
)
SELECT format(CASE prokind WHEN 'p' THEN 'CALL %I.%I(%s)' ELSE 'SELECT %I.%I(%s)' END, nspname, proname, array_to_string(nothing, ', '))
FROM told
UNION ALL
SELECT format('SELECT %I.%I(%s) FROM generate_series(1, 100) AS i', nspname, proname, array_to_string(small, ', '))
FROM told WHERE prokind = 'f' AND NOT proretset

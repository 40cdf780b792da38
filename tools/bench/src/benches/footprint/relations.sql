-- Size and use of every table and every index of the schema: one row per table (without an index's name), one per index.
SELECT relation.relname::text AS table_name, '' AS index_name, pg_relation_size(relation.oid) AS bytes,
    coalesce(pg_total_relation_size(nullif(relation.reltoastrelid, 0)), 0) AS toast_bytes,
    coalesce(used.seq_scan, 0) AS scans, coalesce(used.n_tup_ins, 0) AS inserted,
    coalesce(used.n_tup_upd, 0) AS updated, coalesce(used.n_tup_hot_upd, 0) AS updated_in_place
FROM pg_class AS relation
LEFT JOIN pg_stat_user_tables AS used ON used.relid = relation.oid
WHERE relation.relkind = 'r' AND relation.relnamespace = 'public'::regnamespace
UNION ALL
SELECT of_table.relname::text, relation.relname::text, pg_relation_size(relation.oid), 0::int8,
    coalesce(used.idx_scan, 0), 0::int8, 0::int8, 0::int8
FROM pg_index AS entry
JOIN pg_class AS relation ON relation.oid = entry.indexrelid
JOIN pg_class AS of_table ON of_table.oid = entry.indrelid
LEFT JOIN pg_stat_user_indexes AS used ON used.indexrelid = relation.oid
WHERE of_table.relnamespace = 'public'::regnamespace

-- Rows written so far to every table of the schema and to what it holds out of line (TOAST), and the indexes of each. A
-- BRIN index is not counted: it has an entry per range of pages, not per row.
SELECT relation.relname::text, part.is_out_of_line, used.n_tup_ins, used.n_tup_upd, used.n_tup_hot_upd,
    used.n_tup_del, indexes.of_every_row, indexes.partial
FROM pg_class AS relation
CROSS JOIN LATERAL (
    VALUES (relation.oid, false), (nullif(relation.reltoastrelid, 0), true)
) AS part (oid, is_out_of_line)
JOIN pg_stat_all_tables AS used ON used.relid = part.oid
CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE entry.indpred IS NULL) AS of_every_row,
        count(*) FILTER (WHERE entry.indpred IS NOT NULL) AS partial
    FROM pg_index AS entry
    JOIN pg_class AS relation_of_index ON relation_of_index.oid = entry.indexrelid
    JOIN pg_am ON pg_am.oid = relation_of_index.relam
    WHERE entry.indrelid = part.oid AND pg_am.amname <> 'brin'
) AS indexes
WHERE relation.relkind = 'r' AND relation.relnamespace = 'public'::regnamespace

-- $1 tables: for each view over one of them, the statement that creates it again over the new table of that name.
-- Views over these views need no change. CREATE OR REPLACE keeps grants and comments, and would lose the options.
SELECT DISTINCT format(
    'CREATE OR REPLACE VIEW %I.%I%s AS %s', schema.nspname, view.relname,
    ' WITH (' || array_to_string(view.reloptions, ', ') || ')', pg_get_viewdef(view.oid)
)
FROM pg_depend AS depends
JOIN pg_rewrite AS rule ON rule.oid = depends.objid AND depends.classid = 'pg_rewrite'::regclass
JOIN pg_class AS view ON view.oid = rule.ev_class AND view.relkind = 'v'
JOIN pg_namespace AS schema ON schema.oid = view.relnamespace
JOIN pg_class AS live ON live.oid = depends.refobjid AND depends.refclassid = 'pg_class'::regclass
WHERE live.relname = ANY($1) AND live.relnamespace = 'public'::regnamespace

-- $1 tables: objects that refer to one of them by its OID and cannot be moved to another table of the same name.
WITH live AS (
    SELECT oid, relname, relrowsecurity FROM pg_class
    WHERE relname = ANY($1) AND relnamespace = 'public'::regnamespace AND relkind = 'r'
)
SELECT format('trigger %I on %I', tgname, relname)
FROM live JOIN pg_trigger ON tgrelid = live.oid AND NOT tgisinternal
UNION ALL
SELECT format('row security of %I', relname) FROM live WHERE relrowsecurity
UNION ALL
SELECT format('foreign key %I of %s', conname, conrelid::regclass)
FROM live JOIN pg_constraint ON contype = 'f' AND live.oid IN (conrelid, confrelid)
UNION ALL
SELECT format('publication %I of %I', pubname, relname)
FROM live JOIN pg_publication_rel ON prrelid = live.oid JOIN pg_publication ON pg_publication.oid = prpubid
UNION ALL
SELECT DISTINCT format('materialized view %s', view.oid::regclass)
FROM live
JOIN pg_depend AS depends ON depends.refclassid = 'pg_class'::regclass AND depends.refobjid = live.oid
JOIN pg_rewrite AS rule ON depends.classid = 'pg_rewrite'::regclass AND rule.oid = depends.objid
JOIN pg_class AS view ON view.oid = rule.ev_class AND view.relkind = 'm'
UNION ALL
SELECT DISTINCT format('function %s', depends.objid::regprocedure)
FROM live
JOIN pg_depend AS depends ON depends.refclassid = 'pg_class'::regclass AND depends.refobjid = live.oid
WHERE depends.classid = 'pg_proc'::regclass
ORDER BY 1

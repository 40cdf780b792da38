-- A digest of the rights of the log-ins, and of the functions that grant them.
WITH parts (part) AS (
    SELECT proname || prosrc FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND proname IN ('grant_login_roles', 'grant_figures_to_web')
    UNION ALL
    SELECT oid::regclass || ' ' || relowner::regrole || ' ' || coalesce(relacl::text, '') FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'analytics'::regnamespace) AND relkind IN ('r', 'p', 'v', 'S')
    UNION ALL
    SELECT attrelid::regclass || '.' || attname || ' ' || attacl::text FROM pg_attribute
    WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace) AND attacl IS NOT NULL
    UNION ALL
    SELECT nspname || ' ' || coalesce(nspacl::text, '') FROM pg_namespace WHERE nspname IN ('public', 'analytics')
    UNION ALL
    SELECT defaclnamespace::regnamespace || ' ' || defaclobjtype::text || ' ' || defaclrole::regrole || ' ' || defaclacl::text
    FROM pg_default_acl
    UNION ALL
    SELECT rolname || ' ' || rolcreaterole FROM pg_roles
    WHERE rolname IN ('fairway', 'fairway_app', 'fairway_web', 'fairway_projector')
)
SELECT md5(string_agg(part, E'\n' ORDER BY part)) FROM parts

-- Creates the database `fairway` and its roles, each with only the rights that it needs (docs/operations/run.md,
-- "Database log-ins"). `fairway migrate` creates everything inside the database.
--
--   psql --no-psqlrc --dbname=postgres --file=roles.sql
--
-- Run it as a superuser other than `fairway`, once before the first `fairway migrate`, and again to change a password, on
-- a server that serves nothing else: limits.sql, which must be beside it, closes the server's own databases to everybody.
-- It may be repeated at any time. Passwords come from the environment. A role whose password is unset or empty cannot
-- log in:
--
--   FAIRWAY_DATABASE_PASSWORD   fairway            owns everything: `fairway migrate`, import, erase, rebuild
--   FAIRWAY_WEB_PASSWORD        fairway_web        `fairway serve --no-projectors`
--   FAIRWAY_PROJECTOR_PASSWORD  fairway_projector  `fairway project`
--   FAIRWAY_READER_PASSWORD     fairway_reader     operators' questions: `replay-tool timeline`, `verify`, `export`
--   FAIRWAY_ANALYST_PASSWORD    analyst            the schema `analytics`
\set ON_ERROR_STOP on
\set QUIET on
\set owner_password ''
\set web_password ''
\set projector_password ''
\set reader_password ''
\set analyst_password ''
\getenv owner_password FAIRWAY_DATABASE_PASSWORD
\getenv web_password FAIRWAY_WEB_PASSWORD
\getenv projector_password FAIRWAY_PROJECTOR_PASSWORD
\getenv reader_password FAIRWAY_READER_PASSWORD
\getenv analyst_password FAIRWAY_ANALYST_PASSWORD

SET client_min_messages = warning;
-- So that no password is written to the server's log.
SET log_statement = 'none';
SET log_min_duration_statement = -1;
SET log_min_error_statement = 'panic';
SET password_encryption = 'scram-sha-256';

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway' AND (oid = 10 OR rolname = current_user)) THEN
        RAISE EXCEPTION 'the role fairway is the superuser that this server was made with'
            USING HINT = 'As another superuser: ALTER ROLE fairway RENAME TO postgres; then run this as postgres.';
    END IF;
END;
$$;

SELECT format('CREATE ROLE %I NOLOGIN', wanted)
FROM unnest(ARRAY['fairway', 'fairway_app', 'fairway_web', 'fairway_projector', 'fairway_reader', 'analyst']) AS wanted
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted)
\gexec
SELECT format('ALTER ROLE %I NOSUPERUSER NOCREATEDB NOREPLICATION NOBYPASSRLS', role)
        || CASE WHEN role = 'fairway' THEN '' ELSE ' NOCREATEROLE' END
        || CASE WHEN password = '' THEN ' NOLOGIN PASSWORD NULL' ELSE format(' LOGIN PASSWORD %L', password) END
FROM (VALUES
    ('fairway', :'owner_password'), ('fairway_app', ''), ('fairway_web', :'web_password'),
    ('fairway_projector', :'projector_password'), ('fairway_reader', :'reader_password'), ('analyst', :'analyst_password')
) AS made (role, password)
\gexec

-- Operators' commands run as the owner or switch to a role with fewer rights; no other role may switch to another role.
GRANT fairway_app, fairway_reader TO fairway;
GRANT fairway_reader TO fairway_app;
SELECT format('REVOKE %I FROM %I', granted.rolname, member.rolname)
FROM pg_auth_members
JOIN pg_roles AS granted ON granted.oid = roleid
JOIN pg_roles AS member ON member.oid = pg_auth_members.member
WHERE member.rolname IN ('fairway_projector', 'fairway_reader', 'analyst')
\gexec

-- Set for the roles, since sessions of a pooler are shared. No statement_timeout: it would cancel the wait for a
-- standby.
ALTER ROLE fairway_web SET idle_in_transaction_session_timeout = '10s';
ALTER ROLE fairway_projector SET idle_in_transaction_session_timeout = '10s';
-- Requests run few statements very often: planning them anew takes as long as running them.
ALTER ROLE fairway_web SET plan_cache_mode = 'force_generic_plan';
-- All use indexes. A plan that was made while a table was empty would read all of it for as long as it is kept.
ALTER ROLE fairway_web SET enable_seqscan = 'off';
ALTER ROLE fairway_projector SET enable_seqscan = 'off';
ALTER ROLE fairway_web SET jit = 'off';
ALTER ROLE fairway_projector SET jit = 'off';

SELECT 'CREATE DATABASE fairway OWNER fairway' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'fairway')
\gexec
ALTER DATABASE fairway OWNER TO fairway;
REVOKE ALL ON DATABASE fairway FROM PUBLIC;
GRANT CONNECT ON DATABASE fairway TO fairway_app, fairway_web, fairway_projector, fairway_reader, analyst;

\connect fairway
SET client_min_messages = warning;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Transfers everything that an earlier owner created, such as the superuser that programs used before these roles
-- existed.
SELECT format('ALTER SCHEMA %I OWNER TO fairway', nspname)
FROM pg_namespace WHERE nspname IN ('analytics', 'figures') AND nspowner <> 'fairway'::regrole
UNION ALL
SELECT format('ALTER %s %s OWNER TO fairway', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass)
FROM pg_class
WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'analytics', 'figures'))
    AND relkind IN ('r', 'p', 'v', 'S') AND relowner <> 'fairway'::regrole
    -- The owner of a column's sequence changes with that of its table.
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype IN ('a', 'i') AND relkind = 'S')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
UNION ALL
SELECT format('ALTER ROUTINE %s OWNER TO fairway', oid::regprocedure)
FROM pg_proc
WHERE pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'analytics', 'figures'))
    AND proowner <> 'fairway'::regrole
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
\gexec

-- Grants the rights inside an existing database; in a new one `fairway migrate` grants them.
SET ROLE fairway;
SELECT 'SELECT analytics.grant_readers()' WHERE to_regprocedure('analytics.grant_readers()') IS NOT NULL
\gexec
SELECT 'SELECT public.grant_login_roles()' WHERE to_regprocedure('public.grant_login_roles()') IS NOT NULL
\gexec
RESET ROLE;

-- The first migration creates a role, for which the owner needs CREATEROLE; after it the right is revoked.
SELECT CASE WHEN to_regclass('public.events') IS NULL THEN 'ALTER ROLE fairway CREATEROLE' ELSE 'ALTER ROLE fairway NOCREATEROLE' END
\gexec
-- In earlier releases fairway_web had all rights of fairway_app. They are revoked when it has its own rights.
SELECT 'REVOKE fairway_app FROM fairway_web'
WHERE pg_has_role('fairway_web', 'fairway_app', 'MEMBER')
    AND (to_regprocedure('public.grant_login_roles()') IS NOT NULL OR to_regclass('public.events') IS NULL)
\gexec

\ir limits.sql

-- Limits for the log-ins of analysts (every member of the role `analyst`, Grafana too), so that none of them stops the
-- portal (docs/analytics.md, "Limits"). Run it as a superuser in the portal's database: roles.sql, Grafana's login.sql and
-- `fairway analyst-login` do. It may be repeated at any time, and changes only what differs.
DO $$
DECLARE
    -- The owners of the tables and of the database, whatever their names.
    owners CONSTANT oid[] := ARRAY(SELECT relowner FROM pg_class WHERE oid = to_regclass('public.events')
        UNION SELECT datdba FROM pg_database WHERE datname = current_database());
    -- Keep the rights that everybody had: the portal's own roles, and PostgreSQL's for people who watch the server.
    keepers CONSTANT oid[] := ARRAY(SELECT oid FROM pg_roles
        WHERE oid = ANY (owners) OR rolname IN ('fairway', 'fairway_app', 'fairway_web', 'fairway_projector', 'fairway_reader',
            'pg_monitor', 'pg_signal_backend'));
    keep CONSTANT text := (SELECT string_agg(keeper::regrole::text, ', ') FROM unnest(keepers) AS keeper);
    -- Clients ask these when they connect, and queries use them.
    harmless CONSTANT text[] := ARRAY['clock_timestamp', 'current_query', 'gen_random_uuid', 'pg_is_in_recovery',
        'pg_table_size', 'random', 'set_config', 'setseed', 'timeofday'];
    found record;
BEGIN
    -- Two at once would change the same rows.
    PERFORM pg_advisory_xact_lock(6650414748);

    -- A volatile function may lock, wait, signal or write. A transaction's number is locked as long as it is used, and
    -- numbers of transactions, as the server's counters, tell when a row is written, and so of each act of a member.
    FOR found IN
        SELECT oid::regprocedure AS name FROM pg_proc
        WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND prorettype <> 'trigger'::regtype
            AND (provolatile = 'v' OR proname LIKE 'pg\_stat\_get\_%' OR oid = 'age(xid)'::regprocedure
                OR proname IN ('pg_current_xact_id', 'txid_current', 'pg_current_snapshot', 'txid_current_snapshot', 'mxid_age'))
            AND proname <> ALL (harmless)
            -- Those have been closed to everybody since the server was made.
            AND NOT EXISTS (SELECT FROM pg_init_privs WHERE classoid = 'pg_proc'::regclass AND objoid = pg_proc.oid)
            AND (has_function_privilege('public', oid, 'EXECUTE')
                OR NOT (SELECT bool_and(has_function_privilege(keeper, pg_proc.oid, 'EXECUTE')) FROM unnest(keepers) AS keeper))
    LOOP
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %s', found.name, keep);
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', found.name);
    END LOOP;

    -- Every role may write its own settings and default rights: it reads all columns of these rows, but not
    -- the number of the transaction that wrote one (xmin), for which it needs the right to the whole table.
    FOR found IN
        SELECT attrelid::regclass AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
        WHERE attrelid IN ('pg_db_role_setting'::regclass, 'pg_default_acl'::regclass, 'pg_depend'::regclass, 'pg_shdepend'::regclass)
            AND attnum > 0 AND (has_table_privilege('public', attrelid, 'SELECT')
                OR NOT (SELECT bool_and(has_table_privilege(keeper, attrelid, 'SELECT')) FROM unnest(keepers) AS keeper))
        GROUP BY attrelid
    LOOP
        EXECUTE format('GRANT SELECT ON %s TO %s', found.name, keep);
        EXECUTE format('REVOKE SELECT ON %s FROM PUBLIC', found.name);
        EXECUTE format('GRANT SELECT (%s) ON %s TO PUBLIC', found.columns, found.name);
    END LOOP;

    -- `DO` runs programs.
    FOR found IN
        SELECT lanname AS name FROM pg_language
        WHERE lanpltrusted AND (has_language_privilege('public', oid, 'USAGE')
            OR NOT (SELECT bool_and(has_language_privilege(keeper, pg_language.oid, 'USAGE')) FROM unnest(keepers) AS keeper))
    LOOP
        EXECUTE format('GRANT USAGE ON LANGUAGE %I TO %s', found.name, keep);
        EXECUTE format('REVOKE USAGE ON LANGUAGE %I FROM PUBLIC', found.name);
    END LOOP;

    -- Temporary tables fill the disk; in the server's own databases everything above is allowed.
    IF has_database_privilege('public', current_database(), 'TEMP') THEN
        EXECUTE format('REVOKE TEMP ON DATABASE %I FROM PUBLIC', current_database());
    END IF;
    FOR found IN
        SELECT owner::regrole AS name FROM unnest(owners) AS owner WHERE NOT has_database_privilege(owner, current_database(), 'TEMP')
    LOOP
        EXECUTE format('GRANT TEMP ON DATABASE %I TO %s', current_database(), found.name);
    END LOOP;
    -- A function there may have the name of one that a query means. Servers before PostgreSQL 15 let everybody make
    -- one.
    IF has_schema_privilege('public', 'public', 'CREATE') THEN
        EXECUTE format('GRANT CREATE ON SCHEMA public TO %s', (SELECT string_agg(owner::regrole::text, ', ') FROM unnest(owners) AS owner));
        REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    END IF;
    FOR found IN
        SELECT datname AS name FROM pg_database
        WHERE datname IN ('postgres', 'template1') AND has_database_privilege('public', oid, 'CONNECT')
    LOOP
        EXECUTE format('GRANT CONNECT ON DATABASE %I TO pg_monitor', found.name);
        EXECUTE format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', found.name);
    END LOOP;

    -- Settings of a log-in's own stay. Sessions cannot change `temp_file_limit`; the others prevent mistakes only.
    FOR found IN
        SELECT rolname AS name, rolconnlimit AS sessions, coalesce(rolconfig, '{}') AS own FROM pg_roles
        WHERE rolcanlogin AND NOT rolsuper AND pg_has_role(oid, to_regrole('analyst'), 'USAGE')
            -- An owner that may act as an analyst is none.
            AND oid <> ALL (keepers)
    LOOP
        IF found.sessions = -1 THEN
            EXECUTE format('ALTER ROLE %I CONNECTION LIMIT 4', found.name);
        END IF;
        EXECUTE coalesce(string_agg(format('ALTER ROLE %I SET %I = %L;', found.name, setting, value), ' '), 'SELECT')
        FROM (VALUES
            ('temp_file_limit', '1GB'),
            ('statement_timeout', '60s'),
            ('lock_timeout', '2s'),
            ('idle_in_transaction_session_timeout', '60s'),
            ('default_transaction_read_only', 'on'),
            ('work_mem', '16MB'),
            -- Compiling a view takes longer than running it.
            ('jit', 'off')
        ) AS wanted (setting, value)
        WHERE NOT EXISTS (SELECT FROM unnest(found.own) AS has WHERE has LIKE setting || '=%');
    END LOOP;
END;
$$;

-- What the log-ins of a database with several of them may do (deploy/database/roles.sql makes them). Where none of them
-- is there, as in the program's own PostgreSQL, nothing is granted: its one process works as fairway_app.
--
-- fairway_web: `fairway serve --no-projectors`. Appends events, writes plain tables, reads the read models.
-- fairway_projector: `fairway project`. Reads events, writes the read models, their checkpoints, the seal and the outbox;
-- of members it sees what mails name, and nothing that opens an account.
-- fairway_reader and analyst have theirs from analytics.grant_readers().
--
-- `fairway migrate` calls this after every migration, so that a table of a later one is granted too, and roles.sql where
-- the database is there before the roles. A later table is a plain one unless its migration says otherwise by making
-- this function anew. It takes away whatever else the two roles were granted, and may be repeated at any time.
CREATE FUNCTION grant_login_roles() RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
    -- Written by projectors alone.
    read_models CONSTANT text[] := ARRAY[
        'projections', 'reservations_bookings', 'reservations_places', 'play_rights_subscriptions',
        'play_rights_claims', 'vouchers', 'club_days', 'historic_players', 'orders', 'orders_registrations', 'ledger',
        'analytics_places', 'analytics_vouchers'
    ];
    -- Written by operators' commands alone (`fairway import`).
    content CONSTANT text[] := ARRAY[
        'clubs', 'club_closures', 'reference_version', 'settings', 'faq_categories', 'faq_questions', 'pages'
    ];
    name text;
    web text;
    projector text;
    has_web boolean := EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_web');
    has_projector boolean := EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_projector');
BEGIN
    -- Whoever owns the tables now has those of later migrations granted as the first owner had.
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO fairway_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO fairway_app;
    IF has_web THEN
        GRANT USAGE ON SCHEMA public TO fairway_web;
        REVOKE ALL ON ALL TABLES IN SCHEMA public FROM fairway_web;
        GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO fairway_web;
    END IF;
    IF has_projector THEN
        GRANT USAGE ON SCHEMA public TO fairway_projector;
        REVOKE ALL ON ALL TABLES IN SCHEMA public FROM fairway_projector;
    END IF;
    FOR name IN
        SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname
    LOOP
        web := CASE
            WHEN name = ANY (read_models || content) OR name = '_sqlx_migrations' THEN 'SELECT'
            WHEN name = 'events' THEN 'SELECT, INSERT'
            WHEN name = 'journal_head' THEN 'SELECT, UPDATE'
            WHEN name = 'idempotency_receipts' THEN 'SELECT, INSERT, DELETE'
            -- A link is made by an operator's command; here it is used.
            WHEN name = 'impersonations' THEN 'SELECT, UPDATE'
            -- Who was erased stays known.
            WHEN name = 'erased_members' THEN 'SELECT, INSERT, UPDATE'
            -- What an operator changes while looking on is written down with the change.
            WHEN name = 'operator_actions' THEN 'INSERT'
            WHEN name = 'seal' THEN NULL
            ELSE 'SELECT, INSERT, UPDATE, DELETE'
        END;
        projector := CASE
            WHEN name = ANY (read_models) OR name IN ('mail_outbox', 'nodes') THEN 'SELECT, INSERT, UPDATE, DELETE'
            WHEN name = 'seal' THEN 'SELECT, INSERT, UPDATE'
            WHEN name = ANY (content)
                OR name IN ('events', 'journal_head', 'snapshots', 'erased_members', '_sqlx_migrations') THEN 'SELECT'
        END;
        IF has_web AND web IS NOT NULL THEN
            EXECUTE format('GRANT %s ON %I TO fairway_web', web, name);
        END IF;
        IF has_projector AND projector IS NOT NULL THEN
            EXECUTE format('GRANT %s ON %I TO fairway_projector', projector, name);
        END IF;
    END LOOP;
    IF has_projector THEN
        GRANT SELECT (id, email, first_name, prefix, last_name, profile_complete, disabled_at) ON members TO fairway_projector;
    END IF;
END;
$$;
COMMENT ON FUNCTION grant_login_roles() IS
    'Gives the roles fairway_web and fairway_projector, where they are there, exactly their rights; as the tables'' owner.';
REVOKE EXECUTE ON FUNCTION grant_login_roles() FROM PUBLIC;

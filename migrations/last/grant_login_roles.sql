-- The rights of the log-ins, in one place: every start of the program that migrates replaces the function where its text
-- is another one, after the numbered migrations, and calls it where a right differs from what it grants.
--
-- A change here comes with a numbered migration. A program leaves the text alone where the database has a migration that
-- it does not know: so an older release beside this one does not bring its own back.
CREATE OR REPLACE FUNCTION grant_login_roles() RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
    -- Written by projectors alone.
    read_models CONSTANT text[] := ARRAY[
        'projections', 'reservations_bookings', 'reservations_places', 'play_rights_subscriptions',
        'play_rights_claims', 'vouchers', 'club_days', 'historic_players', 'orders', 'orders_registrations', 'ledger',
        'waiting_lists_groups', 'waiting_lists_players', 'course_states', 'arrivals_places', 'arrivals_scans',
        'arrivals_absences', 'statements_facts', 'statements_tariffs', 'statements_months', 'statements_disputes',
        'statements_clubs', 'club_feed', 'analytics_places', 'analytics_vouchers'
    ];
    -- Written by operators at their screens and by `fairway import`; projectors compose mails with it.
    content CONSTANT text[] := ARRAY[
        'clubs', 'club_closures', 'photos', 'photo_sizes', 'club_photos', 'reference_version', 'settings',
        'faq_categories', 'faq_questions', 'pages'
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
        -- The figures at the operators' screens: the views for analysts count, and name nobody.
        PERFORM grant_figures_to_web();
        GRANT SELECT ON co_players TO fairway_web;
    END IF;
    IF has_projector THEN
        GRANT USAGE ON SCHEMA public TO fairway_projector;
        REVOKE ALL ON ALL TABLES IN SCHEMA public FROM fairway_projector;
    END IF;
    FOR name IN
        SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname
    LOOP
        web := CASE
            -- Written by publish_figures() alone, and read through the views of the schema analytics.
            WHEN name IN ('published_figures', 'publication') THEN NULL
            WHEN name = ANY (read_models) OR name IN ('_sqlx_migrations', 'photos', 'photo_sizes') THEN 'SELECT'
            WHEN name = 'events' THEN 'SELECT, INSERT'
            WHEN name = 'journal_head' THEN 'SELECT, UPDATE'
            WHEN name = 'idempotency_receipts' THEN 'SELECT, INSERT, DELETE'
            -- A link is a record: none is deleted.
            WHEN name = 'impersonations' THEN 'SELECT, INSERT, UPDATE'
            -- Who changed which content stays known.
            WHEN name = 'content_changes' THEN 'SELECT, INSERT'
            -- Who was erased stays known.
            WHEN name = 'erased_members' THEN 'SELECT, INSERT, UPDATE'
            -- What operators and clubs do is written down with it.
            WHEN name IN ('operator_actions', 'club_actions') THEN 'SELECT, INSERT'
            -- The journal names them.
            WHEN name IN ('club_devices', 'club_systems') THEN 'SELECT, INSERT, UPDATE'
            -- Its head is shown at the operators' screens.
            WHEN name = 'seal' THEN 'SELECT'
            ELSE 'SELECT, INSERT, UPDATE, DELETE'
        END;
        projector := CASE
            WHEN name = ANY (read_models) OR name IN (
                'mail_outbox', 'mails_in_hand', 'nodes', 'operator_tasks', 'projection_lags', 'push_messages',
                'sent_round_mails'
            )
                THEN 'SELECT, INSERT, UPDATE, DELETE'
            WHEN name = 'seal' THEN 'SELECT, INSERT, UPDATE'
            -- A device that is gone is forgotten by whoever sends to it.
            WHEN name = 'push_devices' THEN 'SELECT, UPDATE, DELETE'
            WHEN name = ANY (content)
                -- Which mails a member wants is asked where they are queued.
                OR name IN (
                    'events', 'journal_head', 'snapshots', 'erased_members', 'notification_settings', 'push_keys',
                    'publication', '_sqlx_migrations'
                )
                THEN 'SELECT'
        END;
        IF has_web AND web IS NOT NULL THEN
            EXECUTE format('GRANT %s ON %I TO fairway_web', web, name);
        END IF;
        IF has_projector AND projector IS NOT NULL THEN
            EXECUTE format('GRANT %s ON %I TO fairway_projector', projector, name);
        END IF;
    END LOOP;
    GRANT EXECUTE ON FUNCTION publish_figures(date, boolean) TO fairway_app;
    GRANT EXECUTE ON FUNCTION store_photo(text, integer, integer, integer[], bytea[]) TO fairway_app;
    IF has_web THEN
        GRANT EXECUTE ON FUNCTION store_photo(text, integer, integer, integer[], bytea[]) TO fairway_web;
    END IF;
    -- It has every table by default. Where it is the owner, the function writes with its rights.
    IF (SELECT relowner <> 'fairway_app'::regrole FROM pg_class WHERE oid = 'publication'::regclass) THEN
        REVOKE INSERT, UPDATE, DELETE ON published_figures, publication FROM fairway_app;
    END IF;
    IF has_projector THEN
        GRANT EXECUTE ON FUNCTION publish_figures(date, boolean) TO fairway_projector;
        GRANT SELECT (id, email, first_name, prefix, last_name, profile_complete, disabled_at) ON members TO fairway_projector;
        -- They are asked how the course is, and told what their club is owed.
        GRANT SELECT (id, club_id, email, name, role, has_password, disabled_at) ON club_accounts TO fairway_projector;
    END IF;
END;
$$;

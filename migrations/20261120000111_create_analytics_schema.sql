-- The schema `analytics`: documented views for whoever counts rounds and not people. Views run with the rights of their
-- owner, so that the role `analyst` reads them and nothing below them.
--
-- A rebuild swaps the tables below the views. A view is bound to a table and not to its name, so the swap binds every
-- view anew in its own transaction (`fairway_query::rebuild`).
--
-- Roles belong to the whole cluster: another database may have made them, or may be making them in this moment; and
-- whoever migrates may not be allowed to. Then an operator makes them and calls `analytics.grant_readers()`, which
-- gives each role that there is its rights and may be repeated.
DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['analyst', 'fairway_reader'] LOOP
        BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
                EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
            END IF;
        EXCEPTION
            WHEN duplicate_object OR unique_violation THEN
                NULL; -- made by another database's migration meanwhile
            WHEN insufficient_privilege THEN
                RAISE WARNING 'role % is not there and cannot be made: create it and SELECT analytics.grant_readers()', wanted;
        END;
    END LOOP;
END;
$$;

CREATE SCHEMA analytics;
COMMENT ON SCHEMA analytics IS 'Figures without persons, for analysts: docs/analytics.md tells what each view means.';

-- The day that "expired", "ended" and "played" are reckoned from. `SET fairway.today = '2026-11-25'` reckons from another.
CREATE FUNCTION analytics.today() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(
        nullif(current_setting('fairway.today', true), '')::date,
        (current_timestamp AT TIME ZONE 'Europe/Amsterdam')::date
    )
$$;
COMMENT ON FUNCTION analytics.today() IS 'Today in Europe/Amsterdam, or the day that the setting fairway.today names.';

-- What was recorded of acts that the journal has no event for: reading personal data out of the system.
CREATE TABLE operator_actions (
    id        uuid        PRIMARY KEY,
    -- By the database's clock: operators' machines need not agree.
    at        timestamptz NOT NULL DEFAULT now(),
    operator  text        NOT NULL CHECK (operator <> ''),
    reason    text        NOT NULL CHECK (reason <> ''),
    -- What was done, such as `export`.
    action    text        NOT NULL CHECK (action <> ''),
    -- What it was done to, such as a table and a format.
    subject   text        NOT NULL CHECK (subject <> '')
);
CREATE INDEX operator_actions_at_idx ON operator_actions (at);
CREATE TRIGGER operator_actions_append_only BEFORE UPDATE OR DELETE ON operator_actions
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER operator_actions_no_truncate BEFORE TRUNCATE ON operator_actions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();

COMMENT ON TABLE operator_actions IS 'Which operator took personal data out of the system, when and why. Written before the first row leaves.';
COMMENT ON COLUMN operator_actions.at IS 'Instant (UTC), by the database''s clock.';
COMMENT ON COLUMN operator_actions.operator IS 'The operator''s name as given.';
COMMENT ON COLUMN operator_actions.reason IS 'Why, as given; holds no personal data.';
COMMENT ON COLUMN operator_actions.action IS 'What was done, such as export.';
COMMENT ON COLUMN operator_actions.subject IS 'To what: the exported table or view, and the format.';

-- analyst: the views, nothing else. fairway_reader: what operators' reading tools need: journal, read models, clubs,
-- and the names that ids stand for; no password, token, mail or answer, and nothing to write but the record that
-- personal data was read. A later table that those tools read is granted by its own migration.
CREATE FUNCTION analytics.grant_readers() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'analyst') THEN
        GRANT USAGE ON SCHEMA analytics TO analyst;
        GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO analyst;
        ALTER DEFAULT PRIVILEGES IN SCHEMA analytics GRANT SELECT ON TABLES TO analyst;
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_reader') THEN
        GRANT USAGE ON SCHEMA public, analytics TO fairway_reader;
        GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO fairway_reader;
        ALTER DEFAULT PRIVILEGES IN SCHEMA analytics GRANT SELECT ON TABLES TO fairway_reader;
        GRANT SELECT ON events, journal_head, projections, reservations_bookings, reservations_places,
            play_rights_subscriptions, play_rights_claims, vouchers, club_days, historic_players, orders,
            orders_registrations, ledger, analytics_places, analytics_vouchers, clubs, club_closures, settings,
            federation_registrations TO fairway_reader;
        GRANT SELECT (id, email, first_name, prefix, last_name, city, birthdate, gender, handicap, is_club_member,
            golfassociation, gsn, profile_complete, disabled_at, created_at) ON members TO fairway_reader;
        GRANT INSERT ON operator_actions TO fairway_reader;
        -- The application's role may become the reader: replay-tool steps down to it. Another database of the cluster
        -- may be granting the same at this moment.
        IF NOT pg_has_role('fairway_app', 'fairway_reader', 'MEMBER') THEN
            BEGIN
                GRANT fairway_reader TO fairway_app;
            EXCEPTION WHEN unique_violation OR internal_error OR insufficient_privilege THEN
                RAISE NOTICE 'fairway_reader is not granted to fairway_app: %', SQLERRM;
            END;
        END IF;
    END IF;
    GRANT USAGE ON SCHEMA analytics TO fairway_app;
    GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO fairway_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA analytics GRANT SELECT ON TABLES TO fairway_app;
END;
$$;
COMMENT ON FUNCTION analytics.grant_readers() IS 'Gives the roles analyst and fairway_reader their rights; for whoever creates the roles after the migrations.';
REVOKE EXECUTE ON FUNCTION analytics.grant_readers() FROM PUBLIC;
SELECT analytics.grant_readers();

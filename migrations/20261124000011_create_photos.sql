-- Photos of clubs, as `fairway import` brings them. They are in the database because it is all that nodes share. What
-- is stored is never the file itself: it was decoded and encoded anew, so that no file's metadata (where a photo was
-- taken) and no trick against a decoder reaches a member.
CREATE TABLE photos (
    -- Of the file's content: the same photo keeps its address, another photo never has it.
    hash   text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{32}$'),
    -- Of the largest size, in pixels, so that a page can keep its place.
    width  integer NOT NULL CHECK (width > 0),
    height integer NOT NULL CHECK (height > 0)
);

CREATE TABLE photo_sizes (
    hash  text NOT NULL REFERENCES photos (hash) ON DELETE CASCADE,
    -- In pixels.
    width integer NOT NULL CHECK (width > 0),
    -- The picture.
    webp  bytea NOT NULL,
    PRIMARY KEY (hash, width)
);
-- It is compressed already.
ALTER TABLE photo_sizes ALTER COLUMN webp SET STORAGE EXTERNAL;

CREATE TABLE club_photos (
    club_id text NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    -- The order of the data set.
    ordinal integer NOT NULL,
    hash    text NOT NULL REFERENCES photos (hash),
    -- What it shows, for who does not see it.
    alt     text NOT NULL,
    PRIMARY KEY (club_id, ordinal)
);
-- A photo that no club has any more is deleted.
CREATE INDEX club_photos_hash_idx ON club_photos (hash);

-- As before, with the photos among what operators' commands alone write.
CREATE OR REPLACE FUNCTION grant_login_roles() RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
    -- Written by projectors alone.
    read_models CONSTANT text[] := ARRAY[
        'projections', 'reservations_bookings', 'reservations_places', 'play_rights_subscriptions',
        'play_rights_claims', 'vouchers', 'club_days', 'historic_players', 'orders', 'orders_registrations', 'ledger',
        'analytics_places', 'analytics_vouchers'
    ];
    -- Written by operators' commands alone (`fairway import`).
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

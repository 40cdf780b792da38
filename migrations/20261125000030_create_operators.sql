-- The people behind the portal: accounts of their own, never members. They log in at /operator with a password and a
-- second factor.
CREATE TABLE operators (
    id                 uuid PRIMARY KEY,
    -- Unique in lower case, as members' addresses are; the same person may also be a member.
    email              text NOT NULL CHECK (email <> '' AND email = lower(email)),
    name               text NOT NULL CHECK (name <> ''),
    -- What they may do (docs/security.md, "Operators").
    roles              text[] NOT NULL CHECK (
        cardinality(roles) > 0 AND roles <@ ARRAY['support', 'content', 'auditor', 'admin']
    ),
    -- Argon2id in PHC form; null until the person chose one by their link.
    password_hash      text,
    -- The secret of their authenticator app, encrypted under a key derived from FAIRWAY_SECRET; null where there is none,
    -- with which nobody works in production.
    second_factor      bytea,
    -- The time step of the last code that was accepted: a code is used once.
    second_factor_step bigint NOT NULL DEFAULT 0,
    created_at         timestamptz NOT NULL,
    -- Set to end every session and to refuse new ones.
    disabled_at        timestamptz,
    CONSTRAINT operators_email_key UNIQUE (email)
);

-- Links by which an operator chooses a password and a second factor: one at a time for each.
CREATE TABLE operator_links (
    operator_id   uuid PRIMARY KEY REFERENCES operators (id),
    -- SHA-256 of the link's token.
    token_hash    bytea NOT NULL CHECK (length(token_hash) = 32),
    -- The secret that the link's screen showed, encrypted; the account's own once a code of it was given.
    second_factor bytea,
    -- By the database's clock: the link is made by one process and used in another.
    expires_at    timestamptz NOT NULL DEFAULT now() + interval '24 hours',
    CONSTRAINT operator_links_token_key UNIQUE (token_hash)
);

-- Sessions of operators, in a cookie of their browser.
CREATE TABLE operator_sessions (
    id           uuid PRIMARY KEY,
    -- SHA-256 of the cookie.
    token_hash   bytea NOT NULL CHECK (length(token_hash) = 32),
    operator_id  uuid NOT NULL REFERENCES operators (id),
    -- The browser, as it names itself; shortened.
    browser      text NOT NULL,
    created_at   timestamptz NOT NULL,
    -- To the minute: half an hour later it has ended.
    last_used_at timestamptz NOT NULL,
    -- Absolute: use does not prolong it.
    expires_at   timestamptz NOT NULL,
    CONSTRAINT operator_sessions_token_key UNIQUE (token_hash)
);
CREATE INDEX operator_sessions_operator_idx ON operator_sessions (operator_id);
CREATE INDEX operator_sessions_expires_idx ON operator_sessions (expires_at);

-- Every view of a subject is an act too. It needs no reason, all others do.
ALTER TABLE operator_actions
    DROP CONSTRAINT operator_actions_reason_check,
    ADD CONSTRAINT operator_actions_reason_check CHECK (reason <> '' OR action = 'view'),
    -- The account; null: a command on a machine, which states a name only.
    ADD COLUMN operator_id uuid;
COMMENT ON COLUMN operator_actions.operator_id IS 'The operator''s account; null for a command on a machine, which states a name only.';
COMMENT ON COLUMN operator_actions.action IS 'What was done: view, export, change profile, dismiss news, add favourite, remove favourite, disable, enable, and, to operators: add operator, disable operator, enable operator, reset operator.';
COMMENT ON COLUMN operator_actions.reason IS 'Why, as given; holds no personal data. Empty for a view.';

COMMENT ON TABLE operators IS 'The accounts of operators.';
COMMENT ON TABLE operator_links IS 'Links by which operators choose a password and a second factor.';
COMMENT ON TABLE operator_sessions IS 'Log-ins of operators.';

-- Operators are shown what operators did: the role of `fairway serve` reads it too, and still changes none of it.
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
            -- What an operator does is written down with it.
            WHEN name = 'operator_actions' THEN 'SELECT, INSERT'
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

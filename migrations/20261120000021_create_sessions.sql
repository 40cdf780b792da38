-- Who is logged in. Only the SHA-256 of a token is kept: a copy of this table logs nobody in.
CREATE TABLE access_tokens (
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    member_id  uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    -- Absolute: using a token does not prolong it.
    expires_at timestamptz NOT NULL,
    -- Set by log-out and by a change of password.
    revoked_at timestamptz
);
-- A change of password ends all sessions of a member.
CREATE INDEX access_tokens_member_idx ON access_tokens (member_id);
-- Expired tokens are removed in the background.
CREATE INDEX access_tokens_expires_idx ON access_tokens (expires_at);

-- Failed log-ins, counted per account and per client address. Keys are SHA-256 hashes: the table counts, and
-- need not tell who tried what.
CREATE TABLE login_failures (
    scope     text NOT NULL CHECK (scope IN ('account', 'address')),
    key       bytea NOT NULL,
    failed_at timestamptz NOT NULL
);
CREATE INDEX login_failures_key_idx ON login_failures (scope, key, failed_at);
-- Old failures are removed in the background.
CREATE INDEX login_failures_failed_idx ON login_failures (failed_at);

-- `players/check` reveals names by design, so it is rationed per member: one row each, changed under its row lock,
-- which makes the ration exact on every node.
CREATE TABLE player_lookups (
    member_id uuid PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
    -- The look-ups of the last minute, newest last.
    recent    timestamptz[] NOT NULL,
    -- The day (Europe/Amsterdam) that `day_count` counts.
    day       date NOT NULL,
    day_count integer NOT NULL CHECK (day_count >= 0)
);

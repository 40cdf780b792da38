-- Links to a new password. Only the SHA-256 of a link's token is kept: a copy of this table changes nobody's password.
CREATE TABLE password_resets (
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    member_id  uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- Set by the link's use, and by the use of another link of the same member.
    used_at    timestamptz
);
-- How many links a member was sent lately; using one ends the others.
CREATE INDEX password_resets_member_idx ON password_resets (member_id, created_at);
-- Links that served their time are removed in the background.
CREATE INDEX password_resets_created_idx ON password_resets (created_at);

-- Requests for such a link per client address, whether or not the account exists. Keys are SHA-256 hashes.
CREATE TABLE reset_requests (
    address      bytea NOT NULL,
    requested_at timestamptz NOT NULL
);
CREATE INDEX reset_requests_address_idx ON reset_requests (address, requested_at);
CREATE INDEX reset_requests_requested_idx ON reset_requests (requested_at);

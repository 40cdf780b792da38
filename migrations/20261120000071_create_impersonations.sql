-- Links by which an operator looks on as a member, and the record of who asked for them and why. Rows are kept: they
-- name the member by id only, so that erasing a person leaves them standing without saying who it was.
CREATE TABLE impersonations (
    -- The link's first half; names the row, opens nothing by itself.
    id         uuid PRIMARY KEY,
    -- SHA-256 of the link's second half.
    token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
    member_id  uuid NOT NULL,
    operator   text NOT NULL CHECK (operator <> ''),
    reason     text NOT NULL CHECK (reason <> ''),
    -- By the database's clock: the link is made by one process and used in another, whose clocks need not agree.
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL DEFAULT now() + interval '5 minutes',
    -- Set by the one use.
    used_at    timestamptz
);
CREATE INDEX impersonations_member_idx ON impersonations (member_id);

COMMENT ON TABLE impersonations IS 'Links by which operators looked on as members: who, whose account, why, when.';

-- The session that came of such a link: everything done in it is recorded under the operator's name.
ALTER TABLE access_tokens ADD COLUMN impersonation_id uuid REFERENCES impersonations (id);

-- Passkeys beside passwords (docs/domain.md §4): a member logs in with what their device holds, and adds a device by a
-- link in a mail.

ALTER TABLE members
    -- False for a member who was imported without a password and never set one: their last passkey is then the last way in.
    ADD COLUMN has_password boolean NOT NULL DEFAULT true;

CREATE TABLE passkeys (
    id            uuid PRIMARY KEY,
    member_id     uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    -- What the device calls it.
    credential_id bytea NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1023),
    -- The public key, the counter and the flags, as webauthn-rs reads them. No secret: the private key never leaves the
    -- device.
    credential    jsonb NOT NULL,
    name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    created_at    timestamptz NOT NULL,
    last_used_at  timestamptz,
    CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id)
);
-- A member's passkeys, at most 10.
CREATE INDEX passkeys_member_idx ON passkeys (member_id);

COMMENT ON TABLE passkeys IS 'Keys on members'' devices by which they log in: the public halves.';
COMMENT ON COLUMN passkeys.name IS 'As the member called it.';
COMMENT ON COLUMN passkeys.last_used_at IS 'The last log-in (UTC); null: none yet.';

-- Challenges that were answered. A challenge is sent to the browser encrypted, with its end, and comes back with the
-- answer: only what was used is stored, so that asking for one writes nothing and a second use is refused on every node.
CREATE TABLE used_challenges (
    challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
    expires_at     timestamptz NOT NULL
);
-- Expired ones are removed in the background.
CREATE INDEX used_challenges_expires_idx ON used_challenges (expires_at);

COMMENT ON TABLE used_challenges IS 'Challenges of passkeys that were answered: none is accepted twice.';

-- Links in mails that log a member in on a new device. Only the SHA-256 of a link's token is kept.
CREATE TABLE login_links (
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    member_id  uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- Set by the one use, and by a new password.
    used_at    timestamptz
);
-- How many links a member was sent lately.
CREATE INDEX login_links_member_idx ON login_links (member_id, created_at);
CREATE INDEX login_links_created_idx ON login_links (created_at);

COMMENT ON TABLE login_links IS 'Links that log a member in on a new device, of the last day.';

-- The passkey by which a session began: it ends with it. No foreign key, since a removed passkey's sessions are kept as
-- ended ones for a while.
ALTER TABLE access_tokens ADD COLUMN passkey_id uuid;
COMMENT ON COLUMN access_tokens.passkey_id IS 'The passkey by which it began; null: a password or a link.';

-- An operator removes the passkeys of a member who lost their devices.
COMMENT ON COLUMN operator_actions.action IS 'What was done. Reading: view, search, export. To a member: change profile, dismiss news, add favourite, remove favourite, disable, enable, end sessions, remove passkeys, impersonate, grant voucher, grant pass, give right back, cancel places, erase, send mail again; refused: one of these that a rule refused. To a club''s day: close day, limit day, reopen day. To content: publish content, save draft, schedule content, discard draft, remove content, order content, undo content change. To operators: add operator, disable operator, enable operator, reset operator. To read models and journal: rebuild, rebuild as a dry run, cancel rebuild, swap read models, verify, cancel verify.';

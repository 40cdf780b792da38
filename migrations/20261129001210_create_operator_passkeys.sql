-- Operators log in with passkeys, too: the columns are those of members' passkeys, and so are the statements.
CREATE TABLE operator_passkeys (
    id            uuid PRIMARY KEY,
    operator_id   uuid NOT NULL REFERENCES operators (id),
    -- What the device calls it.
    credential_id bytea NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1023),
    -- No secret: the private key never leaves the device.
    credential    jsonb NOT NULL,
    name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    created_at    timestamptz NOT NULL,
    last_used_at  timestamptz,
    CONSTRAINT operator_passkeys_credential_id_key UNIQUE (credential_id)
);
-- An operator's passkeys, at most 10.
CREATE INDEX operator_passkeys_operator_idx ON operator_passkeys (operator_id);

COMMENT ON TABLE operator_passkeys IS 'Keys on operators'' devices by which they log in, in place of password and code; a reset deletes them.';
COMMENT ON COLUMN operator_passkeys.id IS 'Names it.';
COMMENT ON COLUMN operator_passkeys.operator_id IS 'The account.';
COMMENT ON COLUMN operator_passkeys.credential_id IS 'What the device calls it.';
COMMENT ON COLUMN operator_passkeys.credential IS 'The public key, the counter and the flags, as webauthn-rs reads them.';
COMMENT ON COLUMN operator_passkeys.name IS 'As the operator called it.';
COMMENT ON COLUMN operator_passkeys.created_at IS 'When it was added (UTC).';
COMMENT ON COLUMN operator_passkeys.last_used_at IS 'The last log-in or confirmation with it (UTC); null: none yet.';

-- No foreign key: a session goes by itself, or with the passkey.
ALTER TABLE operator_sessions ADD COLUMN passkey_id uuid;
COMMENT ON COLUMN operator_sessions.passkey_id IS 'The passkey by which it began, with which it ends; null: a password.';

COMMENT ON COLUMN operator_actions.action IS 'What was done. Reading: view, search, export. To a member: change profile, dismiss news, add favourite, remove favourite, disable, enable, end sessions, remove passkeys, change address, correct profile, impersonate, grant voucher, grant pass, withdraw voucher, withdraw pass, refund order, give right back, cancel places, rehearse erasure, erase, send mail again, add note, remove note; refused: one of these that a rule refused. To a club''s day: close day, limit day, reopen day. To content: publish content, save draft, schedule content, discard draft, remove content, order content, undo content change. To operators: add operator, disable operator, enable operator, reset operator, change roles. To one''s own account: log in, refused log-in, confirm, refused confirmation, add passkey, remove passkey. To read models and journal: rebuild, rebuild as a dry run, cancel rebuild, swap read models, verify, cancel verify. Of figures for analysts: publish.';

-- An operator who has lost the telephone with the authenticator app logs in with a recovery code, once with each.
CREATE TABLE operator_recovery_codes (
    operator_id uuid NOT NULL REFERENCES operators (id),
    -- Under a key of FAIRWAY_SECRET: 50 bits of a plain hash could be tried out by whoever has a copy of the database.
    code_hash   bytea NOT NULL CHECK (length(code_hash) = 32),
    -- Null: it still works.
    used_at     timestamptz,
    CONSTRAINT operator_recovery_codes_pkey PRIMARY KEY (operator_id, code_hash)
);
COMMENT ON TABLE operator_recovery_codes IS 'Codes with which an operator logs in, once with each, instead of with the authenticator app; a reset deletes them.';
COMMENT ON COLUMN operator_recovery_codes.operator_id IS 'The account.';
COMMENT ON COLUMN operator_recovery_codes.code_hash IS 'HMAC-SHA256 of the account and the code.';
COMMENT ON COLUMN operator_recovery_codes.used_at IS 'When it was used (UTC); null while it works.';

-- Sessions go when an account is disabled, and later by themselves: that somebody was here stays known.
ALTER TABLE operators ADD COLUMN last_seen_at timestamptz;
UPDATE operators SET last_seen_at = (
    SELECT max(session.last_used_at) FROM operator_sessions AS session WHERE session.operator_id = operators.id
);
COMMENT ON COLUMN operators.last_seen_at IS 'The last use of a session, to the minute (UTC); null: never.';

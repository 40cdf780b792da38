-- Who was erased, so that an import cannot bring them back by accident. Nothing here says who it was: what an import
-- compares with are HMACs under a key that is not in the database, so that a copy of this table cannot be tried
-- against lists of addresses.
CREATE TABLE erased_members (
    -- As in the journal, where their rounds are.
    member_id     uuid PRIMARY KEY,
    -- HMAC-SHA256 of the e-mail address in lower case, and of the federation number where there was one. Forgotten when
    -- they are readmitted.
    email_hash    bytea CHECK (length(email_hash) = 32),
    gsn_hash      bytea CHECK (length(gsn_hash) = 32),
    -- Tells by which secret the hashes were made: under another one they cannot be recognised.
    key_id        bytea NOT NULL CHECK (length(key_id) = 8),
    erased_at     timestamptz NOT NULL,
    operator      text NOT NULL CHECK (operator <> ''),
    reason        text NOT NULL CHECK (reason <> ''),
    -- Set when an operator lets them come back as a new member.
    readmitted_at timestamptz,
    CONSTRAINT erased_members_hash_while_kept_out CHECK ((readmitted_at IS NULL) = (email_hash IS NOT NULL)),
    CONSTRAINT erased_members_gsn_while_kept_out CHECK (readmitted_at IS NULL OR gsn_hash IS NULL)
);

COMMENT ON TABLE erased_members IS 'Members whose personal data were erased, without any personal data: which id, when, by whom, why.';
COMMENT ON COLUMN erased_members.email_hash IS 'Keyed hash by which an import recognises the address; null after readmission.';
COMMENT ON COLUMN erased_members.gsn_hash IS 'The same of the federation number; null where there was none.';
COMMENT ON COLUMN erased_members.key_id IS 'Names the secret of the hashes.';

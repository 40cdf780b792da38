-- Mails to clubs go to those who can log in. A projector, which queues them, reads no password's hash.
ALTER TABLE club_accounts
    ADD COLUMN has_password boolean NOT NULL GENERATED ALWAYS AS (password_hash IS NOT NULL) STORED;
COMMENT ON COLUMN club_accounts.has_password IS 'Whether a password was chosen.';

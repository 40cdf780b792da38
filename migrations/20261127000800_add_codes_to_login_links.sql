-- A code beside the link of a mail that logs in (docs/domain.md §4): on some phones a link opens a browser and not the
-- installed app. And an end of mails whose link ends: who reads such a mail finds a link that is refused.
ALTER TABLE login_links
    -- SHA-256 of what the device that asked was given and of the code: without the first, the code opens nothing, and
    -- cannot be found from the hash. Null: a link of a release without codes.
    ADD COLUMN code_hash bytea CHECK (length(code_hash) = 32),
    ADD CONSTRAINT login_links_code_hash_key UNIQUE (code_hash);

ALTER TABLE mail_outbox ADD COLUMN useful_until timestamptz;

COMMENT ON COLUMN login_links.code_hash IS 'The code of the mail, hashed together with what the device that asked was given.';
COMMENT ON COLUMN mail_outbox.useful_until IS 'Instant (UTC) after which the mail is not sent; null: none.';

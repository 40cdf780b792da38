-- A mail server that refuses an address for good will refuse the next mail to it too: support asks the member for
-- another address. And an operator may have a mail sent once more, also one that was given up.
ALTER TABLE mail_outbox
    -- The address that the mail server refused for good; null: it did not. It goes with the mail: after 90 days, or with
    -- the member.
    ADD COLUMN bounced_address text CHECK (bounced_address <> ''),
    -- How often an operator had it sent again. Part of the message's identity, so that no mailbox takes it for a
    -- duplicate of the one before.
    ADD COLUMN sent_again integer NOT NULL DEFAULT 0 CHECK (sent_again >= 0);
-- The addresses that bounced, newest first.
CREATE INDEX mail_outbox_bounced_idx ON mail_outbox (settled_at) WHERE bounced_address IS NOT NULL;

COMMENT ON COLUMN mail_outbox.bounced_address IS 'The address that the mail server refused for good, where it did.';
COMMENT ON COLUMN mail_outbox.sent_again IS 'How often an operator had the mail sent again.';

-- Mails that are to be sent, and the memory of those that were. A mail is queued in the transaction that gives cause
-- to it, so that neither exists without the other; a sender works the queue off, at least once, with back-off.
CREATE TABLE mail_outbox (
    id          uuid PRIMARY KEY,
    -- What gives cause to the mail and for whom (`event:42:<member>`, `reset:<hash>`). Queueing the same again does
    -- nothing: that makes whoever queues free to repeat itself. It is also the message's identity for receivers.
    dedup_key   text NOT NULL CHECK (length(dedup_key) BETWEEN 1 AND 200),
    -- To whom: a member, whose address is looked up when the mail is sent, or an address. Erasing a member takes
    -- what was written to them along.
    member_id   uuid REFERENCES members (id) ON DELETE CASCADE,
    address     text,
    -- Emptied once the mail is sent or given up: names and single-use tokens have no business here after that.
    subject     text,
    text_body   text,
    html_body   text,
    attachments jsonb,
    -- queued: to be sent at `due_at`. sent: a server took it. failed: given up, operators look at `last_error`.
    state       text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
    queued_at   timestamptz NOT NULL,
    -- When to try next. A sender that takes a mail moves this forward first, so that a crash only delays it.
    due_at      timestamptz NOT NULL,
    attempts    integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    settled_at  timestamptz,
    last_error  text,
    CONSTRAINT mail_outbox_dedup_key UNIQUE (dedup_key),
    CONSTRAINT mail_outbox_one_recipient CHECK (num_nonnulls(member_id, address) = 1),
    CONSTRAINT mail_outbox_content_while_queued CHECK ((state = 'queued') = (text_body IS NOT NULL))
);
-- The sender's question, every few seconds: what is due? Settled mails are not in it.
CREATE INDEX mail_outbox_due_idx ON mail_outbox (due_at) WHERE state = 'queued';
-- Settled mails are forgotten in the background.
CREATE INDEX mail_outbox_settled_idx ON mail_outbox (settled_at) WHERE state <> 'queued';
-- Erasing a member looks for what was written to them.
CREATE INDEX mail_outbox_member_idx ON mail_outbox (member_id);

-- How far the journal has been looked through for causes to write a mail. It begins at the journal's end: what
-- happened before there was an outbox is history, and nobody is written about it.
INSERT INTO projections (name, position) SELECT 'mail', position FROM journal_head;

COMMENT ON TABLE mail_outbox IS 'Mails to be sent, and which were; without content once they are settled.';
COMMENT ON COLUMN mail_outbox.dedup_key IS 'The cause and the recipient; a second mail with the same key is not queued.';
COMMENT ON COLUMN mail_outbox.due_at IS 'Instant (UTC) of the next attempt.';
COMMENT ON COLUMN mail_outbox.attempts IS 'Attempts begun so far.';

-- A mail about a round follows from the journal, so it is composed when it is sent and its content is never stored:
-- composing it earlier would store every body only to empty it again, and every later change of the booking or of a
-- name would have to write it anew.
ALTER TABLE mail_outbox
    DROP CONSTRAINT mail_outbox_state_check,
    -- uncomposed: to be sent at `due_at`, and composed then from the booking's events. A release before this one does
    -- not know the state and leaves such mails to nodes of this one; what it queued with content stays `queued`.
    ADD CONSTRAINT mail_outbox_state_check
        CHECK (state IN ('queued', 'uncomposed', 'sent', 'failed', 'gathered')),
    ADD CONSTRAINT mail_outbox_uncomposed_about_a_round CHECK (state <> 'uncomposed' OR booking_id IS NOT NULL);

-- The sender's question, for both kinds of waiting mails. The former index has only those with content.
CREATE INDEX mail_outbox_waiting_idx ON mail_outbox (due_at) WHERE settled_at IS NULL;
-- The former index had every row that is not `queued`, and so every uncomposed one.
DROP INDEX mail_outbox_settled_idx;
CREATE INDEX mail_outbox_settled_idx ON mail_outbox (settled_at) WHERE settled_at IS NOT NULL;

-- A mail's cause asks for earlier mails to the member about that day, and finds them without reading the others. It
-- serves erasing a member too.
CREATE INDEX mail_outbox_member_day_idx ON mail_outbox (member_id, play_date);
DROP INDEX mail_outbox_member_idx;

-- Every reading of the metrics counts what was given up, among the mails of 90 days.
CREATE INDEX mail_outbox_failed_idx ON mail_outbox (settled_at) WHERE state = 'failed';

COMMENT ON COLUMN mail_outbox.gathers IS
    'The mail waits for what else happens to its booking, and tells how it stands when it is sent.';

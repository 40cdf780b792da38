-- The first mail about a member's round goes out at once; what else happens to it within ten minutes is gathered into
-- one that tells how it stands then. A round is what a member has on one play date: they have at most one.
ALTER TABLE mail_outbox
    -- The booking that the mail is about; null: it is about something else, or was queued by an older release.
    ADD COLUMN booking_id uuid,
    -- That booking's play date.
    ADD COLUMN play_date  date,
    -- It waits until `due_at`, and is written anew whenever something else happens to the booking.
    ADD COLUMN gathers    boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT mail_outbox_round_is_whole CHECK ((booking_id IS NULL) = (play_date IS NULL)),
    ADD CONSTRAINT mail_outbox_gathers_about_a_round CHECK (NOT gathers OR booking_id IS NOT NULL),
    DROP CONSTRAINT mail_outbox_state_check,
    -- gathered: another mail tells it, or there was nothing left to tell.
    ADD CONSTRAINT mail_outbox_state_check CHECK (state IN ('queued', 'sent', 'failed', 'gathered'));
-- What waits about the bookings to which something happened.
CREATE INDEX mail_outbox_gathers_idx ON mail_outbox (booking_id) WHERE gathers AND state = 'queued';

COMMENT ON COLUMN mail_outbox.booking_id IS 'The booking that the mail is about, where it is about one.';
COMMENT ON COLUMN mail_outbox.gathers IS 'The mail waits for what else happens to its booking.';

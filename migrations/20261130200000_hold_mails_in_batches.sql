-- A mail about a round that is sent at once, at the first attempt, needs no row of its own: the journal says what it told
-- to whom. While a sender has such mails in hand one row holds them all, and those that were sent together leave one
-- narrow row for each event. `mail_outbox` has what waits, failed, or is about something else.
CREATE TABLE mails_in_hand (
    -- A batch of mails.
    batch_id     uuid        PRIMARY KEY,
    -- By the clock of the database: those of two nodes may differ by more than a lease.
    leased_until timestamptz NOT NULL,
    queued_at    timestamptz NOT NULL,
    -- One element for each mail that is not settled yet: its id, its event, its recipient, and the booking with its play date.
    mail_ids     uuid[]      NOT NULL,
    positions    bigint[]    NOT NULL,
    member_ids   uuid[]      NOT NULL,
    booking_ids  uuid[]      NOT NULL,
    play_dates   date[]      NOT NULL
);
COMMENT ON TABLE mails_in_hand IS
    'Mails about rounds that a sender is sending at the first attempt; one row for each batch, deleted with its last mail.';
COMMENT ON COLUMN mails_in_hand.leased_until IS
    'Instant (UTC, by the clock of the database) after which any sender queues in mail_outbox what was not sent.';

CREATE TABLE sent_round_mails (
    -- The id of the first mail; those of the others follow it one by one.
    id         uuid        PRIMARY KEY,
    -- The event that they tell.
    position   bigint      NOT NULL,
    booking_id uuid        NOT NULL,
    play_date  date        NOT NULL,
    -- The recipients. An erased member stays, as in the journal: without a name, and in no list.
    member_ids uuid[]      NOT NULL CHECK (cardinality(member_ids) > 0),
    queued_at  timestamptz NOT NULL,
    sent_at    timestamptz NOT NULL
);
-- What a member was told shortly before, and their mails, by their bookings.
CREATE INDEX sent_round_mails_booking_idx ON sent_round_mails (booking_id);
-- The list of operators; housekeeping deletes after 90 days.
CREATE INDEX sent_round_mails_sent_idx ON sent_round_mails (sent_at);
COMMENT ON TABLE sent_round_mails IS
    'Mails about rounds that were sent at the first attempt; one row for the recipients of an event whose mails were sent together, deleted after 90 days.';
COMMENT ON COLUMN sent_round_mails.id IS 'The id of the mail to the first recipient; those of the others follow it one by one.';
COMMENT ON COLUMN sent_round_mails.member_ids IS 'The recipients.';

-- A release before this one goes by `due_at`, which a lease moves too.
ALTER TABLE mail_outbox ADD COLUMN leased_until timestamptz;
COMMENT ON COLUMN mail_outbox.leased_until IS
    'Instant (UTC, by the clock of the database) until which a sender has the mail in hand; null or past: none has.';
ALTER TABLE push_messages ADD COLUMN leased_until timestamptz;
COMMENT ON COLUMN push_messages.leased_until IS
    'Instant (UTC, by the clock of the database) until which a sender has the message in hand; null or past: none has.';

-- Projection `ledger`: every play right that was used, given back or lost, in the order in which it happened. Where
-- `play_rights_claims` says how things stand, this says how they came to be; rows are only ever added.
CREATE TABLE ledger (
    -- The event's place in the journal.
    position        bigint  PRIMARY KEY,
    member_id       uuid    NOT NULL,
    -- The right: exactly one of the two.
    subscription_id uuid,
    voucher_id      uuid,
    place_id        uuid    NOT NULL,
    booking_id      uuid    NOT NULL,
    -- The day on which it happened. A round that was imported afterwards counts as used on its play date.
    day             date    NOT NULL,
    play_date       date    NOT NULL,
    kind            text    NOT NULL CHECK (kind IN ('claimed', 'returned', 'forfeited')),
    club_id         text    NOT NULL,
    CONSTRAINT ledger_one_right CHECK (num_nonnulls(subscription_id, voucher_id) = 1)
);
-- One pass's entries, latest first, a page at a time.
CREATE INDEX ledger_subscription_idx ON ledger (subscription_id, day, position) WHERE subscription_id IS NOT NULL;

INSERT INTO projections (name) VALUES ('ledger');

COMMENT ON TABLE ledger IS 'One row per event that used, returned or forfeited a play right.';
COMMENT ON COLUMN ledger.position IS 'Journal position of the event.';
COMMENT ON COLUMN ledger.subscription_id IS 'Season pass whose regular right it is; null when it is a voucher.';
COMMENT ON COLUMN ledger.voucher_id IS 'Voucher; null when it is a regular right.';
COMMENT ON COLUMN ledger.place_id IS 'Place that used the right.';
COMMENT ON COLUMN ledger.day IS 'Day (Europe/Amsterdam) on which it happened.';
COMMENT ON COLUMN ledger.play_date IS 'Day of play in Europe/Amsterdam.';
COMMENT ON COLUMN ledger.kind IS 'claimed (used), returned (cancelled in time) or forfeited (cancelled on the play date).';
COMMENT ON COLUMN ledger.club_id IS 'The club''s slug.';

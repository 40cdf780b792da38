-- Projection `reservations`: bookings and their places, as the lists and cards show them. Ids only: names come from
-- the members' table when they are shown, so that erasing a member needs no rebuild.
--
-- No foreign keys here nor in any other projection: the journal's order already guarantees them, a check per row
-- would cost more than the row, and a rebuild loads the tables one by one.
CREATE TABLE reservations_bookings (
    booking_id uuid     PRIMARY KEY,
    master_id  uuid     NOT NULL,
    booked_at  timestamptz NOT NULL,
    -- A day in Europe/Amsterdam, here and everywhere.
    play_date  date     NOT NULL,
    holes      smallint NOT NULL CHECK (holes IN (9, 18)),
    club_id    text     NOT NULL
) WITH (fillfactor = 95);

CREATE TABLE reservations_places (
    place_id          uuid    PRIMARY KEY,
    booking_id        uuid    NOT NULL,
    member_id         uuid    NOT NULL,
    -- The right that the place consumed: exactly one of the two.
    subscription_id   uuid,
    voucher_id        uuid,
    -- Null while the place is active.
    cancelled_at      timestamptz,
    -- The booking's; repeated here because a member's list is a range of this date.
    play_date         date    NOT NULL,
    -- Order of joining inside the booking. Only the order means something: it has gaps.
    standing          integer NOT NULL,
    -- Cancelled on the play date: the right stays used.
    playright_expired boolean NOT NULL,
    voucher_title     text,
    CONSTRAINT reservations_places_one_right CHECK (num_nonnulls(subscription_id, voucher_id) = 1)
) WITH (fillfactor = 90); -- a cancellation rewrites a row in place: no index holds what it changes

-- All places of a booking, for every card.
CREATE INDEX reservations_places_booking_idx ON reservations_places (booking_id);
-- A member's upcoming rounds and history: a range of play dates, paged by (play_date, place_id).
CREATE INDEX reservations_places_member_idx ON reservations_places (member_id, play_date, place_id);

COMMENT ON TABLE reservations_bookings IS 'One row per booking: a group round at a club on a day.';
COMMENT ON COLUMN reservations_bookings.master_id IS 'Member who leads the booking now.';
COMMENT ON COLUMN reservations_bookings.booked_at IS 'Instant of the booking, UTC.';
COMMENT ON COLUMN reservations_bookings.play_date IS 'Day of play in Europe/Amsterdam.';
COMMENT ON COLUMN reservations_bookings.holes IS 'Length of the round: 9 or 18 holes.';
COMMENT ON COLUMN reservations_bookings.club_id IS 'The club''s slug.';
COMMENT ON TABLE reservations_places IS 'One row per place: a member''s part of a booking. Active while cancelled_at is null.';
COMMENT ON COLUMN reservations_places.place_id IS 'What the web app calls reservation_id.';
COMMENT ON COLUMN reservations_places.subscription_id IS 'Season pass whose regular right the place consumed; null when it was a voucher.';
COMMENT ON COLUMN reservations_places.voucher_id IS 'Voucher that the place consumed; null when it was a regular right.';
COMMENT ON COLUMN reservations_places.voucher_title IS 'The voucher''s title when it was used.';
COMMENT ON COLUMN reservations_places.cancelled_at IS 'Instant of the cancellation, UTC; null while active.';
COMMENT ON COLUMN reservations_places.play_date IS 'Day of play in Europe/Amsterdam, as in the booking.';
COMMENT ON COLUMN reservations_places.standing IS 'Order of joining inside the booking; only the order means something.';
COMMENT ON COLUMN reservations_places.playright_expired IS 'Cancelled on the play date, so that the right stays used.';

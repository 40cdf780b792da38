-- Projection `analytics`: what analysts count, where the members' read models forget it. Those say how things stand;
-- these keep how they came to be: when and how somebody joined, how and how early they left, when a voucher came.
--
-- No member id and no name in either table. The ids of places, bookings and vouchers are here because later events
-- name their rows by them; the views of the schema `analytics` count rows and show none of them.
CREATE TABLE analytics_places (
    place_id     uuid        PRIMARY KEY,
    booking_id   uuid        NOT NULL,
    joined_at    timestamptz NOT NULL,
    -- Null while the place is active, and so is the mode.
    cancelled_at timestamptz,
    play_date    date        NOT NULL,
    holes        smallint    NOT NULL CHECK (holes IN (9, 18)),
    -- Cancelled on the play date: the right stays used.
    forfeited    boolean     NOT NULL,
    -- An imported round was recorded afterwards: nothing can be said about how long before play it was booked.
    entry        text        NOT NULL CHECK (entry IN ('booked', 'added', 'imported')),
    play_right   text        NOT NULL CHECK (play_right IN ('pass', 'voucher')),
    cancel_mode  text        CHECK (cancel_mode IN ('own', 'group', 'removal')),
    club_id      text        NOT NULL,
    CONSTRAINT analytics_places_cancelled_is_whole CHECK ((cancelled_at IS NULL) = (cancel_mode IS NULL))
) WITH (fillfactor = 90); -- a cancellation rewrites a row in place
-- A period of play, for every view that is asked for one.
CREATE INDEX analytics_places_play_date_idx ON analytics_places (play_date);

COMMENT ON TABLE analytics_places IS 'One row per place ever taken, without the member: how it came about and how it ended.';
COMMENT ON COLUMN analytics_places.place_id IS 'The place; shown to nobody, later events find their row by it.';
COMMENT ON COLUMN analytics_places.booking_id IS 'The booking; makes places a round.';
COMMENT ON COLUMN analytics_places.joined_at IS 'Instant (UTC) at which the place was taken.';
COMMENT ON COLUMN analytics_places.cancelled_at IS 'Instant (UTC) of the cancellation; null while active.';
COMMENT ON COLUMN analytics_places.play_date IS 'Day of play in Europe/Amsterdam.';
COMMENT ON COLUMN analytics_places.holes IS 'Length of the round: 9 or 18 holes.';
COMMENT ON COLUMN analytics_places.forfeited IS 'Cancelled on the play date, so that the right stays used.';
COMMENT ON COLUMN analytics_places.entry IS 'booked (with the round), added (later) or imported (recorded after it was played).';
COMMENT ON COLUMN analytics_places.play_right IS 'What the place consumed: a right of a pass, or a voucher.';
COMMENT ON COLUMN analytics_places.cancel_mode IS 'own, group (by the master) or removal (of a co-player); null while active.';
COMMENT ON COLUMN analytics_places.club_id IS 'The club''s slug.';

CREATE TABLE analytics_vouchers (
    voucher_id     uuid     PRIMARY KEY,
    received_on    date     NOT NULL,
    expires        date     NOT NULL,
    -- The day of the place that uses it; null while unused.
    play_date      date,
    withdrawn_on   date,
    -- A voucher may be used and given back more than once before it is played.
    times_used     integer  NOT NULL CHECK (times_used >= 0),
    times_returned integer  NOT NULL CHECK (times_returned BETWEEN 0 AND times_used),
    holes          smallint NOT NULL CHECK (holes IN (9, 18)),
    forfeited      boolean  NOT NULL,
    kind           text     NOT NULL CHECK (kind IN ('bonus', 'free')),
    source         text     NOT NULL CHECK (source IN ('granted', 'bought'))
) WITH (fillfactor = 90);

COMMENT ON TABLE analytics_vouchers IS 'One row per voucher, without the member: when it came and what became of it.';
COMMENT ON COLUMN analytics_vouchers.voucher_id IS 'The voucher; shown to nobody, later events find their row by it.';
COMMENT ON COLUMN analytics_vouchers.received_on IS 'Day (Europe/Amsterdam) on which it was granted, bought or imported.';
COMMENT ON COLUMN analytics_vouchers.expires IS 'Last valid day (Europe/Amsterdam), inclusive.';
COMMENT ON COLUMN analytics_vouchers.play_date IS 'Play date (Europe/Amsterdam) of the place that uses it; null while unused.';
COMMENT ON COLUMN analytics_vouchers.withdrawn_on IS 'Day (Europe/Amsterdam) on which it was taken back because its price was; null otherwise.';
COMMENT ON COLUMN analytics_vouchers.times_used IS 'How often a place used it.';
COMMENT ON COLUMN analytics_vouchers.times_returned IS 'How often such a place was cancelled in time.';
COMMENT ON COLUMN analytics_vouchers.holes IS 'Longest round that it allows: 9 or 18 holes.';
COMMENT ON COLUMN analytics_vouchers.forfeited IS 'Its place was cancelled on the play date, so that it stays used.';
COMMENT ON COLUMN analytics_vouchers.kind IS 'bonus or free, as the members see it.';
COMMENT ON COLUMN analytics_vouchers.source IS 'granted (by the portal or the import) or bought (paid for here).';

INSERT INTO projections (name) VALUES ('analytics');

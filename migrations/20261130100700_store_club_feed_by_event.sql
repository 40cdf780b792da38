-- The feed of the clubs' systems in one row per event instead of one per place, and without a table of bookings: a booking
-- of four wrote five rows and five index entries there, and writes one of each.
--
-- The table is younger than the previous release (`tools/xtask/fully-tested-commit`), so that no node of that release reads
-- or writes it.

-- No projector writes to it while its rows are read.
LOCK TABLE club_feed IN EXCLUSIVE MODE;
CREATE TABLE club_feed_by_event AS
SELECT club_id, position, kind, recorded_at, play_date, booking_id,
    coalesce(array_agg(place_id ORDER BY part) FILTER (WHERE place_id IS NOT NULL), '{}') AS place_ids, left_place_id, holes,
    start_time, scan_id, scanned_at, why, counts
FROM club_feed
GROUP BY club_id, position, kind, recorded_at, play_date, booking_id, left_place_id, holes, start_time, scan_id, scanned_at,
    why, counts;
DROP TABLE club_feed, club_feed_bookings;

CREATE TABLE club_feed (
    club_id       text        NOT NULL,
    position      bigint      NOT NULL,
    kind          text        NOT NULL CHECK (kind IN (
        'booked', 'cancelled', 'swapped', 'start_time', 'arrived', 'seen_again', 'annulled', 'holes', 'irregular', 'decided',
        'absent', 'absence_objected', 'absence_withdrawn', 'course'
    )),
    recorded_at   timestamptz NOT NULL,
    play_date     date        NOT NULL,
    booking_id    uuid,
    place_ids     uuid[]      NOT NULL,
    left_place_id uuid,
    holes         smallint    CHECK (holes IN (9, 18)),
    start_time    text,
    scan_id       uuid,
    scanned_at    timestamptz,
    why           text        CHECK (why IN ('other_day', 'other_club', 'cancelled', 'unknown')),
    counts        boolean,
    PRIMARY KEY (club_id, position)
);
INSERT INTO club_feed SELECT * FROM club_feed_by_event ORDER BY position;
DROP TABLE club_feed_by_event;

-- What operators' reading tools need, as of the other read models. The other rights are in `last/grant_login_roles.sql`.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_reader') THEN
        GRANT SELECT ON club_feed TO fairway_reader;
    END IF;
END;
$$;

COMMENT ON TABLE club_feed IS 'What happened to a club''s rounds and course, in the order of the journal: one row per event.';
COMMENT ON COLUMN club_feed.club_id IS 'The club''s slug.';
COMMENT ON COLUMN club_feed.position IS 'Journal position of the event.';
COMMENT ON COLUMN club_feed.kind IS
    'The change: booked, cancelled, swapped and so on, as the check of the column says.';
COMMENT ON COLUMN club_feed.recorded_at IS 'When the event was recorded, UTC.';
COMMENT ON COLUMN club_feed.play_date IS 'The day in Europe/Amsterdam.';
COMMENT ON COLUMN club_feed.booking_id IS 'The booking; null: none.';
COMMENT ON COLUMN club_feed.place_ids IS 'The places, in the order of the event; empty: none.';
COMMENT ON COLUMN club_feed.left_place_id IS 'The place that a swapped one replaces; null: none.';
COMMENT ON COLUMN club_feed.holes IS 'Length of the round, 9 or 18, where the event names it.';
COMMENT ON COLUMN club_feed.start_time IS 'The agreed start time; null: none, or taken away.';
COMMENT ON COLUMN club_feed.scan_id IS 'The scan; null: none.';
COMMENT ON COLUMN club_feed.scanned_at IS 'When it was made, UTC.';
COMMENT ON COLUMN club_feed.why IS 'Why an irregular scan counts for nobody until the club decides.';
COMMENT ON COLUMN club_feed.counts IS 'What the club decided about a scan.';

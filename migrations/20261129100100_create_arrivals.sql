-- Who came to a club on a day, and who did not (docs/domain.md §3.24, §3.27). The events are the source; these tables are what the projection keeps of
-- them.

CREATE TABLE arrivals_places (
    club_id           text        NOT NULL,
    play_date         date        NOT NULL,
    place_id          uuid        NOT NULL,
    booking_id        uuid        NOT NULL,
    member_id         uuid        NOT NULL,
    holes             smallint    NOT NULL CHECK (holes IN (9, 18)),
    played_holes      smallint    NOT NULL CHECK (played_holes IN (9, 18)),
    arrived_at        timestamptz NOT NULL,
    arrived_by        uuid        NOT NULL,
    method            text        NOT NULL CHECK (method IN ('camera', 'scanner', 'number', 'list')),
    walk_in           boolean     NOT NULL,
    by_decision       boolean     NOT NULL,
    seen_again        integer     NOT NULL CHECK (seen_again >= 0),
    annulled_at       timestamptz,
    -- Scans up to there do not count; 0: all count.
    annulled_position bigint      NOT NULL,
    -- A place may be on the lists of two clubs: where it is, and where its code was scanned by mistake and counted.
    PRIMARY KEY (club_id, play_date, place_id)
);
CREATE INDEX arrivals_places_member_idx ON arrivals_places (member_id);

CREATE TABLE arrivals_scans (
    club_id    text        NOT NULL,
    play_date  date        NOT NULL,
    scan_id    uuid        NOT NULL,
    kind       text        NOT NULL
        CHECK (kind IN ('arrival', 'seen_again', 'other_day', 'other_club', 'cancelled', 'unknown')),
    place_id   uuid,
    booking_id uuid,
    member_id  uuid,
    holes      smallint    CHECK (holes IN (9, 18)),
    scanned_at timestamptz NOT NULL,
    scanned_by uuid        NOT NULL,
    method     text        NOT NULL CHECK (method IN ('camera', 'scanner', 'number', 'list')),
    counts     boolean,
    reason     text,
    -- The journal position of the event that recorded the scan, or else decided about it last.
    position   bigint      NOT NULL,
    -- A device makes the id: it is unique within a list.
    PRIMARY KEY (club_id, play_date, scan_id),
    CONSTRAINT arrivals_scans_round CHECK (num_nonnulls(place_id, booking_id, member_id) IN (0, 3)),
    CONSTRAINT arrivals_scans_decision CHECK ((counts IS NULL) = (reason IS NULL))
);
-- What became of the scans that a device still keeps.
CREATE INDEX arrivals_scans_scan_idx ON arrivals_scans (scan_id);
CREATE INDEX arrivals_scans_member_idx ON arrivals_scans (member_id) WHERE member_id IS NOT NULL;

CREATE TABLE arrivals_absences (
    club_id     text        NOT NULL,
    play_date   date        NOT NULL,
    place_id    uuid        NOT NULL,
    booking_id  uuid        NOT NULL,
    member_id   uuid        NOT NULL,
    reason      text        NOT NULL CHECK (reason IN ('no_show', 'weather', 'illness')),
    recorded_at timestamptz NOT NULL,
    objected_at timestamptz,
    ended_at    timestamptz,
    PRIMARY KEY (club_id, play_date, place_id)
);
CREATE INDEX arrivals_absences_member_idx ON arrivals_absences (member_id);

-- No event of the past is about arrivals: the new projection begins where the others are, so that nothing is read again.
INSERT INTO projections (name, position, as_of) SELECT 'arrivals', position, as_of FROM projections WHERE name = 'club_days';

-- A new table of the read models that requests wait for.
CREATE OR REPLACE FUNCTION read_models_version() RETURNS TABLE (positions bigint, tables bigint) LANGUAGE sql STABLE AS $$
    SELECT sum(position)::bigint,
        to_regclass('public.reservations_bookings')::oid::bigint + to_regclass('public.play_rights_claims')::oid::bigint
        + to_regclass('public.vouchers')::oid::bigint + to_regclass('public.club_days')::oid::bigint
        + to_regclass('public.historic_players')::oid::bigint + to_regclass('public.orders')::oid::bigint
        + to_regclass('public.ledger')::oid::bigint + to_regclass('public.waiting_lists_groups')::oid::bigint
        + to_regclass('public.arrivals_places')::oid::bigint
    FROM projections
    WHERE name IN (
        'reservations', 'play_rights', 'vouchers', 'club_days', 'historic_players', 'orders', 'ledger', 'waiting_lists',
        'arrivals'
    )
$$;

-- What operators' reading tools need, as of the other read models. The other rights are in `last/grant_login_roles.sql`.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_reader') THEN
        GRANT SELECT ON arrivals_places, arrivals_scans, arrivals_absences TO fairway_reader;
    END IF;
END;
$$;

COMMENT ON TABLE arrivals_places IS 'One row per place whose player came to a club on a day, also where that was annulled.';
COMMENT ON COLUMN arrivals_places.club_id IS 'The club whose list it is on: its slug.';
COMMENT ON COLUMN arrivals_places.play_date IS 'Day of the list in Europe/Amsterdam.';
COMMENT ON COLUMN arrivals_places.place_id IS 'The place.';
COMMENT ON COLUMN arrivals_places.booking_id IS 'Its booking.';
COMMENT ON COLUMN arrivals_places.member_id IS 'The player.';
COMMENT ON COLUMN arrivals_places.holes IS 'Booked length of the round: 9 or 18.';
COMMENT ON COLUMN arrivals_places.played_holes IS 'Length that was played, as the club corrected it; else the booked one.';
COMMENT ON COLUMN arrivals_places.arrived_at IS 'Earliest scan that counts, UTC; of an annulled arrival the earliest that counted.';
COMMENT ON COLUMN arrivals_places.arrived_by IS 'Club account or device that made that scan.';
COMMENT ON COLUMN arrivals_places.method IS 'How it was made: camera, scanner, number (typed) or list (chosen).';
COMMENT ON COLUMN arrivals_places.walk_in IS 'Whether the round was booked at the desk when the player arrived.';
COMMENT ON COLUMN arrivals_places.by_decision IS 'Whether that scan was irregular and counts because the club decided so.';
COMMENT ON COLUMN arrivals_places.seen_again IS 'How often the code was scanned once more.';
COMMENT ON COLUMN arrivals_places.annulled_at IS 'When the arrival was taken back, UTC; null: it stands.';
COMMENT ON COLUMN arrivals_places.annulled_position IS 'Journal position of the last annulment; 0: none. Earlier scans do not count.';
COMMENT ON TABLE arrivals_scans IS 'One row per scan of a code, or choice from a list, at a club on a day.';
COMMENT ON COLUMN arrivals_scans.club_id IS 'The club whose device made it: its slug.';
COMMENT ON COLUMN arrivals_scans.play_date IS 'Day of the list in Europe/Amsterdam.';
COMMENT ON COLUMN arrivals_scans.scan_id IS 'The scan, as the device named it.';
COMMENT ON COLUMN arrivals_scans.kind IS
    'arrival, seen_again, or why it counts for nobody until the club decides: other_day, other_club, cancelled or unknown.';
COMMENT ON COLUMN arrivals_scans.place_id IS 'The place that the code named; null: none that is known.';
COMMENT ON COLUMN arrivals_scans.booking_id IS 'Its booking; null: none.';
COMMENT ON COLUMN arrivals_scans.member_id IS 'Its player; null: none.';
COMMENT ON COLUMN arrivals_scans.holes IS 'Its booked length of round; null: none, or seen again.';
COMMENT ON COLUMN arrivals_scans.scanned_at IS 'When it was made, UTC.';
COMMENT ON COLUMN arrivals_scans.scanned_by IS 'Club account or device that made it.';
COMMENT ON COLUMN arrivals_scans.method IS 'How it was made: camera, scanner, number (typed) or list (chosen).';
COMMENT ON COLUMN arrivals_scans.counts IS 'What the club decided about an irregular scan; null: nothing yet, or none is needed.';
COMMENT ON COLUMN arrivals_scans.reason IS 'Why, as the club wrote it; null: nothing was decided.';
COMMENT ON COLUMN arrivals_scans.position IS 'Journal position of the event that recorded it, or else decided about it last.';
COMMENT ON TABLE arrivals_absences IS 'One row per place whose player did not come, as the club says, also where that has ended.';
COMMENT ON COLUMN arrivals_absences.club_id IS 'The club: its slug.';
COMMENT ON COLUMN arrivals_absences.play_date IS 'The play date in Europe/Amsterdam.';
COMMENT ON COLUMN arrivals_absences.place_id IS 'The place.';
COMMENT ON COLUMN arrivals_absences.booking_id IS 'Its booking.';
COMMENT ON COLUMN arrivals_absences.member_id IS 'The player.';
COMMENT ON COLUMN arrivals_absences.reason IS 'no_show, weather or illness.';
COMMENT ON COLUMN arrivals_absences.recorded_at IS 'When the club said so, UTC.';
COMMENT ON COLUMN arrivals_absences.objected_at IS 'When the player objected, UTC; null: not.';
COMMENT ON COLUMN arrivals_absences.ended_at IS 'When the club took it back or the player arrived after all, UTC; null: it stands.';

-- What clubs say about their courses (docs/domain.md §3.26). The events are the source.

CREATE TABLE course_states (
    play_date     date        NOT NULL,
    club_id       text        NOT NULL,
    -- The journal position of the report: the last of a day holds.
    position      bigint      NOT NULL,
    status        text        NOT NULL CHECK (status IN ('open', 'partly', 'closed')),
    winter_greens boolean     NOT NULL,
    no_carts      boolean     NOT NULL,
    note          text        NOT NULL,
    reported_at   timestamptz NOT NULL,
    -- Null: nobody of the club.
    reported_by   uuid,
    -- The date leads: members ask for one day of all clubs.
    PRIMARY KEY (play_date, club_id, position)
);

-- No event of the past is about a course's state: the new projection begins where the others are, so that nothing is read
-- again.
INSERT INTO projections (name, position, as_of) SELECT 'course_states', position, as_of FROM projections WHERE name = 'club_days';

-- A new table of the members' read models.
CREATE OR REPLACE FUNCTION read_models_version() RETURNS TABLE (positions bigint, tables bigint) LANGUAGE sql STABLE AS $$
    SELECT sum(position)::bigint,
        to_regclass('public.reservations_bookings')::oid::bigint + to_regclass('public.play_rights_claims')::oid::bigint
        + to_regclass('public.vouchers')::oid::bigint + to_regclass('public.club_days')::oid::bigint
        + to_regclass('public.historic_players')::oid::bigint + to_regclass('public.orders')::oid::bigint
        + to_regclass('public.ledger')::oid::bigint + to_regclass('public.waiting_lists_groups')::oid::bigint
        + to_regclass('public.arrivals_places')::oid::bigint + to_regclass('public.course_states')::oid::bigint
    FROM projections
    WHERE name IN
        ('reservations', 'play_rights', 'vouchers', 'club_days', 'historic_players', 'orders', 'ledger', 'waiting_lists',
         'arrivals', 'course_states')
$$;

COMMENT ON TABLE course_states IS 'What clubs said about their courses: one row per report; the last of a day holds.';
COMMENT ON COLUMN course_states.play_date IS 'The day in Europe/Amsterdam.';
COMMENT ON COLUMN course_states.club_id IS 'The club''s slug.';
COMMENT ON COLUMN course_states.position IS 'Journal position of the report.';
COMMENT ON COLUMN course_states.status IS 'open, partly or closed.';
COMMENT ON COLUMN course_states.winter_greens IS 'Whether it is played to winter greens.';
COMMENT ON COLUMN course_states.no_carts IS 'Whether buggies may not drive.';
COMMENT ON COLUMN course_states.note IS 'The club''s own words, in Dutch; may be empty.';
COMMENT ON COLUMN course_states.reported_at IS 'When it was reported, UTC.';
COMMENT ON COLUMN course_states.reported_by IS 'The club user who reported it; null: nobody of the club.';

-- What operators' reading tools need, as of the other read models.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_reader') THEN
        GRANT SELECT ON course_states TO fairway_reader;
    END IF;
END;
$$;

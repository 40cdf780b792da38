-- The clubs' own systems: the token of each, and what they read of the journal (docs/domain.md §3.25).

-- None is deleted: the journal names the system of a scan.
CREATE TABLE club_systems (
    id                  uuid PRIMARY KEY,
    -- Without a reference: a club that an import removes leaves its systems, whose tokens then open nothing.
    club_id             text NOT NULL,
    name                text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    -- Null once its access has ended.
    token_hash          bytea CHECK (length(token_hash) = 32),
    scopes              text[] NOT NULL CHECK (
        cardinality(scopes) > 0 AND scopes <@ ARRAY['arrivals.read', 'arrivals.write', 'course.read', 'course.write']
    ),
    created_by          text NOT NULL,
    created_at          timestamptz NOT NULL,
    expires_at          timestamptz,
    previous_token_hash bytea CHECK (length(previous_token_hash) = 32),
    previous_until      timestamptz,
    revoked_at          timestamptz,
    last_used_at        timestamptz,
    -- The minute of the last use, and the requests of that minute.
    minute              timestamptz,
    requests            integer NOT NULL DEFAULT 0,
    CONSTRAINT club_systems_token_key UNIQUE (token_hash),
    CONSTRAINT club_systems_previous_token_key UNIQUE (previous_token_hash),
    CHECK ((token_hash IS NULL) = (revoked_at IS NOT NULL)),
    CHECK (revoked_at IS NULL OR previous_token_hash IS NULL),
    CHECK ((previous_token_hash IS NULL) = (previous_until IS NULL))
);
CREATE INDEX club_systems_club_idx ON club_systems (club_id) WHERE revoked_at IS NULL;

-- What the projection keeps for the systems: the events are the source.
CREATE TABLE club_feed (
    club_id       text        NOT NULL,
    position      bigint      NOT NULL,
    -- An event may be about several places.
    part          smallint    NOT NULL,
    kind          text        NOT NULL CHECK (kind IN (
        'booked', 'cancelled', 'swapped', 'start_time', 'arrived', 'seen_again', 'annulled', 'holes', 'irregular', 'decided',
        'course'
    )),
    recorded_at   timestamptz NOT NULL,
    play_date     date        NOT NULL,
    booking_id    uuid,
    place_id      uuid,
    left_place_id uuid,
    holes         smallint    CHECK (holes IN (9, 18)),
    start_time    text,
    scan_id       uuid,
    scanned_at    timestamptz,
    why           text        CHECK (why IN ('other_day', 'other_club', 'cancelled', 'unknown')),
    counts        boolean,
    PRIMARY KEY (club_id, position, part)
);

-- The club of a booking, which the event of a start time does not name.
CREATE TABLE club_feed_bookings (
    booking_id uuid NOT NULL PRIMARY KEY,
    club_id    text NOT NULL,
    play_date  date NOT NULL
);

-- No request waits for it: it reads the journal from its beginning, beside the portal.
INSERT INTO projections (name) VALUES ('club_feed');

-- What operators' reading tools need, as of the other read models. The other rights are in `last/grant_login_roles.sql`.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_reader') THEN
        GRANT SELECT ON club_feed, club_feed_bookings TO fairway_reader;
    END IF;
END;
$$;

COMMENT ON TABLE club_systems IS 'The clubs'' own systems, which read and report by a token.';
COMMENT ON COLUMN club_systems.id IS 'Names it in the journal, too.';
COMMENT ON COLUMN club_systems.club_id IS 'The club.';
COMMENT ON COLUMN club_systems.name IS 'As the manager called it.';
COMMENT ON COLUMN club_systems.token_hash IS 'SHA-256 of the token; null once its access has ended.';
COMMENT ON COLUMN club_systems.scopes IS 'What it may do: arrivals.read, arrivals.write, course.read, course.write.';
COMMENT ON COLUMN club_systems.created_by IS 'The name of the manager.';
COMMENT ON COLUMN club_systems.created_at IS 'When it was added (UTC).';
COMMENT ON COLUMN club_systems.expires_at IS 'When its access ends by itself (UTC); null: never.';
COMMENT ON COLUMN club_systems.previous_token_hash IS 'SHA-256 of the token before the last new one; null: none.';
COMMENT ON COLUMN club_systems.previous_until IS 'Until when that token still works (UTC).';
COMMENT ON COLUMN club_systems.revoked_at IS 'When its access was ended (UTC); null: it was not.';
COMMENT ON COLUMN club_systems.last_used_at IS 'The last request (UTC); null: none yet.';
COMMENT ON COLUMN club_systems.minute IS 'The minute of the last request (UTC).';
COMMENT ON COLUMN club_systems.requests IS 'The requests of that minute; no more are counted than it takes to refuse them.';
COMMENT ON TABLE club_feed IS 'What happened to a club''s rounds and course, in the order of the journal: one row per event and place.';
COMMENT ON COLUMN club_feed.club_id IS 'The club''s slug.';
COMMENT ON COLUMN club_feed.position IS 'Journal position of the event.';
COMMENT ON COLUMN club_feed.part IS 'Counts the places of an event, from 0.';
COMMENT ON COLUMN club_feed.kind IS
    'booked, cancelled, swapped, start_time, arrived, seen_again, annulled, holes, irregular, decided or course.';
COMMENT ON COLUMN club_feed.recorded_at IS 'When the event was recorded, UTC.';
COMMENT ON COLUMN club_feed.play_date IS 'The day in Europe/Amsterdam.';
COMMENT ON COLUMN club_feed.booking_id IS 'The booking; null: none.';
COMMENT ON COLUMN club_feed.place_id IS 'The place; null: none.';
COMMENT ON COLUMN club_feed.left_place_id IS 'The place that a swapped one replaces; null: none.';
COMMENT ON COLUMN club_feed.holes IS 'Length of the round, 9 or 18, where the event names it.';
COMMENT ON COLUMN club_feed.start_time IS 'The agreed start time; null: none, or taken away.';
COMMENT ON COLUMN club_feed.scan_id IS 'The scan; null: none.';
COMMENT ON COLUMN club_feed.scanned_at IS 'When it was made, UTC.';
COMMENT ON COLUMN club_feed.why IS 'Why an irregular scan counts for nobody until the club decides.';
COMMENT ON COLUMN club_feed.counts IS 'What the club decided about a scan.';
COMMENT ON TABLE club_feed_bookings IS 'The club and the day of each booking, for events that name the booking alone.';
COMMENT ON COLUMN club_feed_bookings.booking_id IS 'The booking.';
COMMENT ON COLUMN club_feed_bookings.club_id IS 'The club''s slug.';
COMMENT ON COLUMN club_feed_bookings.play_date IS 'The day of play in Europe/Amsterdam.';

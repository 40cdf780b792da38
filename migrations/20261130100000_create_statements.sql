-- What clubs are owed (docs/domain.md §3.29 to §3.31). The events are the source; these tables are what the projection keeps of
-- them. No line is stored: the statement of any position is computed again from what happened to the places.

CREATE TABLE statements_facts (
    club_id     text        NOT NULL,
    position    bigint      NOT NULL,
    play_date   date        NOT NULL,
    place_id    uuid        NOT NULL,
    booking_id  uuid        NOT NULL,
    member_id   uuid        NOT NULL,
    kind        text        NOT NULL
        CHECK (kind IN ('arrived', 'seen_again', 'decided', 'annulled', 'holes', 'absent', 'absence_withdrawn')),
    scan_id     uuid,
    holes       smallint    CHECK (holes IN (9, 18)),
    walk_in     boolean,
    counts      boolean,
    reason      text        CHECK (reason IN ('no_show', 'weather', 'illness')),
    note        text,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (club_id, position),
    CONSTRAINT statements_facts_holes CHECK ((holes IS NOT NULL) = (kind IN ('arrived', 'decided', 'holes'))),
    CONSTRAINT statements_facts_scan CHECK ((scan_id IS NOT NULL) = (kind IN ('arrived', 'seen_again', 'decided')))
);
CREATE INDEX statements_facts_place_idx ON statements_facts (club_id, play_date, place_id);

CREATE TABLE statements_tariffs (
    club_id          text   NOT NULL,
    position         bigint NOT NULL,
    from_date        date   NOT NULL,
    weekday_9_cents  bigint NOT NULL,
    weekday_18_cents bigint NOT NULL,
    weekend_9_cents  bigint NOT NULL,
    weekend_18_cents bigint NOT NULL,
    absence_cents    bigint NOT NULL,
    vat              text   NOT NULL CHECK (vat IN ('exempt', 'low', 'high')),
    PRIMARY KEY (club_id, position)
);

CREATE TABLE statements_months (
    club_id        text        NOT NULL,
    month          date        NOT NULL CHECK (extract(day FROM month) = 1),
    position       bigint      NOT NULL,
    closed_at      timestamptz NOT NULL,
    as_of          bigint      NOT NULL,
    amounts        jsonb       NOT NULL,
    arrivals       integer     NOT NULL,
    walk_ins       integer     NOT NULL,
    absences       integer     NOT NULL,
    corrections    integer     NOT NULL,
    adjustments    integer     NOT NULL,
    net_cents      bigint      NOT NULL,
    vat_cents      bigint      NOT NULL,
    total_cents    bigint      NOT NULL,
    lines_hash     text        NOT NULL,
    invoice        jsonb,
    invoice_number text,
    PRIMARY KEY (club_id, month),
    CONSTRAINT statements_months_invoice CHECK ((invoice IS NULL) = (invoice_number IS NULL))
);

CREATE TABLE statements_disputes (
    club_id          text        NOT NULL,
    dispute_id       uuid        NOT NULL,
    month            date        NOT NULL CHECK (extract(day FROM month) = 1),
    play_date        date        NOT NULL,
    place_id         uuid,
    reason           text        NOT NULL,
    disputed_at      timestamptz NOT NULL,
    outcome          text        CHECK (outcome IN ('accepted', 'refused', 'withdrawn')),
    adjustment_cents bigint,
    vat              text        CHECK (vat IN ('exempt', 'low', 'high')),
    end_reason       text,
    ended_at         timestamptz,
    end_position     bigint,
    -- A club's client makes the id.
    PRIMARY KEY (club_id, dispute_id),
    CONSTRAINT statements_disputes_end
        CHECK (num_nonnulls(outcome, adjustment_cents, vat, end_reason, ended_at, end_position) IN (0, 6))
);
CREATE INDEX statements_disputes_month_idx ON statements_disputes (club_id, month);

CREATE TABLE statements_clubs (
    club_id text   NOT NULL PRIMARY KEY,
    events  bigint NOT NULL
);

-- The new projection begins where the others are, with the arrivals so far: a start need not read the journal again. In one
-- statement, because the projectors of the release before this one go on meanwhile.
WITH started AS (
    INSERT INTO projections (name, position, as_of)
    SELECT 'statements', position, as_of FROM projections WHERE name = 'club_days'
    RETURNING position
)
INSERT INTO statements_facts (
    club_id, position, play_date, place_id, booking_id, member_id, kind, scan_id, holes, walk_in, counts, reason, note, recorded_at
)
SELECT
    fact ->> 'club', events.position, (fact ->> 'date')::date, (round ->> 'place')::uuid, (round ->> 'booking')::uuid,
    (round ->> 'member')::uuid, kinds.kind, coalesce(fact -> 'scan' ->> 'id', fact ->> 'scan')::uuid,
    (round ->> 'holes')::smallint, (fact ->> 'walk_in')::boolean, (fact ->> 'counts')::boolean,
    CASE WHEN kind = 'absent' THEN fact ->> 'reason' END, CASE WHEN kind <> 'absent' THEN fact ->> 'reason' END, recorded_at
FROM started, events
JOIN (VALUES
    ('PlayerArrived', 'arrived'), ('PlayerSeenAgain', 'seen_again'), ('IrregularScanDecided', 'decided'),
    ('ArrivalAnnulled', 'annulled'), ('PlayedHolesCorrected', 'holes'), ('AbsenceRecorded', 'absent'),
    ('AbsenceWithdrawn', 'absence_withdrawn')
) AS kinds (event_type, kind) USING (event_type)
CROSS JOIN LATERAL (SELECT payload -> event_type) AS facts (fact)
-- A decision names the round as it was recorded; the others are about one.
CROSS JOIN LATERAL (SELECT CASE WHEN kind = 'decided' THEN fact -> 'round' ELSE fact END) AS rounds (round)
WHERE aggregate_type = 'ArrivalList' AND events.position <= started.position AND round ->> 'place' IS NOT NULL;
INSERT INTO statements_clubs (club_id, events) SELECT DISTINCT club_id, 0 FROM statements_facts;

-- A new table of the members' read models.
CREATE OR REPLACE FUNCTION read_models_version() RETURNS TABLE (positions bigint, tables bigint) LANGUAGE sql STABLE AS $$
    SELECT sum(position)::bigint,
        to_regclass('public.reservations_bookings')::oid::bigint + to_regclass('public.play_rights_claims')::oid::bigint
        + to_regclass('public.vouchers')::oid::bigint + to_regclass('public.club_days')::oid::bigint
        + to_regclass('public.historic_players')::oid::bigint + to_regclass('public.orders')::oid::bigint
        + to_regclass('public.ledger')::oid::bigint + to_regclass('public.waiting_lists_groups')::oid::bigint
        + to_regclass('public.arrivals_places')::oid::bigint + to_regclass('public.course_states')::oid::bigint
        + to_regclass('public.statements_facts')::oid::bigint
    FROM projections
    WHERE name IN
        ('reservations', 'play_rights', 'vouchers', 'club_days', 'historic_players', 'orders', 'ledger', 'waiting_lists',
         'arrivals', 'course_states', 'statements')
$$;

-- What operators' reading tools need, as of the other read models. The other rights are in `last/grant_login_roles.sql`.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_reader') THEN
        GRANT SELECT ON statements_facts, statements_tariffs, statements_months, statements_disputes, statements_clubs
            TO fairway_reader;
    END IF;
END;
$$;

COMMENT ON TABLE statements_facts IS 'What happened to places at clubs: one row per event on which depends what is owed for a place.';
COMMENT ON COLUMN statements_facts.club_id IS 'The club whose list it is on: its slug.';
COMMENT ON COLUMN statements_facts.position IS 'Journal position of the event.';
COMMENT ON COLUMN statements_facts.play_date IS 'Day of the list in Europe/Amsterdam.';
COMMENT ON COLUMN statements_facts.place_id IS 'The place.';
COMMENT ON COLUMN statements_facts.booking_id IS 'Its booking.';
COMMENT ON COLUMN statements_facts.member_id IS 'The player.';
COMMENT ON COLUMN statements_facts.kind IS 'arrived, seen_again, decided (about an irregular scan), annulled, holes (corrected), absent or absence_withdrawn.';
COMMENT ON COLUMN statements_facts.scan_id IS 'The scan, as the device named it; null: it is about none.';
COMMENT ON COLUMN statements_facts.holes IS 'Length of the round, 9 or 18, where the event names it.';
COMMENT ON COLUMN statements_facts.walk_in IS 'Of an arrival: whether the round was booked at the desk; null: of others.';
COMMENT ON COLUMN statements_facts.counts IS 'Of a decision: whether the scan counts; null: of others.';
COMMENT ON COLUMN statements_facts.reason IS 'Of an absence: no_show, weather or illness; null: of others.';
COMMENT ON COLUMN statements_facts.note IS 'Why, as the club wrote it; null: the event has no reason.';
COMMENT ON COLUMN statements_facts.recorded_at IS 'When the event was recorded, UTC.';
COMMENT ON TABLE statements_tariffs IS 'One row per tariff that was set for a club, also where a later one replaced it.';
COMMENT ON COLUMN statements_tariffs.club_id IS 'The club''s slug.';
COMMENT ON COLUMN statements_tariffs.position IS 'Journal position of the event: of two of one day the later holds.';
COMMENT ON COLUMN statements_tariffs.from_date IS 'First play date on which it holds.';
COMMENT ON COLUMN statements_tariffs.weekday_9_cents IS 'Price of 9 holes, Monday to Friday, in euro cents without VAT.';
COMMENT ON COLUMN statements_tariffs.weekday_18_cents IS 'Price of 18 holes, Monday to Friday, in euro cents without VAT.';
COMMENT ON COLUMN statements_tariffs.weekend_9_cents IS 'Price of 9 holes, Saturday and Sunday, in euro cents without VAT.';
COMMENT ON COLUMN statements_tariffs.weekend_18_cents IS 'Price of 18 holes, Saturday and Sunday, in euro cents without VAT.';
COMMENT ON COLUMN statements_tariffs.absence_cents IS 'Price of a player who did not come and gave no reason, in euro cents without VAT.';
COMMENT ON COLUMN statements_tariffs.vat IS 'VAT: exempt (0 %), low (9 %) or high (21 %).';
COMMENT ON TABLE statements_months IS 'One row per month that was closed for a club.';
COMMENT ON COLUMN statements_months.club_id IS 'The club''s slug.';
COMMENT ON COLUMN statements_months.month IS 'First day of the month.';
COMMENT ON COLUMN statements_months.position IS 'Journal position of the closing.';
COMMENT ON COLUMN statements_months.closed_at IS 'When it was closed, UTC.';
COMMENT ON COLUMN statements_months.as_of IS 'The statement is of the journal up to this position.';
COMMENT ON COLUMN statements_months.amounts IS 'Its sums: lines and cents by kind, cents by VAT regime.';
COMMENT ON COLUMN statements_months.arrivals IS 'Lines of rounds that were booked before the player came.';
COMMENT ON COLUMN statements_months.walk_ins IS 'Lines of rounds that were booked at the desk.';
COMMENT ON COLUMN statements_months.absences IS 'Lines of players who did not come.';
COMMENT ON COLUMN statements_months.corrections IS 'Lines that change the statements of earlier months; a change has one or two.';
COMMENT ON COLUMN statements_months.adjustments IS 'Lines of accepted disputes.';
COMMENT ON COLUMN statements_months.net_cents IS 'Sum in euro cents without VAT; may be negative.';
COMMENT ON COLUMN statements_months.vat_cents IS 'VAT on it, in euro cents.';
COMMENT ON COLUMN statements_months.total_cents IS 'Sum in euro cents with VAT.';
COMMENT ON COLUMN statements_months.lines_hash IS 'SHA-256 of the lines, hex.';
COMMENT ON COLUMN statements_months.invoice IS 'The invoice as it was made: number, day, both parties; null: nothing was owed.';
COMMENT ON COLUMN statements_months.invoice_number IS 'Its number; null: nothing was owed.';
COMMENT ON TABLE statements_disputes IS 'One row per dispute of a club about a statement.';
COMMENT ON COLUMN statements_disputes.club_id IS 'The club''s slug.';
COMMENT ON COLUMN statements_disputes.dispute_id IS 'The dispute, as the club''s client named it.';
COMMENT ON COLUMN statements_disputes.month IS 'First day of the statement''s month.';
COMMENT ON COLUMN statements_disputes.play_date IS 'The play date in Europe/Amsterdam.';
COMMENT ON COLUMN statements_disputes.place_id IS 'The place; null: a line of that day is missing.';
COMMENT ON COLUMN statements_disputes.reason IS 'Why, as the club wrote it.';
COMMENT ON COLUMN statements_disputes.disputed_at IS 'When it was made, UTC.';
COMMENT ON COLUMN statements_disputes.outcome IS 'accepted, refused or withdrawn (by the club); null: it is open.';
COMMENT ON COLUMN statements_disputes.adjustment_cents IS 'Owed besides, in euro cents without VAT; may be negative; null: it is open.';
COMMENT ON COLUMN statements_disputes.vat IS 'VAT on the play date: exempt, low or high; null: it is open.';
COMMENT ON COLUMN statements_disputes.end_reason IS 'Why it ended so, as the club is told; null: it is open.';
COMMENT ON COLUMN statements_disputes.ended_at IS 'When it ended, UTC; null: it is open.';
COMMENT ON COLUMN statements_disputes.end_position IS 'Journal position of its end; null: it is open.';
COMMENT ON TABLE statements_clubs IS 'One row per club that has a tariff, or at which somebody arrived.';
COMMENT ON COLUMN statements_clubs.club_id IS 'The club''s slug.';
COMMENT ON COLUMN statements_clubs.events IS 'Events of what the club is owed that were taken in.';

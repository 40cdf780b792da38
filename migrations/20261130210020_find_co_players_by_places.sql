-- Who met whom in a booking follows from when each place began and ended in the order of the booking's events. So places say
-- when they ended, and the projection `historic_players`, which stored the same once more for each member and booking, ends.
-- Its table and its checkpoint stay for the nodes of the former release; a later release drops both, and
-- `store_left_standings`.

-- One row per place and place of another member that were active in one booking at one time, and one with a null for a place
-- without any. A member who comes back to a booking has several places there.
CREATE VIEW co_players AS
SELECT own.booking_id, own.member_id, own.play_date, other.member_id AS other
FROM reservations_places AS own
LEFT JOIN reservations_places AS other
    ON other.booking_id = own.booking_id AND other.member_id <> own.member_id
    AND (other.left_standing IS NULL OR own.standing < other.left_standing)
    AND (own.left_standing IS NULL OR other.standing < own.left_standing);
COMMENT ON VIEW co_players IS 'Whom members met in bookings: one row per place and place of another member at the same time.';
COMMENT ON COLUMN co_players.booking_id IS 'The booking.';
COMMENT ON COLUMN co_players.member_id IS 'The member.';
COMMENT ON COLUMN co_players.play_date IS 'Day of play in Europe/Amsterdam.';
COMMENT ON COLUMN co_players.other IS 'Who was active in the booking while this member was; null where nobody was.';

-- The other rights are in `last/grant_login_roles.sql`.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_reader') THEN
        GRANT SELECT ON co_players TO fairway_reader;
    END IF;
END;
$$;

-- For nodes of the former release.
CREATE OR REPLACE FUNCTION co_players_of(a_member uuid) RETURNS TABLE (met uuid[]) LANGUAGE sql STABLE AS $$
    SELECT ARRAY[other] FROM co_players WHERE member_id = a_member AND other IS NOT NULL
$$;

CREATE OR REPLACE VIEW figures.co_player_degrees WITH (security_barrier) AS
WITH degrees AS (SELECT count(DISTINCT other) AS degree FROM co_players GROUP BY member_id)
SELECT lowest, highest, count(*) AS members
FROM degrees
JOIN (VALUES (0, 0), (1, 1), (2, 2), (3, 4), (5, 9), (10, 19), (20, 49), (50, NULL)) AS bins (lowest, highest)
    ON degree >= lowest AND (highest IS NULL OR degree <= highest)
GROUP BY lowest, highest
HAVING count(*) >= 5;
CREATE OR REPLACE VIEW figures.co_player_bonds WITH (security_barrier) AS
WITH pairs AS (
    SELECT count(DISTINCT booking_id) AS together FROM co_players WHERE other > member_id GROUP BY member_id, other
)
SELECT lowest, highest, count(*) AS pairs
FROM pairs
JOIN (VALUES (1, 1), (2, 2), (3, 4), (5, 9), (10, 19), (20, NULL)) AS bins (lowest, highest)
    ON together >= lowest AND (highest IS NULL OR together <= highest)
GROUP BY lowest, highest
HAVING count(*) >= 5;
CREATE OR REPLACE VIEW figures.co_player_network WITH (security_barrier) AS
WITH degrees AS (SELECT count(DISTINCT other) AS degree FROM co_players GROUP BY member_id)
SELECT
    count(*) AS members, (sum(degree) / 2)::bigint AS pairs, round(avg(degree), 2) AS mean_co_players,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY degree) AS median_co_players,
    count(*) FILTER (WHERE degree = 0) AS alone
FROM degrees
HAVING count(*) >= 5;
-- The same in what is published. A phrase that is not found once would leave the old table behind.
DO $$
DECLARE
    text text := pg_get_functiondef('publish_totals(date)'::regprocedure);
    phrase text[];
BEGIN
    FOREACH phrase SLICE 1 IN ARRAY ARRAY[
        ['historic_players LEFT JOIN LATERAL unnest(met) AS other ON true', 'co_players'],
        ['historic_players CROSS JOIN LATERAL unnest(met) AS other', 'co_players'],
        ['[width_bucket(count(*)::int, ARRAY[1, 2, 3, 5, 10, 20])]', '[width_bucket(count(DISTINCT booking_id)::int, ARRAY[1, 2, 3, 5, 10, 20])]']
    ] LOOP
        IF cardinality(string_to_array(text, phrase[1])) <> 2 THEN
            RAISE EXCEPTION 'publish_totals has not one %', phrase[1];
        END IF;
        text := replace(text, phrase[1], phrase[2]);
    END LOOP;
    EXECUTE text;
END;
$$;

CREATE OR REPLACE FUNCTION read_models_version() RETURNS TABLE (positions bigint, tables bigint) LANGUAGE sql STABLE AS $$
    SELECT sum(position)::bigint,
        to_regclass('public.reservations_bookings')::oid::bigint + to_regclass('public.play_rights_claims')::oid::bigint
        + to_regclass('public.vouchers')::oid::bigint + to_regclass('public.club_days')::oid::bigint
        + to_regclass('public.orders')::oid::bigint + to_regclass('public.ledger')::oid::bigint
        + to_regclass('public.waiting_lists_groups')::oid::bigint + to_regclass('public.arrivals_places')::oid::bigint
        + to_regclass('public.course_states')::oid::bigint + to_regclass('public.statements_facts')::oid::bigint
    FROM projections
    WHERE name IN
        ('reservations', 'play_rights', 'vouchers', 'club_days', 'orders', 'ledger', 'waiting_lists', 'arrivals',
         'course_states', 'statements')
$$;

CREATE OR REPLACE VIEW analytics.freshness WITH (security_barrier) AS
SELECT name AS projection, projections.position / unit * unit AS position,
    CASE WHEN unit = 1 THEN as_of ELSE date_trunc('day', as_of, 'Europe/Amsterdam') END AS as_of,
    head.position / unit * unit - projections.position / unit * unit AS behind, state
FROM projections CROSS JOIN journal_head AS head
CROSS JOIN (SELECT CASE WHEN analytics.sees_members() THEN 1 ELSE 1000 END AS unit) AS shown
WHERE name <> 'historic_players';
COMMENT ON VIEW analytics.freshness IS 'How far each read model has followed the journal. The views read analytics, reservations, play_rights and orders.';

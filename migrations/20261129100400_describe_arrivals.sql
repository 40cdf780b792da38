-- Who came (docs/domain.md §3.24), for analysts: counts per club, in `figures` as they stand, published per closed month.

-- A place counts on days that are over and on which its club recorded a scan: on others nobody knows who came. An imported
-- round was recorded after it was played.
CREATE VIEW figures.expected_places AS
SELECT places.place_id, club_id, play_date, arrival.has_arrived, arrival.has_arrived AND walk_in AS is_walk_in,
    arrival.has_arrived AND seen_again > 0 AS is_seen_again, annulled_at IS NOT NULL AS is_annulled,
    CASE WHEN arrival.has_arrived THEN played_holes - arrivals.holes END AS more_holes,
    -- A scan that counts by decision may be of another day.
    CASE WHEN arrival.has_arrived AND NOT by_decision THEN greatest(-30, least(90, 10 * floor(extract(epoch FROM
        (play_date + nullif(start_time, '')::time) AT TIME ZONE 'Europe/Amsterdam' - arrived_at) / 600)))::int END AS minutes
FROM analytics_places AS places
JOIN (SELECT DISTINCT club_id, play_date FROM arrivals_scans) AS recorded USING (club_id, play_date)
LEFT JOIN (SELECT booking_id, start_time FROM reservations_bookings) AS bookings USING (booking_id)
LEFT JOIN (SELECT club_id, play_date, place_id, holes, played_holes, arrived_at, walk_in, by_decision, seen_again, annulled_at
    FROM arrivals_places) AS arrivals USING (club_id, play_date, place_id)
CROSS JOIN LATERAL (SELECT arrivals.place_id IS NOT NULL AND annulled_at IS NULL AS has_arrived) AS arrival
WHERE cancelled_at IS NULL AND entry <> 'imported' AND play_date < analytics.today();
CREATE VIEW figures.arrivals AS
SELECT play_date, date_trunc('month', play_date::timestamp)::date AS month, club_id, count(*) AS places, count(*) FILTER (WHERE has_arrived) AS arrived,
    round(count(*) FILTER (WHERE has_arrived)::numeric / count(*), 4) AS arrived_share, count(*) FILTER (WHERE is_walk_in) AS walk_ins,
    count(*) FILTER (WHERE is_seen_again) AS seen_again, count(*) FILTER (WHERE is_annulled) AS annulled,
    count(*) FILTER (WHERE more_holes < 0) AS played_less, count(*) FILTER (WHERE more_holes > 0) AS played_more
FROM figures.expected_places GROUP BY play_date, club_id;
CREATE VIEW figures.arrival_minutes AS
SELECT date_trunc('month', play_date::timestamp)::date AS month, club_id, minutes, count(*) AS arrived
FROM figures.expected_places WHERE minutes IS NOT NULL GROUP BY 1, 2, 3;
-- Of a code that nobody knows no member is known: each scan counts for another.
CREATE VIEW figures.irregular AS
SELECT play_date, date_trunc('month', play_date::timestamp)::date AS month, club_id, kind, counts, coalesce(member_id, scan_id) AS member_id
FROM arrivals_scans WHERE kind NOT IN ('arrival', 'seen_again') AND play_date < analytics.today();
CREATE VIEW figures.irregular_scans AS
SELECT play_date, month, club_id, kind, count(*) AS scans, count(*) FILTER (WHERE counts) AS accepted, count(*) FILTER (WHERE NOT counts) AS refused
FROM figures.irregular GROUP BY play_date, month, club_id, kind;

-- A column that counts the rows of the first condition, null where those of any condition are of 1 to 4 members.
CREATE FUNCTION count_unless_few(name text, VARIADIC conditions text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT format('CASE WHEN NOT ARRAY[%s] && ''{1,2,3,4}'' THEN count(*) FILTER (WHERE %s) END AS %I',
        (SELECT string_agg(format('count(DISTINCT member_id) FILTER (WHERE %s)', condition), ', ') FROM unnest(conditions) AS condition), conditions[1], name)
$$;
-- Of the places of a closed month that publish_month() holds.
CREATE FUNCTION publish_arrivals(of_month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    whole CONSTANT text := '''''';
    -- Those of whom nothing is known are what rounds_by_month has more, with and without the days that rounds_by_day names.
    parts CONSTANT text := 'came, CASE came WHEN ''unknown'' THEN came ELSE ''expected'' END || is_named';
BEGIN
    PERFORM publish_cells('irregular_scans', of_month, format('SELECT * FROM figures.irregular WHERE month = %L', of_month), whole, 'club_id || '' '' || kind', whole,
        $c$coalesce(split_part(f.shown, ' ', 1), 'other') AS club_id, split_part(f.shown, ' ', 2) AS kind, count(*) AS scans, $c$
        || count_unless_few('accepted', 'counts', 'NOT counts', 'counts IS NULL') || ', ' || count_unless_few('refused', 'NOT counts', 'counts', 'counts IS NULL'));

    CREATE TEMP TABLE arriving ON COMMIT DROP AS
    SELECT member_id, rated_at, NULL::text AS seen_at, is_named, is_limited, holes, play_right, entry = 'imported' AS is_imported, days_ahead, expected.*,
        CASE WHEN has_arrived THEN 'arrived' WHEN has_arrived IS NULL THEN 'unknown' ELSE 'absent' END AS came
    FROM placed LEFT JOIN (SELECT place_id AS expected_id, has_arrived, is_walk_in, is_seen_again, is_annulled, more_holes, minutes
        FROM figures.expected_places WHERE play_date >= of_month AND play_date < of_month + interval '1 month') AS expected ON expected_id = place_id
    WHERE became = 'kept' AND rated_at IS NOT NULL;
    -- Other figures of the month have places by length, right, limit and entry: in none of these are those who came, or did
    -- not, few.
    IF EXISTS (SELECT FROM arriving WHERE came <> 'unknown') AND (SELECT bool_and(members >= 5) FROM (
        SELECT count(DISTINCT member_id) AS members FROM arriving
        GROUP BY GROUPING SETS ((came, holes), (came, play_right), (came, is_limited), (came, is_imported))) AS crossed)
    THEN
        UPDATE arriving SET seen_at = coalesce(f.shown, 'other') FROM fold_cells(format(
            'SELECT '''', rated_at, part, member_id FROM arriving CROSS JOIN unnest(ARRAY[%s]) AS part', parts)) AS f WHERE f.key = rated_at;
        PERFORM publish_cells('arrivals', of_month, 'SELECT * FROM arriving WHERE seen_at IS NOT NULL', whole, 'seen_at', parts,
            $c$coalesce(f.shown, 'other') AS club_id, count(*) FILTER (WHERE came <> 'unknown') AS places, count(*) FILTER (WHERE came = 'arrived') AS arrived,
            round(count(*) FILTER (WHERE came = 'arrived')::numeric / nullif(count(*) FILTER (WHERE came <> 'unknown'), 0), 4) AS arrived_share, $c$
            -- lead_times has who else booked on the day itself.
            || count_unless_few('walk_ins', 'is_walk_in', 'has_arrived AND NOT is_walk_in', 'days_ahead = 0 AND NOT is_imported AND is_walk_in IS NOT TRUE') || ', '
            || count_unless_few('seen_again', 'is_seen_again', 'has_arrived AND NOT is_seen_again') || ', '
            || count_unless_few('annulled', 'is_annulled', 'NOT has_arrived AND NOT is_annulled') || ', '
            || count_unless_few('played_less', 'more_holes < 0', 'more_holes >= 0', 'more_holes = 0') || ', '
            || count_unless_few('played_more', 'more_holes > 0', 'more_holes <= 0', 'more_holes = 0'));
        DELETE FROM published_figures WHERE figure = 'arrivals' AND month = of_month AND cells @> '{"places": 0}'; -- nothing was recorded
        -- Where few arrived without a start time, those with one would tell of them.
        PERFORM publish_cells('arrival_minutes', of_month, 'SELECT * FROM arriving WHERE minutes IS NOT NULL AND seen_at NOT IN (SELECT seen_at FROM arriving
            WHERE seen_at IS NOT NULL AND has_arrived AND minutes IS NULL GROUP BY seen_at HAVING count(DISTINCT member_id) < 5)',
            'seen_at', 'minutes', whole, 'f.parent AS club_id, f.shown::int AS minutes, count(*) AS arrived');
    END IF;
    DROP TABLE arriving;
END;
$$;
DO $migration$
DECLARE
    before CONSTANT text := pg_get_functiondef('publish_month(date)'::regprocedure);
    after CONSTANT text := replace(before, 'DROP TABLE placed;', 'PERFORM publish_arrivals(of_month);
    DROP TABLE placed;');
BEGIN
    ASSERT after <> before;
    EXECUTE after;
END;
$migration$;

COMMENT ON VIEW figures.expected_places IS 'Per active place of a day that is over and on which its club recorded a scan, whether its player came.';
COMMENT ON VIEW figures.irregular IS 'Per irregular scan of a day that is over, its member, or itself where none is known.';
COMMENT ON VIEW figures.arrivals IS 'How many players came, per club and day that is over, of the days on which the club recorded a scan. Published: per month, as it stood when the month was over.';
COMMENT ON COLUMN figures.arrivals.play_date IS 'Day of play (Europe/Amsterdam). Published: null, for all days of the month.';
COMMENT ON COLUMN figures.arrivals.month IS 'First day of its month.';
COMMENT ON COLUMN figures.arrivals.club_id IS 'The club''s slug. Published: other for the small ones together.';
COMMENT ON COLUMN figures.arrivals.places IS 'Active places of these days, without imported ones.';
COMMENT ON COLUMN figures.arrivals.arrived IS 'Of places, those whose player came.';
COMMENT ON COLUMN figures.arrivals.arrived_share IS 'arrived / places, 0 to 1.';
COMMENT ON COLUMN figures.arrivals.walk_ins IS 'Of arrived, booked at the desk for a player who came without a reservation. Published: null where it would single out fewer than five.';
COMMENT ON COLUMN figures.arrivals.seen_again IS 'Of arrived, those whose code was scanned once more. Published: null where it would single out fewer than five.';
COMMENT ON COLUMN figures.arrivals.annulled IS 'Of places, those whose arrival the club took back. Published: null where it would single out fewer than five.';
COMMENT ON COLUMN figures.arrivals.played_less IS 'Of arrived, booked over 18 holes and played over 9. Published: null where it would single out fewer than five.';
COMMENT ON COLUMN figures.arrivals.played_more IS 'Of arrived, booked over 9 holes and played over 18. Published: null where it would single out fewer than five.';
COMMENT ON VIEW figures.arrival_minutes IS 'How long before the start time that they agreed players came, per club and month of play, of groups that wrote a start time down; without scans that count by decision.';
COMMENT ON COLUMN figures.arrival_minutes.month IS 'First day of the month of play (Europe/Amsterdam).';
COMMENT ON COLUMN figures.arrival_minutes.club_id IS 'The club''s slug. Published: other for the small ones together.';
COMMENT ON COLUMN figures.arrival_minutes.minutes IS 'Fewest minutes before the start time, of the class of ten: -30 (more than 20 minutes after it) to 90 (and earlier). Published: null for the rare ones together.';
COMMENT ON COLUMN figures.arrival_minutes.arrived IS 'Players who came then.';
COMMENT ON VIEW figures.irregular_scans IS 'Scans that count for nobody unless the club decides so, per club, day that is over and kind. Published: per month, as it stood when the month was over.';
COMMENT ON COLUMN figures.irregular_scans.play_date IS 'Day of the club''s list (Europe/Amsterdam). Published: null, for all days of the month.';
COMMENT ON COLUMN figures.irregular_scans.month IS 'First day of its month.';
COMMENT ON COLUMN figures.irregular_scans.club_id IS 'Slug of the club that scanned. Published: other for the small ones together.';
COMMENT ON COLUMN figures.irregular_scans.kind IS 'other_day (the code is of a round on another day), other_club, cancelled (the place is given up) or unknown (nobody''s code). Published: null for other.';
COMMENT ON COLUMN figures.irregular_scans.scans IS 'Scans.';
COMMENT ON COLUMN figures.irregular_scans.accepted IS 'Of these, the club decided that they count. Published: null where it would single out fewer than five.';
COMMENT ON COLUMN figures.irregular_scans.refused IS 'Of these, the club decided that they do not count; on the rest it has not decided. Published: null where it would single out fewer than five.';
COMMENT ON FUNCTION count_unless_few(text, text[]) IS 'Text of a column for publish_cells(): counts the rows of the first condition; null where those of any are of 1 to 4 members.';
COMMENT ON FUNCTION publish_arrivals(date) IS 'Publishes the arrivals of a closed month, within publish_month().';
DO $$
DECLARE
    view record;
    described record;
BEGIN
    FOR view IN SELECT oid, relname FROM pg_class WHERE oid IN ('figures.arrivals'::regclass, 'figures.arrival_minutes'::regclass, 'figures.irregular_scans'::regclass) LOOP
        EXECUTE format(
            'CREATE VIEW analytics.%1$I WITH (security_barrier) AS
             SELECT * FROM figures.%1$I WHERE analytics.reads_journal() AND (SELECT analytics.sees_members())
             UNION ALL
             SELECT shown.* FROM published_figures CROSS JOIN LATERAL jsonb_populate_record(NULL::figures.%1$I, cells) AS shown
             WHERE figure = %1$L AND NOT (analytics.reads_journal() AND (SELECT analytics.sees_members()))', view.relname);
        EXECUTE format('COMMENT ON VIEW analytics.%I IS %L', view.relname, obj_description(view.oid, 'pg_class'));
        FOR described IN SELECT attname, col_description(view.oid, attnum) AS text FROM pg_attribute WHERE attrelid = view.oid AND attnum > 0 LOOP
            EXECUTE format('COMMENT ON COLUMN analytics.%I.%I IS %L', view.relname, described.attname, described.text);
        END LOOP;
    END LOOP;
END;
$$;
REVOKE EXECUTE ON FUNCTION publish_arrivals(date), count_unless_few(text, text[]) FROM PUBLIC;
SELECT analytics.grant_readers(), grant_figures_to_web();
CREATE OR REPLACE FUNCTION analytics.contract() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT '2.1' $$;

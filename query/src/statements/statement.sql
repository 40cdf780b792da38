-- $1 club, $2 first day of the month, $3 and $4 the first and the last of its days that are read, $5 whether what changed since
-- the closing before is, too. One row has the terms, which alone has no position; the others are what happened to the places of
-- these days, and to those of earlier months that changed. One statement, so that all are of the same snapshot.
WITH closed AS (
    SELECT * FROM statements_months WHERE club_id = $1 AND month = $2::date
), bounds AS MATERIALIZED (
    SELECT
        coalesce((SELECT as_of FROM closed), (SELECT position FROM projections WHERE name = 'statements')) AS as_of,
        (SELECT as_of FROM statements_months WHERE club_id = $1 AND month = ($2::date - interval '1 month')::date) AS since
), changed AS (
    SELECT DISTINCT play_date, place_id
    FROM statements_facts
    WHERE $5 AND club_id = $1 AND position > (SELECT since FROM bounds) AND position <= (SELECT as_of FROM bounds)
        AND play_date < $2::date
)
SELECT
    jsonb_build_object(
        'as_of', bounds.as_of,
        'since', bounds.since,
        'seen', coalesce((SELECT events FROM statements_clubs WHERE club_id = $1), 0),
        'closed', (SELECT to_jsonb(closed) FROM closed),
        'tariffs', (
            SELECT coalesce(jsonb_agg(to_jsonb(tariff) ORDER BY position), '[]') FROM statements_tariffs AS tariff
            WHERE club_id = $1 AND position <= bounds.as_of
        ),
        'adjustments', (
            SELECT coalesce(jsonb_agg(to_jsonb(dispute)), '[]') FROM statements_disputes AS dispute
            WHERE club_id = $1 AND outcome = 'accepted' AND adjustment_cents <> 0
                AND end_position > coalesce(bounds.since, 0) AND end_position <= bounds.as_of
        ),
        'disputes', (
            SELECT coalesce(jsonb_agg(to_jsonb(dispute) ORDER BY disputed_at DESC, dispute_id), '[]')
            FROM statements_disputes AS dispute WHERE club_id = $1 AND month = $2::date
        )
    ) AS terms,
    NULL::bigint AS position, NULL::date AS play_date, NULL::uuid AS place_id, NULL::uuid AS booking_id, NULL::uuid AS member_id,
    NULL::text AS kind, NULL::uuid AS scan_id, NULL::smallint AS holes, NULL::boolean AS walk_in, NULL::boolean AS counts,
    NULL::text AS reason, NULL::text AS note, NULL::timestamptz AS recorded_at
FROM bounds
UNION ALL
SELECT
    NULL, position, play_date, place_id, booking_id, member_id, kind, scan_id, holes, walk_in, counts, reason, note, recorded_at
FROM statements_facts
WHERE club_id = $1 AND play_date BETWEEN $3::date AND $4::date AND position <= (SELECT as_of FROM bounds)
UNION ALL
SELECT
    NULL, position, play_date, place_id, booking_id, member_id, kind, scan_id, holes, walk_in, counts, reason, note, recorded_at
FROM changed
JOIN statements_facts USING (play_date, place_id)
WHERE club_id = $1 AND position <= (SELECT as_of FROM bounds)

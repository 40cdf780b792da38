-- The arrival of each changed place, as its scans say: the earliest that counts is the arrival. Where none counts any more the
-- arrival was taken back, and shows what it was. A change that nobody arrived by, of a place without a row, adds none.
INSERT INTO {schema}.arrivals_places (
    club_id, play_date, place_id, booking_id, member_id, holes, played_holes, arrived_at, arrived_by, method, walk_in,
    by_decision, seen_again, annulled_at, annulled_position
)
SELECT
    change.club_id, change.play_date, change.place_id, change.booking_id, change.member_id,
    coalesce(change.holes, known.holes),
    coalesce(
        change.played_holes, CASE WHEN NOT change.holes_reset THEN known.played_holes END, change.holes, known.holes
    ),
    first.scanned_at, first.scanned_by, first.method,
    coalesce(change.walk_in, known.walk_in, false),
    first.by_decision, first.seen_again,
    CASE WHEN NOT first.stands THEN coalesce(change.ended_at, known.annulled_at) END,
    first.annulled_position
FROM {changes}
LEFT JOIN {schema}.arrivals_places AS known
    ON known.club_id = change.club_id AND known.play_date = change.play_date AND known.place_id = change.place_id
CROSS JOIN LATERAL (
    SELECT
        scanned_at, scanned_by, method, NOT regular AS by_decision, stands, annulled_position,
        (count(*) FILTER (WHERE stands AND kind = 'seen_again') OVER ())::integer AS seen_again
    FROM (
        SELECT
            scan.*, annulled.annulled_position, counted.*,
            counted.did_count AND scan.position > annulled.annulled_position AS stands
        FROM {schema}.arrivals_scans AS scan
        CROSS JOIN (SELECT coalesce(change.annulled_position, known.annulled_position, 0)) AS annulled (annulled_position)
        CROSS JOIN LATERAL (SELECT scan.kind IN ('arrival', 'seen_again')) AS kinds (regular)
        CROSS JOIN LATERAL (SELECT kinds.regular, coalesce(scan.counts, kinds.regular)) AS counted (regular, did_count)
        WHERE scan.club_id = change.club_id AND scan.play_date = change.play_date AND scan.place_id = change.place_id
    ) AS scan
    ORDER BY stands DESC, did_count DESC, scanned_at, position
    LIMIT 1
) AS first
WHERE change.holes IS NOT NULL OR known.place_id IS NOT NULL
ON CONFLICT (club_id, play_date, place_id) DO UPDATE
SET holes = excluded.holes, played_holes = excluded.played_holes, arrived_at = excluded.arrived_at,
    arrived_by = excluded.arrived_by, method = excluded.method, walk_in = excluded.walk_in,
    by_decision = excluded.by_decision, seen_again = excluded.seen_again, annulled_at = excluded.annulled_at,
    annulled_position = excluded.annulled_position

-- $1 club, $2 the position after which to read, $3 how many items at most, besides those of the last event: with them, up
-- to where everything is there, and the journal's head. One statement, so that all are of the same snapshot. Bookings are
-- read from the reservations, which must be as far.
WITH reached AS MATERIALIZED (
    SELECT min(projections.position) AS position, (SELECT position FROM journal_head) AS head
    FROM projections WHERE name IN ('club_feed', 'reservations')
)
SELECT reached.position AS reached, reached.head, feed.*
FROM reached
LEFT JOIN LATERAL (
    SELECT position, ordinal, kind, recorded_at, play_date, booking_id, place_id, left_place_id, holes, start_time, scan_id,
        scanned_at, why, counts
    FROM (
        SELECT *
        FROM club_feed
        WHERE club_id = $1 AND club_feed.position > $2 AND club_feed.position <= reached.position
        ORDER BY club_feed.position
        LIMIT $3
    ) AS event
    -- An event about no place is an item too.
    LEFT JOIN LATERAL UNNEST(place_ids) WITH ORDINALITY AS place (place_id, ordinal) ON true
    ORDER BY position
    FETCH FIRST $3 ROWS WITH TIES
) AS feed ON true
ORDER BY feed.position, feed.ordinal

-- $1 member, $2 today, $3 own place of the last row of the page before (null: from the start), $4 own places at most
-- (null: all). The limit is applied before the joins, so that a page costs the same however long the history is.
WITH own AS MATERIALIZED (
    SELECT place_id, booking_id, play_date
    FROM reservations_places
    WHERE member_id = $1
        AND (play_date < $2 OR cancelled_at IS NOT NULL)
        AND ($3::uuid IS NULL OR (play_date, place_id) < (
            SELECT play_date, place_id FROM reservations_places WHERE place_id = $3 AND member_id = $1
        ))
    ORDER BY play_date DESC, place_id DESC
    LIMIT $4
)

-- $1 member, $2 today.
WITH own AS (
    SELECT place_id, booking_id, play_date
    FROM reservations_places
    WHERE member_id = $1 AND play_date >= $2 AND cancelled_at IS NULL
)

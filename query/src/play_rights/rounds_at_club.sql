-- $1 member, $2 club, $3 today, $4 rows at most. The limit is applied before the joins.
WITH played AS MATERIALIZED (
    SELECT place_id, play_date
    FROM play_rights_claims
    WHERE member_id = $1 AND club_id = $2 AND play_date < $3 AND NOT forfeited
    ORDER BY play_date DESC, place_id DESC
    LIMIT $4
)
SELECT played.place_id, played.play_date, booking.holes
FROM played
JOIN reservations_places AS place ON place.place_id = played.place_id
JOIN reservations_bookings AS booking ON booking.booking_id = place.booking_id
ORDER BY played.play_date DESC, played.place_id DESC

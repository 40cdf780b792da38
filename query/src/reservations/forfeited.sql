-- $1 member, $2 rows at most: places whose right expired with them and was not given back, latest play date first.
SELECT place.booking_id, place.place_id, place.play_date, place.cancelled_at, place.subscription_id, place.voucher_id,
    place.voucher_title,
    booking.club_id, booking.holes
FROM reservations_places AS place
JOIN reservations_bookings AS booking ON booking.booking_id = place.booking_id
WHERE place.member_id = $1 AND place.playright_expired
ORDER BY place.play_date DESC, place.place_id DESC
LIMIT $2

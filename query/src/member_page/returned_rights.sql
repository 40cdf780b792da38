-- $1 member, $2 rows at most: lost rights that an operator gave back, the latest first, each with both events. A place loses
-- its right once at most.
SELECT back.position AS returned, lost.position AS forfeited, back.booking_id, back.place_id, back.club_id, back.play_date,
    back.subscription_id, back.voucher_id, booking.holes, place.voucher_title
FROM ledger AS back
JOIN reservations_bookings AS booking ON booking.booking_id = back.booking_id
JOIN reservations_places AS place ON place.place_id = back.place_id
LEFT JOIN ledger AS lost
    ON lost.member_id = $1 AND lost.kind = 'forfeited' AND lost.place_id = back.place_id
WHERE back.member_id = $1 AND back.kind = 'restored'
ORDER BY back.position DESC
LIMIT $2

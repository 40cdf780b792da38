-- $1 member, $2 subscription, $3 and $4 the day and position after which the page begins, $5 maximum number of lines.
SELECT entry.position, entry.day, entry.kind, entry.booking_id, entry.place_id, entry.club_id, entry.play_date, booking.holes,
    place.club_notice
FROM ledger AS entry
JOIN reservations_bookings AS booking ON booking.booking_id = entry.booking_id
JOIN reservations_places AS place ON place.place_id = entry.place_id
WHERE entry.subscription_id = $2 AND entry.member_id = $1 AND (entry.day, entry.position) < ($3, $4)
ORDER BY entry.day DESC, entry.position DESC
LIMIT $5

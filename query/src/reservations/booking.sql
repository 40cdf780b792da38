-- $1 booking. There is no own place here, so all rows have the same own_place_id.
SELECT
    booking.booking_id AS own_place_id,
    booking.booking_id, booking.club_id, booking.play_date, booking.holes, booking.master_id, booking.booked_at,
    place.place_id, place.member_id, place.subscription_id, place.voucher_id, place.voucher_title,
    place.cancelled_at, place.playright_expired, place.club_notice
FROM reservations_bookings AS booking
JOIN reservations_places AS place ON place.booking_id = booking.booking_id
WHERE booking.booking_id = $1
ORDER BY place.standing

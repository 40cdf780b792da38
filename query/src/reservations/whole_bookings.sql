-- One row per place of each booking; `own` names a place of each, and the rows of one own place are adjacent.
SELECT
    own.place_id AS own_place_id,
    booking.booking_id, booking.club_id, booking.play_date, booking.holes, booking.master_id, booking.booked_at,
    booking.start_time, booking.start_time_by,
    place.place_id, place.member_id, place.subscription_id, place.voucher_id, place.voucher_title,
    place.cancelled_at, place.playright_expired, place.club_notice
FROM own
JOIN reservations_bookings AS booking ON booking.booking_id = own.booking_id
JOIN reservations_places AS place ON place.booking_id = own.booking_id

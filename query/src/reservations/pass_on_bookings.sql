UPDATE {schema}.reservations_bookings AS booking
SET master_id = change.master_id
FROM {changes}
WHERE booking.booking_id = change.booking_id

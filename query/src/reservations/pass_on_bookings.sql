UPDATE {schema}.reservations_bookings AS booking
SET master_id = passed.master_id
FROM UNNEST($1::uuid[], $2::uuid[]) AS passed (booking_id, master_id)
WHERE booking.booking_id = passed.booking_id

INSERT INTO {schema}.club_feed (club_id, position, part, kind, recorded_at, play_date, booking_id, start_time)
SELECT booking.club_id, change.position, 0, 'start_time', change.recorded_at, booking.play_date, change.booking_id,
    change.start_time
FROM {changes}
JOIN {schema}.club_feed_bookings AS booking ON booking.booking_id = change.booking_id

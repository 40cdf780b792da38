-- The event names no club; the first of its stream does.
INSERT INTO {schema}.club_feed (club_id, position, kind, recorded_at, play_date, booking_id, place_ids, start_time)
SELECT booked.payload -> 'RoundBooked' ->> 'club', change.position, 'start_time', change.recorded_at,
    (booked.payload -> 'RoundBooked' ->> 'play_date')::date, change.booking_id, '{}', change.start_time
FROM {changes}
JOIN events AS booked ON booked.aggregate_type = 'Reservation' AND booked.aggregate_id = change.booking_id::text
    AND booked.sequence = 1

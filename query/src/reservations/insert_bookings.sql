INSERT INTO {schema}.reservations_bookings (booking_id, master_id, booked_at, play_date, holes, club_id)
SELECT * FROM UNNEST($1::uuid[], $2::uuid[], $3::timestamptz[], $4::date[], $5::smallint[], $6::text[])

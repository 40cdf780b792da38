INSERT INTO {schema}.analytics_places (
    place_id, booking_id, joined_at, cancelled_at, play_date, holes, forfeited, entry, play_right, cancel_mode, club_id
)
SELECT * FROM UNNEST(
    $1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::date[], $6::smallint[], $7::boolean[], $8::text[],
    $9::text[], $10::text[], $11::text[]
)

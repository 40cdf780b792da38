UPDATE {schema}.analytics_places AS place
SET cancelled_at = COALESCE(ending.cancelled_at, place.cancelled_at),
    cancel_mode = COALESCE(ending.cancel_mode, place.cancel_mode),
    forfeited = place.forfeited OR ending.forfeited
FROM UNNEST($1::uuid[], $2::timestamptz[], $3::text[], $4::boolean[])
    AS ending (place_id, cancelled_at, cancel_mode, forfeited)
WHERE place.place_id = ending.place_id

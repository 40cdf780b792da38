UPDATE {schema}.reservations_places AS place
SET cancelled_at = COALESCE(ending.cancelled_at, place.cancelled_at),
    playright_expired = place.playright_expired OR ending.expired
FROM UNNEST($1::uuid[], $2::timestamptz[], $3::boolean[]) AS ending (place_id, cancelled_at, expired)
WHERE place.place_id = ending.place_id

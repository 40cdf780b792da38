UPDATE {schema}.reservations_places AS place
SET cancelled_at = COALESCE(change.cancelled_at, place.cancelled_at),
    playright_expired = place.playright_expired OR change.expired
FROM {changes}
WHERE place.place_id = change.place_id

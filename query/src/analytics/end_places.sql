UPDATE {schema}.analytics_places AS place
SET cancelled_at = COALESCE(change.cancelled_at, place.cancelled_at),
    cancel_mode = COALESCE(change.cancel_mode, place.cancel_mode),
    forfeited = COALESCE(change.forfeited, place.forfeited)
FROM {changes}
WHERE place.place_id = change.place_id

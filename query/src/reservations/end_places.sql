UPDATE {schema}.reservations_places AS place
SET cancelled_at = COALESCE(change.cancelled_at, place.cancelled_at),
    playright_expired = COALESCE(change.expired, place.playright_expired),
    club_notice = COALESCE(change.club_notice, place.club_notice)
FROM {changes}
WHERE place.place_id = change.place_id

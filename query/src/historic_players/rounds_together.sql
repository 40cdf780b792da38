-- $1 member. One row per booking in which the member and others have active places: the latest 100 by play date.
SELECT own.play_date, company.members
FROM reservations_places AS own
CROSS JOIN LATERAL (
    SELECT array_agg(member_id ORDER BY member_id) AS members
    FROM reservations_places
    WHERE booking_id = own.booking_id AND cancelled_at IS NULL AND place_id <> own.place_id
) AS company
WHERE own.member_id = $1 AND own.cancelled_at IS NULL AND company.members IS NOT NULL
ORDER BY own.play_date DESC, own.booking_id DESC
LIMIT 100

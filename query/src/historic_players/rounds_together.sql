-- $1 member. One row per booking in which the member and others have active places: the latest 100 by play date.
SELECT own.play_date, company.members
FROM (
    SELECT booking_id, play_date
    FROM historic_players
    WHERE member_id = $1 AND active AND cardinality(met) > 0
    ORDER BY play_date DESC, booking_id DESC
    LIMIT 100
) AS own
CROSS JOIN LATERAL (
    SELECT array_agg(member_id ORDER BY member_id) AS members
    FROM historic_players
    WHERE booking_id = own.booking_id AND active AND member_id <> $1
) AS company
WHERE company.members IS NOT NULL
ORDER BY own.play_date DESC, own.booking_id DESC

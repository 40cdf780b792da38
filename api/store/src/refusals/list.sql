)
SELECT page.id, page.at, page.member_id, concat_ws(' ', member.first_name, nullif(member.prefix, ''), member.last_name) AS member_name,
    page.command, page.rule, page.sentence, page.about, club.id AS club_id, club.name AS club,
    coalesce(page.play_date, booking.play_date) AS play_date,
    coalesce(page.holes, booking.holes) AS holes, page.players, others.named, others.names, page.booking_id,
    page.request_id, page.by_operator
FROM page
JOIN members AS member ON member.id = page.member_id
-- A command that changes a booking names the booking alone.
LEFT JOIN reservations_bookings AS booking ON booking.booking_id = page.booking_id
LEFT JOIN clubs AS club ON club.id = coalesce(page.club_id, booking.club_id)
CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(id ORDER BY id), '{}') AS named,
        coalesce(array_agg(concat_ws(' ', first_name, nullif(prefix, ''), last_name) ORDER BY id), '{}') AS names
    FROM members WHERE members.id = ANY (page.players || page.about)
) AS others
ORDER BY page.at DESC, page.id DESC

-- $1 play dates, $2 the club of each. OFFSET 0 lets the database look at one day after the other: for many days at once it
-- would read all bookings.
SELECT day.club_id, day.play_date, player.member_id
FROM UNNEST($1::date[], $2::text[]) AS day (play_date, club_id)
CROSS JOIN LATERAL (
    SELECT place.member_id
    FROM reservations_bookings AS booking
    JOIN reservations_places AS place USING (booking_id)
    WHERE booking.play_date = day.play_date AND booking.club_id = day.club_id AND place.cancelled_at IS NULL
    OFFSET 0
) AS player

-- $1 play dates, $2 the club of each.
SELECT club_id, play_date, claimed, closed_notice, capacity, holds::text, smallest_in_turn
FROM UNNEST($1::date[], $2::text[]) AS round (play_date, club_id)
JOIN club_days USING (play_date, club_id)

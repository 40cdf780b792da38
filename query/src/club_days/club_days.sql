-- $1 first day, $2 last day, $3 a club that is wanted on each of them (null: none), $4 a day on which all clubs are
-- wanted (null: none); without both, all clubs on each day.
SELECT club_id, play_date, claimed, closed_notice, capacity, holds::text, smallest_in_turn FROM club_days WHERE club_id = $3 AND play_date BETWEEN $1 AND $2
UNION ALL
SELECT club_id, play_date, claimed, closed_notice, capacity, holds::text, smallest_in_turn FROM club_days WHERE play_date = $4 AND club_id IS DISTINCT FROM $3
UNION ALL
SELECT club_id, play_date, claimed, closed_notice, capacity, holds::text, smallest_in_turn FROM club_days
WHERE $3::text IS NULL AND $4::date IS NULL AND play_date BETWEEN $1 AND $2

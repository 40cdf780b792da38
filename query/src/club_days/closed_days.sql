-- $1 club, $2 first day. Few days are closed: they have an index of their own.
SELECT play_date, closed_notice FROM club_days
WHERE club_id = $1 AND play_date >= $2 AND closed_notice IS NOT NULL
ORDER BY play_date
LIMIT 366

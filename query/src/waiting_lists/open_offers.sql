-- $1 today, $2 how many offers at most. Those of days that are over concern nobody.
SELECT club_id, play_date, min(offered_until) AS until FROM (
    SELECT club_id, play_date, offered_until FROM waiting_lists_groups
    WHERE state = 'offered' AND play_date >= $1
    ORDER BY offered_until
    LIMIT $2
) AS next
GROUP BY club_id, play_date
ORDER BY until, play_date, club_id

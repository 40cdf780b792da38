-- $1 first day, $2 last day: all clubs on each of them, with the groups that wait or have an offer, counted up to 100. They
-- are counted only for a day whose own row says that there are any.
SELECT
    day.club_id, day.play_date, day.claimed, day.closed_notice, day.capacity, day.holds::text, day.smallest_in_turn,
    CASE WHEN day.smallest_waiting IS NOT NULL OR day.holds IS NOT NULL THEN (
        SELECT count(*) FROM (
            SELECT FROM waiting_lists_groups AS waiting
            WHERE waiting.club_id = day.club_id AND waiting.play_date = day.play_date
                AND waiting.state IN ('waiting', 'offered', 'passed_over')
            LIMIT 100
        ) AS counted
    ) ELSE 0 END AS waiting
FROM club_days AS day
WHERE day.play_date BETWEEN $1 AND $2

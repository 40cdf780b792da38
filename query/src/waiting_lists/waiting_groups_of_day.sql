-- $1 club, $2 day, $3 how many groups at most.
SELECT
    waiting.group_id,
    waiting.club_id,
    waiting.play_date,
    waiting.holes,
    waiting.asked_by,
    waiting.asked_at,
    waiting.state,
    waiting.offered_until,
    waiting.booking_id,
    waiting.joins,
    player.members,
    row_number() OVER (ORDER BY waiting.position) - 1 AS groups
FROM (
    SELECT * FROM waiting_lists_groups
    WHERE club_id = $1 AND play_date = $2 AND state IN ('waiting', 'offered', 'passed_over')
    ORDER BY position
    LIMIT $3
) AS waiting
CROSS JOIN LATERAL (
    SELECT array_agg(member_id ORDER BY standing) AS members FROM waiting_lists_players
    WHERE group_id = waiting.group_id
) AS player
ORDER BY waiting.position

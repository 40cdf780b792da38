-- $1 member, $2 today, $3 how many groups at most. The groups before each are counted up to 100.
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
    ahead.groups
FROM (
    SELECT waiting_lists_groups.* FROM waiting_lists_groups
    JOIN (
        SELECT group_id FROM waiting_lists_players WHERE member_id = $1 AND play_date >= $2
        UNION
        SELECT group_id FROM waiting_lists_groups
        WHERE asked_by = $1 AND play_date >= $2 AND joins IS NOT NULL
    ) AS own USING (group_id)
    WHERE state IN ('waiting', 'offered', 'passed_over')
    ORDER BY play_date, position
    LIMIT $3
) AS waiting
CROSS JOIN LATERAL (
    SELECT array_agg(member_id ORDER BY standing) AS members FROM waiting_lists_players
    WHERE group_id = waiting.group_id
) AS player
CROSS JOIN LATERAL (
    SELECT count(*) AS groups FROM (
        SELECT FROM waiting_lists_groups AS before
        WHERE before.club_id = waiting.club_id AND before.play_date = waiting.play_date
            AND before.position < waiting.position AND before.state IN ('waiting', 'offered', 'passed_over')
        LIMIT 100
    ) AS counted
) AS ahead
ORDER BY waiting.play_date, waiting.position

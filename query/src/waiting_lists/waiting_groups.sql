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
    player.members,
    ahead.groups
FROM (
    SELECT waiting_lists_groups.* FROM waiting_lists_players AS own
    JOIN waiting_lists_groups USING (group_id)
    WHERE own.member_id = $1 AND own.play_date >= $2 AND state IN ('waiting', 'offered', 'passed_over')
    ORDER BY own.play_date, waiting_lists_groups.position
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

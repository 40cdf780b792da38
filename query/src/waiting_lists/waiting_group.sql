-- $1 group. The groups before it are counted up to 100.
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
FROM waiting_lists_groups AS waiting
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
WHERE waiting.group_id = $1

-- $1 member, $2 booking whose active players are left out (null: none).
SELECT other AS member_id, count(DISTINCT booking_id) AS rounds, max(play_date) AS last_date
FROM co_players
WHERE member_id = $1 AND other IS NOT NULL
    AND other NOT IN (SELECT member_id FROM reservations_places WHERE booking_id = $2 AND cancelled_at IS NULL)
GROUP BY other
ORDER BY rounds DESC, last_date DESC, other
LIMIT 50

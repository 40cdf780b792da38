-- $1 member, $2 booking whose active players are left out (null: none).
SELECT met.member_id, count(*) AS rounds, max(own.play_date) AS last_date
FROM historic_players AS own
CROSS JOIN LATERAL UNNEST(own.met) AS met (member_id)
WHERE own.member_id = $1
    AND met.member_id NOT IN (SELECT member_id FROM historic_players WHERE booking_id = $2 AND active)
GROUP BY met.member_id
ORDER BY rounds DESC, last_date DESC, met.member_id
LIMIT 50

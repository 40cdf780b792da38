-- $1 member, $2 first and $3 last day of the year.
SELECT club_id, count(*) AS rounds
FROM play_rights_claims
WHERE member_id = $1 AND play_date BETWEEN $2 AND $3 AND NOT forfeited
GROUP BY club_id
ORDER BY club_id

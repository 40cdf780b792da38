-- $1 first day of the last month; $2 and $3 clubs and months that are left out, in pairs. The order keeps the sub-query one of its
-- own, so that the rows of one club are read at a time.
SELECT months.*
FROM statements_clubs AS clubs
CROSS JOIN LATERAL (
    SELECT club_id, month, total_cents, invoice FROM statements_months AS closed
    WHERE closed.club_id = clubs.club_id AND month <= $1::date AND total_cents <> 0 AND invoice IS NOT NULL
        AND (closed.club_id, month) NOT IN (SELECT * FROM unnest($2::text[], $3::date[]))
    ORDER BY month
) AS months

-- Follows the statement of the members' rights ($1 members, $2 today): one row per member, each with the same days.
-- $3 last day, $4 and $5 the club and the day, as $3 and $4 of club_days.sql.
) AS rights
CROSS JOIN (
    SELECT
        array_agg(club_id) AS day_clubs,
        array_agg(play_date) AS day_dates,
        array_agg(claimed) AS day_claimed,
        array_agg(closed_notice) AS day_closed,
        array_agg(capacity) AS day_capacity,
        array_agg(holds::text) AS day_holds,
        array_agg(smallest_in_turn) AS day_in_turn
    FROM (
        SELECT club_id, play_date, claimed, closed_notice, capacity, holds, smallest_in_turn
        FROM club_days WHERE club_id = $4 AND play_date BETWEEN $2 AND $3
        UNION ALL
        SELECT club_id, play_date, claimed, closed_notice, capacity, holds, smallest_in_turn
        FROM club_days WHERE play_date = $5 AND club_id IS DISTINCT FROM $4
        UNION ALL
        SELECT club_id, play_date, claimed, closed_notice, capacity, holds, smallest_in_turn FROM club_days
        WHERE $4::text IS NULL AND $5::date IS NULL AND play_date BETWEEN $2 AND $3
    ) AS wanted_day
) AS day

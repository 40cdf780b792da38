-- Follows the statement of the members' rights ($1 members, $2 today): one row per member, each with the same days.
-- $3 last day, $4 club (null: all), $5 a day on which all clubs are wanted (null: none).
) AS rights
CROSS JOIN (
    SELECT
        array_agg(club_id ORDER BY play_date, club_id) AS day_clubs,
        array_agg(play_date ORDER BY play_date, club_id) AS day_dates,
        array_agg(claimed ORDER BY play_date, club_id) AS day_claimed
    FROM club_days
    WHERE play_date BETWEEN $2 AND $3 AND ($4::text IS NULL OR club_id = $4 OR play_date = $5::date)
) AS day

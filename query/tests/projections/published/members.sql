-- The rests of months, as published, beside the members who played in them: places of one member are no five members.
WITH days AS (SELECT play_date, club_id FROM analytics.rounds_by_day WHERE play_date IS NOT NULL),
rests AS (SELECT month, club_id, players FROM analytics.rounds_by_day WHERE play_date IS NULL),
played AS (
    SELECT date_trunc('month', places.play_date)::date AS month, places.club_id, member_id
    FROM analytics_places AS places JOIN reservations_places USING (place_id)
    WHERE places.cancelled_at IS NULL AND (places.play_date, club_id) NOT IN (SELECT play_date, club_id FROM days)
), counted AS (
    SELECT month, coalesce(rests.club_id, 'other') AS club_id, count(*) AS places, count(DISTINCT member_id) AS members
    FROM played LEFT JOIN rests USING (month, club_id) GROUP BY 1, 2
)
SELECT count(*) AS rests, count(*) FILTER (WHERE places = players AND members >= 5) AS as_published
FROM rests LEFT JOIN counted USING (month, club_id)

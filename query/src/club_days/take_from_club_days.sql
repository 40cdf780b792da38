UPDATE {schema}.club_days AS day
SET claimed = day.claimed + change.net
FROM UNNEST($1::date[], $2::text[], $3::integer[]) AS change (play_date, club_id, net)
WHERE day.play_date = change.play_date AND day.club_id = change.club_id

UPDATE {schema}.club_days AS day
SET claimed = day.claimed + change.net
FROM {changes}
WHERE day.play_date = change.play_date AND day.club_id = change.club_id

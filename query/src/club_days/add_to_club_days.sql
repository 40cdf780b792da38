INSERT INTO {schema}.club_days AS day (play_date, club_id, claimed)
SELECT play_date, club_id, net FROM {changes}
ON CONFLICT (play_date, club_id) DO UPDATE SET claimed = day.claimed + EXCLUDED.claimed

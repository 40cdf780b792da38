INSERT INTO {schema}.club_days AS day (play_date, club_id, claimed)
SELECT * FROM UNNEST($1::date[], $2::text[], $3::integer[])
ON CONFLICT (play_date, club_id) DO UPDATE SET claimed = day.claimed + EXCLUDED.claimed

INSERT INTO {schema}.club_days AS day (play_date, club_id, claimed, closed_notice, capacity)
SELECT play_date, club_id, 0, closed_notice, capacity FROM {changes}
ON CONFLICT (play_date, club_id) DO UPDATE
SET closed_notice = EXCLUDED.closed_notice, capacity = EXCLUDED.capacity

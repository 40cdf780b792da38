INSERT INTO {schema}.club_days AS day
    (play_date, club_id, claimed, closed_notice, capacity, holds, smallest_waiting, smallest_in_turn)
SELECT play_date, club_id, 0, closed_notice, capacity, holds::jsonb, smallest_waiting, smallest_in_turn FROM {changes}
ON CONFLICT (play_date, club_id) DO UPDATE
SET closed_notice = EXCLUDED.closed_notice, capacity = EXCLUDED.capacity, holds = EXCLUDED.holds,
    smallest_waiting = EXCLUDED.smallest_waiting, smallest_in_turn = EXCLUDED.smallest_in_turn

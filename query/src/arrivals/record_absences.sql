-- A place that is absent again begins anew.
INSERT INTO {schema}.arrivals_absences (
    club_id, play_date, place_id, booking_id, member_id, reason, recorded_at, objected_at, ended_at
)
SELECT club_id, play_date, place_id, booking_id, member_id, reason, recorded_at, objected_at, ended_at
FROM {changes}
ON CONFLICT (club_id, play_date, place_id) DO UPDATE
SET reason = excluded.reason, recorded_at = excluded.recorded_at, objected_at = excluded.objected_at,
    ended_at = excluded.ended_at

-- Most players who arrive were never absent, and what has ended stays as it was.
UPDATE {schema}.arrivals_absences AS absence
SET objected_at = coalesce(change.objected_at, absence.objected_at), ended_at = change.ended_at
FROM {changes}
WHERE absence.club_id = change.club_id AND absence.play_date = change.play_date AND absence.place_id = change.place_id
    AND absence.ended_at IS NULL

-- 0: the batch has arrivals alone, which make the club known.
INSERT INTO {schema}.statements_clubs AS club (club_id, events)
SELECT club_id, events FROM {changes}
ON CONFLICT (club_id) DO UPDATE SET events = excluded.events WHERE club.events < excluded.events

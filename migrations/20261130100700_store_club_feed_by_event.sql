-- The feed of the clubs' systems in one row per event instead of one per place, and without a table of bookings: a booking
-- of four wrote five rows and five index entries there, and writes one of each.
--
-- The table is younger than the previous release (`tools/xtask/fully-tested-commit`), so that no node of that release reads
-- or writes it.
ALTER TABLE club_feed ADD COLUMN place_ids uuid[] NOT NULL DEFAULT '{}';
UPDATE club_feed AS first
SET place_ids = event.place_ids
FROM (
    SELECT club_id, position, array_agg(place_id ORDER BY part) AS place_ids
    FROM club_feed
    WHERE place_id IS NOT NULL
    GROUP BY club_id, position
) AS event
WHERE first.club_id = event.club_id AND first.position = event.position AND first.part = 0;
DELETE FROM club_feed WHERE part > 0;
-- With the column goes the key.
ALTER TABLE club_feed ALTER COLUMN place_ids DROP DEFAULT, DROP COLUMN part, DROP COLUMN place_id;
ALTER TABLE club_feed ADD PRIMARY KEY (club_id, position);
DROP TABLE club_feed_bookings;

COMMENT ON TABLE club_feed IS 'What happened to a club''s rounds and course, in the order of the journal: one row per event.';
COMMENT ON COLUMN club_feed.place_ids IS 'The places, in the order of the event; empty: none.';

-- How far the projections of these names are, and the journal. One that stands before an event which cannot be read is
-- not waited for: nothing but another version makes it go on.
SELECT coalesce((SELECT min(position) FROM projections WHERE name = ANY($1) AND state <> 'stopped'), position, 0),
    position
FROM journal_head

-- $1 projections: their lowest position, and the journal's head. A projection that is stopped before an unreadable
-- event does not count: only another version of the program can continue it.
SELECT coalesce((SELECT min(position) FROM projections WHERE name = ANY($1) AND state <> 'stopped'), position, 0),
    position
FROM journal_head

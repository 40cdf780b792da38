-- $1 projections; $2 to $4 the last event that was read ahead: position, time and request. Locks the checkpoints in
-- order of name, so that two projectors cannot wait for each other, and checks whether the journal is still the one
-- from which they were projected.
SELECT checkpoint.name, checkpoint.position, checkpoint.state = 'failing' AS failing,
    -- Whether the event that was projected last is a different one now. Null where that cannot be determined.
    checkpoint.position > 0 AND checkpoint.as_of
        <> (SELECT recorded_at FROM events WHERE events.position = checkpoint.position) AS differs,
    -- The head when this statement began, which may be before it waited for the lock.
    (SELECT position FROM journal_head) AS head,
    (SELECT tables FROM read_models_version()) AS tables,
    EXISTS (SELECT FROM events WHERE position = $2 AND recorded_at = $3 AND correlation_id = $4) AS as_read
FROM {schema}.projections AS checkpoint
WHERE checkpoint.name = ANY($1)
ORDER BY checkpoint.name
FOR UPDATE OF checkpoint

-- One statement, so that positions and head are of the same snapshot.
SELECT projections.*,
    journal_head.position AS head,
    -- When the first event that is not projected was recorded.
    (SELECT recorded_at FROM events WHERE events.position = projections.position + 1) AS waiting_since,
    -- The database's clock is the one clock that all machines share.
    statement_timestamp() AS looked_at
FROM projections, journal_head
-- Its rows are for nodes of the former release.
WHERE name <> 'historic_players'
ORDER BY name

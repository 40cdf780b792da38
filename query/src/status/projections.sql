-- One statement, hence one moment: positions and head fit together.
SELECT projections.*,
    journal_head.position AS head,
    -- Since when the first event that is not in the tables waits.
    (SELECT recorded_at FROM events WHERE events.position = projections.position + 1) AS waiting_since,
    -- The one clock that all machines share.
    statement_timestamp() AS looked_at
FROM projections, journal_head
ORDER BY name

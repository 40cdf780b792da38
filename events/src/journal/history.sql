-- Each wanted stream as it was at position $4: its snapshot by the code $3, and the events after it. One round
-- trip; the limits keep the planner at one index look-up per stream whatever it assumes about the tables' sizes. A
-- snapshot of a later state does not count.
WITH wanted AS MATERIALIZED (
    SELECT wanted.ordinal, wanted.aggregate_type, wanted.aggregate_id, snapshot.version, snapshot.state
    FROM UNNEST($1::text[], $2::text[]) WITH ORDINALITY AS wanted (aggregate_type, aggregate_id, ordinal)
    LEFT JOIN LATERAL (
        SELECT version, state FROM snapshots
        WHERE snapshots.aggregate_type = wanted.aggregate_type
            AND snapshots.aggregate_id = wanted.aggregate_id AND snapshots.schema = $3
            AND (
                SELECT events.position FROM events
                WHERE events.aggregate_type = snapshots.aggregate_type
                    AND events.aggregate_id = snapshots.aggregate_id AND events.sequence = snapshots.version
                LIMIT 1
            ) <= $4
        LIMIT 1
    ) AS snapshot ON true
)
SELECT {columns}, wanted.ordinal, NULL::bigint AS version, NULL::text AS state
FROM wanted
JOIN events ON events.aggregate_type = wanted.aggregate_type
    AND events.aggregate_id = wanted.aggregate_id AND events.sequence > COALESCE(wanted.version, 0)
    AND events.position <= $4
UNION ALL
-- A snapshot is a row without an event.
SELECT {columns}, wanted.ordinal, wanted.version, wanted.state
FROM wanted
LEFT JOIN events ON false
WHERE wanted.version IS NOT NULL
ORDER BY ordinal, sequence NULLS FIRST

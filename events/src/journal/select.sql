-- $1 and $2 streams, $3 requests (null: of any request), $4 first instant and $5 the instant after the last (null:
-- unbounded), $6 last position (null: unbounded), $7 the latest so many (null: all).
--
-- Both look-ups are fenced (OFFSET 0): a planner that misjudged a stream's length would scan the whole journal
-- by position instead.
WITH picked AS MATERIALIZED (
    SELECT found.position
    FROM UNNEST($1::text[], $2::text[]) AS wanted (aggregate_type, aggregate_id)
    CROSS JOIN LATERAL (
        SELECT events.position, events.recorded_at, events.correlation_id
        FROM events
        WHERE events.aggregate_type = wanted.aggregate_type AND events.aggregate_id = wanted.aggregate_id
        OFFSET 0
    ) AS found
    WHERE ($3::uuid[] IS NULL OR found.correlation_id = ANY($3))
        AND ($4::timestamptz IS NULL OR found.recorded_at >= $4)
        AND ($5::timestamptz IS NULL OR found.recorded_at < $5)
        AND ($6::bigint IS NULL OR found.position <= $6)
    ORDER BY found.position DESC
    LIMIT $7
)
SELECT events.*
FROM (SELECT position FROM picked ORDER BY position) AS picked
CROSS JOIN LATERAL (
    SELECT {columns} FROM events WHERE events.position = picked.position OFFSET 0
) AS events

-- $1 and $2 streams, $3 requests (null: of any request), $4 first instant and $5 the instant after the last (null:
-- unbounded), $6 last position and $7 the position before the first (null: unbounded), $8 names of events and $9 the
-- kind of actor (null: any), $10 the latest so many (null: all).
--
-- A stream is read from its end, and no further than the latest so many need. Its sequences and its positions have the
-- same order, so the part of a long stream between two positions is found by bisection, to within 64 events.
--
-- The look-ups of events are fenced (OFFSET 0): a planner that misjudged a stream's length would scan the whole journal
-- by position instead.
WITH picked AS MATERIALIZED (
    SELECT found.position
    FROM UNNEST($1::text[], $2::text[]) AS wanted (aggregate_type, aggregate_id)
    CROSS JOIN LATERAL (
        -- Every event before `low` is at the position or earlier, and none from `high` on is.
        WITH RECURSIVE part (bound, low, high) AS (
            SELECT bounds.position, 0::bigint, (
                SELECT events.sequence + 1 FROM events
                WHERE events.aggregate_type = wanted.aggregate_type AND events.aggregate_id = wanted.aggregate_id
                ORDER BY events.sequence DESC LIMIT 1
            )
            FROM (VALUES ($6::bigint), ($7::bigint)) AS bounds (position) WHERE bounds.position IS NOT NULL
            UNION ALL
            SELECT part.bound,
                CASE WHEN middle.position <= part.bound THEN middle.sequence ELSE part.low END,
                CASE WHEN middle.position <= part.bound THEN part.high ELSE (part.low + part.high) / 2 END
            FROM part
            CROSS JOIN LATERAL (
                SELECT events.sequence, events.position FROM events
                WHERE events.aggregate_type = wanted.aggregate_type AND events.aggregate_id = wanted.aggregate_id
                    AND events.sequence >= (part.low + part.high) / 2
                ORDER BY events.sequence LIMIT 1
            ) AS middle
            WHERE part.high - part.low > 64
        )
        SELECT max(low) FILTER (WHERE bound = $7) AS after, min(high) FILTER (WHERE bound = $6) AS before FROM part
    ) AS part
    CROSS JOIN LATERAL (
        SELECT events.position
        FROM (
            SELECT events.position, events.recorded_at, events.correlation_id, events.event_type, events.actor
            FROM events
            WHERE events.aggregate_type = wanted.aggregate_type AND events.aggregate_id = wanted.aggregate_id
                AND events.sequence > coalesce(part.after, 0)
                AND events.sequence < coalesce(part.before, 9223372036854775807)
            ORDER BY events.sequence DESC
            OFFSET 0
        ) AS events
        WHERE ($3::uuid[] IS NULL OR events.correlation_id = ANY($3))
            AND ($4::timestamptz IS NULL OR events.recorded_at >= $4)
            AND ($5::timestamptz IS NULL OR events.recorded_at < $5)
            AND ($6::bigint IS NULL OR events.position <= $6)
            AND ($7::bigint IS NULL OR events.position > $7)
            AND ($8::text[] IS NULL OR events.event_type = ANY($8))
            AND ($9::text IS NULL OR split_part(events.actor, ':', 1) = $9)
        LIMIT $10
    ) AS found
    ORDER BY found.position DESC
    LIMIT $10
)
SELECT events.*
FROM (SELECT position FROM picked ORDER BY position) AS picked
CROSS JOIN LATERAL (
    SELECT {columns} FROM events WHERE events.position = picked.position OFFSET 0
) AS events

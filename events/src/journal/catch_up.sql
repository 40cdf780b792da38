-- What was appended after a known head, in one look at one moment: where the journal stands, whether it goes on from
-- what is known, and the events since, with their payload where their stream is asked for.
--
-- $1 and $2 the known head, $3 events at most, $4 and $5 the streams that are asked for, $6 whether
-- the last event of the known head bore its stamp.
SELECT head.position AS head, head.stamp, head.turn,
    CASE
        WHEN head.position < $1 THEN false
        WHEN head.position = $1 THEN head.stamp = $2
        WHEN $1 = 0 THEN true
        -- Where the known head bore no stamp, a program of before there were any appended it, and an event without one
        -- is all that can be expected.
        ELSE coalesce((SELECT append_stamp = $2 FROM events WHERE events.position = $1), NOT $6)
    END AS continues,
    coalesce((SELECT append_stamp = head.stamp FROM events WHERE events.position = head.position), false) AS marked,
    tail.*
FROM journal_head AS head
LEFT JOIN LATERAL (
    SELECT events.position, events.aggregate_type, events.aggregate_id, events.sequence, events.event_type,
        events.event_version,
        CASE WHEN (events.aggregate_type, events.aggregate_id) IN (SELECT * FROM UNNEST($4::text[], $5::text[]))
            THEN events.payload::text
        END AS payload
    FROM events
    WHERE events.position > $1 AND events.position <= head.position
    ORDER BY events.position
    LIMIT $3
) AS tail ON true

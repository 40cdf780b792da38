-- What a writer that finds the head moved by another needs, in one round trip: the head's lock where it is to append,
-- then where the journal stands, whether it goes on from what is known, and what was appended since.
--
-- A function, because each of its statements sees what was committed while the one before waited; a single statement
-- would see the journal as it was before the wait. Arrays instead of rows, because a tail of a few hundred events is
-- then one row to send and to read.
CREATE FUNCTION catch_up(
    -- Whether to take the head's lock, until the end of the transaction.
    to_append boolean,
    -- The known head, and whether its event bore the stamp.
    known_position bigint, known_stamp uuid, known_marked boolean,
    -- Events at most: where more were appended none is returned.
    most bigint,
    -- The streams whose events are wanted as a whole, and the kinds of streams of which all are.
    wanted_types text[], wanted_ids text[], wanted_kinds text[],
    OUT head_position bigint, OUT head_stamp uuid, OUT head_turn bigint,
    OUT continues boolean, OUT marked boolean,
    OUT aggregate_types text[], OUT aggregate_ids text[], OUT sequences bigint[],
    -- Null for events of other streams.
    OUT event_types text[], OUT event_versions text[], OUT payloads text[]
) LANGUAGE plpgsql AS $$
DECLARE
    head journal_head%ROWTYPE;
BEGIN
    IF to_append THEN
        SELECT * INTO STRICT head FROM journal_head FOR UPDATE;
    ELSE
        SELECT * INTO STRICT head FROM journal_head;
    END IF;
    head_position := head.position;
    head_stamp := head.stamp;
    head_turn := head.turn;
    marked := known_marked;
    IF head.position = known_position THEN
        continues := head.stamp = known_stamp;
        RETURN;
    END IF;
    -- Where the known head bore no stamp, a program of before there were any appended it, and an event without one is
    -- all that can be expected.
    continues := head.position > known_position AND (
        known_position = 0 OR coalesce(
            (SELECT events.append_stamp = known_stamp FROM events WHERE events.position = known_position),
            NOT known_marked
        )
    );
    marked := coalesce(
        (SELECT events.append_stamp = head.stamp FROM events WHERE events.position = head.position), false
    );
    IF NOT continues OR head.position - known_position > most THEN
        RETURN;
    END IF;
    SELECT
        array_agg(tail.aggregate_type), array_agg(tail.aggregate_id), array_agg(tail.sequence),
        array_agg(CASE WHEN tail.wanted THEN tail.event_type END),
        array_agg(CASE WHEN tail.wanted THEN tail.event_version END),
        array_agg(CASE WHEN tail.wanted THEN tail.payload::text END)
    INTO aggregate_types, aggregate_ids, sequences, event_types, event_versions, payloads
    FROM (
        SELECT events.*, events.aggregate_type = ANY (wanted_kinds)
            OR (events.aggregate_type, events.aggregate_id)
                IN (SELECT * FROM UNNEST(wanted_types, wanted_ids)) AS wanted
        FROM events
        WHERE events.position > known_position AND events.position <= head.position
        ORDER BY events.position
        LIMIT most
    ) AS tail;
END;
$$;

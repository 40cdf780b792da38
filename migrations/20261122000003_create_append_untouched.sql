-- Appends a batch on whatever the journal holds now, except the parts that what others appended meanwhile touches; one
-- round trip and one commit.
--
-- A batch is in parts: commands that looked at a common stream are in one. A part holds as long as nobody appended to a
-- stream that it looked at, so that it may stand after what others appended to other streams. What is left out is
-- decided again by who sent it. Others wait for the head's lock for no longer than this runs.
--
-- A function, for the reason that catch_up is one.
CREATE FUNCTION append_untouched(
    -- The known head, as in catch_up; and the turn on which the batch was decided: it fits no other.
    known_position bigint, known_stamp uuid, known_marked boolean, known_turn bigint,
    most bigint,
    -- The streams at which decisions of the batch looked, each with its part; and the kinds whose events are returned.
    seen_types text[], seen_ids text[], seen_parts integer[], wanted_kinds text[],
    -- The streams on whose counted ends the batch goes on, with the last sequence of each.
    end_types text[], end_ids text[], end_sequences bigint[],
    new_stamp uuid, instant timestamptz,
    new_parts integer[], new_types text[], new_ids text[], new_sequences bigint[], new_names text[],
    new_versions text[], new_payloads text[], new_metadata text[], new_correlations uuid[], new_actors text[],
    receipt_parts integer[], receipt_members uuid[], receipt_routes text[], receipt_keys text[],
    receipt_hashes bytea[], receipt_statuses smallint[], receipt_answers text[],
    -- As in catch_up: the head before this append, and what came since the known one.
    OUT head_position bigint, OUT head_stamp uuid, OUT head_turn bigint,
    OUT continues boolean, OUT marked boolean,
    OUT aggregate_types text[], OUT aggregate_ids text[], OUT sequences bigint[],
    OUT event_types text[], OUT event_versions text[], OUT payloads text[],
    -- Events that were appended; null where nothing was, because the journal is another, too far ahead or in another
    -- turn, or because of the gap.
    OUT appended bigint,
    OUT left_out integer[],
    -- Whether an end is not there.
    OUT gap boolean
) LANGUAGE plpgsql AS $$
BEGIN
    SELECT * INTO STRICT
        head_position, head_stamp, head_turn, continues, marked,
        aggregate_types, aggregate_ids, sequences, event_types, event_versions, payloads
    FROM catch_up(true, known_position, known_stamp, known_marked, most, '{}', '{}', wanted_kinds);
    gap := false;
    left_out := '{}';
    IF NOT continues OR head_turn <> known_turn OR (head_position <> known_position AND aggregate_types IS NULL) THEN
        RETURN;
    END IF;
    gap := EXISTS (
        SELECT FROM UNNEST(end_types, end_ids, end_sequences) AS last (aggregate_type, aggregate_id, sequence)
        WHERE (
            SELECT true FROM events
            WHERE events.aggregate_type = last.aggregate_type AND events.aggregate_id = last.aggregate_id
                AND events.sequence = last.sequence
            LIMIT 1
        ) IS NULL
    );
    IF gap THEN
        RETURN;
    END IF;
    IF aggregate_types IS NOT NULL THEN
        left_out := ARRAY(
            SELECT DISTINCT seen.part
            FROM UNNEST(seen_types, seen_ids, seen_parts) AS seen (aggregate_type, aggregate_id, part)
            JOIN UNNEST(aggregate_types, aggregate_ids) AS changed (aggregate_type, aggregate_id)
                USING (aggregate_type, aggregate_id)
        );
    END IF;
    appended := (SELECT count(*) FROM UNNEST(new_parts) AS part WHERE part <> ALL (left_out));
    IF appended = 0 THEN
        RETURN;
    END IF;
    UPDATE journal_head SET position = position + appended, stamp = new_stamp;
    INSERT INTO events (
        aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
        correlation_id, actor, recorded_at, position, append_stamp
    )
    SELECT
        new.aggregate_type, new.aggregate_id, new.sequence, new.event_type, new.event_version,
        new.payload::jsonb, coalesce(new.metadata::jsonb, '{}'), new.correlation_id, new.actor, instant,
        head_position + new.number, CASE WHEN new.number IN (1, appended) THEN new_stamp END
    FROM (
        SELECT new.*, row_number() OVER (ORDER BY new.ordinal) AS number
        FROM UNNEST(
            new_parts, new_types, new_ids, new_sequences, new_names, new_versions, new_payloads, new_metadata,
            new_correlations, new_actors
        ) WITH ORDINALITY AS new (
            part, aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
            correlation_id, actor, ordinal
        )
        WHERE new.part <> ALL (left_out)
    ) AS new;
    IF receipt_parts <> '{}' THEN
        INSERT INTO idempotency_receipts (member_id, route, key, request_hash, status, answer, created_at)
        SELECT
            receipt.member_id, receipt.route, receipt.key, receipt.request_hash, receipt.status,
            receipt.answer::jsonb, instant
        FROM UNNEST(
            receipt_parts, receipt_members, receipt_routes, receipt_keys, receipt_hashes, receipt_statuses,
            receipt_answers
        ) AS receipt (part, member_id, route, key, request_hash, status, answer)
        WHERE receipt.part <> ALL (left_out);
    END IF;
END;
$$;

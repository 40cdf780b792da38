-- One batch, one statement, one commit.
--
-- $1 events, $2-$10 their columns, $11 instant, $12-$17 receipts, $18 stamp (null: any), $19, $20 and $24 the head on
-- which the batch was decided (null: any), $21-$23 the streams that have events already, with the last of them.
--
-- The head moves first: its row lock makes the batches of several nodes queue here, so that positions are handed out
-- in commit order. It moves only from where it was when the batch was decided, and only when every stream goes on
-- where its events end: else nothing is written, and the answer says which.
WITH stamp AS MATERIALIZED (
    SELECT coalesce($18::uuid, gen_random_uuid()) AS stamp
), gap AS MATERIALIZED (
    SELECT true
    FROM UNNEST($21::text[], $22::text[], $23::bigint[]) AS last (aggregate_type, aggregate_id, sequence)
    WHERE (
        SELECT true FROM events
        WHERE events.aggregate_type = last.aggregate_type AND events.aggregate_id = last.aggregate_id
            AND events.sequence = last.sequence
        LIMIT 1
    ) IS NULL
    LIMIT 1
), head AS (
    UPDATE journal_head SET position = position + $1, stamp = (SELECT stamp FROM stamp)
    WHERE ($19::bigint IS NULL OR (position = $19 AND stamp = $20::uuid AND turn = $24::bigint))
        AND NOT EXISTS (SELECT FROM gap)
    RETURNING position
), appended AS (
    INSERT INTO events (
        aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
        correlation_id, actor, recorded_at, position, append_stamp
    )
    SELECT
        new.aggregate_type, new.aggregate_id, new.sequence, new.event_type, new.event_version,
        new.payload::jsonb, coalesce(new.metadata::jsonb, '{}'), new.correlation_id, new.actor, $11,
        head.position - $1 + new.ordinal, CASE WHEN new.ordinal IN (1, $1) THEN (SELECT stamp FROM stamp) END
    FROM head, UNNEST(
        $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::text[]
    ) WITH ORDINALITY AS new (
        aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata, correlation_id, actor,
        ordinal
    )
), answered AS (
    INSERT INTO idempotency_receipts (member_id, route, key, request_hash, status, answer, created_at)
    SELECT receipt.member_id, receipt.route, receipt.key, receipt.request_hash, receipt.status,
        receipt.answer::jsonb, $11
    FROM head, UNNEST($12::uuid[], $13::text[], $14::text[], $15::bytea[], $16::smallint[], $17::text[])
        AS receipt (member_id, route, key, request_hash, status, answer)
)
SELECT (SELECT position FROM head), EXISTS (SELECT FROM gap)

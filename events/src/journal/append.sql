-- One batch, one statement, one commit. The head moves first: its row lock makes the batches of several nodes
-- queue here, so that positions are handed out in commit order.
WITH head AS (
    UPDATE journal_head SET position = position + $1 RETURNING position
), appended AS (
    INSERT INTO events (
        aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
        correlation_id, actor, recorded_at, position
    )
    SELECT
        new.aggregate_type, new.aggregate_id, new.sequence, new.event_type, new.event_version,
        new.payload::jsonb, coalesce(new.metadata::jsonb, '{}'), new.correlation_id, new.actor, $11,
        head.position - $1 + new.ordinal
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
    FROM UNNEST($12::uuid[], $13::text[], $14::text[], $15::bytea[], $16::smallint[], $17::text[])
        AS receipt (member_id, route, key, request_hash, status, answer)
)
SELECT position FROM head

-- $1 to $6 one array per column, $7 request, $8 actor, $9 instant, $10 the position of the last row before these.
INSERT INTO events (
    aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
    correlation_id, actor, recorded_at, position
)
SELECT
    new.aggregate_type, new.aggregate_id, new.sequence, new.event_type, new.event_version, new.payload::jsonb,
    '{}'::jsonb, $7, $8, $9, $10 + new.ordinal
FROM UNNEST($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS new (
    aggregate_type, aggregate_id, sequence, event_type, event_version, payload, ordinal
)

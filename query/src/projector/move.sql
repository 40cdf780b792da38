UPDATE {schema}.projections AS checkpoint
SET position = moved.position,
    as_of = coalesce(moved.as_of, checkpoint.as_of),
    state = CASE WHEN moved.error IS NULL THEN 'running' ELSE 'stopped' END,
    last_error = moved.error
FROM UNNEST($1::text[], $2::bigint[], $3::timestamptz[], $4::text[]) AS moved (name, position, as_of, error)
WHERE checkpoint.name = moved.name

-- $1 the caller, $2 SHA-256 of the strangers' addresses, $3 now, $4 since when a look-up counts for the minute, $5 since
-- when it is remembered, $6 today, $7 the ration per minute, $8 per day.
--
-- Under the row's lock, and on the row as it is then: who was charged by another request meanwhile is no stranger.
INSERT INTO player_lookups AS lookup (member_id, recent, day, day_count, known, known_at)
SELECT $1, moments, $6, cardinality($2::bytea[]), $2::bytea[], moments
FROM (SELECT array_fill($3::timestamptz, ARRAY[cardinality($2::bytea[])]) AS moments) AS first
ON CONFLICT (member_id) DO UPDATE SET (recent, day, day_count, known, known_at) = (
    SELECT
        ARRAY(SELECT at FROM unnest(lookup.recent) AS at WHERE at > $4) || charged.moments,
        $6,
        CASE WHEN lookup.day = $6 THEN lookup.day_count ELSE 0 END + cardinality(charged.digests),
        kept.digests || charged.digests,
        kept.moments || charged.moments
    FROM (
        SELECT coalesce(array_agg(digest), '{}') AS digests, coalesce(array_agg($3::timestamptz), '{}') AS moments
        FROM unnest($2::bytea[]) AS digest
        WHERE NOT EXISTS (
            SELECT FROM unnest(lookup.known, lookup.known_at) AS before (digest, at)
            WHERE before.digest = digest.digest AND before.at > $5
        )
    ) AS charged,
    (
        SELECT coalesce(array_agg(before.digest), '{}') AS digests, coalesce(array_agg(before.at), '{}') AS moments
        FROM unnest(lookup.known, lookup.known_at) AS before (digest, at)
        WHERE before.at > $5
    ) AS kept
)
WHERE (
    SELECT
        (SELECT count(*) FROM unnest(lookup.recent) AS at WHERE at > $4) + count(*) <= $7
        AND CASE WHEN lookup.day = $6 THEN lookup.day_count ELSE 0 END + count(*) <= $8
    FROM unnest($2::bytea[]) AS digest
    WHERE NOT EXISTS (
        SELECT FROM unnest(lookup.known, lookup.known_at) AS before (digest, at)
        WHERE before.digest = digest.digest AND before.at > $5
    )
)
RETURNING true

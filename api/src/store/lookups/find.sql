-- $1 addresses in lower case, $2 their SHA-256, $3 the caller, $4 since when a look-up is remembered.
SELECT asked.digest, member.id, member.email, member.first_name, member.prefix, member.last_name,
    member.profile_complete, member.disabled_at IS NOT NULL AS disabled,
    -- In this order: the read model is asked only about whom nothing else is known of.
    CASE
        WHEN member.id = $3 THEN true
        WHEN EXISTS (
            SELECT FROM player_lookups AS lookup, unnest(lookup.known, lookup.known_at) AS before (digest, at)
            WHERE lookup.member_id = $3 AND before.digest = asked.digest AND before.at > $4
        ) THEN true
        WHEN member.id IS NULL THEN false
        ELSE shared_a_booking($3, member.id)
    END AS is_known
FROM unnest($1::text[], $2::bytea[]) AS asked (email, digest)
LEFT JOIN members AS member ON member.email = asked.email AND member.disabled_at IS NULL

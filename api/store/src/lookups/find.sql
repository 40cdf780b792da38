-- $1 addresses in lower case, $2 their SHA-256, $3 the caller, $4 since when a look-up is remembered.
SELECT asked.digest, member.id, member.email, member.first_name, member.prefix, member.last_name,
    member.profile_complete, member.disabled_at IS NOT NULL AS disabled,
    remembered.moments[array_position(remembered.digests, asked.digest)] AS looked_up_at,
    -- The read model is asked only about whom nothing else is known of.
    CASE
        WHEN member.id IS NULL OR member.id = $3 OR asked.digest = ANY (remembered.digests) THEN false
        ELSE EXISTS (SELECT FROM co_players AS met WHERE met.member_id = $3 AND met.other = member.id)
    END AS is_co_player
FROM unnest($1::text[], $2::bytea[]) AS asked (email, digest)
CROSS JOIN (
    SELECT array_agg(before.digest) AS digests, array_agg(before.at) AS moments
    FROM player_lookups AS lookup, unnest(lookup.known, lookup.known_at) AS before (digest, at)
    WHERE lookup.member_id = $3 AND before.at > $4
) AS remembered
LEFT JOIN members AS member ON member.email = asked.email AND member.disabled_at IS NULL

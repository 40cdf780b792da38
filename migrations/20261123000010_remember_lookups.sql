-- The ration on look-ups is charged by every endpoint that takes addresses, for each address that is neither the
-- caller's, nor a co-player's of old, nor looked up by this member in the last day. What was looked up is kept in the
-- row that counts, so that both change under one lock.
ALTER TABLE player_lookups
    -- SHA-256 of the addresses that were charged in the last day.
    ADD COLUMN known bytea[] NOT NULL DEFAULT '{}',
    -- When each of them was charged; as long as `known`.
    ADD COLUMN known_at timestamptz[] NOT NULL DEFAULT '{}',
    ADD CONSTRAINT player_lookups_known_at_each_moment CHECK (cardinality(known) = cardinality(known_at));

-- Whether two members were active in one booking at the same time: what the plain tables ask of the read model
-- historic_players.
CREATE FUNCTION shared_a_booking(a_member uuid, another uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM historic_players WHERE member_id = a_member AND another = ANY (met))
$$;

-- Who works on this database now, and which events each can read. While nodes are replaced one by one, two releases
-- read one journal: what the newer one could write and the older one cannot read is held back until the older is gone.
CREATE TABLE nodes (
    -- Made anew with each start of a process.
    id uuid PRIMARY KEY,
    -- serve: it writes and reads. project: it only reads.
    role text NOT NULL CHECK (role IN ('serve', 'project')),
    -- The release, for operators.
    version text NOT NULL,
    -- Events by name and version of their payload: 'RoundBooked 1.0.0'.
    reads text[] NOT NULL,
    -- Those of them that it may write: what every node reads.
    writes text[] NOT NULL,
    -- The rest is by the database's clock. Since when it has been seen without a gap of more than 15 seconds.
    seen_since timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Says that a node is there, and tells it what it must not write yet and what others write that it cannot read. Where
-- it would join for the first time and could not read everything, it is not taken in. One call, so that no node keeps
-- the others waiting by being stopped in the middle. One at a time: of two that start at once the second sees the first.
--
-- A node counts as gone when it was silent for 30 seconds in which the one that asks was not. So after an outage, in
-- which nobody could say anything, everybody has that long to come back.
CREATE FUNCTION announce_node(
    node uuid, node_role text, node_version text, readable text[],
    OUT held_back text[], OUT unreadable text[]
) LANGUAGE plpgsql AS $$
DECLARE
    at timestamptz;
    is_known boolean;
    since timestamptz;
BEGIN
    LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE;
    at := clock_timestamp();
    DELETE FROM nodes WHERE seen_at < at - interval '1 day';
    is_known := EXISTS (SELECT FROM nodes WHERE id = node);
    SELECT coalesce(max(seen_since), at) INTO since
    FROM nodes WHERE id = node AND seen_at > at - interval '15 seconds';
    SELECT kinds.held_back, kinds.unreadable INTO held_back, unreadable
    FROM kinds_of_others(
        node, readable, CASE WHEN since > at - interval '30 seconds' THEN '-infinity' ELSE at - interval '30 seconds' END
    ) kinds;
    IF NOT is_known AND cardinality(unreadable) > 0 THEN
        RETURN;
    END IF;
    INSERT INTO nodes (id, role, version, reads, writes, seen_since, seen_at)
    VALUES (
        node, node_role, node_version, readable,
        CASE node_role
            WHEN 'serve' THEN ARRAY (SELECT unnest(readable) EXCEPT SELECT unnest(held_back))
            ELSE '{}'
        END,
        since, at
    )
    ON CONFLICT (id) DO UPDATE
    SET writes = EXCLUDED.writes, seen_since = EXCLUDED.seen_since, seen_at = EXCLUDED.seen_at;
END;
$$;

-- What somebody who reads these events must not write yet, since a node does not read it that is not gone, and what
-- others write now that is not among them.
CREATE FUNCTION kinds_of_others(
    node uuid, readable text[], gone_before timestamptz, OUT held_back text[], OUT unreadable text[]
) LANGUAGE sql STABLE AS $$
    SELECT
        ARRAY (
            SELECT kind FROM unnest(readable) kind
            WHERE EXISTS (
                SELECT FROM nodes WHERE id <> node AND seen_at > gone_before AND NOT kind = ANY (reads)
            )
            ORDER BY kind
        ),
        ARRAY (
            SELECT DISTINCT kind FROM nodes, unnest(writes) kind
            -- Nobody is kept from starting by who was killed.
            WHERE id <> node AND seen_at > clock_timestamp() - interval '30 seconds' AND NOT kind = ANY (readable)
            ORDER BY kind
        )
$$;

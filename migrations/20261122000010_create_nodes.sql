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
    -- Those of them that it may write: what every node reads that is seen.
    writes text[] NOT NULL,
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- By the database's clock. Who was not seen for 30 seconds counts as gone.
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Says that a node is there, and tells it what it must not write yet and what others write that it cannot read. Where
-- it would join for the first time and could not read everything, it is not taken in. One call, so that no node keeps
-- the others waiting by being stopped in the middle. One at a time: of two that start at once the second sees the first.
CREATE FUNCTION announce_node(
    node uuid, node_role text, node_version text, readable text[],
    OUT held_back text[], OUT unreadable text[]
) LANGUAGE plpgsql AS $$
DECLARE
    is_known boolean;
BEGIN
    LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM nodes WHERE seen_at < clock_timestamp() - interval '1 day';
    is_known := EXISTS (SELECT FROM nodes WHERE id = node);
    SELECT other_kinds.held_back, other_kinds.unreadable INTO held_back, unreadable
    FROM kinds_of_others(node, readable) other_kinds;
    IF NOT is_known AND cardinality(unreadable) > 0 THEN
        RETURN;
    END IF;
    INSERT INTO nodes (id, role, version, reads, writes)
    VALUES (
        node, node_role, node_version, readable,
        CASE node_role
            WHEN 'serve' THEN ARRAY (SELECT unnest(readable) EXCEPT SELECT unnest(held_back))
            ELSE '{}'
        END
    )
    ON CONFLICT (id) DO UPDATE SET writes = EXCLUDED.writes, seen_at = EXCLUDED.seen_at;
END;
$$;

-- What somebody who reads these events must not write yet, and what others write that is not among them.
CREATE FUNCTION kinds_of_others(
    node uuid, readable text[], OUT held_back text[], OUT unreadable text[]
) LANGUAGE sql STABLE AS $$
    WITH others AS (
        SELECT reads, writes FROM nodes
        WHERE id <> node AND seen_at > clock_timestamp() - interval '30 seconds'
    )
    SELECT
        ARRAY (
            SELECT kind FROM unnest(readable) kind
            WHERE EXISTS (SELECT FROM others WHERE NOT kind = ANY (reads))
            ORDER BY kind
        ),
        ARRAY (
            SELECT DISTINCT kind FROM others, unnest(writes) kind
            WHERE NOT kind = ANY (readable)
            ORDER BY kind
        )
$$;

-- How often a member booked and changed rounds in the last hour, for all nodes together (docs/domain.md §3.14). One row
-- per member, changed under its lock, which makes the limit exact.
--
-- Unlogged: a commit that touches nothing else waits for no disk, so that a booking is not slower for being counted. A
-- crash or a fail-over empties the table, and everybody's hour begins anew. For the same reason there is no foreign key;
-- rows go when nothing in them counts any more, and when their member is erased.
CREATE UNLOGGED TABLE member_commands (
    member_id uuid PRIMARY KEY,
    -- When the bookings of the last hour were asked for, newest last.
    bookings  timestamptz[] NOT NULL DEFAULT '{}',
    -- The same of changes: cancelling, adding and removing players, ordering.
    changes   timestamptz[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 70);

COMMENT ON TABLE member_commands IS 'How often members booked and changed rounds in the last hour.';
COMMENT ON COLUMN member_commands.bookings IS 'Instants (UTC) of the bookings of the last hour.';
COMMENT ON COLUMN member_commands.changes IS 'Instants (UTC) of the changes of the last hour.';

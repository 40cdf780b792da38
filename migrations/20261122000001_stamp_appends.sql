-- Every append leaves a stamp, at the head and at its first and its last event.
--
-- A position alone does not prove which journal it was read from: after a failover that lost the last commits, or a
-- restore under running nodes, the same positions are issued again. The stamp does: a node appends on top of the
-- position and stamp that it knows, and finds out here when they are another's or are gone.
ALTER TABLE events ADD COLUMN append_stamp uuid;
COMMENT ON COLUMN events.append_stamp IS
    'On the first and the last event of an append: its stamp. Null between, and on events of programs before this column.';

ALTER TABLE journal_head ADD COLUMN stamp uuid NOT NULL DEFAULT gen_random_uuid();
COMMENT ON COLUMN journal_head.stamp IS 'The stamp of the append that moved the head last.';

-- A writer that lost the answer to an append asks whether it is there. An append that was not there must not come
-- late, after its caller was told so: asking takes a turn, and an append fits only the turn on which it was decided.
ALTER TABLE journal_head ADD COLUMN turn bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN journal_head.turn IS 'How often somebody asked for the end of an append.';

-- Programs of before this column move the head and leave the stamp: during an upgrade that must not look like a head
-- that nobody moved.
CREATE FUNCTION stamp_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.stamp := gen_random_uuid();
    RETURN NEW;
END;
$$;
CREATE TRIGGER journal_head_stamped BEFORE UPDATE ON journal_head
    FOR EACH ROW WHEN (NEW.stamp = OLD.stamp AND NEW.position <> OLD.position)
    EXECUTE FUNCTION stamp_head();

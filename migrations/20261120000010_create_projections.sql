-- How far each projection has come, and how it fares. A projector locks its rows here for as long as it writes a
-- batch, so these rows are also what makes a second projector wait.
CREATE TABLE projections (
    name        text   PRIMARY KEY,
    -- The last journal position whose effect is in the projection's tables; moved in the transaction that writes them.
    position    bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
    -- recorded_at of the event at that position: how old the picture is, in seconds, without asking a clock twice.
    as_of       timestamptz,
    -- running: following the journal. stopped: the event after `position` cannot be read. failing: the database
    -- refuses the batch after `position`.
    state       text   NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'stopped', 'failing')),
    -- What is wrong, for operators; null while running.
    last_error  text,
    CONSTRAINT projections_error_when_not_running CHECK ((state = 'running') = (last_error IS NULL))
) WITH (fillfactor = 50); -- rows are rewritten with every batch: room for HOT updates keeps the table at one page

INSERT INTO projections (name) VALUES
    ('reservations'), ('play_rights'), ('vouchers'), ('club_days'), ('historic_players');

COMMENT ON TABLE projections IS 'How far each projection has followed the journal, and what stops it if anything does.';
COMMENT ON COLUMN projections.position IS 'Last journal position in the projection''s tables; 0 before the first.';
COMMENT ON COLUMN projections.as_of IS 'recorded_at (UTC) of the event at that position; null before the first.';
COMMENT ON COLUMN projections.state IS 'running, stopped (the next event is unreadable) or failing (the database refuses the next batch).';
COMMENT ON COLUMN projections.last_error IS 'What stops the projection; null while it runs.';

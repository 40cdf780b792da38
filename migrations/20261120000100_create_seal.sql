-- The seal: a chain of hashes over the journal. Each event's hash covers the event as stored and the hash before it, so
-- that history cannot be changed without changing every hash after it; a head that was published elsewhere then tells.
--
-- Kept by a projector of its own, off the path of bookings, and never rebuilt: a seal that is made anew proves nothing.
-- Every hash is kept, so that the very event that was changed, removed or inserted can be named; 256 to a row, which
-- is a hundredth of the rows and a third of the bytes that one row per event would take.
CREATE TABLE seal (
    -- Holds the hashes of positions block * 256 + 1 to block * 256 + 256.
    block  bigint PRIMARY KEY CHECK (block >= 0),
    -- 32 bytes per event (SHA-256), in order of position.
    hashes bytea  NOT NULL CHECK (length(hashes) BETWEEN 32 AND 8192 AND length(hashes) % 32 = 0)
);
-- Hashes do not compress.
ALTER TABLE seal ALTER COLUMN hashes SET STORAGE EXTERNAL;
REVOKE DELETE ON seal FROM fairway_app;

DO $$
BEGIN
    GRANT SELECT ON seal TO fairway_reader;
EXCEPTION WHEN undefined_object THEN
    NULL;
END;
$$;

INSERT INTO projections (name) VALUES ('seal');

COMMENT ON TABLE seal IS 'A chain of hashes over the journal, 256 events per row.';
COMMENT ON COLUMN seal.block IS 'Holds the events from position block * 256 + 1 on.';
COMMENT ON COLUMN seal.hashes IS 'SHA-256 of each event together with the hash before it, one after the other.';

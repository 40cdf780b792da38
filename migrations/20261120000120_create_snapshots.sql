-- States of long streams, so that a decision on a stream that is not in memory reads one row and a short tail instead
-- of every event since the beginning. A convenience, never a source: any row may be deleted at any time.
CREATE TABLE snapshots (
    aggregate_type text   NOT NULL,
    aggregate_id   text   NOT NULL,
    -- The sequence of the last event that the state took in.
    version        bigint NOT NULL CHECK (version > 0),
    -- Digest of the code that made the state: another version of the program ignores the row.
    schema         text   NOT NULL,
    -- The aggregate as JSON text: it is read back as it was written, and never searched.
    state          text   NOT NULL,
    CONSTRAINT snapshots_key PRIMARY KEY (aggregate_type, aggregate_id)
);

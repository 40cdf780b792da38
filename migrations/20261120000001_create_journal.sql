-- The journal: every fact that the system decided, in the order in which it was committed.
--
-- Columns and primary key up to `metadata` are those of postgres-es, so that a stock PostgresEventRepository reads
-- our streams. The rest is what a log needs that several processes follow and operators audit.
CREATE TABLE events (
    aggregate_type text   NOT NULL,
    aggregate_id   text   NOT NULL,
    -- From 1, without gaps, per stream. The key below is the optimistic lock: who comes second is refused.
    sequence       bigint NOT NULL CHECK (sequence > 0),
    event_type     text   NOT NULL,
    event_version  text   NOT NULL,
    payload        jsonb  NOT NULL,
    -- Flat text to text (postgres-es reads it so): reason and subject of an operator's act.
    metadata       jsonb  NOT NULL,
    -- Global order: from 1, without gaps, in commit order. Taken from journal_head, never from a sequence: a
    -- sequence hands out numbers before commit, and a reader could pass a number that commits later.
    position       bigint NOT NULL CHECK (position > 0),
    -- The instant of the application's clock at which the batch was decided, UTC.
    recorded_at    timestamptz NOT NULL,
    -- One request or command; ties the events of several streams together.
    correlation_id uuid   NOT NULL,
    -- member:<uuid>, operator:<name>:<uuid> or system:<part>.
    actor          text   NOT NULL,
    CONSTRAINT events_stream_key PRIMARY KEY (aggregate_type, aggregate_id, sequence),
    CONSTRAINT events_position_key UNIQUE (position)
);

-- Operators ask for everything that one request did.
CREATE INDEX events_correlation_idx ON events (correlation_id);

-- The position of the last event. One row; the statement that inserts events moves it, so its row lock serialises
-- the batches of several writers, a rollback gives the positions back, and a dump and restore keeps it.
CREATE TABLE journal_head (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    position bigint NOT NULL CHECK (position >= 0)
);
INSERT INTO journal_head (position) VALUES (0);

-- What a request with an Idempotency-Key was answered, stored in the transaction of its events: a retry after a
-- crash finds both or neither.
CREATE TABLE idempotency_receipts (
    -- The key's scope: the same key of another member, or on another route, is another key.
    member_id    uuid NOT NULL,
    route        text NOT NULL,
    key          text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    -- SHA-256 of method, route and body: the same key with another payload is refused.
    request_hash bytea NOT NULL,
    -- The HTTP status and JSON body that were answered.
    status       smallint NOT NULL,
    answer       jsonb NOT NULL,
    created_at   timestamptz NOT NULL,
    CONSTRAINT idempotency_receipts_key PRIMARY KEY (member_id, route, key)
);
-- Receipts older than a day are removed in the background.
CREATE INDEX idempotency_receipts_created_idx ON idempotency_receipts (created_at);

-- History is not edited: refused for everyone by this trigger, and for the application's role by its grants.
CREATE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the journal is append-only: % on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END;
$$;
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();

-- The role the application works under. Roles belong to the whole cluster, so another database may have made it.
DO $$
BEGIN
    CREATE ROLE fairway_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END;
$$;
GRANT USAGE ON SCHEMA public TO fairway_app;
-- Every table of ours, now and later, may be read and written by the application …
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO fairway_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO fairway_app;
-- … but the journal may only grow.
GRANT SELECT, INSERT ON events TO fairway_app;
GRANT SELECT, UPDATE ON journal_head TO fairway_app;
GRANT SELECT, INSERT, DELETE ON idempotency_receipts TO fairway_app;

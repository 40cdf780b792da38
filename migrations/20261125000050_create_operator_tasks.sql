-- Long work that an operator starts at a screen: rebuilding projections, verifying the journal. The screen only adds a
-- row; a process that projects takes it, one at a time, and writes here how far it is. So it survives the end of either.
CREATE TABLE operator_tasks (
    id           uuid PRIMARY KEY,
    kind         text NOT NULL CHECK (kind IN ('rebuild', 'verify')),
    -- waiting: no process has it yet. ready: a rebuild is compared and waits for a decision.
    state        text NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'running', 'ready', 'done', 'failed', 'cancelled')),
    -- What an operator decided meanwhile; the process that works on it acts on it and clears it.
    wanted       text CHECK (wanted IN ('swap', 'cancel')),
    -- What to do: projections and whether it is a dry run; heads of the seal to hold against.
    arguments    jsonb NOT NULL,
    -- Who asked; `operator_actions` has every decision.
    operator_id  uuid NOT NULL,
    operator     text NOT NULL,
    reason       text NOT NULL CHECK (reason <> ''),
    asked_at     timestamptz NOT NULL,
    -- The process that works on it, and when it last said so, by the database's clock: after half a minute another takes
    -- the task over.
    worker       uuid,
    heartbeat_at timestamptz,
    started_at   timestamptz,
    -- Its step, how much of it is done, and how much there is.
    step         text NOT NULL DEFAULT '',
    done         bigint NOT NULL DEFAULT 0,
    total        bigint NOT NULL DEFAULT 0,
    -- Of the step, per second; null: not known yet.
    rate         double precision,
    -- Why it failed, or why the last decision was not carried out.
    error        text,
    -- What it found: bounded in number, with the count of the rest.
    result       jsonb,
    finished_at  timestamptz
);
-- One rebuild and one verification at a time.
CREATE UNIQUE INDEX operator_tasks_open_idx ON operator_tasks (kind) WHERE finished_at IS NULL;

-- How far each projection was behind the journal in the last hour, every 15 seconds.
CREATE TABLE projection_lags (
    -- A multiple of 15 seconds, so that several processes write the same row.
    at          timestamptz NOT NULL,
    projection  text NOT NULL,
    lag_events  bigint NOT NULL,
    lag_seconds double precision NOT NULL,
    PRIMARY KEY (at, projection)
);

COMMENT ON TABLE operator_tasks IS 'Rebuilds and verifications that operators started at a screen.';
COMMENT ON TABLE projection_lags IS 'How far each projection was behind, in the last hour.';

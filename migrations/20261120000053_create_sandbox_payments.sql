-- The payments of the sandbox provider: a provider of our own that takes no money, for development and demonstrations.
-- A table of its own, as a provider would have, so that payments survive a restart. Never written in production.
CREATE TABLE sandbox_payments (
    -- `tr_…`, as the provider's API has it.
    id              text PRIMARY KEY,
    -- The request as it came, with amount, description, addresses and metadata.
    request         jsonb       NOT NULL,
    -- The same key finds the same payment.
    idempotency_key text        UNIQUE,
    -- In the words of the provider's API.
    status          text        NOT NULL CHECK (status IN ('open', 'paid', 'failed', 'canceled', 'expired')),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    -- Paid, failed, canceled or expired at.
    settled_at      timestamptz,
    refunded_cents  bigint      NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
    -- A change that the portal's webhook has not acknowledged yet.
    untold          boolean     NOT NULL DEFAULT false
);
CREATE INDEX sandbox_payments_untold_idx ON sandbox_payments (id) WHERE untold;
CREATE INDEX sandbox_payments_open_idx ON sandbox_payments (expires_at) WHERE status = 'open';

COMMENT ON TABLE sandbox_payments IS 'Payments of the sandbox provider, which takes no money. Not part of the portal''s books.';

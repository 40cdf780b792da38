-- A registration that is paid for twice is granted once: the portal has the provider pay the second payment back, and the
-- read model knows until it was heard that the provider did.
ALTER TABLE orders ADD COLUMN refund_requested_cents bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN orders.refund_requested_cents IS 'What the portal has the provider pay back, in euro cents; above zero where the order granted nothing.';
-- What is still to be paid back: none at almost any time.
CREATE INDEX orders_refund_due_idx ON orders (placed_at, order_id) WHERE refund_requested_cents > refunded_cents;

COMMENT ON COLUMN vouchers.withdrawn IS 'Its price was paid back before it was used, or while it was and the round was given up: members do not see it any more.';

-- The refunds of the sandbox provider, one by one, as the provider's API lists them.
CREATE TABLE sandbox_refunds (
    -- `re_…`, as the provider's API has it.
    id              text PRIMARY KEY,
    payment_id      text        NOT NULL REFERENCES sandbox_payments (id),
    -- The same key finds the same refund.
    idempotency_key text        UNIQUE,
    cents           bigint      NOT NULL CHECK (cents > 0),
    -- What the portal said about it for itself; null when nothing.
    metadata        jsonb,
    created_at      timestamptz NOT NULL
);
CREATE INDEX sandbox_refunds_payment_idx ON sandbox_refunds (payment_id, created_at);

COMMENT ON TABLE sandbox_refunds IS 'Refunds of the sandbox provider, which takes no money. Not part of the portal''s books.';
COMMENT ON COLUMN sandbox_refunds.id IS 'The refund, re_…, as the provider''s API has it.';
COMMENT ON COLUMN sandbox_refunds.payment_id IS 'The payment that is paid back.';
COMMENT ON COLUMN sandbox_refunds.idempotency_key IS 'The caller''s key: the same key finds the same refund; null when none was sent.';
COMMENT ON COLUMN sandbox_refunds.cents IS 'Paid back, in euro cents.';
COMMENT ON COLUMN sandbox_refunds.metadata IS 'What the portal said about it for itself; null when nothing.';
COMMENT ON COLUMN sandbox_refunds.created_at IS 'Instant of the request, UTC.';

-- Projection `orders`: what members ordered, how each payment fares, and who is registered with the federation.
CREATE TABLE orders (
    order_id       uuid        PRIMARY KEY,
    member_id      uuid        NOT NULL,
    placed_at      timestamptz NOT NULL,
    -- Paid, failed, broken off or expired at; null while open.
    settled_at     timestamptz,
    amount_cents   bigint      NOT NULL,
    refunded_cents bigint      NOT NULL,
    -- Number of vouchers; 1 for a registration.
    quantity       integer     NOT NULL,
    -- The calendar year in whose maximum the vouchers count, or the federation's year.
    year           integer     NOT NULL,
    -- Of the vouchers; null for a registration.
    holes          smallint    CHECK (holes IN (9, 18)),
    product        text        NOT NULL CHECK (product IN ('freevoucher', 'federationregistration')),
    status         text        NOT NULL CHECK (status IN ('open', 'paid', 'failed', 'canceled', 'expired')),
    method         text        NOT NULL,
    -- The provider's id; null until the provider made a payment.
    payment_id     text,
    -- Of a registration; null for vouchers.
    package        text,
    CONSTRAINT orders_item_is_whole CHECK ((product = 'freevoucher') = (holes IS NOT NULL) AND (holes IS NULL) = (package IS NOT NULL)),
    CONSTRAINT orders_settled_unless_open CHECK ((status = 'open') = (settled_at IS NULL))
) WITH (fillfactor = 80); -- every order is rewritten two or three times
-- A member's latest orders, and those that count in a year.
CREATE INDEX orders_member_idx ON orders (member_id, placed_at);
-- What is still to be settled: few at any time.
CREATE INDEX orders_open_idx ON orders (placed_at, order_id) WHERE status = 'open';

CREATE TABLE orders_registrations (
    member_id uuid    NOT NULL,
    year      integer NOT NULL,
    order_id  uuid    NOT NULL,
    package   text    NOT NULL,
    PRIMARY KEY (member_id, year)
);

INSERT INTO projections (name) VALUES ('orders');

COMMENT ON TABLE orders IS 'One row per order of a member, with its latest state.';
COMMENT ON COLUMN orders.placed_at IS 'Instant of ordering, UTC.';
COMMENT ON COLUMN orders.settled_at IS 'Instant (UTC) at which the outcome became known; null while open.';
COMMENT ON COLUMN orders.amount_cents IS 'Price in euro cents.';
COMMENT ON COLUMN orders.refunded_cents IS 'Paid back or taken back so far, in euro cents.';
COMMENT ON COLUMN orders.quantity IS 'Number of vouchers; 1 for a registration.';
COMMENT ON COLUMN orders.year IS 'Calendar year in whose maximum the vouchers count, or the federation''s year.';
COMMENT ON COLUMN orders.holes IS 'Longest round of the vouchers: 9 or 18 holes; null for a registration.';
COMMENT ON COLUMN orders.product IS 'freevoucher or federationregistration.';
COMMENT ON COLUMN orders.status IS 'open, paid, failed, canceled or expired; paid stays paid, also after a refund.';
COMMENT ON COLUMN orders.method IS 'Key of the payment method that the member chose.';
COMMENT ON COLUMN orders.payment_id IS 'The provider''s id of the payment; null until there is one.';
COMMENT ON COLUMN orders.package IS 'Key of the federation''s package; null for vouchers.';
COMMENT ON TABLE orders_registrations IS 'One row per member and year: registrations with the federation that were bought here.';
COMMENT ON COLUMN orders_registrations.year IS 'The federation''s year.';
COMMENT ON COLUMN orders_registrations.order_id IS 'The order that paid for it; the latest where several were paid.';
COMMENT ON COLUMN orders_registrations.package IS 'Key of the package.';

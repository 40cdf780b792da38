UPDATE {schema}.orders AS placed
SET status = COALESCE(change.status, placed.status),
    settled_at = COALESCE(change.settled_at, placed.settled_at),
    payment_id = COALESCE(change.payment_id, placed.payment_id),
    -- Adding is safe: rows and checkpoint move in one transaction.
    refunded_cents = placed.refunded_cents + change.refunded_cents,
    refund_requested_cents = placed.refund_requested_cents + change.refund_requested_cents
FROM {changes}
WHERE placed.order_id = change.order_id

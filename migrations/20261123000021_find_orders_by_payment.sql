-- A message about a payment comes from anybody: whether an order of ours names that payment is looked up before anything
-- else is done about it.
CREATE INDEX orders_payment_idx ON orders (payment_id) WHERE payment_id IS NOT NULL;

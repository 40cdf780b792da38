-- Members read out the number of their receipt, which has the form of a booking's: the last 10 digits of the order's id.
CREATE INDEX orders_number_idx ON orders (right(order_id::text, 10));

INSERT INTO {schema}.orders (
    order_id, member_id, placed_at, settled_at, amount_cents, refunded_cents, quantity, year, holes, product, status,
    method, payment_id, package
)
SELECT * FROM UNNEST(
    $1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::bigint[], $7::integer[],
    $8::integer[], $9::smallint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[]
)

INSERT INTO {schema}.vouchers (
    voucher_id, member_id, place_id, used_when, expires, holes, forfeited, kind, title, order_id, withdrawn
)
SELECT * FROM UNNEST(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::date[], $5::date[], $6::smallint[], $7::boolean[], $8::text[], $9::text[],
    $10::uuid[], $11::boolean[]
)

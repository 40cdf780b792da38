INSERT INTO {schema}.analytics_vouchers (
    voucher_id, received_on, expires, play_date, withdrawn_on, times_used, times_returned, holes, forfeited, kind, source
)
SELECT * FROM UNNEST(
    $1::uuid[], $2::date[], $3::date[], $4::date[], $5::date[], $6::integer[], $7::integer[], $8::smallint[],
    $9::boolean[], $10::text[], $11::text[]
)
